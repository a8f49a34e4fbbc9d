"""What goes wrong, said kindly: every error is a page with one sentence and a way home."""

from flask import Flask, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.wrappers import Response

from companion.engine.refusals import Refusal
from companion.engine.saying import say
from companion.store import Unreadable, Unwritable
from companion.web.access import swaps
from companion.web.languages import spoken_here
from companion.web.replies import status_of

SENTENCES = {
    404: (say("Nothing lies here"), say("There is no such table or page. Perhaps the code was mistyped.")),
    405: (say("That can't be done here"), say("Go back and use the buttons of the page.")),
    413: (say("Too much"), say("That was more than a table ever needs to write down.")),
    400: (say("Not understood"), say("This request is not one that Companion's pages make.")),
    500: (say("Something broke"), say("The last thing was perhaps not written down. Nothing written before is lost.")),
}


def answer(app: Flask) -> None:
    """Every fault gets its page."""
    app.register_error_handler(CSRFError, no_token)
    app.register_error_handler(HTTPException, fault)
    app.register_error_handler(SecurityError, foreign)
    app.register_error_handler(Unwritable, unwritable)
    app.register_error_handler(Unreadable, unreadable)
    app.register_error_handler(Refusal, refused)


def no_token(error: CSRFError) -> Response:
    """A form that doesn't come from one of our pages, or from one opened before the cookies were cleared."""
    again = say("Open the table again and repeat what you did; nothing was written.")
    return page(400, say("This page has grown old"), again)


def fault(error: HTTPException) -> Response:
    """Any other fault."""
    code = error.code or 500
    title, sentence = SENTENCES.get(code, (say("That can't be done"), error.description or ""))
    answered = page(code, title, sentence)
    if allow := error.get_response().headers.get("Allow"):
        answered.headers["Allow"] = allow
    return answered


def foreign(error: SecurityError) -> Response:
    """Asked for under a name that isn't ours: no page, since no address can be built for its links."""
    text = say("Companion does not answer to this name. Open it by the address that it printed when it started.")
    return Response(f"{spoken_here(text)}\n", 400, mimetype="text/plain")


def unwritable(error: Refusal) -> Response:
    """The disk refused."""
    return page(503, say("Not written down"), error.why)


def unreadable(error: Refusal) -> Response:
    """What is written down of a table is damaged, or a newer Companion's."""
    return page(500, say("This table can't be read"), error.why)


def refused(error: Refusal) -> Response:
    """Any other refusal that no page answers itself."""
    return page(status_of(error), say("That can't be done"), error.why)


def page(code: int, title: str, sentence: str) -> Response:
    """One page for every fault. htmx shows it after a tap; after a mere look for news all stays as it is."""
    table = (request.view_args or {}).get("code") if code not in {404, 429, 500} else None
    answered = make_response(render_template("fault.html", title=title, sentence=sentence, table=table), code)
    if swaps():
        answered.headers["HX-Retarget"] = "body"
        answered.headers["HX-Reswap"] = "innerHTML" if request.method == "POST" else "none"
    return answered
