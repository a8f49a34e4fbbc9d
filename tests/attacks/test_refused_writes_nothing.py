"""What is refused has changed nothing, and what is sent twice is written once, by every route that there is or will be.

The routes are walked as the application has them: a new one that changes something needs a scenario below. What is
accepted is mostly pressed on the page itself, so that its form must carry what makes a repetition harmless. That who
stands below the rung of a route is refused, and writes nothing, is asked of every route in ``test_the_ladder``.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.store import database
from companion.store.devices import hashed
from companion.store.entries import entries_since
from tests.attacks.routes import SENT, changing
from tests.loto.web.test_calling import follows as plays_as, loto, takes, until
from tests.loto.web.test_drawings import table as drawings
from tests.loto.web.test_own_cards import typed
from tests.loto.web.test_printed_cards import DEALT, GIVEN, draws, letters, night, row_of
from tests.tools.phone import Phone
from tests.tools.trouble import locked, read_only
from tests.web.devices.test_offers import follows, secret_of

GAME = b'{"game": "spoil-five", "options": {"ante": 3}, "moves": []}'
SHEET = b'{"scoresheet": 1, "players": ["Ann", "Ben"], "games": [%b]}' % GAME
LONG = "x" * 41
TIMES = 3
OTHER = "another program is using the tables; try again in a moment"
NOT_WRITTEN = "This could not be written down, and nothing was changed"
LATE = "me/answer", "journal/<int:number>/preview", "loto/claim", "loto/check", "loto/answer", "loto/watch"
MAY_BE_LATE = {f"/t/<code>/{route}" for route in LATE}
"""Forms that an older page may send, too."""
PLAIN = {"/people/back", "/t/<code>/settlement/worth"}
"""Forms that no page sends by htmx, whose parts have no place for a refusal."""


class Sent(NamedTuple):
    """A form that a phone sends, and the status of the answer."""

    phone: Phone
    path: str
    form: Mapping[str, Any]
    status: int

    def send(self) -> None:
        status, said = self.answer()
        assert status == self.status, (self.path, status, said)

    def answer(self, **headers: str) -> tuple[int, str]:
        """The status of the answer, and what it says."""
        form = MultiDict(self.form).to_dict(flat=False)
        files = {name: (BytesIO(text), "ours.json") for name, (text, *_) in form.items() if isinstance(text, bytes)}
        answer = self.phone.client.post(
            self.phone._at(self.path),
            data=form | files,
            headers=headers,
            environ_overrides={"REMOTE_ADDR": self.phone.address},
        )
        return answer.status_code, answer.get_data(as_text=True)


class Scenario(NamedTuple):
    """A form that a route accepts, and how it is sent otherwise, to be refused."""

    accepted: Sent
    refused: list[Sent]
    again: int
    """The status of the answer where the accepted form is sent once more."""
    never_written: str
    """Why the database stays as it is, whatever is sent."""


Makes = Callable[[Flask, Phone], Sent | tuple[Sent, list[Sent]]]
SCENARIOS: dict[str, Callable[[Flask, Phone], Scenario]] = {}


def scenario(route: str, *refused: str, again: int = 303, never_written: str = "") -> Callable[[Makes], Makes]:
    """What is sent to a route; where that writes several things, what is done stands behind it.

    Each of ``refused`` is a status, then what is otherwise: ``409 /t/NONE2/again keep_as=Theirs & ante=3``.
    """

    def keep(makes: Makes) -> Makes:
        def made(app: Flask, phone: Phone) -> Scenario:
            found = makes(app, phone)
            sent, more = found if isinstance(found[1], list) else (found, [])
            late = [stale(sent)] if route not in MAY_BE_LATE and sent.form.get("seen", "").isdecimal() else []
            return Scenario(sent, [*late, *map(partial(told_otherwise, sent), refused), *more], again, never_written)

        SCENARIOS[route] = made
        return makes

    return keep


def told_otherwise(sent: Sent, said: str) -> Sent:
    """The form with a status, another address and other answers, as a line says them."""
    found = re.fullmatch(r"(\d{3})(?: ([^ =]+)(?= |$))?(?: (.*))?", said, re.DOTALL)
    assert found, said
    status, path, fields = found.groups("")
    return but(sent, int(status), path, **dict(field.split("=", 1) for field in fields.split(" & ") if fields))


def pressed(phone: Phone, page: str, words: str, fill: Mapping[str, Any] | None = None, **more: Any) -> Sent:
    """The form behind a button of a page."""
    path, form = phone.open(page).request_of(words, fill, **more)
    return Sent(phone, path, form, 303)


def but(sent: Sent, status: int, path: str = "", phone: Phone | None = None, **changed: Any) -> Sent:
    """The same form from a page rendered later, sent otherwise."""
    form = MultiDict(sent.form)
    form["key"] = "another"
    for name, text in changed.items():
        form[name] = text
    return Sent(phone or sent.phone, path or sent.path, form, status)


def stale(sent: Sent) -> Sent:
    """The same form from a page on which the last entry was missing."""
    return but(sent, 409, seen=str(int(sent.form["seen"]) - 1))


def finished(app: Flask, phone: Phone) -> Phone:
    """A table at which Cat won, and the game is over."""
    return phone.lays().press("Deal").press("Cat").open("moves/finish").press("Finish")


def hand(app: Flask, phone: Phone) -> Phone:
    """A table in the middle of its second hand."""
    return phone.lays().press("Deal").press("Cat").press("Deal")


def theirs(app: Flask) -> None:
    """Somebody else keeps other house rules as “Theirs”."""
    form = {"game": "jig", "keep_as": "Theirs"}
    Sent(Phone(app).joins(), "/rules", form, 303).send()


SHOWN = "it is only shown"
COOKIE = "it is kept in the cookie of the phone that asks"

# Tables and house rules.


@scenario("/tables", "422 player=Ann & was=Ann", "422 ante=x", f"422 keep_as={LONG}", "409 keep_as=Theirs")
def tables(app: Flask, phone: Phone) -> Sent:
    theirs(app)
    path, form = phone.new_table().request_of("Add")
    form.setlist("player", ["Ann", "Ben", "Cat"])
    return Sent(phone, *phone.send(path, form).request_of("Start", {"keep_as": "Ours"}), 303)


@scenario("/rules", "422 keep_as=", f"422 keep_as={LONG}", "409 keep_as=Theirs")
def house(app: Flask, phone: Phone) -> Sent:
    theirs(app)
    return pressed(phone, "/rules/new?game=spoil-five", "Save these rules", {"keep_as": "Ours"})


@scenario("/rules/from/<code>", f"422 keep_as={LONG}", "409 keep_as=Theirs")
def house_from(app: Flask, phone: Phone) -> Sent:
    theirs(app)
    return Sent(phone, f"/rules/from/{hand(app, phone).code}", {"keep_as": "Ours"}, 303)


@scenario("/rules/read", again=200, never_written=SHOWN)
def house_read(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    read = Sent(phone, "/rules/read", {"sheet": SHEET}, 200)
    return read, [but(read, 422, sheet=SHEET[:-5]), Sent(phone, "/rules/read", {}, 422)]


DESCRIBED = '{"description": 1, "game": "points-game", "edition": 1, "options": {"name": "Quiz"}}'


@scenario("/rules/take", "422 keep_as=", f"422 keep_as={LONG}", "409 keep_as=Theirs", f"422 described={DESCRIBED[:-5]}")
def house_take(app: Flask, phone: Phone) -> Sent:
    theirs(app)
    return Sent(phone, "/rules/take", {"described": DESCRIBED, "keep_as": "Quiz"}, 303)


@scenario("/rules/<int:number>")
def house_forget(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    Sent(phone, "/rules", {"game": "newmarket", "keep_as": "Ours"}, 303).send()
    return pressed(phone, "/rules/1", "Forget Ours"), [Sent(phone, "/rules/1", {"name": "Hers"}, 400)]


@scenario("/t/<code>/games", "422 ante=x", f"422 keep_as={LONG}", "409 keep_as=Theirs")
def games(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    """Where a game is on, its rules would be kept before it is refused."""
    theirs(app)
    open_ = hand(app, phone).code
    begun = pressed(finished(app, phone), "games?game=newmarket", "Start", {"keep_as": "Ours"})
    return begun, [but(begun, 409, f"/t/{open_}/games", seen="")]


# A table's moves.


@scenario("/t/<code>/moves/<name>", "422 counters=x", "409 to=player:Nobody", "409 moves/deal", "404 moves/nonsense")
def move(app: Flask, phone: Phone) -> Sent:
    given = {"from": "player:Ann", "to": "player:Ben", "counters": 2}
    return pressed(hand(app, phone), "moves/give", "Correct the score", given)


@scenario("/t/<code>/moves/<name>/try", "200 counters=x", "404 moves/nonsense/try", again=200, never_written=SHOWN)
def try_move(app: Flask, phone: Phone) -> Sent:
    given = {"from": "player:Ann", "to": "player:Ben", "counters": "2"}
    return Sent(hand(app, phone), "moves/give/try", given, 200)


def round_hand(phone: Phone) -> Phone:
    """A table in the middle of its first hand of Commerce."""
    return phone.lays(game="Commerce").press("Deal")


@scenario("/evenings/<code>/delete", again=404)
def delete(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    going_on = hand(app, phone).code
    code = finished(app, phone).code
    gone = pressed(phone, f"/evenings/{code}/delete", "Delete it", {"sure": "yes"})
    return gone, [Sent(phone, gone.path, {}, 409), but(gone, 409, f"/evenings/{going_on}/delete")]


@scenario("/people/same", "409 other=Cat", "409 other=Annn", again=409)
def one_person(app: Flask, phone: Phone) -> Sent:
    phone.lays("Ann", "Ben")
    phone.lays("Annn", "Cat")
    return pressed(phone, "/people/same?name=Annn&other=Ann", "Yes, the same person")


@scenario(
    "/people/two", f"422 other={LONG}", "422 other=", "409 other=Ann", "409 other=Ben", "409 code=NONE2", again=404
)
def two_people(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    code = phone.lays("Ann", "Ben").code
    path, form = phone.open("/people/two?name=Ann").request_of("Split into two people", {"other": "Ann B."})
    form["code"] = code
    parted = Sent(phone, path, form, 303)
    return parted, [but(parted, 404, "/people/two?name=Nobody")]


@scenario("/people/back", "303 person=Nobody")
def taken_back(app: Flask, phone: Phone) -> Sent:
    one_person(app, phone).send()
    return pressed(phone, "/people/person?name=Ann", "Undo")


@scenario("/bin/<int:number>", "303 /bin/99")
def bring_back(app: Flask, phone: Phone) -> Sent:
    delete(app, phone)[0].send()
    return pressed(phone, "/bin", "Bring it back")


@scenario("/groups", "422 name= ", f"422 name={LONG}", "404 code=NONE2")
def groups(app: Flask, phone: Phone) -> Sent:
    return pressed(hand(app, phone), "evening", "Save the group", {"name": "Thursdays"})


@scenario("/groups/<int:number>/again", "409 /groups/99/again")
def group_again(app: Flask, phone: Phone) -> Sent:
    groups(app, phone).send()
    return pressed(phone, "/", "Thursdays Play again")


@scenario("/groups/<int:number> rename", "422 name=", "404 /groups/99")
def group_renamed(app: Flask, phone: Phone) -> Sent:
    groups(app, phone).send()
    return pressed(phone, "/groups", "Rename", {"name": "Fridays"})


@scenario("/groups/<int:number> remove")
def group_gone(app: Flask, phone: Phone) -> Sent:
    groups(app, phone).send()
    return pressed(phone, "/groups", "Forget Thursdays")


@scenario("/ledger", "409 seen=another", "409 amount=99", "422 amount=much")
def ledger(app: Flask, phone: Phone) -> Sent:
    """Of two payments one is ticked off."""
    return pressed(finished(app, phone), "/ledger", "Tick it off")


@scenario("/ledger undo")
def ledger_undo(app: Flask, phone: Phone) -> Sent:
    finished(app, phone).open("/ledger").press("Tick it off")
    return Sent(phone, *phone.request_of("Undo"), 303)


@scenario("/t/<code>/reply", "422 cards_left:Ben=99", "409 hand=1 out", "409 hand=")
def reply(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    """The writer is nobody."""
    ben = Phone(app).open(f"/t/{phone.lays(game='Jig').press('Deal').code}/me").press("Ben").open("")
    hand = ben.filled("hand")[0]
    said = Sent(ben, f"/t/{phone.code}/reply", {"hand": hand, "cards_left:Ben": "3"}, 303)
    return said, [but(said, 403, phone=phone)]


@scenario("/t/<code>/me/answer", "422 answer=nonsense")
def me_answer(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    hand(app, phone)
    for guest in (Phone(app), Phone(app)):
        guest.open(f"/t/{phone.code}/me").press("Ann")
    answered = pressed(phone, "", "Ann has two phones")
    asked_by_nobody = answered._replace(form={"answer": "no", "phone": "nobody"})
    return answered, [but(answered, 403, phone=Phone(app)), but(answered, 403, phone=guest), asked_by_nobody]


# Corrections.


@scenario(
    "/t/<code>/journal/<int:number>",
    "422 act=nonsense",
    "409 act=restore",
    "422 act=amend & kind=nonsense",
    "409 journal/2 act=insert & kind=won & player=Ann",
    "422 act=insert_hand & moves={",
    "422 act=insert_hand & moves=5",
    '409 act=insert_hand & moves=[{"move": "deal"}]',
    '409 act=insert_hand & moves=[{"move": "deal"}, {"move": "finish"}]',
    "404 journal/99",
)
def correction(app: Flask, phone: Phone) -> Sent:
    hand(app, phone).open("journal/3").press("Strike it out")
    return Sent(phone, *phone.request_of("Save"), 303)


@scenario("/t/<code>/journal/again", "422 entries={", "422 entries=[5]")
def again(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    """The server has lost the last two of four moves."""
    services = app.extensions["companion"]
    code = hand(app, phone).code
    lost = (entries_since(services.database.rows, code, 0, "") or [])[2:]
    services.database.rows.execute("delete from entries where number > 2")
    services.database.rows.commit()
    services.tables._cache.clear()
    written = Sent(phone, "journal/again", {"entries": json.dumps(lost)}, 303)
    other = [lost[0] | {"move": '{"move": "spoilt"}'}, lost[1]]
    return written, [but(written, 409, entries=json.dumps(sent)) for sent in (lost[1:], other, [*lost, lost[1]])]


# Evenings from elsewhere.

FINISHED_FIRST = '[{"move": "finish"}, {"move": "deal"}]'


@scenario("/evenings/import", again=200, never_written=SHOWN)
def look_at_sheet(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    looked = Sent(phone, "/evenings/import", {"sheet": SHEET}, 200)
    bad = [SHEET[:-5], b"[" * 10_000, b"\x89PNG", b"9" * 5000, SHEET.replace(b'"scoresheet": 1', b'"scoresheet": 2')]
    illegal = but(looked, 409, sheet=SHEET.replace(b"[]", FINISHED_FIRST.encode()))
    return looked, [*(but(looked, 422, sheet=each) for each in bad), illegal, Sent(phone, looked.path, {}, 422)]


PLAYS = b"Date;Game;Ann;Ben\n2024-03-02;Cribbage;121;98\n"


@scenario("/evenings/import/<number>", "422 day=0001-01-01", "422 day=", "404 /evenings/import/nonsense")
def keep_plays(app: Flask, phone: Phone) -> Sent:
    phone.send("/evenings/import", {"sheet": (BytesIO(b"Round;Ann;Ben\n1;121;98\n"), "plays.csv")})
    return Sent(phone, phone.response.request.path, {"day": "2024-03-02", "game": "Cribbage"}, 303)


@scenario(
    "/evenings/import/<number>/how", "404 /evenings/import/nonsense/how", "422 column=2:out",
    never_written="it is only said how the file is to be read",
)  # fmt: skip
def read_otherwise(app: Flask, phone: Phone) -> Sent:
    phone.send("/evenings/import", {"sheet": (BytesIO(PLAYS), "plays.csv")})
    return Sent(phone, f"{phone.response.request.path}/how", {"column": "1:note"}, 303)


@scenario("/evenings/import/<number>/undo")
def undo_import(app: Flask, phone: Phone) -> Sent:
    phone.send("/evenings/import", {"sheet": (BytesIO(PLAYS), "plays.csv")}).press("Save 1 evening")
    return Sent(phone, f"{phone.response.request.path}/undo", {}, 303)


@scenario("/evenings/result", "422 day=2999-01-01", "422 points:1=many", f"422 points:1={'9' * 12}", "422 name:1=")
def keep_result(app: Flask, phone: Phone) -> Sent:
    told = {"day": "2004-03-02", "game": "Cribbage", "how": "points", "name:0": "Ann", "points:0": "121"}
    return Sent(phone, "/evenings/result", told | {"name:1": "Ben", "points:1": "98", "key": "a page's own"}, 303)


@scenario(
    "/evenings/import/keep sheet", "422 sheet={", "422 sheet=", f"422 sheet={'9' * 5000}",
    f"409 sheet={SHEET.decode().replace('[]', FINISHED_FIRST)}",
    "422 day=2999-01-01", "422 day=0001-01-01", "422 day=2024-02-30", "422 day=",
)  # fmt: skip
def keep_sheet(app: Flask, phone: Phone) -> Sent:
    kept = {"sheet": SHEET.decode(), "day": "2024-11-19", "key": "a page's own"}
    return Sent(phone, "/evenings/import/keep", kept, 303)


@scenario(
    "/evenings/import/keep evening",
    "422 evening={",
    "422 evening=",
    f"422 evening={SHEET.decode()}",
    "422 evening=H4sI",
)
def arrive(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    """An evening that is here, under another day, so that it is another's; and gone on with since."""
    whole = json.loads(hand(app, phone).open("evening.json").text)
    database = app.extensions["companion"].database
    database.rows.execute("update tables set laid_at = '2020-01-01T00:00:00+00:00'")
    database.rows.commit()
    phone.open("/evenings/import")
    taken = Sent(phone, "/evenings/import/keep", {"evening": json.dumps(whole)}, 303)
    bad = {422: whole | {"evening": 2}, 409: whole | {"entries": whole["entries"][1:]}}
    return taken, [but(taken, status, evening=json.dumps(told)) for status, told in bad.items()]


# The settlement, the table from above.


@scenario("/t/<code>/settlement/paid tick", "400 counters=x", "303 counters=99", "303 payer=Nobody")
def paid(app: Flask, phone: Phone) -> Sent:
    return pressed(finished(app, phone), "settlement", "Ann")


@scenario("/t/<code>/settlement/paid untick", "303 number=99", f"303 number={'9' * 30}", "400 number=x")
def unpaid(app: Flask, phone: Phone) -> Sent:
    paid(app, phone).send()
    return Sent(phone, "settlement/paid", {"number": "1"}, 303)


@scenario("/t/<code>/settlement/joined")
def joined(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    path = pressed(finished(app, phone), "settlement", "Put them together").path

    def tapped(*names: str, status: int = 303, **more: str) -> Sent:
        return Sent(phone, path, {"name": [*names], **more}, status)

    few = [tapped(*names, status=422) for names in ((), ("Ann",), ("Ann", "Ann"))]
    strangers = [tapped("Ann", stranger, status=409) for stranger in ("Zoe", "", LONG)]
    return tapped("Ann", "Ben"), [*few, *strangers, tapped("Ann", "Cat", part="yes")]


# Loto.


@scenario("/t/<code>/loto/draw")
def draw(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    other = phone.lays(game="Loto").code
    drawn = pressed(loto(app, phone), "", "Draw")
    return drawn, [but(drawn, 409, f"/t/{other}/loto/draw", seen="")]


@scenario("/t/<code>/drawings/draw")
def draw_ten(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    other = loto(app, phone).code
    drawn = pressed(drawings(app, phone), "", "Draw ten")
    return drawn, [but(drawn, 409, f"/t/{other}/drawings/draw", seen="")]


@scenario("/t/<code>/loto/claim", "409 player=Zoe", "409 prize=nonsense")
def claim(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    claimed = pressed(loto(app, phone).press("Draw"), "", "Ben", {"prize": "card"})
    return claimed, [but(claimed, 403, phone=Phone(app))]


@scenario("/t/<code>/k/<card>", "409 prize=9", "409 hand=0")
def claim_by_card(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    code = letters(night(phone, GIVEN, DEALT), 7)
    draws(app, phone, 1)
    claimed = pressed(Phone(app), f"/t/{phone.code}/k/{code}", "I have a row!")
    return claimed, [claimed._replace(path=f"{claimed.path}A", status=404)]


@scenario("/t/<code>/loto/check", "409 card=61", "422 card=x")
def check_a_card(app: Flask, phone: Phone) -> Sent:
    draws(app, night(phone, GIVEN, DEALT), 1)
    return pressed(phone, "", "Check", {"card": 7})


@scenario("/t/<code>/loto/put-aside", "303 card=8")
def put_a_card_aside(app: Flask, phone: Phone) -> Sent:
    check_a_card(app, phone).send()
    return pressed(phone, "", "Go on")


@scenario("/t/<code>/loto/award", "409 prize=8", "409 card=8", "422 card=x")
def give_a_prize(app: Flask, phone: Phone) -> Sent:
    draws(app, night(phone, GIVEN, DEALT), *row_of(app, phone, 7))
    return pressed(phone.open("").press("Check", {"card": 7}), "", "To card")


@scenario("/t/<code>/loto/dismiss", "303 player=Nobody")
def dismiss(app: Flask, phone: Phone) -> Sent:
    loto(app, phone).press("Draw").press("Ben", {"prize": "card"})
    return pressed(phone, "", "Go on")


@scenario("/t/<code>/loto/false")
def put_false_claims_aside(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    ben = plays_as(loto(app, phone).press("Draw"), lambda: Phone(app), "Ben")
    ben.open("").press("I have the whole card!")
    aside = pressed(phone.open(""), "", "Put all aside")
    return aside, [but(aside, 403, phone=Phone(app))]


@scenario("/t/<code>/loto/pay", "409 prize=card", "409 prize=nonsense")
def pay(app: Flask, phone: Phone) -> Sent:
    loto(app, phone, prizes="quarters")
    until(app, phone, 1, 1)
    return pressed(phone.press("Ben", {"prize": "row"}), "", "Pay Ben")


@scenario("/t/<code>/loto/reveal")
def reveal(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    during = loto(app, phone).press("Draw").code
    loto(app, phone).open("moves/abandon").press("Abandon")
    revealed = pressed(phone, "", "Reveal")
    return revealed, [but(revealed, 303, f"/t/{during}/loto/reveal", seen="")]


@scenario("/t/<code>/loto/answer", "409 number=6", "409 player=Cat", "409 player=Ann")
def answer_in_a_race(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    loto(app, phone, "Ben 1, Cat 2", race=True, drawn_by="bag").press("5")
    answered = pressed(phone, "", "Ben", of="Ben")
    return answered, [but(answered, 403, phone=Phone(app))]


@scenario("/t/<code>/cards", "422 number=x", "409 number=7", "409 everyone=99", "409 player=Zoe")
def cards(app: Flask, phone: Phone) -> Sent:
    takes(app, phone.lays(game="Loto"), "Ben", {"numbers": [7]})
    return pressed(phone, "cards?player=Ann", "Ann takes these", {"number": 3})


OTHER_CARD = ((1, 15, 20, 30, 40), (2, 16, 21, 31, 41), (3, 17, 22, 32, 42))


@scenario("/cards/own", "422 name=", "409 name=Theirs", "422 0:1=x")
def own_cards(app: Flask, phone: Phone) -> Sent:
    Sent(Phone(app).joins(), "/cards/own", typed("Theirs", OTHER_CARD), 303).send()
    return pressed(phone, "/cards/own/new", "Save", typed("Ours"))


@scenario("/cards/own/<int:number> change", "422 name=", "409 name=Theirs", "422 0:1=x", "404 /cards/own/99")
def change_card(app: Flask, phone: Phone) -> Sent:
    own_cards(app, phone).send()
    return pressed(phone, "/cards/own/2", "Save", {"name": "Red 1"})


@scenario("/cards/own/<int:number> remove")
def put_away(app: Flask, phone: Phone) -> Sent:
    own_cards(app, phone).send()
    return pressed(phone, "/cards/own/2", "Take Ours out")


@scenario("/cards/words", "422 name=", "409 name=Theirs", "422 words=7")
def word_lists(app: Flask, phone: Phone) -> Sent:
    Sent(Phone(app).joins(), "/cards/words", {"name": "Theirs", "words": "mill"}, 303).send()
    return pressed(phone, "/cards/words/new", "Save", {"name": "Ours", "words": "church\nmill"})


@scenario("/cards/words/<int:number> change", "422 words=", "409 name=Theirs", "404 /cards/words/99")
def change_words(app: Flask, phone: Phone) -> Sent:
    word_lists(app, phone).send()
    return pressed(phone, "/cards/words/2", "Save", {"name": "Here"})


@scenario("/cards/words/<int:number> remove")
def delete_words(app: Flask, phone: Phone) -> Sent:
    word_lists(app, phone).send()
    return pressed(phone, "/cards/words/2", "Delete Ours")


# Devices.


@scenario("/in/<token>", "410 /in/nonsense code=")
def accept(app: Flask, phone: Phone) -> Sent:
    token = app.extensions["companion"].pencils.invite(hand(app, phone).code, "giver")
    return pressed(Phone(app), f"/in/{token}", "Take the pencil")


def follower(app: Flask, phone: Phone) -> tuple[Phone, str]:
    """A phone that follows the table live, and the hash of its secret."""
    guest = Phone(app).open(f"/t/{phone.code}")
    return guest, follows(app, guest)


def test_what_is_done_with_the_pencil_and_refused_writes_nothing(app: Flask, phone: Phone, written) -> None:
    """The one form has several buttons: what each does for those who may, and for those who may not."""
    other = hand(app, phone).lets_write(Phone(app))
    guest, to_guest = follower(app, phone)
    back = pressed(phone, "pencil", "Take it back")
    offers = pressed(phone, "pencil", "Let them write instead")
    lets_in = pressed(phone, "pencil", "Let it into the household")
    refused = [
        *(but(back, 403, phone=each, device=hashed(secret_of(phone))) for each in (other, guest)),
        but(back, 303, device="nobody"),
        but(offers, 403, phone=guest),
        but(offers, 409, device="nobody"),
        but(offers, 409, device=hashed(secret_of(phone))),
        but(offers, 409, device=to_guest, named="Ben"),
        *(but(lets_in, 403, phone=each) for each in (other, guest)),
        but(lets_in, 409, device="nobody"),
    ]
    before = written()
    for sent in refused:
        sent.send()
        assert written() == before, sent
    for sent in (back, offers, lets_in):
        sent.send()
        assert written() != before, sent
        before = written()


@scenario(
    "/household change", f"422 name={LONG}", "422 name=Ha\u202ell", "409 name=kitchen ", "409 name=Kit\u034fchen",
    "303 device=nobody", "303 device=nobody & remove=1",
)  # fmt: skip
def change_device(app: Flask, phone: Phone) -> tuple[Sent, list[Sent]]:
    household = app.extensions["companion"].household
    for secret in ("theirs", "more of theirs"):
        household.admit(hashed(secret), "tablet")
    household.rename(hashed("theirs"), "Kitchen")
    named = Sent(phone, "/household", {"device": hashed("more of theirs"), "name": "Hall"}, 303)
    return named, [but(named, 403, phone=Phone(app), remove="1")]


# What its page says, or a form alone.

scenario("/lay", f"422 newcomer={LONG}", again=200, never_written=SHOWN)(
    lambda app, phone: Sent(phone, "/lay", {"game": "spoil-five", "player": ["Ann"], "newcomer": "Ben"}, 200)
)
scenario("/how-to-play/<key>", "404 /how-to-play/whist", again=200, never_written=SHOWN)(
    lambda app, phone: Sent(phone, "/how-to-play/spoil-five", {"game": "spoil-five", "ante": "3"}, 200)
)
scenario("/rules/sample", again=200, never_written=SHOWN)(
    lambda app, phone: Sent(phone, "/rules/sample", SENT["/rules/sample"], 200)
)
scenario("/t/<code>/moves/<name> hand", "422 counters=", "422 each:Ben=x")(
    lambda app, phone: pressed(
        round_hand(phone), "", "Write it down", {"each:Ben": "takes", "each:Ann": "pays", "counters": 2}
    )
)
scenario("/t/<code>/moves/<name>/try hand", "200 each:Ben=x", again=200, never_written=SHOWN)(
    lambda app, phone: Sent(round_hand(phone), "moves/hand/try", {"each:Ben": "takes"}, 200)
)
scenario("/t/<code>/undo")(lambda app, phone: pressed(hand(app, phone), "", "Undo"))
scenario("/t/<code>/redo")(lambda app, phone: pressed(hand(app, phone).press("Undo"), "", "Redo"))
scenario("/t/<code>/evening", f"422 title={'x' * 61}")(
    lambda app, phone: pressed(hand(app, phone), "evening", "Save", {"title": "Ours", "notes": "Rain"})
)
scenario("/t/<code>/journal/<int:number>/remark", f"422 remark={'x' * 201}", "404 journal/99/remark")(
    lambda app, phone: pressed(hand(app, phone), "journal/2", "Save", {"remark": "Ours"})
)
scenario("/t/<code>/again", "404 /t/NONE2/again")(
    lambda app, phone: pressed(finished(app, phone), "evening", "Play again")
)
scenario("/t/<code>/names", "422 now= ", "409 now=Ben", "409 was=Eve")(
    lambda app, phone: pressed(hand(app, phone), "seats", "Save", {"was": "Ann", "now": "Anna"})
)
scenario("/t/<code>/me")(lambda app, phone: pressed(hand(app, phone), "me", "Ann"))
scenario("/t/<code>/rules deal")(lambda app, phone: pressed(hand(app, phone), "rules", "Deal automatically"))
scenario("/t/<code>/rules counters", "422 start=0", "422 start=many")(
    lambda app, phone: pressed(hand(app, phone), "rules", "Save", {"keeps": "counters", "start": "50"})
)
scenario(
    "/t/<code>/journal/<int:number>/preview",
    "422 act=nonsense",
    "409 act=restore",
    "404 journal/99/preview",
    again=200,
    never_written=SHOWN,
)(lambda app, phone: pressed(hand(app, phone), "journal/3", "Strike it out")._replace(status=200))
scenario(
    "/evenings/import/part",
    "422 at=-1",
    "422 at=",
    "409 upload=nonsense",
    f"422 at={2**40}",
    again=200,
    never_written="it is only held, until it is kept",
)(lambda app, phone: Sent(phone, "/evenings/import/part", {"at": "0", "name": "plays.csv", "part": PLAYS}, 200))
scenario("/t/<code>/settlement/worth", "422 amount=x", "422 currency=much", "422 coin=x")(
    lambda app, phone: Sent(finished(app, phone), "settlement/worth", {"amount": "0.05", "currency": "EUR"}, 303)
)
scenario("/t/<code>/settled", "409 player=Nobody")(
    lambda app, phone: pressed(hand(app, phone).press("Ann"), "seats", "All done: Ann leaves")
)
scenario("/t/<code>/overhead/places", "422 player=Zoe", "422 step=sideways", "303 before=1 2 3 4")(
    lambda app, phone: pressed(hand(app, phone), "overhead/places", "One place on", {"player": "Ann"})
)
scenario("/t/<code>/loto/mix", "422 word=", f"422 word={LONG}")(
    lambda app, phone: pressed(loto(app, phone), "", "Mix it in", {"word": "Banana"})
)
scenario("/t/<code>/loto/number", "422 number=91", "422 number=x")(
    lambda app, phone: pressed(loto(app, phone, drawn_by="bag"), "", "5", of="5")
)
scenario("/t/<code>/loto/given", "409 last=121", "422 first=x", "422 move=deal & last=")(
    lambda app, phone: pressed(night(phone), "loto/given", "Give out", {"first": 1, "last": 60})
)
scenario("/t/<code>/programme", "422 cards=61", "409 cards=12")(
    lambda app, phone: pressed(night(phone, GIVEN), "programme", "Save", {"cards": 240})
)
scenario("/t/<code>/loto/watch", never_written=COOKIE)(
    lambda app, phone: pressed(loto(app, phone), "", "Let Companion watch")
)
scenario("/t/<code>/loto/pause")(
    lambda app, phone: Sent(phone, f"/t/{loto(app, phone).press('Draw').code}/loto/pause", {"on": "1"}, 303)
)
scenario("/t/<code>/drawings/every", "400 every=61")(
    lambda app, phone: pressed(drawings(app, phone), "", "All at once")
)
scenario("/t/<code>/loto/words", "409 list=own-7")(
    lambda app, phone: pressed(loto(app, phone), "loto/words", "Animals")
)
scenario("/t/<code>/pencil", again=200)(
    lambda app, phone: pressed(hand(app, phone), "pencil", "Let someone write too")._replace(status=200)
)
scenario("/household invite", again=200)(
    lambda app, phone: pressed(phone, "/household", "Let a device in")._replace(status=200)
)
scenario("/statistics/person", "404 name=Nobody")(
    lambda app, phone: pressed(finished(app, phone), "/statistics/person?name=Cat", "Leave them out")
)
scenario("/language", "303 language=nonsense", never_written=COOKIE)(
    lambda app, phone: Sent(phone, "/language", {"language": "fr"}, 303)
)


def test_every_route_has_its_scenario(app: Flask) -> None:
    assert {route.partition(" ")[0] for route in SCENARIOS} == set(changing(app))


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_is_refused_writes_nothing_and_what_is_sent_twice_is_written_once(
    name: str, app: Flask, phone: Phone, written: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused by a rule, or by a disk, which everybody is told: once that writes again, so is the form."""
    assert database.LOCK_TIMEOUT >= 1, "another program is waited for"
    monkeypatch.setattr(database, "LOCK_TIMEOUT", 0.05)
    tried = SCENARIOS[name](app, phone)
    before = written()
    for sent in tried.refused:
        for _ in range(TIMES):
            sent.send()
            assert written() == before, sent
    troubles = [(locked(tmp_path), {}), (read_only(app.extensions["companion"].database), {"HX-Request": "true"})]
    for trouble, swaps in troubles:
        with trouble:
            status, said = tried.accepted.answer(**swaps)
        assert status < 400 if tried.never_written else status == 503, said
        assert tried.never_written or (swaps and name in PLAIN) or NOT_WRITTEN in said, said
        assert said.count(NOT_WRITTEN) <= (2 if name == "/t/<code>/reply" else 1), "at the table and at one's row"
        assert "database is locked" not in said and "readonly database" not in said
        assert (OTHER in said) == (NOT_WRITTEN in said and not swaps), "which of the two it is"
        assert written() == before
    tried.accepted.send()
    once = written()
    assert (once == before) == bool(tried.never_written)
    for _ in range(TIMES):
        tried.accepted._replace(status=tried.again).send()
        assert written() == once


# What a game adds to a move.


def bags(app: Flask) -> int:
    return int(app.extensions["companion"].database.rows.table("bags").count)


def test_a_deal_that_is_refused_seals_no_bag(app: Flask, phone: Phone, written: Callable[[], str]) -> None:
    """Nobody has a card yet."""
    phone.lays(game="Loto")
    before, dealt = written(), Sent(phone, "moves/deal", {"key": "a form", "seen": "1"}, 409)
    for _ in range(TIMES):
        dealt.send()
    assert written() == before
    assert bags(app) == 0


def test_a_deal_that_is_sent_twice_seals_one_bag(app: Flask, phone: Phone, written: Callable[[], str]) -> None:
    phone.lays(game="Loto")
    for name, number in (("Ben", 1), ("Cat", 2)):
        takes(app, phone, name, {"numbers": [number]})
    dealt = pressed(phone, "", "Deal")
    dealt.send()
    once = written()
    dealt.send()
    assert written() == once
    assert bags(app) == 1


def test_a_deal_that_would_follow_at_once_and_is_refused_seals_no_bag(app: Flask, phone: Phone) -> None:
    """The move that ends the hand is written all the same."""
    loto(app, phone, "Ben 1, Dan 0", deal_at_once="on").press("Draw").press("Dan", {"prize": "card"})
    phone.press("Pay Dan")
    assert bags(app) == 1
