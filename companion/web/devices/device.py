"""What belongs to a device and to no table: its language and switches, the app, the certificate that it may trust."""

import json
import re
from hashlib import sha256
from itertools import takewhile
from pathlib import Path

from flask import (
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    send_from_directory,
    session,
    url_for,
)
from werkzeug.wrappers import Response as Answer

from companion.engine.fields import Pot
from companion.engine.journal import Journal
from companion.engine.message import say
from companion.engine.replay import Step
from companion.machine.addresses import LOOPBACK, normalize_host, without_port
from companion.store import Table
from companion.web.devices import bp
from companion.web.i18n.language import language, languages, localize
from companion.web.request.access import table_or_404

CERTIFICATE = re.compile(rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----\n", re.DOTALL)
AWAY_FILES = ("css/companion.css", "js/away.js", "js/carry.js", "js/stored.js")
"""The files beside the page that is shown while the server is away."""


@bp.get("/device")
@bp.get("/t/<code>/device")
def device(code: str = "") -> str:
    """Show the switches of this device: its screen, its sounds. They are remembered there."""
    table_code = table_or_404(code).code if code else ""
    secure = request.is_secure or normalize_host(without_port(request.host)) in LOOPBACK
    return render_template("devices/device.html", code=table_code, secure=secure)


@bp.post("/language")
def choose_language() -> Answer:
    """Remember the language on this device, and go back to the page from which it was chosen."""
    if (tag := request.form.get("language")) in languages():
        session.permanent = True
        session["language"] = tag
    back = request.form.get("back", "")
    is_ours = re.fullmatch(r"/(?!/)[!-\[\]-~]*", back)  # no space, no line break, no backslash
    return redirect(back if is_ours else url_for("home.home"), 303)


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Describe Companion to a device that has it among its apps."""
    localized = {
        "lang": language(),
        "name": localize(say("Companion, the score sheet for a real table")),
        "description": localize(say("Keeps the score, says who pays what after each hand, and settles up at the end.")),
    }
    manifest = json.loads((static() / "manifest.webmanifest").read_text("utf-8"))
    text = json.dumps(manifest | localized, ensure_ascii=False)
    return Response(text, mimetype="application/manifest+json", headers={"Cache-Control": "no-cache"})


@bp.get("/sw.js")
def service_worker() -> Response:
    """Send the service worker, which shows one page while the server is away."""
    parts = [url_for("devices.away"), *(url_for("static", filename=name) for name in AWAY_FILES)]
    edition = sha256(away().encode()).hexdigest()[:12]  # it names the files that it loads, each with its edition
    script = render_template("devices/sw.js", edition=edition, parts=parts)
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@bp.get("/away")
def away() -> str:
    """Show the page for the time when the server is away."""
    return render_template("devices/away.html")


@bp.get("/certificate")
def certificate() -> str:
    """Show how a device comes to trust this address."""
    return render_template("devices/certificate.html", held="CERTIFICATE" in current_app.config)


@bp.get("/companion.crt")
def root_certificate() -> Response:
    """Send the certificate to trust; 404 where Companion is served without one."""
    if "CERTIFICATE" not in current_app.config:
        abort(404)
    pem = root_pem(current_app.config["CERTIFICATE"])
    return Response(pem, mimetype="application/x-x509-ca-cert", headers={"Cache-Control": "no-store"})


def root_pem(file: Path) -> bytes:
    """Return the root certificate, the one to trust, as PEM."""
    *_, root = CERTIFICATE.finditer(file.read_bytes())
    return root[0]


def static() -> Path:
    return Path(current_app.static_folder or "")


@bp.app_template_filter()
def sound_attributes(table: Table) -> dict[str, str | int]:
    """Return the attributes that sounds are played to: the last tap, and its entry."""
    return {"data-sound": sound_of(table.journal), "data-entry": table.journal.last}


def sound_of(journal: Journal) -> str:
    """Return ``won`` where the last tap emptied a pot to a player, ``draw`` where it drew, else an empty text.

    A correction is silent.
    """
    if not journal.entries or journal.entries[-1].change.act != "play":
        return ""
    first = journal.entries[-1].along or journal.last
    tap = list(takewhile(lambda step: step.line.number >= first, reversed(journal.steps)))
    return "won" if any(map(won, tap)) else "draw" if any(step.line.move.draws for step in tap) else ""


def won(step: Step) -> bool:
    """Return whether a move of the game itself gave all that a pot held to players."""
    game, move = step.state.game, step.line.move
    paid = {posting.payer for posting in step.postings if posting.counters and isinstance(posting.payee, str)}
    emptied = any(isinstance(payer, Pot) and not step.state.pots.get(payer.name) for payer in paid)
    return emptied and game is not None and type(move) in game.moves


POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the site's pages: WebAssembly is compiled there."""
WORKER_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'"
"""That of its worker: Pyodide makes JavaScript out of text when it starts. The worker shows nothing."""


@bp.get("/site/")
@bp.get("/site/<path:name>")
def site(name: str = "index.html") -> Answer:
    """Send a file of the site; 404 where it isn't built, or has none of this name."""
    folder = static() / "site"
    if not folder.is_dir():
        abort(404, say("Companion without a server isn't built here. make site builds it."))
    response = send_from_directory(folder.resolve(), name)
    response.headers["Content-Security-Policy"] = WORKER_POLICY if name == "worker.js" else POLICY
    response.headers["Cache-Control"] = "no-cache"
    return response
