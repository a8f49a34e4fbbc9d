"""How games are played, in one file a game for all languages, turned to HTML before Jinja compiles it.

``games/KEY/howto.md`` is *How to play*; below ``# hand`` is the hand that is played out, of which only what is said at
its steps is prose (``web/learn/played_hand.py`` reads the rest). A blank line parts paragraphs; a line that is indented
by four goes on with the one above. What differs by language stands after ``en:``, ``de:``, ``fr:``; all else is said
once, so a condition between sentences, a line of its own, stands once. What a language lacks is said in English.

A line begins with ``- `` or ``1. `` for an item, ``{.facts}`` for a class, ``[took]`` for the moves that it tells of.
``**term**`` is defined here, ``*this*`` stands out, ``[took: this]`` tells of a move. ``## The aim`` is a heading of
the table in ``games/shared.md``, ``## en:`` one of its own; ``> first deal`` is the section of that name there;
``![AS KC]`` shows cards, with what follows below them.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from jinja2 import BaseLoader, Environment, TemplateNotFound

from companion.web.i18n.language import ENGLISH, languages

SECTIONS = ("howto", "hand")
"""The sections that are pages."""
PAGE = re.compile(rf"(games/[\w-]+)/({'|'.join(SECTIONS)})(?:\.(?!en\.)([\w-]+))?\.html")
"""A template that is written as prose: its folder, its section, and the language where it isn't English."""
SHARED = "games/shared.md"
SECTION = re.compile(r"^# (.+)\n", re.MULTILINE)
MARKS = re.compile(r"(?:\{\.([\w -]+)\} ?)?(?:\[([\w -]+)\](?: |$))?")
BEFORE = rf" *(?:(?:-|\d\.)(?: |$)|## |!\[.*?\] )?{MARKS.pattern}"
LINE = re.compile(rf"({BEFORE})(?:([a-z]{{2}}(?:-[A-Z]{{2}})?):(?: |$))?(.*)")
"""What a line begins with, the language in which it is said, and its text."""
ITEM = re.compile(r"(-|\d\.)(?: |$)")
CARDS = re.compile(r"!\[(.*?)\] ?(.*)")
LOGIC = re.compile(r"\{%.*?%\}|\{\{.*?\}\}")
CONDITION = re.compile(r"\{% (if|for|el|end)")
INLINE = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<dfn>\1</dfn>"),
    (re.compile(r"\*(?=\S)(.+?)(?<=\S)\*"), r"<em>\1</em>"),
    (re.compile(r"\[([\w -]+): (.*?)\]"), r'<span data-moves="\1">\2</span>'),
)
HAND = re.compile(r"(?<=^- )\[.*?\] |^  \{\".*\n?", re.MULTILINE)
"""What is played at a step of a hand, and written."""
MACROS = ("board", "card", "cards")
"""What every page may draw with."""


class Prose(BaseLoader):
    """Loads what another loader has, and each section of its files of prose as a template in each language."""

    def __init__(self, files: BaseLoader) -> None:
        """Load from these files."""
        self.files = files

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Return a template, its file and whether it is current. Raise TemplateNotFound."""
        try:
            return self.files.get_source(environment, template)
        except TemplateNotFound:
            if not (page := PAGE.fullmatch(template)):
                raise
        folder, section, language = page.groups()
        text, file, is_current = self.files.get_source(environment, f"{folder}/howto.md")
        if section not in (told := sections(text)):
            raise TemplateNotFound(template)
        shared = sections(self.files.get_source(environment, SHARED)[0])
        said = HAND.sub("", told["hand"][told["hand"].find("\n- ") + 1 :]) if section == "hand" else told[section]
        return Told(language or ENGLISH, shared).page(said), file, is_current

    def list_templates(self) -> list[str]:
        """Return the names of all of them."""
        names = {*self.files.list_templates()}
        folders = [name.removesuffix("howto.md") for name in names if name.endswith("/howto.md")]
        texts = {at: self.files.get_source(Environment(), f"{at}howto.md")[0] for at in folders}
        pages = [at + section for at, text in texts.items() for section in sections(text) if section in SECTIONS]
        tags = ["", *(f".{tag}" for tag in languages() if tag != ENGLISH)]
        told = {f"{page}{tag}.html" for page in pages for tag in tags}
        return sorted({name for name in names if not name.endswith(".md")} | told)


def sections(text: str) -> dict[str, str]:
    """Return the sections of a file by their names, with each line whole; the first of all is ``howto``."""
    first, *named = SECTION.split(re.sub("\n {4,}", " ", text.replace("\r\n", "\n")))
    return {"howto": first, **dict(zip(named[::2], named[1::2], strict=True))}


def lines_said(block: str, language: str) -> list[str]:
    """Return the lines of a block as a language says them, those that it lacks as English does.

    Two letters and a colon are a language that is known, or that stands below English.
    """
    lines, begins = list[str](), ""
    for line in block.splitlines():
        before, _, _, tag, text = LINE.match(line).groups()  # type: ignore[union-attr]
        if tag and tag not in languages() and not re.search(r"\ben: ", block):
            tag, text = None, line.removeprefix(before)
        if tag in (None, ENGLISH):
            begins = before
            lines.append(before + text)
        elif tag == language:
            lines[-1:] = [begins + text]
    return lines


class Told(NamedTuple):
    """How prose is told in one language, with the sections that games share."""

    language: str
    shared: dict[str, str]

    def page(self, text: str) -> str:
        """Return the source of a template."""
        page = "\n".join(self.parts(text))
        drawn = ", ".join(name for name in MACROS if re.search(rf"\b{name}\(", page))
        return f'{{% from "games/_cards.html" import {drawn} %}}{page}' if drawn else page

    def parts(self, text: str) -> Iterator[str]:
        """Yield the parts of a page; a heading, a shared section and cards end the paragraph before them."""
        for block in re.split("\n{2,}", text.strip("\n")):
            lines: list[str] = []
            for line in lines_said(block, self.language):
                if line.startswith(("## ", "> ", "![")):
                    yield from part_of(lines)
                    yield from self.on_its_own(line)
                    lines = []
                else:
                    lines.append(line)
            yield from part_of(lines)

    def on_its_own(self, line: str) -> Iterator[str]:
        """Yield a heading, a shared section, or cards."""
        if line.startswith("## "):
            tags, _, *rows = (row.strip("| ").split(" | ") for row in self.shared["headings"].split("\n") if row)
            named = {row[0]: dict(zip(tags, row, strict=True)) for row in rows}
            yield f"<h2>{named.get(line[3:], {}).get(self.language, line[3:])}</h2>"
        elif cards := CARDS.fullmatch(line):
            laid, caption = cards.groups()
            laid = laid if "(" in laid else f'"{laid}"'
            yield f"{{% call cards({laid}) %}}{caption}{{% endcall %}}"
        else:
            yield from self.parts(self.shared.get(line[2:], line[2:]))


def part_of(lines: list[str]) -> list[str]:
    """Return the lines of a paragraph or of a list as HTML; HTML, and Jinja alone, as they are."""
    if not lines or lines[0].startswith("<") or not LOGIC.sub("", "".join(lines)).strip():
        return lines
    marker = next(filter(None, map(ITEM.match, lines)), None)
    if in_one_condition(lines) and not (marker and lines[0].startswith("{% for ")):
        return [lines[0], *part_of(lines[1:-1]), lines[-1]]
    if marker is None:
        return [element("p", map(inline, lines))]
    return [element("ul" if marker[1] == "-" else "ol", items(lines))]


def in_one_condition(lines: list[str]) -> bool:
    """Return whether the last line ends the condition that the first begins, and nothing is said otherwise."""
    depth, tags = 0, CONDITION.findall("".join(lines))
    for tag in tags[:-1]:
        depth += {"el": 0, "end": -1}.get(tag, 1)
        if depth == (tag == "el"):
            return False
    return bool(tags) and lines[0].startswith("{% ") and lines[-1].startswith("{% end")


def items(lines: list[str]) -> Iterator[str]:
    """Yield the items of a list, with the marks before them and the conditions between them as they are."""
    item: list[str] = []
    for line in [*lines, ""]:
        if item and line.startswith("  "):
            item.append(inline(line[2:]))
            continue
        if item:
            yield element("li", item)
        marker = ITEM.match(line)
        item = [inline(line[marker.end() :])] if marker else []
        if not marker:
            yield line


def element(tag: str, lines: Iterable[str]) -> str:
    """Return an element of lines, of which the first may begin with its class and its moves."""
    first, *rest = lines
    look, moves = MARKS.match(first).groups()  # type: ignore[union-attr]
    attributes = (f' class="{look}"' if look else "") + (f' data-moves="{moves}"' if moves else "")
    said = " ".join([MARKS.sub("", first, count=1), *rest]).strip()
    return f"<{tag}{attributes}>{said}</{tag}>"


def inline(line: str) -> str:
    """Return a line with what stands out in it; Jinja as it is."""
    kept = iter(LOGIC.findall(line))
    line = LOGIC.sub("\0", line)
    for pattern, html in INLINE:
        line = pattern.sub(html, line)
    return re.sub("\0", lambda _: next(kept), line)
