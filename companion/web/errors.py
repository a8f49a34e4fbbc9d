"""Error pages: every error is a page with one sentence and a way home; an old address leads to the new one."""

from urllib.parse import quote

from flask import Flask, g, make_response, redirect, render_template, request
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.wrappers import Response

from companion.engine.errors import Refusal
from companion.engine.message import Message, say
from companion.store import ReadFailed, Unreadable, WriteFailed
from companion.web.i18n.language import localize
from companion.web.request.access import is_htmx
from companion.web.request.refusal import Confirmation, status_of
from companion.web.request.services import services

ERROR_TEXTS = {
    404: (say("Page not found"), say("There's no such table or page. Check the code for typos.")),
    405: (say("That doesn't work here"), say("Go back and use the buttons on the page.")),
    413: (say("That's too much"), say("That's more than any table ever needs.")),
    400: (say("That didn't work"), say("Companion's pages don't send requests like this.")),
    500: (
        say("Something went wrong"),
        say("Your last move may not have been written down. Everything before it is safe."),
    ),
}
"""The title and the sentence of each HTTP error, by status."""
TROUBLES = {WriteFailed: say("Not written down"), ReadFailed: say("Not right now")}
"""The titles of refusals that the disk brings."""
MOVED = {"/house": "/rules"}
"""How addresses of pages began, and how they begin now: what was sent to an old one is sent on."""
FOR_PROGRAMS = (".json", "/journal/since", "/evenings/import/missing", "/evenings/import/part")
"""The ends of the addresses that answer in JSON, and refuse in it, however they are asked."""
NOT_SHOWN = say("This page can't be shown. Nothing was changed by opening it.")
SHEET_TOO_LONG = say("This sheet is too long for the browser. On the device running Companion: companion import FILE")


def init_app(app: Flask) -> None:
    """Register the handler of each error."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(SecurityError, foreign_host)
    app.register_error_handler(Confirmation, ask_first)
    app.register_error_handler(Refusal, refused)


def http_error(error: HTTPException) -> Response:
    """Answer any other HTTP error."""
    code = error.code or 500
    for old, new in MOVED.items() if code == 404 and not request.url_rule else ():
        if f"{request.path}/".startswith(f"{old}/"):
            asked = f"?{request.query_string.decode(errors='replace')}" if request.query_string else ""
            return redirect(f"{request.script_root}{new}{quote(request.path.removeprefix(old))}{asked}", 308)
    title, sentence = ERROR_TEXTS.get(code, (say("That can't be done"), error.description or ""))
    if code == 500 and request.method != "POST":
        sentence = NOT_SHOWN
    if isinstance(error.description, Message):
        sentence = error.description
    if code == 413 and request.path.startswith("/evenings/import"):
        sentence = SHEET_TOO_LONG
    response = error_page(code, title, sentence)
    if allow := error.get_response().headers.get("Allow"):
        response.headers["Allow"] = allow
    return response


def foreign_host(error: SecurityError) -> Response:
    """Answer a request whose Host header isn't allowed, in plain text: no URL can be built for the links of a page."""
    text = say("Companion doesn't answer at this address. Use the one it showed when it started.")
    return Response(f"{localize(text)}\n", 400, mimetype="text/plain")


def refused(error: Refusal) -> Response:
    """Answer any refusal that no route answers itself."""
    if isinstance(error, Unreadable):  # its rows are damaged, or were written by a newer Companion
        return error_page(500, say("This table can't be read"), error.why)
    title = TROUBLES.get(type(error), say("That can't be done"))
    return error_page(status_of(error), title, error.why)


def ask_first(error: Confirmation) -> Response:
    """Ask what is to be said before anything is written."""
    return shown_by_htmx(make_response(render_template("question.html", asked=error), status_of(error)))


def error_page(code: int, title: str, sentence: str) -> Response:
    """Return the page of an error. htmx shows it after a tap, and drops it when it only asked for news."""
    if request.path.endswith(FOR_PROGRAMS):
        return make_response({"error": f"{localize(sentence)}"}, code)
    table = (request.view_args or {}).get("code") if code not in {404, 429, 500} else None
    # a table that no one here has or had: a device may still have that evening
    lost = "".join(services().moving.missing([g.unknown_table])) if code == 404 and "unknown_table" in g else ""
    page = render_template("error.html", heading=title, sentence=sentence, table=table, code=lost)
    return shown_by_htmx(make_response(page, code))


def shown_by_htmx(response: Response) -> Response:
    """Return a page of its own, which htmx shows after a tap in the place of all that is there."""
    if is_htmx():
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML" if request.method == "POST" else "none"
    return response
