"""How games are told, in one file for all languages: each says all, and a line becomes what it looks like."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, TemplateNotFound

from companion.web.i18n.prose import HAND, LINE, Prose, sections
from tests.tools.words import HOUSE, SPOKEN

FILES = sorted((HOUSE / "templates" / "games").rglob("*.md"))
SHARED = """# headings
| en | de |
| --- | --- |
| The aim | Das Ziel |

# first deal
en: Deal.
de: Gib.
"""
TOLD = """{.facts} en: Two *or three*
    players
de: Zwei *oder* drei

## The aim
[took won] en: Take a **trick**{{ " * * " if trick }}.
de: Mach einen **Stich**.
{% if options.stake %}
en: Pay. [join: Pay.]
de: Zahl.
{% endif %}
![AS KC] en: Both
de: Beide

> first deal

{% if pool %}
en: Only then.
de: Nur dann.
{% endif %}

- [won] en: First.
  de: Erstens.
{% for line in lines %}
-
  {% if line %}
  en: Line
  {% endif %}
{% endfor %}

<p>{{ as_it_is }}</p>

# hand

players: Ann, Ben
{"move": "deal"}

- [plays Ann AS] en: {AS} wins.
  de: {AS} gewinnt.
  {"move": "won", "player": "Ann"}
"""


def told(page: str) -> list[str]:
    """The lines of a page, without the macros that it imports."""
    loader = Prose(DictLoader({"games/nap/howto.md": TOLD, "games/shared.md": SHARED}))
    source = loader.get_source(Environment(), f"games/nap/{page}.html")[0]
    return source.removeprefix('{% from "games/_cards.html" import cards %}').splitlines()


def test_lines_become_what_they_look_like() -> None:
    assert told("howto") == [
        '<p class="facts">Two <em>or three</em> players</p>',
        "<h2>The aim</h2>",
        '<p data-moves="took won">Take a <dfn>trick</dfn>{{ " * * " if trick }}. {% if options.stake %} '
        'Pay. <span data-moves="join">Pay.</span> {% endif %}</p>',
        '{% call cards("AS KC") %}Both{% endcall %}',
        "<p>Deal.</p>",
        "{% if pool %}",
        "<p>Only then.</p>",
        "{% endif %}",
        '<ul><li data-moves="won">First.</li> {% for line in lines %} '
        "<li>{% if line %} Line {% endif %}</li> {% endfor %}</ul>",
        "<p>{{ as_it_is }}</p>",
    ]
    assert told("hand") == ["<ul><li>{AS} wins.</li></ul>"]


def test_a_language_says_what_it_has_and_english_the_rest() -> None:
    german = told("howto.de")
    assert german[:2] == ['<p class="facts">Zwei <em>oder</em> drei</p>', "<h2>Das Ziel</h2>"]
    assert " Zahl. {%" in german[2] and german[3:5] == ['{% call cards("AS KC") %}Beide{% endcall %}', "<p>Gib.</p>"]
    assert told("hand.de") == ["<ul><li>{AS} gewinnt.</li></ul>"]
    assert told("howto.nl") == told("howto")


def test_what_somebody_writes_otherwise_is_shown_as_it_is() -> None:
    loader = Prose(
        DictLoader(
            {
                "games/nap/howto.md": "A\r\n\r\nde: Nur hier.\n\n> nowhere\n\n2 * 3 * 4\n\nno: not yet",
                "games/shared.md": SHARED,
            }
        )
    )
    source = loader.get_source(Environment(), "games/nap/howto.de.html")[0]
    assert source.splitlines() == [
        "<p>A</p>",
        "<p>Nur hier.</p>",
        "<p>nowhere</p>",
        "<p>2 * 3 * 4</p>",
        "<p>no: not yet</p>",
    ]


def test_what_a_file_lacks_is_not_found() -> None:
    loader = Prose(DictLoader({"games/nap/howto.md": "en: Play.", "games/shared.md": SHARED}))
    for name in ("games/nap/hand.html", "games/nap/howto.en.html", "games/loo/howto.html", "games/nap/crib.html"):
        with pytest.raises(TemplateNotFound):
            loader.get_source(Environment(), name)
    assert {*loader.list_templates()} == {f"games/nap/howto{tag}.html" for tag in ("", ".de", ".fr")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_every_language_says_all(file: Path) -> None:
    """What one lacks is named with the English beside it."""
    lacking: list[str] = []
    for name, section in sections(file.read_text("utf-8")).items():
        runs: list[list[str]] = []
        for line in HAND.sub("", section).splitlines():
            *_, tag, text = LINE.match(line).groups()  # type: ignore[union-attr]
            if tag == "en":
                runs.append([text])
            if tag:
                runs[-1].append(tag)
            assert not line.startswith("| ") or line.count(" | ") == len(SPOKEN) - 1, line
        lacking += [f"{name}: {text} | {tags}" for text, *tags in runs if sorted(tags) != sorted(SPOKEN)]
    assert lacking == []
