"""``make docs``: the documentation as a site of static pages, in ``build/docs``.

It is made of ``docs/`` and the pages beside the README, of the rules of every game as Companion tells them in each
language, of the score sheet's JSON Schema, and of the docstrings of the engine's public names. It fails where a link
leads nowhere.
"""

import json
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from companion.engine.message import say
from companion.games import families
from companion.scoresheet.json_schema import json_schema
from companion.shelf import shelf
from companion.web import create_app
from companion.web.i18n.language import language, languages, localize
from companion.web.learn.how_to_play import told_by

HOUSE = Path(__file__).parents[2]
SITE = HOUSE / "build" / "docs"
BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
"""Pages at the top, besides the README."""
STYLES = ("css/tokens.css", "css/howto.css", "loto/example.css")
"""What dresses the little cards and boards of the rules."""
LINK = re.compile("<link [^>]*>")
"""How a page of the application asks for a style sheet."""
CONFIG = {
    "project": "Companion",
    "project_copyright": "",
    "root_doc": "index",
    "extensions": ["myst_parser", "sphinx.ext.autodoc"],
    "myst_heading_anchors": 4,
    "suppress_warnings": ["myst.header"],
    "autodoc_default_options": {"members": True, "member-order": "bysource"},
    "html_title": "Companion",
    "html_theme": "furo",
    "html_static_path": ["styles"],
    "html_css_files": [Path(style).name for style in STYLES],
    "html_extra_path": ["extra"],
    "html_show_sphinx": False,
    "html_copy_source": False,
}
CONTENTS = """
```{toctree}
:hidden:
:caption: At the table
rules/en
rules/fr
rules/de
docs/TABLET
docs/INSTALL
docs/BROWSERS
docs/TRUST
docs/BG-STATS
```
```{toctree}
:hidden:
:caption: Score sheets
docs/SCORESHEET
docs/EVENING-FILE
docs/IMPORT
schema
docs/games/README
docs/BLOCKS
docs/DESCRIBING
```
```{toctree}
:hidden:
:caption: Inside
docs/ARCHITECTURE
docs/TOUR
engine
docs/GAMES-FROM-OUTSIDE
docs/PERFORMANCE
docs/CHOICES
docs/LICENCES
CONTRIBUTING
docs/TRANSLATING
docs/WORDS
SECURITY
CHANGELOG
```
"""
SCHEMA = """# The schema

The JSON Schema of the whole score sheet, every game, house rule and move, as `companion schema` prints it:
<a href="scoresheet.schema.json">scoresheet.schema.json</a>. [The score sheet](docs/SCORESHEET.md) says what it means.
"""
ENGINE = """# The engine's public names

A game of another package is written with these alone; [a page of its own](docs/GAMES-FROM-OUTSIDE.md) shows how.

```{eval-rst}
.. automodule:: companion.engine
   :imported-members:

.. automodule:: companion.engine.kit
   :imported-members:

.. automodule:: companion.engine.kit.bank
```
"""


def main() -> None:
    """Build the site into ``build/docs``; exit with 1 if a link leads nowhere."""
    sys.exit(build(SITE))


def build(site: Path, builder: str = "html") -> int:
    """Build the site into a folder, and return 0, 1 if anything is not right; ``dummy`` only looks whether it is."""
    with TemporaryDirectory() as folder, docutils_namespace():
        sources = Path(folder, "sources")
        write_sources(sources)
        app = Sphinx(
            srcdir=sources, confdir=None, outdir=site, doctreedir=Path(folder, "doctrees"), buildername=builder,
            confoverrides=CONFIG, status=None, warning=sys.stderr, warningiserror=True, exception_on_warning=False,
        )  # fmt: skip
        app.build(force_all=True)
        return app.statuscode


def write_sources(sources: Path) -> None:
    """Lay out the pages as they lie in the repository, so that their links hold, and those that are made."""
    shutil.copytree(HOUSE / "docs", sources / "docs")
    for page in BESIDE:
        shutil.copy(HOUSE / page, sources)
    (sources / "index.md").write_text((HOUSE / "README.md").read_text("utf-8") + CONTENTS, "utf-8")
    for page in sources.rglob("*.md"):
        page.write_text(within_the_site(page, page.read_text("utf-8")), "utf-8")
    games = "\n".join(["```{toctree}", ":hidden:", ":glob:", "[a-z]*", "RULES", "REMARKS", "```"])
    with (sources / "docs" / "games" / "README.md").open("a", encoding="utf-8") as readme:
        readme.write(f"\n{games}\n")
    (sources / "schema.md").write_text(SCHEMA, "utf-8")
    (sources / "engine.md").write_text(ENGINE, "utf-8")
    (sources / "extra").mkdir()
    (sources / "extra" / "scoresheet.schema.json").write_text(json.dumps(json_schema(), indent=1), "utf-8")
    (sources / "styles").mkdir()
    for style in STYLES:
        shutil.copy(HOUSE / "static" / style, sources / "styles")
    with TemporaryDirectory() as data:
        app = create_app(Path(data))
        try:
            write_rules(app, sources / "rules")
        finally:
            app.extensions["companion"].close()


def within_the_site(page: Path, text: str) -> str:
    """Return a page whose links stay in the site: a folder's lead to its README, those to code are plain words."""

    def kept(link: re.Match[str]) -> str:
        words, target, anchor = link[1], link[2], link[3] or ""
        if target == "../README.md":
            return f"[{words}](../index.md{anchor})"
        if (page.parent / target / "README.md").is_file():
            return f"[{words}]({target}/README.md{anchor})"
        return link[0] if (page.parent / target).is_file() else words

    return re.sub(r"(?<!!)\[([^][]*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)]*)?\)", kept, text)


def write_rules(app: Flask, folder: Path) -> None:
    """Write how every game is played by the book, a page a game and language, and a page of them all a language."""
    for tag, name in languages().items():
        (folder / tag).mkdir(parents=True)
        with app.test_request_context(headers={"Accept-Language": tag}):
            listed = [f"# {localize(say('How to play'))}", ""]
            for key, title, page in rules():
                raw = f'# {title}\n\n```{{raw}} html\n<article class="howto">\n{LINK.sub("", page)}\n</article>\n```\n'
                (folder / tag / f"{key}.md").write_text(raw, "utf-8")
                listed.append(f"- [{title}]({tag}/{key}.md)")
        others = [f"[{other_name}]({other}.md)" for other, other_name in languages().items() if other != tag]
        listed[1:1] = ["", " · ".join([name, *others])]
        tree = ["", "```{toctree}", ":hidden:", ":glob:", f"{tag}/*", "```", ""]
        (folder / f"{tag}.md").write_text("\n".join(listed + tree), "utf-8")


def rules() -> list[tuple[str, str, str]]:
    """Return the key, the title and the rules of every game in the language of the request, by title."""
    told = [(game.key, game, game.options()) for group in families().values() for game in group]
    told += [(key, described.game, described.options(language())) for key, described in shelf().items()]
    pages = [(key, options.title() or localize(say(game.title)), told_by(game, options)) for key, game, options in told]
    return sorted((page for page in pages if page[2]), key=lambda page: page[1].casefold())


if __name__ == "__main__":
    main()
