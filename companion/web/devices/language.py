"""The page on which the language is chosen."""

import re

from flask import redirect, render_template, request, session
from werkzeug.wrappers import Response

from companion.web.devices import bp
from companion.web.i18n.language import languages


@bp.get("/language")
def language() -> str:
    """Show the page on which the language is chosen."""
    return render_template("devices/language.html", back=own_path(request.args.get("back", "")))


@bp.post("/language")
def choose_language() -> Response:
    """Remember the language on this device, and go back to the page from which it was chosen."""
    if (tag := request.form.get("language")) in languages():
        session.permanent = True
        session["language"] = tag
    return redirect(own_path(request.form.get("back", "")) or "/", 303)


def own_path(address: str) -> str:
    """Return the address if it is a page of ours, else an empty text."""
    return address if re.fullmatch(r"/(?!/)[!-\[\]-~]*", address) else ""  # no space, no line break, no backslash
