"""Rules that a household gives to another: as a file, or as a QR code; read, looked at, and only then kept."""

from pathlib import PurePath

from attrs import evolve
from flask import Response, render_template, request
from werkzeug.utils import secure_filename
from werkzeug.wrappers import Response as Answer

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.engine.replay import initial_state
from companion.scoresheet import open_game, parse, sheet_from
from companion.shelf import Description, read_description, write_description
from companion.store import Origin, SavedRules
from companion.web.forms.fields import side_by_side
from companion.web.forms.form import redisplay_written
from companion.web.home.games import save_rules, saved_rules_store
from companion.web.i18n.language import language
from companion.web.learn.how_to_play import told_by
from companion.web.request.access import Rung, kept_or_404, needs
from companion.web.request.qr import qr_svg
from companion.web.request.refusal import shows
from companion.web.rules import bp
from companion.web.rules.house_rules import house_rules, to_rules

MAX_FILE_NAME = 40
"""The length to which the name of a file is cut where the rules are saved under it."""
MAX_QR_BYTES = 1_500
"""The longest description that a phone still scans from a screen."""


def as_kept(number: int) -> str:
    """Return saved rules as they are shared, without what was said of them."""
    saved = kept_or_404(saved_rules_store(), number)
    return share_page(saved, described(saved))


@bp.get("/rules/<int:number>/share")
@shows(as_kept)
def share(number: int) -> str:
    """Show saved rules as a QR code and as text, with who made them where that is said, and lead to their file."""
    saved = kept_or_404(saved_rules_store(), number)
    return share_page(saved, as_asked(described(saved)))


def share_page(saved: SavedRules, told: Description) -> str:
    """Render saved rules as they are shared."""
    text = write_description(told, compact=True)
    fits = len(text.encode()) <= MAX_QR_BYTES
    return render_template(
        "rules/share.html",
        kept=saved,
        told=told,
        text=text,
        qr=qr_svg(text, dense=True) if fits else "",
    )


def as_asked(told: Description) -> Description:
    """Return the rules with who made them and by which source, as the address says it. Raises Malformed."""
    said = ((name, request.args.get(name)) for name in ("made_by", "source"))
    made_by, source = (getattr(told, name) if typed is None else typed.strip() for name, typed in said)
    return read_description(write_description(evolve(told, made_by=made_by, source=source), compact=True).encode())


@bp.get("/rules/<int:number>/file")
@shows(as_kept)
def saved_file(number: int) -> Response:
    """Download saved rules as the description of a game, with who made them where that is said."""
    saved = kept_or_404(saved_rules_store(), number)
    name = secure_filename(saved.name) or saved.game.key
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return Response(write_description(as_asked(described(saved))), mimetype="application/json", headers=headers)


@bp.post("/rules/read")
@needs(Rung.HOUSEHOLD)
@shows(house_rules)
def read_shared() -> str:
    """Show rules that somebody shared, as a description or a score sheet, with what keeping them would change."""
    file, text = request.files.get("sheet"), request.form.get("text", "").strip()
    if file:
        told = shared(file.read(), PurePath(file.filename or "").stem[:MAX_FILE_NAME])
    elif text:
        told = shared(text.encode(), "")
    else:
        raise Malformed(say("Choose the file of a game, or paste its text."))
    return shared_page(told, told.name)


def shared_again() -> str:
    """Return the rules that somebody shared as they were shown, or the household's page without any."""
    try:
        told = read_description(request.form.get("described", "").encode())
    except Malformed:
        return house_rules()
    return shared_page(told, request.form.get("keep_as", ""))


@bp.post("/rules/take")
@needs(Rung.HOUSEHOLD)
@shows(shared_again)
def take() -> Answer:
    """Keep rules that somebody shared, after they were shown."""
    told = read_description(request.form.get("described", "").encode())
    name, opening = request.form.get("keep_as", "").strip(), told.opening
    if not name:
        raise Malformed(say("Give it a name."))
    if told.game.of_the_house:
        opening = open_game(told.game, {**(opening.given or {}), "name": name}, None)
    return to_rules(save_rules(name, opening, Origin(told.source, told.made_by)))


def shared(content: bytes, file_name: str) -> Description:
    """Return the rules that were shared, in the language of the request where they are told in it. Raises Malformed."""
    value = parse(content)
    if type(value) is not dict or "description" not in value:
        return of_sheet(value, file_name)
    told = read_description(content)
    opening = told.languages.get(language(), told.opening)
    return evolve(told, opening=opening, told={}, named=told.named or file_name)


def of_sheet(value: object, file_name: str) -> Description:
    """Return the rules of the first game of a score sheet. Raises Malformed."""
    games = sheet_from(value).games
    if not games:
        raise Malformed(say("There is no game on this score sheet."))
    opening = games[0].opening
    game = opening.game
    named = "" if game.of_the_house else file_name or game.title
    told = Description(open_game(game, dict(opening.given or {}), None), named=named)
    return read_description(write_description(told, compact=True).encode())


def shared_page(told: Description, name: str) -> str:
    """Render rules that somebody shared, before they are kept."""
    options, table = told.opening.options, initial_state(("",))
    same = next((saved for saved in saved_rules_store().all() if saved.name.casefold() == name.casefold()), None)
    pairs = []
    if same and same.game is told.game:
        now, then = redisplay_written(same.opening.options), redisplay_written(options)
        pairs = side_by_side(told.game.options, table, now, then)
    return render_template(
        "rules/shared.html",
        shared=told,
        name=name,
        same=same,
        changes=[(now, then) for now, then in pairs if now.in_words != then.in_words],
        told=told_by(told.game, options),
        described=write_description(told, compact=True),
    )


def described(saved: SavedRules) -> Description:
    """Return saved rules as they are shared."""
    return Description(saved.opening, named="" if saved.game.of_the_house else saved.name, **saved.told._asdict())
