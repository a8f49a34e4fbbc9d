"""Sheets that are whole, on one scale and without rules for what is nowhere; templates without long lines."""

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent.parent
SHEETS = sorted((HOUSE / "static").rglob("*.css"))
TEMPLATES = " ".join(place.read_text("utf-8") for place in (HOUSE / "templates").rglob("*.*"))
SCRIPTS = " ".join(
    place.read_text("utf-8") for name in ("js", "loto") for place in (HOUSE / "static" / name).glob("*.js")
)
MADE = " ".join(
    place.read_text("utf-8") for name in ("web", "loto/web") for place in (HOUSE / "companion" / name).rglob("*.py")
)
GIVEN = [
    *re.findall(r'class="((?:[^"{]|\{\{.*?}}|\{%.*?%})*)"', TEMPLATES),
    *re.findall(r"\{\.([\w -]+)\}", TEMPLATES),
    *re.findall(r"\{% block look %}(.*?)\{% endblock", TEMPLATES),
    *re.findall(r"'([\w -]+)'", TEMPLATES + MADE),
    *re.findall(r"classList\.\w+\((.*?)\)", SCRIPTS),
    *re.findall(r'(?<!")"([\w -]+)"(?!")', MADE),
]
"""Where classes are given: in an attribute, or as a text from which one is put together."""
COMPOSED = re.compile(r"[cd]\d|(digits|gap|per)-\d+")
"""Classes that are put together, of a letter or a word and a number."""
PROPERTY = re.compile(r"(--[\w-]+):([^;]*)")
TOKENS = {
    name
    for sheet in ("tokens", "tv")
    for name, _ in PROPERTY.findall((HOUSE / f"static/css/{sheet}.css").read_text("utf-8"))
}
"""The custom properties that sheets share: all of them, and those for a television."""
SIZED = re.compile(r"(?<![\w-])(font|font-size|border(?:-\w+)*-radius):([^;]*)")
"""What sets a size of type or a radius."""
COMMENT, TEXT = r"/\*.*?\*/", r'"[^"\n]*"'


def bare(sheet: Path) -> str:
    """A style sheet without comments and quoted texts."""
    return re.sub(f"{COMMENT}|{TEXT}", "", sheet.read_text("utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_every_block_that_is_opened_is_closed(sheet: Path) -> None:
    """A browser would leave out all that comes after one that isn't, and say nothing."""
    depth = 0
    for line, text in enumerate(bare(sheet).splitlines(), 1):
        assert depth or not text.startswith(" "), f"{sheet.name}:{line} stands in no block"
        assert not (depth and text and text[0] not in " }"), f"{sheet.name}:{line} stands in a block that is open"
        depth += text.count("{") - text.count("}")
    assert depth == 0


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_every_class_is_somewhere(sheet: Path) -> None:
    selectors = " ".join(re.findall(r"([^{}]*)\{", bare(sheet)))
    classes = {name for name in re.findall(r"\.([a-zA-Z][\w-]*)", selectors) if not COMPOSED.fullmatch(name)}
    assert classes - {*re.findall(r"[\w-]+", " ".join(GIVEN))} == set()


def test_there_are_sheets() -> None:
    names = {
        "css": "base bridge chart crib ending forms gallery howto overhead paper seats table tokens tv",
        "loto": "cards example fair hall overhead programme table wall",
    }
    assert [(sheet.parent.name, sheet.stem) for sheet in SHEETS] == [
        (folder, name) for folder, all_of_it in names.items() for name in all_of_it.split()
    ]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_every_size_of_type_and_every_radius_comes_from_a_token(sheet: Path) -> None:
    """A page on paper has margins in which no token holds; a size of its own is named after tokens alone."""
    rules = re.sub(r"@page [^\n]*", "", bare(sheet))
    own = {} if sheet.stem == "tokens" else dict(PROPERTY.findall(rules))
    known = TOKENS | {name for name, value in own.items() if re.fullmatch(r"var\((--[\w-]+)\)", value.strip())}
    faults = [f"{name}:{value}" for name, value in SIZED.findall(rules) if not on_scale(value, known)]
    assert faults == []


def on_scale(value: str, known: set[str]) -> bool:
    """Whether a size is inherited, nothing, or worked out from tokens; other lengths stand in none."""
    used = set(re.findall(r"var\((--[\w-]+)\)", value))
    lengths = re.search(r"\d(rem|em|px|pt|mm|vw|vh|vmin|dvh|cqi|%)", value)
    return used <= known and not lengths and (bool(used) or value.strip() in {"inherit", "0"})


def test_no_line_of_a_template_is_long() -> None:
    lines = [
        (place.name, number)
        for place in (HOUSE / "templates").rglob("*.*")
        for number, line in enumerate(place.read_text("utf-8").splitlines(), 1)
        if len(line) > 120 and place.suffix != ".txt"
    ]
    assert lines == []


@pytest.mark.parametrize("selector", [".chip[aria-current]", '.tap input[type="checkbox"]:checked'])
def test_what_forms_and_chips_show_is_in_a_sheet_of_every_page(selector: str) -> None:
    sheets = [HOUSE / "static" / "css" / f"{name}.css" for name in ("base", "forms")]
    assert any(f"\n{selector}" in sheet.read_text("utf-8") for sheet in sheets)
