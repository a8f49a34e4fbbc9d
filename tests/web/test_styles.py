"""The style sheets: whole, and without rules for what is nowhere."""

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent.parent
SHEETS = sorted((HOUSE / "static").glob("*.css"))
TEMPLATES = " ".join(place.read_text("utf-8") for place in (HOUSE / "templates").rglob("*.html"))
SCRIPTS = " ".join(place.read_text("utf-8") for place in (HOUSE / "static").glob("*.js"))
MADE = " ".join(place.read_text("utf-8") for place in (HOUSE / "companion/web").glob("*.py"))
GIVEN = [
    *re.findall(r'class="((?:[^"{]|\{\{.*?}}|\{%.*?%})*)"', TEMPLATES),
    *re.findall(r"\{% block look %}(.*?)\{% endblock", TEMPLATES),
    *re.findall(r"'([\w -]+)'", TEMPLATES + MADE),
    *re.findall(r"classList\.\w+\((.*?)\)", SCRIPTS),
    *re.findall(r'(?<!")"([\w -]+)"(?!")', MADE),
]
"""Where classes are given: in an attribute, or as a text from which one is put together."""
COMPOSED = re.compile(r"[cd]\d|(digits|gap|per)-\d+")
"""Classes that are put together, of a letter or a word and a number."""
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
