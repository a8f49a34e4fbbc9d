"""Static files, whose addresses change with them: a browser asks for each once, and never whether it has changed."""

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, request

from companion.engine.cached import cached_property

FOREVER = "public, max-age=31536000, immutable"
EDITION = re.compile("^[0-9a-f]{10}/")
APART = "site"
"""The folder of Companion without a server, which is a house of its own."""
STYLES = {
    "companion": ("tokens", "base", "forms"),
    "table": ("table", "chart", "ending", "howto", "crib"),
    "crib": ("howto", "crib"),
    "paper": ("chart", "ending", "paper"),
}
"""The style sheets that a browser gets as one, in order: on every page, where a table is, the crib, and paper."""
SCRIPTS = {
    "companion": "heading stored device sounds live typing focus screen crib witness later",
    "writing": "forms keys taps falls drafts replies",
}
"""The scripts that a browser gets as one, on every page and where there is a form, each after those that it imports.

Others import from those of every page as one.
"""
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.MULTILINE)
COMMENT = re.compile(r"^\s*//.*\n|(?<=[;,{})]) // .*$", re.MULTILINE)
REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
INDENT = re.compile(r"\n\s+")
EXPORT = re.compile(r"^export (?=(?:const|function) (\w+))", re.MULTILINE)


def edition(static: Path) -> str:
    """Return what names these files; it is another one where any of them is."""
    files = [*static.glob("*.*"), *(file for file in static.glob("*/*.*") if file.parent.name != APART)]
    return sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()[:10]


def styles(static: Path, parts: Iterable[str]) -> str:
    """Return some style sheets as one, without comments and indents."""
    sheet = "".join((static / "css" / f"{part}.css").read_text("utf-8") for part in parts)
    return INDENT.sub("\n", REMARK.sub("", sheet))


def scripts(static: Path, name: str) -> str:
    """Return scripts as one module, each in a scope of its own, without comments; htmx is before the first."""
    parts = [f'import * as ${part} from "./companion.js";' for part in ("stored", "typing", "live")]
    if name == "companion":
        parts = [(static / "vendor" / "htmx.min.js").read_text("utf-8"), "window.htmx = htmx;"]
    for part in SCRIPTS[name].split():
        source = (static / "js" / f"{part}.js").read_text("utf-8")
        names = ", ".join(EXPORT.findall(source))
        body = COMMENT.sub("", EXPORT.sub("", IMPORT.sub(r"const \1 = $\2;", source)))
        parts.append(f"const ${part} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();")
        if name == "companion" and names:
            parts.append(f"export const {{ {names} }} = ${part};")
    return INDENT.sub("\n", "\n".join(parts))


class WithAssets(Flask):
    """Flask that lets browsers keep static files: another content has another address."""

    @cached_property
    def joined(self) -> dict[str, str]:
        """The files that are put together of others, by their names."""
        static = Path(self.static_folder or "")
        sheets = {f"css/{name}.css": styles(static, parts) for name, parts in STYLES.items()}
        return {**sheets, **{f"js/{name}.js": scripts(static, name) for name in SCRIPTS}}

    def send_static_file(self, filename: str) -> Response:
        """Send a file of this edition."""
        if filename in self.joined:
            kind = "text/css" if filename.endswith("css") else "text/javascript"
            response = Response(self.joined[filename], mimetype=kind)
        else:
            response = super().send_static_file(filename)
        response.headers["Cache-Control"] = FOREVER
        return response


def init_app(app: Flask) -> None:
    """Let templates name static files, and send the file of today to a page that names another edition, or none."""

    @app.template_global()
    def static(name: str) -> str:
        """Return the address of a file."""
        return f"{request.script_root}{app.static_url_path}/{name}"

    @app.get("/static/<path:filename>", endpoint="static.any_edition")
    def any_edition(filename: str) -> Response:
        response = app.send_static_file(EDITION.sub("", filename))
        response.headers["Cache-Control"] = "no-cache"
        return response
