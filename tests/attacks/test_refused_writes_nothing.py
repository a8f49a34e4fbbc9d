"""What is refused has changed nothing, and what is sent twice is written once, by every route that there is or will be.

The routes are walked as the application has them: a new one that changes something needs a scenario below. What is
accepted is mostly pressed on the page itself, so that its form must carry what makes a repetition harmless. That who
stands below the rung of a route is refused, and writes nothing, is asked of every route in ``test_the_ladder``.
"""

import json
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.store import database
from companion.store.devices import hashed
from companion.store.entries import entries_since
from tests.attacks.routes import changing
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
NOT_WRITTEN = "This could not be written down, and nothing was changed"
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
    """A form that a route accepts, and those that it refuses."""

    accepted: Sent
    refused: list[Sent]
    again: int = 303
    """The status of the answer where the accepted form is sent once more."""
    never_refused: str = ""
    """Why nothing is refused."""
    never_written: str = ""
    """Why the database stays as it is, whatever is sent."""


Makes = Callable[[Flask, Phone], Scenario]
SCENARIOS: dict[str, Makes] = {}


def scenario(route: str) -> Callable[[Makes], Makes]:
    """What is sent to a route; where that writes several things, what is done stands behind it."""

    def keep(makes: Makes) -> Makes:
        SCENARIOS[route] = makes
        return makes

    return keep


def pressed(phone: Phone, page: str, words: str, fill: Mapping[str, Any] | None = None, **more: Any) -> Sent:
    """The form behind a button of a page."""
    path, form = phone.open(page).request_of(words, fill, **more)
    return Sent(phone, path, form, 303)


def but(sent: Sent, status: int, path: str = "", phone: Phone | None = None, **changed: Any) -> Sent:
    """The same form from a page rendered later, sent otherwise."""
    form = MultiDict(sent.form)
    form["key"] = "another"
    for name, text in changed.items():
        form[name.rstrip("_")] = text
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


# Tables and house rules.


@scenario("/lay")
def lay(app: Flask, phone: Phone) -> Scenario:
    form = {"game": "spoil-five", "player": ["Ann"], "newcomer": "Ben"}
    return Scenario(
        Sent(phone, "/lay", form, 200),
        [Sent(phone, "/lay", form | {"newcomer": LONG}, 422)],
        again=200,
        never_written="the form is only shown anew",
    )


@scenario("/how-to-play/<key>")
def how_to_play(app: Flask, phone: Phone) -> Scenario:
    form = {"game": "spoil-five", "ante": "3"}
    return Scenario(
        Sent(phone, "/how-to-play/spoil-five", form, 200),
        [Sent(phone, "/how-to-play/whist", form, 404)],
        again=200,
        never_written="a page is only shown",
    )


@scenario("/tables")
def tables(app: Flask, phone: Phone) -> Scenario:
    theirs(app)
    path, form = phone.new_table().request_of("Add")
    form.setlist("player", ["Ann", "Ben", "Cat"])
    laid = Sent(phone, *phone.send(path, form).request_of("Start", {"keep_as": "Ours"}), 303)
    return Scenario(
        laid,
        [
            but(laid, 422, player="Ann", was="Ann"),
            but(laid, 422, ante="x"),
            but(laid, 422, keep_as=LONG),
            but(laid, 409, keep_as="Theirs"),
        ],
    )


@scenario("/rules")
def house(app: Flask, phone: Phone) -> Scenario:
    theirs(app)
    kept = pressed(phone, "/rules/new?game=spoil-five", "Save these rules", {"keep_as": "Ours"})
    return Scenario(kept, [but(kept, 422, keep_as=""), but(kept, 422, keep_as=LONG), but(kept, 409, keep_as="Theirs")])


@scenario("/rules/from/<code>")
def house_from(app: Flask, phone: Phone) -> Scenario:
    theirs(app)
    kept = Sent(hand(app, phone), f"/rules/from/{phone.code}", {"keep_as": "Ours"}, 303)
    return Scenario(kept, [but(kept, 422, keep_as=LONG), but(kept, 409, keep_as="Theirs")])


@scenario("/rules/read")
def house_read(app: Flask, phone: Phone) -> Scenario:
    read = Sent(phone, "/rules/read", {"sheet": SHEET}, 200)
    return Scenario(
        read,
        [Sent(phone, "/rules/read", {"sheet": SHEET[:-5]}, 422), Sent(phone, "/rules/read", {}, 422)],
        again=200,
        never_written="it is only shown, before it is kept",
    )


@scenario("/rules/sample")
def house_sample(app: Flask, phone: Phone) -> Scenario:
    described = Sent(
        phone, "/rules/sample", {"game": "points-game", "name": "Quiz", "per_point": "1", "stake": "0"}, 200
    )
    return Scenario(described, [], again=200, never_refused="it says why", never_written="it is only shown")


@scenario("/rules/take")
def house_take(app: Flask, phone: Phone) -> Scenario:
    theirs(app)
    text = '{"description": 1, "game": "points-game", "edition": 1, "options": {"name": "Quiz"}}'
    take = Sent(phone, "/rules/take", {"described": text, "keep_as": "Quiz"}, 303)
    return Scenario(
        take,
        [
            but(take, 422, keep_as=""),
            but(take, 422, keep_as=LONG),
            but(take, 409, keep_as="Theirs"),
            but(take, 422, described=text[:-5]),
        ],
    )


@scenario("/rules/<int:number>")
def house_forget(app: Flask, phone: Phone) -> Scenario:
    Sent(phone, "/rules", {"game": "newmarket", "keep_as": "Ours"}, 303).send()
    forgotten = pressed(phone, "/rules/1", "Forget Ours")
    return Scenario(forgotten, [but(forgotten, 403, phone=Phone(app)), Sent(phone, "/rules/1", {"name": "Hers"}, 400)])


@scenario("/t/<code>/games")
def games(app: Flask, phone: Phone) -> Scenario:
    theirs(app)
    open_ = hand(app, phone).code
    begun = pressed(finished(app, phone), "games?game=newmarket", "Start", {"keep_as": "Ours"})
    return Scenario(
        begun,
        [
            stale(begun),
            but(begun, 422, ante="x"),
            but(begun, 422, keep_as=LONG),
            but(begun, 409, keep_as="Theirs"),
            but(begun, 409, f"/t/{open_}/games", seen=""),  # a game is on: its rules would be kept before it is refused
        ],
    )


# A table's moves.


@scenario("/t/<code>/moves/<name>")
def move(app: Flask, phone: Phone) -> Scenario:
    given = {"from": "player:Ann", "to": "player:Ben", "counters": 2}
    gave = pressed(hand(app, phone), "moves/give", "Correct the score", given)
    return Scenario(
        gave,
        [
            stale(gave),
            but(gave, 422, counters="x"),
            but(gave, 409, to="player:Nobody"),
            but(gave, 409, "moves/deal"),
            but(gave, 404, "moves/nonsense"),
        ],
    )


@scenario("/t/<code>/moves/<name>/try")
def try_move(app: Flask, phone: Phone) -> Scenario:
    tried = Sent(hand(app, phone), "moves/give/try", {"from": "player:Ann", "to": "player:Ben", "counters": "2"}, 200)
    return Scenario(
        tried,
        [but(tried, 200, counters="x"), but(tried, 404, "moves/nonsense/try")],
        again=200,
        never_written="it only says what would change hands",
    )


def round_hand(phone: Phone) -> Phone:
    """A table in the middle of its first hand of Commerce."""
    return phone.lays(game="Commerce").press("Deal")


@scenario("/t/<code>/moves/<name> hand")
def whole_hand(app: Flask, phone: Phone) -> Scenario:
    written = pressed(round_hand(phone), "", "Write it down", {"each:Ben": "takes", "each:Ann": "pays", "counters": 2})
    refused = [stale(written), but(written, 422, counters=""), but(written, 422, **{"each:Ben": "x"})]
    return Scenario(written, refused)


@scenario("/t/<code>/moves/<name>/try hand")
def try_hand(app: Flask, phone: Phone) -> Scenario:
    tried = Sent(round_hand(phone), "moves/hand/try", {"each:Ben": "takes"}, 200)
    never = "it only says what would change hands"
    return Scenario(tried, [but(tried, 200, **{"each:Ben": "x"})], again=200, never_written=never)


@scenario("/t/<code>/undo")
def undo(app: Flask, phone: Phone) -> Scenario:
    undone = pressed(hand(app, phone), "", "Undo")
    return Scenario(undone, [stale(undone)])


@scenario("/t/<code>/redo")
def redo(app: Flask, phone: Phone) -> Scenario:
    redone = pressed(hand(app, phone).press("Undo"), "", "Redo")
    return Scenario(redone, [stale(redone)])


@scenario("/t/<code>/evening")
def evening(app: Flask, phone: Phone) -> Scenario:
    described = pressed(hand(app, phone), "evening", "Save", {"title": "Ours", "notes": "Rain"})
    return Scenario(described, [but(described, 422, title="x" * 61), but(described, 403, phone=Phone(app))])


@scenario("/t/<code>/journal/<int:number>/remark")
def remark(app: Flask, phone: Phone) -> Scenario:
    kept = pressed(hand(app, phone), "journal/2", "Save", {"remark": "Ours"})
    return Scenario(kept, [but(kept, 422, remark="x" * 201), but(kept, 404, f"/t/{phone.code}/journal/99/remark")])


@scenario("/evenings/<code>/delete")
def delete(app: Flask, phone: Phone) -> Scenario:
    going_on = hand(app, phone).code
    code = finished(app, phone).code
    gone = pressed(phone, f"/evenings/{code}/delete", "Delete it", {"sure": "yes"})
    return Scenario(gone, [Sent(phone, gone.path, {}, 409), but(gone, 409, f"/evenings/{going_on}/delete")], again=404)


@scenario("/people/same")
def one_person(app: Flask, phone: Phone) -> Scenario:
    phone.lays("Ann", "Ben")
    phone.lays("Annn", "Cat")
    merged = pressed(phone, "/people/same?name=Annn&other=Ann", "Yes, the same person")
    return Scenario(merged, [but(merged, 409, other="Cat"), but(merged, 409, other="Annn")], again=409)


@scenario("/people/two")
def two_people(app: Flask, phone: Phone) -> Scenario:
    code = phone.lays("Ann", "Ben").code
    path, form = phone.open("/people/two?name=Ann").request_of("Split into two people", {"other": "Ann B."})
    form["code"] = code
    parted = Sent(phone, path, form, 303)
    return Scenario(
        parted,
        [
            but(parted, 422, other=LONG),
            but(parted, 422, other=""),
            but(parted, 409, other="Ann"),
            but(parted, 409, other="Ben"),
            but(parted, 409, code="NONE2"),
            but(parted, 404, "/people/two?name=Nobody"),
        ],
        again=404,
    )


@scenario("/people/back")
def taken_back(app: Flask, phone: Phone) -> Scenario:
    one_person(app, phone).accepted.send()
    back = pressed(phone, "/people/person?name=Ann", "Undo")
    return Scenario(back, [but(back, 303, person="Nobody")])


@scenario("/bin/<int:number>")
def bring_back(app: Flask, phone: Phone) -> Scenario:
    delete(app, phone).accepted.send()
    back = pressed(phone, "/bin", "Bring it back")
    return Scenario(back, [but(back, 303, "/bin/99")])


def group(phone: Phone) -> Sent:
    """A table of a game is kept as a group."""
    return pressed(phone, "evening", "Save the group", {"name": "Thursdays"})


@scenario("/groups")
def groups(app: Flask, phone: Phone) -> Scenario:
    kept = group(hand(app, phone))
    return Scenario(kept, [but(kept, 422, name=" "), but(kept, 422, name=LONG), but(kept, 404, code="NONE2")])


@scenario("/groups/<int:number>/again")
def group_again(app: Flask, phone: Phone) -> Scenario:
    group(hand(app, phone)).send()
    laid = pressed(phone, "/", "Thursdays Play again")
    return Scenario(laid, [but(laid, 409, "/groups/99/again")])


@scenario("/groups/<int:number> rename")
def group_renamed(app: Flask, phone: Phone) -> Scenario:
    group(hand(app, phone)).send()
    pressed(phone, "evening", "Save the group", {"name": "Cousins"}).send()
    named = pressed(phone, "/groups", "Rename", {"name": "Fridays"})
    wrong = [but(named, 422, name=""), but(named, 404, "/groups/99")]
    return Scenario(named, [*wrong, but(named, 409, name="Thursdays" if "2" in named.path else "Cousins")])


@scenario("/groups/<int:number> remove")
def group_gone(app: Flask, phone: Phone) -> Scenario:
    group(hand(app, phone)).send()
    gone = pressed(phone, "/groups", "Forget Thursdays")
    return Scenario(gone, [but(gone, 403, phone=Phone(app))])


@scenario("/ledger")
def ledger(app: Flask, phone: Phone) -> Scenario:
    """Of two payments one is ticked off."""
    ticked = pressed(finished(app, phone), "/ledger", "Tick it off")
    return Scenario(
        ticked, [but(ticked, 409, seen="another"), but(ticked, 409, amount="99"), but(ticked, 422, amount="much")]
    )


@scenario("/ledger undo")
def ledger_undo(app: Flask, phone: Phone) -> Scenario:
    finished(app, phone).open("/ledger").press("Tick it off")
    undone = Sent(phone, *phone.request_of("Undo"), 303)
    return Scenario(undone, [but(undone, 403, phone=Phone(app))])


@scenario("/t/<code>/again")
def play_again(app: Flask, phone: Phone) -> Scenario:
    laid = pressed(finished(app, phone), "evening", "Play again")
    return Scenario(laid, [but(laid, 404, "/t/NONE2/again")])


@scenario("/t/<code>/names")
def names(app: Flask, phone: Phone) -> Scenario:
    corrected = pressed(hand(app, phone), "seats", "Save", {"was": "Ann", "now": "Anna"})
    return Scenario(
        corrected,
        [
            stale(corrected),
            but(corrected, 422, now=" "),
            but(corrected, 409, now="Ben"),
            but(corrected, 409, was="Eve"),
        ],
    )


@scenario("/t/<code>/me")
def me(app: Flask, phone: Phone) -> Scenario:
    return Scenario(
        pressed(hand(app, phone), "me", "Ann"), [], never_refused="any other name means that the phone is nobody's"
    )


@scenario("/t/<code>/reply")
def reply(app: Flask, phone: Phone) -> Scenario:
    ben = Phone(app).open(f"/t/{phone.lays(game='Jig').press('Deal').code}/me").press("Ben").open("")
    hand = ben.filled("hand")[0]
    said = Sent(ben, f"/t/{phone.code}/reply", {"hand": hand, "cards_left:Ben": "3"}, 303)
    refused = [but(said, 422, **{"cards_left:Ben": "99"}), but(said, 409, hand="1 out"), but(said, 409, hand="")]
    return Scenario(said, [*refused, but(said, 403, phone=Phone(app)), but(said, 403, phone=phone)])


@scenario("/t/<code>/me/answer")
def me_answer(app: Flask, phone: Phone) -> Scenario:
    hand(app, phone)
    for guest in (Phone(app), Phone(app)):
        guest.open(f"/t/{phone.code}/me").press("Ann")
    answered = pressed(phone, "", "Ann has two phones")
    return Scenario(
        answered,
        [
            but(answered, 403, phone=Phone(app)),
            but(answered, 403, phone=guest),
            but(answered, 422, answer="nonsense"),
            but(answered, 303)._replace(form={"answer": "no", "phone": "nobody"}),
        ],
    )


@scenario("/t/<code>/rules deal")
def deal_at_once(app: Flask, phone: Phone) -> Scenario:
    return Scenario(
        pressed(hand(app, phone), "rules", "Deal automatically"),
        [],
        never_refused="it is said or not said, and either is an answer",
    )


@scenario("/t/<code>/rules counters")
def counters(app: Flask, phone: Phone) -> Scenario:
    kept = pressed(hand(app, phone), "rules", "Save", {"keeps": "counters", "start": "50"})
    return Scenario(kept, [but(kept, 422, start="0"), but(kept, 422, start="many")])


# Corrections.


@scenario("/t/<code>/journal/<int:number>")
def correction(app: Flask, phone: Phone) -> Scenario:
    hand(app, phone).open("journal/3").press("Strike it out")
    saved = Sent(phone, *phone.request_of("Save"), 303)
    return Scenario(
        saved,
        [
            stale(saved),
            but(saved, 422, act="nonsense"),
            but(saved, 409, act="restore"),
            but(saved, 422, act="amend", kind="nonsense"),
            but(saved, 409, "journal/2", act="insert", kind="won", player="Ann"),
            but(saved, 422, act="insert_hand", moves="{"),
            but(saved, 422, act="insert_hand", moves="5"),
            but(saved, 409, act="insert_hand", moves='[{"move": "deal"}]'),
            but(saved, 409, act="insert_hand", moves='[{"move": "deal"}, {"move": "finish"}]'),
            but(saved, 404, "journal/99"),
        ],
    )


@scenario("/t/<code>/journal/<int:number>/preview")
def preview(app: Flask, phone: Phone) -> Scenario:
    shown = pressed(hand(app, phone), "journal/3", "Strike it out")._replace(status=200)
    return Scenario(
        shown,
        [but(shown, 422, act="nonsense"), but(shown, 409, act="restore"), but(shown, 404, "journal/99/preview")],
        again=200,
        never_written="it only shows what a correction would come to",
    )


@scenario("/t/<code>/journal/again")
def again(app: Flask, phone: Phone) -> Scenario:
    """The server has lost the last two of four moves."""
    services = app.extensions["companion"]
    code = hand(app, phone).code
    lost = (entries_since(services.database.rows, code, 0, "") or [])[2:]
    services.database.rows.execute("delete from entries where number > 2")
    services.database.rows.commit()
    services.tables._cache.clear()
    written = Sent(phone, "journal/again", {"entries": json.dumps(lost)}, 303)
    other = [lost[0] | {"move": '{"move": "spoilt"}'}, lost[1]]
    return Scenario(
        written,
        [
            but(written, 422, entries="{"),
            but(written, 422, entries="[5]"),
            but(written, 409, entries=json.dumps(lost[1:])),
            but(written, 409, entries=json.dumps(other)),
            but(written, 409, entries=json.dumps([*lost, lost[1]])),
        ],
    )


# Evenings from elsewhere.


@scenario("/evenings/import")
def look_at_sheet(app: Flask, phone: Phone) -> Scenario:
    looked = Sent(phone, "/evenings/import", {"sheet": SHEET}, 200)
    return Scenario(
        looked,
        [
            but(looked, 422, sheet=SHEET[:-5]),
            but(looked, 422, sheet=b"[" * 10_000),
            but(looked, 422, sheet=b"\x89PNG"),
            but(looked, 422, sheet=b"9" * 5000),
            but(looked, 422, sheet=SHEET.replace(b'"scoresheet": 1', b'"scoresheet": 2')),
            but(looked, 409, sheet=SHEET.replace(b'"moves": []', b'"moves": [{"move": "finish"}, {"move": "deal"}]')),
            Sent(phone, "/evenings/import", {}, 422),
        ],
        again=200,
        never_written="it is only shown, before it is written down",
    )


PLAYS = b"Date;Game;Ann;Ben\n2024-03-02;Cribbage;121;98\n"


@scenario("/evenings/import/part")
def send_part(app: Flask, phone: Phone) -> Scenario:
    part = Sent(phone, "/evenings/import/part", {"at": "0", "name": "plays.csv", "part": PLAYS}, 200)
    return Scenario(
        part,
        [
            but(part, 422, at="-1"),
            but(part, 422, at=""),
            but(part, 409, upload="nonsense"),
            but(part, 422, at=f"{2**40}"),
        ],
        again=200,
        never_written="it is only held, until it is kept",
    )


@scenario("/evenings/import/<number>")
def keep_plays(app: Flask, phone: Phone) -> Scenario:
    phone.send("/evenings/import", {"sheet": (BytesIO(b"Round;Ann;Ben\n1;121;98\n"), "plays.csv")})
    kept = Sent(phone, phone.response.request.path, {"day": "2024-03-02", "game": "Cribbage"}, 303)
    return Scenario(
        kept, [but(kept, 422, day="0001-01-01"), but(kept, 422, day=""), but(kept, 404, "/evenings/import/nonsense")]
    )


@scenario("/evenings/import/<number>/how")
def read_otherwise(app: Flask, phone: Phone) -> Scenario:
    phone.send("/evenings/import", {"sheet": (BytesIO(PLAYS), "plays.csv")})
    how = Sent(phone, f"{phone.response.request.path}/how", {"column": "1:note"}, 303)
    return Scenario(
        how,
        [but(how, 404, "/evenings/import/nonsense/how"), but(how, 422, column="2:out")],
        again=303,
        never_written="it is only said how the file is to be read",
    )


@scenario("/evenings/import/<number>/undo")
def undo_import(app: Flask, phone: Phone) -> Scenario:
    phone.send("/evenings/import", {"sheet": (BytesIO(PLAYS), "plays.csv")}).press("Save 1 evening")
    undone = Sent(phone, f"{phone.response.request.path}/undo", {}, 303)
    return Scenario(undone, [but(undone, 403, phone=Phone(app))])


@scenario("/evenings/result")
def keep_result(app: Flask, phone: Phone) -> Scenario:
    told = {"day": "2004-03-02", "game": "Cribbage", "how": "points", "name:0": "Ann", "points:0": "121"}
    kept = Sent(phone, "/evenings/result", told | {"name:1": "Ben", "points:1": "98", "key": "a page's own"}, 303)
    return Scenario(
        kept,
        [
            but(kept, 422, day="2999-01-01"),
            but(kept, 422, **{"points:1": "many"}),
            but(kept, 422, **{"points:1": "9" * 12}),
            but(kept, 422, **{"name:1": ""}),
        ],
    )


@scenario("/evenings/import/keep sheet")
def keep_sheet(app: Flask, phone: Phone) -> Scenario:
    kept = Sent(
        phone, "/evenings/import/keep", {"sheet": SHEET.decode(), "day": "2024-11-19", "key": "a page's own"}, 303
    )
    return Scenario(
        kept,
        [
            but(kept, 422, sheet="{"),
            but(kept, 422, sheet=""),
            but(kept, 422, sheet="9" * 5000),
            but(kept, 409, sheet=SHEET.decode().replace("[]", '[{"move": "finish"}, {"move": "deal"}]')),
            but(kept, 422, day="2999-01-01"),
            but(kept, 422, day="0001-01-01"),
            but(kept, 422, day="2024-02-30"),
            but(kept, 422, day=""),
        ],
    )


@scenario("/evenings/import/keep evening")
def arrive(app: Flask, phone: Phone) -> Scenario:
    """An evening that is here, under another day, so that it is another's; and gone on with since."""
    table = hand(app, phone)
    whole = json.loads(table.open("evening.json").text)
    database = app.extensions["companion"].database
    database.rows.execute("update tables set laid_at = '2020-01-01T00:00:00+00:00'")
    database.rows.commit()
    phone.open("/evenings/import")
    taken = Sent(phone, "/evenings/import/keep", {"evening": json.dumps(whole)}, 303)
    altered = json.dumps(whole | {"entries": whole["entries"][1:]})
    return Scenario(
        taken,
        [
            but(taken, 422, evening="{"),
            but(taken, 422, evening=""),
            but(taken, 422, evening=SHEET.decode()),
            but(taken, 422, evening="H4sI"),
            but(taken, 422, evening=json.dumps(whole | {"evening": 2})),
            but(taken, 409, evening=altered),
        ],
    )


# The settlement, the table from above.


@scenario("/t/<code>/settlement/worth")
def worth(app: Flask, phone: Phone) -> Scenario:
    form = {"amount": "0.05", "currency": "EUR"}
    said = Sent(finished(app, phone), "settlement/worth", form, 303)
    return Scenario(said, [but(said, 422, amount="x"), but(said, 422, currency="much"), but(said, 422, coin="x")])


@scenario("/t/<code>/settled")
def settled(app: Flask, phone: Phone) -> Scenario:
    left = pressed(hand(app, phone).press("Ann"), "seats", "All done: Ann leaves")
    return Scenario(left, [stale(left), but(left, 409, player="Nobody")])


@scenario("/t/<code>/settlement/paid tick")
def paid(app: Flask, phone: Phone) -> Scenario:
    ticked = pressed(finished(app, phone), "settlement", "Ann")
    return Scenario(
        ticked, [but(ticked, 400, counters="x"), but(ticked, 303, counters="99"), but(ticked, 303, payer="Nobody")]
    )


@scenario("/t/<code>/settlement/paid untick")
def unpaid(app: Flask, phone: Phone) -> Scenario:
    pressed(finished(app, phone), "settlement", "Ann").send()
    unticked = Sent(phone, "settlement/paid", {"number": "1"}, 303)
    return Scenario(
        unticked, [*(but(unticked, 303, number=number) for number in ("99", "9" * 30)), but(unticked, 400, number="x")]
    )


@scenario("/t/<code>/settlement/joined")
def joined(app: Flask, phone: Phone) -> Scenario:
    path = pressed(finished(app, phone), "settlement", "Put them together").path

    def tapped(*names: str, status: int = 303, **more: str) -> Sent:
        return Sent(phone, path, {"name": [*names], **more}, status)

    return Scenario(
        tapped("Ann", "Ben"),
        [
            *(tapped(*names, status=422) for names in ((), ("Ann",), ("Ann", "Ann"))),
            *(tapped("Ann", stranger, status=409) for stranger in ("Zoe", "", LONG)),
            tapped("Ann", "Cat", part="yes"),
        ],
    )


@scenario("/t/<code>/overhead/places")
def places(app: Flask, phone: Phone) -> Scenario:
    moved = pressed(hand(app, phone), "overhead/places", "One place on", {"player": "Ann"})
    return Scenario(
        moved, [but(moved, 422, player="Zoe"), but(moved, 422, step="sideways"), but(moved, 303, before="1 2 3 4")]
    )


# Loto.


@scenario("/t/<code>/loto/draw")
def draw(app: Flask, phone: Phone) -> Scenario:
    other = phone.lays(game="Loto").code
    drawn = pressed(loto(app, phone), "", "Draw")
    return Scenario(drawn, [stale(drawn), but(drawn, 409, f"/t/{other}/loto/draw", seen="")])


@scenario("/t/<code>/loto/mix")
def mix(app: Flask, phone: Phone) -> Scenario:
    mixed = pressed(loto(app, phone), "", "Mix it in", {"word": "Banana"})
    return Scenario(mixed, [but(mixed, 422, word=""), but(mixed, 422, word="a" * 41)])


@scenario("/t/<code>/drawings/draw")
def draw_ten(app: Flask, phone: Phone) -> Scenario:
    other = loto(app, phone).code
    drawn = pressed(drawings(app, phone), "", "Draw ten")
    return Scenario(drawn, [stale(drawn), but(drawn, 409, f"/t/{other}/drawings/draw", seen="")])


@scenario("/t/<code>/loto/number")
def number(app: Flask, phone: Phone) -> Scenario:
    tapped = pressed(loto(app, phone, drawn_by="bag"), "", "5", of="5")
    return Scenario(tapped, [stale(tapped), but(tapped, 422, number="91"), but(tapped, 422, number="x")])


@scenario("/t/<code>/loto/claim")
def claim(app: Flask, phone: Phone) -> Scenario:
    claimed = pressed(loto(app, phone).press("Draw"), "", "Ben", {"prize": "card"})
    return Scenario(
        claimed,
        [but(claimed, 409, player="Zoe"), but(claimed, 409, prize="nonsense"), but(claimed, 403, phone=Phone(app))],
    )


@scenario("/t/<code>/k/<card>")
def claim_by_card(app: Flask, phone: Phone) -> Scenario:
    code = letters(night(phone, GIVEN, DEALT), 7)
    draws(app, phone, 1)
    claimed = pressed(Phone(app), f"/t/{phone.code}/k/{code}", "I have a row!")
    return Scenario(
        claimed,
        [
            but(claimed, 409, prize="9"),
            but(claimed, 409, hand="0"),
            claimed._replace(path=f"{claimed.path}A", status=404),
        ],
    )


@scenario("/t/<code>/loto/given")
def give_out_cards(app: Flask, phone: Phone) -> Scenario:
    given = pressed(night(phone), "loto/given", "Give out", {"first": 1, "last": 60})
    return Scenario(
        given,
        [stale(given), but(given, 409, last="121"), but(given, 422, first="x"), but(given, 422, move="deal", last="")],
    )


@scenario("/t/<code>/loto/check")
def check_a_card(app: Flask, phone: Phone) -> Scenario:
    draws(app, night(phone, GIVEN, DEALT), 1)
    checked = pressed(phone, "", "Check", {"card": 7})
    return Scenario(checked, [but(checked, 409, card="61"), but(checked, 422, card="x")])


@scenario("/t/<code>/loto/put-aside")
def put_a_card_aside(app: Flask, phone: Phone) -> Scenario:
    draws(app, night(phone, GIVEN, DEALT), 1)
    aside = pressed(phone.open("").press("Check", {"card": 7}), "", "Go on")
    return Scenario(aside, [but(aside, 303, card="8"), but(aside, 403, phone=Phone(app))])


@scenario("/t/<code>/loto/award")
def give_a_prize(app: Flask, phone: Phone) -> Scenario:
    draws(app, night(phone, GIVEN, DEALT), *row_of(app, phone, 7))
    given = pressed(phone.open("").press("Check", {"card": 7}), "", "To card")
    return Scenario(
        given, [stale(given), but(given, 409, prize="8"), but(given, 409, card="8"), but(given, 422, card="x")]
    )


@scenario("/t/<code>/programme")
def change_the_programme(app: Flask, phone: Phone) -> Scenario:
    saved = pressed(night(phone, GIVEN), "programme", "Save", {"cards": 240})
    return Scenario(saved, [stale(saved), but(saved, 422, cards="61"), but(saved, 409, cards="12")])


@scenario("/t/<code>/loto/dismiss")
def dismiss(app: Flask, phone: Phone) -> Scenario:
    loto(app, phone).press("Draw").press("Ben", {"prize": "card"})
    dismissed = pressed(phone, "", "Go on")
    return Scenario(dismissed, [but(dismissed, 303, player="Nobody")])


@scenario("/t/<code>/loto/false")
def put_false_claims_aside(app: Flask, phone: Phone) -> Scenario:
    ben = plays_as(loto(app, phone).press("Draw"), lambda: Phone(app), "Ben")
    ben.open("").press("I have the whole card!")
    aside = pressed(phone.open(""), "", "Put all aside")
    return Scenario(aside, [but(aside, 403, phone=Phone(app))])


@scenario("/t/<code>/loto/pay")
def pay(app: Flask, phone: Phone) -> Scenario:
    loto(app, phone, prizes="quarters")
    until(app, phone, 1, 1)
    phone.press("Ben", {"prize": "row"})
    settled = pressed(phone, "", "Pay Ben")
    return Scenario(settled, [stale(settled), but(settled, 409, prize="card"), but(settled, 409, prize="nonsense")])


@scenario("/t/<code>/loto/reveal")
def reveal(app: Flask, phone: Phone) -> Scenario:
    during = loto(app, phone).press("Draw").code
    loto(app, phone).open("moves/abandon").press("Abandon")
    revealed = pressed(phone, "", "Reveal")
    return Scenario(revealed, [stale(revealed), but(revealed, 303, f"/t/{during}/loto/reveal", seen="")])


@scenario("/t/<code>/loto/answer")
def answer_in_a_race(app: Flask, phone: Phone) -> Scenario:
    loto(app, phone, "Ben 1, Cat 2", race=True, drawn_by="bag").press("5")
    answered = pressed(phone, "", "Ben", of="Ben")
    return Scenario(
        answered,
        [
            but(answered, 409, number="6"),
            but(answered, 409, player="Cat"),
            but(answered, 409, player="Ann"),
            but(answered, 403, phone=Phone(app)),
        ],
    )


@scenario("/t/<code>/loto/watch")
def watch(app: Flask, phone: Phone) -> Scenario:
    watched = pressed(loto(app, phone), "", "Let Companion watch")
    return Scenario(
        watched, [but(watched, 403, phone=Phone(app))], never_written="it is kept in the cookie of the phone that asks"
    )


@scenario("/t/<code>/loto/pause")
def pause(app: Flask, phone: Phone) -> Scenario:
    code = loto(app, phone).press("Draw").code
    paused = Sent(phone, f"/t/{code}/loto/pause", {"on": "1"}, 303)
    return Scenario(paused, [but(paused, 403, phone=Phone(app))])


@scenario("/t/<code>/drawings/every")
def every(app: Flask, phone: Phone) -> Scenario:
    drawings(app, phone)
    at_once = pressed(phone, "", "All at once")
    return Scenario(at_once, [but(at_once, 400, every="61")])


@scenario("/t/<code>/cards")
def cards(app: Flask, phone: Phone) -> Scenario:
    takes(app, phone.lays(game="Loto"), "Ben", {"numbers": [7]})
    took = pressed(phone, "cards?player=Ann", "Ann takes these", {"number": 3})
    return Scenario(
        took,
        [
            stale(took),
            but(took, 422, number="x"),
            but(took, 409, number="7"),
            but(took, 409, everyone="99"),
            but(took, 409, player="Zoe"),
        ],
    )


@scenario("/cards/own")
def own_cards(app: Flask, phone: Phone) -> Scenario:
    Sent(
        Phone(app).joins(),
        "/cards/own",
        typed("Theirs", ((1, 15, 20, 30, 40), (2, 16, 21, 31, 41), (3, 17, 22, 32, 42))),
        303,
    ).send()
    kept = pressed(phone, "/cards/own/new", "Save", typed("Ours"))
    return Scenario(kept, [but(kept, 422, name=""), but(kept, 409, name="Theirs"), but(kept, 422, **{"0:1": "x"})])


@scenario("/cards/own/<int:number> change")
def change_card(app: Flask, phone: Phone) -> Scenario:
    own_cards(app, phone).accepted.send()
    changed = pressed(phone, "/cards/own/2", "Save", {"name": "Red 1"})
    wrong = [but(changed, 422, name=""), but(changed, 409, name="Theirs"), but(changed, 404, "/cards/own/99")]
    return Scenario(changed, [*wrong, but(changed, 422, **{"0:1": "x"})])


@scenario("/cards/own/<int:number> remove")
def put_away(app: Flask, phone: Phone) -> Scenario:
    own_cards(app, phone).accepted.send()
    gone = pressed(phone, "/cards/own/2", "Take Ours out")
    return Scenario(gone, [but(gone, 403, phone=Phone(app))])


@scenario("/cards/words")
def word_lists(app: Flask, phone: Phone) -> Scenario:
    Sent(Phone(app).joins(), "/cards/words", {"name": "Theirs", "words": "mill"}, 303).send()
    kept = pressed(phone, "/cards/words/new", "Save", {"name": "Ours", "words": "church\nmill"})
    return Scenario(kept, [but(kept, 422, name=""), but(kept, 409, name="Theirs"), but(kept, 422, words="7")])


@scenario("/cards/words/<int:number> change")
def change_words(app: Flask, phone: Phone) -> Scenario:
    word_lists(app, phone).accepted.send()
    changed = pressed(phone, "/cards/words/2", "Save", {"name": "Here"})
    return Scenario(
        changed, [but(changed, 422, words=""), but(changed, 409, name="Theirs"), but(changed, 404, "/cards/words/99")]
    )


@scenario("/cards/words/<int:number> remove")
def delete_words(app: Flask, phone: Phone) -> Scenario:
    word_lists(app, phone).accepted.send()
    gone = pressed(phone, "/cards/words/2", "Delete Ours")
    return Scenario(gone, [but(gone, 403, phone=Phone(app))])


@scenario("/t/<code>/loto/words")
def set_words(app: Flask, phone: Phone) -> Scenario:
    chosen = pressed(loto(app, phone), "loto/words", "Animals")
    return Scenario(chosen, [but(chosen, 409, list="own-7")])


# Devices.


@scenario("/t/<code>/pencil")
def pencil(app: Flask, phone: Phone) -> Scenario:
    shared = pressed(hand(app, phone), "pencil", "Let someone write too")._replace(status=200)
    return Scenario(shared, [but(shared, 403, phone=Phone(app))], again=200)


@scenario("/in/<token>")
def accept(app: Flask, phone: Phone) -> Scenario:
    token = app.extensions["companion"].pencils.invite(hand(app, phone).code, "giver")
    guest = Phone(app)
    accepted = pressed(guest, f"/in/{token}", "Take the pencil")
    return Scenario(accepted, [but(accepted, 410, "/in/nonsense", code="")])


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


@scenario("/household change")
def change_device(app: Flask, phone: Phone) -> Scenario:
    household = app.extensions["companion"].household
    for secret in ("theirs", "more of theirs"):
        household.admit(hashed(secret), "tablet")
    household.rename(hashed("theirs"), "Kitchen")
    named = Sent(phone, "/household", {"device": hashed("more of theirs"), "name": "Hall"}, 303)
    return Scenario(
        named,
        [
            but(named, 422, name=LONG),
            but(named, 422, name="Ha\u202ell"),
            but(named, 409, name="kitchen "),
            but(named, 409, name="Kit\u034fchen"),
            but(named, 303, device="nobody"),
            but(named, 303, device="nobody", remove="1"),
            but(named, 403, phone=Phone(app), remove="1"),
        ],
    )


@scenario("/household invite")
def let_in(app: Flask, phone: Phone) -> Scenario:
    shown = pressed(phone, "/household", "Let a device in")._replace(status=200)
    return Scenario(shown, [but(shown, 403, phone=Phone(app))], again=200)


@scenario("/statistics/person")
def left_out(app: Flask, phone: Phone) -> Scenario:
    finished(app, phone)
    out = pressed(phone, "/statistics/person?name=Cat", "Leave them out")
    return Scenario(out, [but(out, 404, name="Nobody")])


@scenario("/language")
def language(app: Flask, phone: Phone) -> Scenario:
    chosen = Sent(phone, "/language", {"language": "fr"}, 303)
    return Scenario(
        chosen, [but(chosen, 303, language="nonsense")], never_written="it is kept in the cookie of the phone that asks"
    )


def test_every_route_has_its_scenario(app: Flask) -> None:
    assert {route.partition(" ")[0] for route in SCENARIOS} == set(changing(app))


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_is_refused_writes_nothing_and_what_is_sent_twice_is_written_once(
    name: str, app: Flask, phone: Phone, written: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused by a rule, or by a disk, which everybody is told: once that writes again, so is the form."""
    monkeypatch.setattr(database, "LOCK_TIMEOUT", 0.05)
    tried = SCENARIOS[name](app, phone)
    assert tried.refused or tried.never_refused
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
