"""The printed cards of a hall, as sheets of A4 or Letter: the same table prints the same ones again."""

from flask import abort, current_app, render_template, request, url_for

from companion.loto.rules.hall import GAME, cards_of
from companion.loto.web import bp
from companion.loto.web.box_cards import CARDS_PER_SHEET, query_choice
from companion.loto.web.card_codes import in_groups, letters
from companion.loto.web.words import words_at
from companion.web.forms.answers import number_typed
from companion.web.request.access import table_to_write
from companion.web.request.lane import in_turn
from companion.web.request.qr import public_url, qr_svg
from companion.web.request.services import services

PACK_MARK = 4
"""How many digits of its seed tell a pack from another one on paper."""


@bp.get("/t/<code>/cards/print")
@in_turn
def pack_sheets(code: str) -> str:
    """Show the cards of the pack, or a range of them, as sheets, each with the code that opens it on a phone."""
    table = table_to_write(code)
    state = table.journal.state
    if state.game is not GAME:
        abort(404)
    per = query_choice("per", CARDS_PER_SHEET)
    most = state.options.cards
    first, last = sorted((typed("first", 1, most), typed("last", most, most)))
    shown = range(first, last + 1)
    secret = "" if current_app.config.get("HERE") else services().tables.seal(table.code)
    written = {number: letters(secret, state.options.pack, number) for number in shown} if secret else {}
    at = public_url(url_for("loto.printed_card", code=table.code, card=""))
    return render_template(
        "loto/pack.html",
        table=table,
        per=per,
        choices=CARDS_PER_SHEET,
        first=first,
        last=last,
        cards={number: cards_of(state)[number] for number in shown},
        codes={number: qr_svg(f"{at}{number}-{code}", quick=True) for number, code in written.items()},
        mark=state.options.pack[:PACK_MARK].upper(),
        letters={number: in_groups(number, code) for number, code in written.items()},
        home=public_url(url_for("setup.home")),
        words=words_at(table),
    )


def typed(name: str, otherwise: int, most: int) -> int:
    """Return the number of a card that was typed, as near as the pack has it; another where none was."""
    number = number_typed(request.args.get(name, ""))
    return otherwise if number is None else min(max(number, 1), most)
