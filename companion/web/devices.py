"""What belongs to a device and to no table: its switches, Companion as an app, the certificate that it may trust."""

import json
from hashlib import sha256
from itertools import takewhile
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from companion.engine.fields import Pot
from companion.engine.journal import Act, Journal
from companion.engine.replay import Step
from companion.engine.saying import say
from companion.store import Table
from companion.web.access import table_or_404
from companion.web.addresses import LOOPBACK, asked_for, without_port
from companion.web.certificate import root_of
from companion.web.home import ROOMS
from companion.web.languages import language, spoken_here
from companion.web.services import services

pages = Blueprint("devices", __name__)
ROOMS["devices.device"] = say("This device")
AWAY_NEEDS = ("companion.css", "away.js")
"""The files beside the page that is shown while the server is away."""


@pages.get("/device")
@pages.get("/t/<code>/device")
def device(code: str = "") -> str:
    """The switches of this device: its screen, its sounds. They are remembered there."""
    found = table_or_404(code).code if code else ""
    secure = request.is_secure or asked_for(without_port(request.host)) in LOOPBACK
    return render_template("device.html", code=found, secure=secure)


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What Companion is, to a device that has it among its apps."""
    said = {
        "lang": language(),
        "name": spoken_here(say("Companion, the score sheet for a real table")),
        "description": spoken_here(say("Keeps the pools, says what changes hands now, and at the end who pays whom.")),
    }
    kept = json.loads((static() / "manifest.webmanifest").read_text("utf-8"))
    written = json.dumps(kept | said, ensure_ascii=False)
    return Response(written, mimetype="application/manifest+json", headers={"Cache-Control": "no-cache"})


@pages.get("/sw.js")
def worker() -> Response:
    """The service worker, which shows one page while the server is away."""
    parts = [url_for(".away"), *(url_for("static", filename=name) for name in AWAY_NEEDS)]
    shown = away().encode() + b"".join((static() / name).read_bytes() for name in AWAY_NEEDS)
    written = render_template("sw.js", edition=sha256(shown).hexdigest()[:12], parts=parts)
    return Response(written, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@pages.get("/away")
def away() -> str:
    """The page that is shown while the server is away."""
    return render_template("away.html")


@pages.get("/certificate")
def certificate() -> str:
    """How a device comes to trust this address."""
    return render_template("certificate.html", held="CERTIFICATE" in current_app.config)


@pages.get("/companion.crt")
def root() -> Response:
    """The certificate to trust; 404 where Companion is served without one."""
    if "CERTIFICATE" not in current_app.config:
        abort(404)
    found = root_of(current_app.config["CERTIFICATE"])
    return Response(found, mimetype="application/x-x509-ca-cert", headers={"Cache-Control": "no-store"})


def static() -> Path:
    """The folder of the files that are sent as they are."""
    return Path(current_app.static_folder or "")


@pages.app_template_filter()
def to_hear(table: Table) -> dict[str, str | int]:
    """What a page says of a table to those who hear: what the last tap was, its entry, how many claims wait."""
    waiting = services().claims.at(table)
    return {"data-heard": heard(table.journal), "data-entry": table.journal.last, "data-claims": len(waiting)}


def heard(journal: Journal) -> str:
    """``won`` where the last tap emptied a pot to a player, ``draw`` where it drew, else nothing; a correction is
    silent."""
    if not journal.entries or journal.entries[-1].act is not Act.PLAY:
        return ""
    first = journal.entries[-1].along or journal.last
    tap = list(takewhile(lambda step: step.line.number >= first, reversed(journal.steps)))
    return "won" if any(map(won, tap)) else "draw" if any(step.line.move.draws for step in tap) else ""


def won(step: Step) -> bool:
    """Whether a move of the game itself gave all that a pot held to players."""
    game, move = step.state.game, step.line.move
    paid = {posting.payer for posting in step.postings if posting.counters and isinstance(posting.payee, str)}
    emptied = any(isinstance(payer, Pot) and not step.state.pots.get(payer.name) for payer in paid)
    return emptied and game is not None and type(move) in game.moves
