"""How each POST is sent by somebody who may: what lies there, on which page its button stands, and how it is refused.

Every attack walks this table. A route that writes several things has a line for each, with what is done behind it.
"""

import json
import re
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.store.devices import hashed
from companion.store.entries import entries_since
from tests.attacks.routes import at
from tests.loto.web.test_calling import follows as plays_as, loto, takes, until
from tests.loto.web.test_drawings import table as drawings
from tests.loto.web.test_own_cards import typed
from tests.loto.web.test_printed_cards import DEALT, GIVEN, draws, letters, night, row_of
from tests.tools.phone import Phone

LONG = "x" * 41
SHOWN = "it is only shown"
COOKIE = "it is kept in the cookie of the phone that asks"
FINISHED_FIRST = '[{"move": "finish"}, {"move": "deal"}]'
SHEET = '{"scoresheet": 1, "players": ["Ann", "Ben"], "games": [{"game": "spoil-five", "moves": []}]}'
ILLEGAL = SHEET.replace("[]", FINISHED_FIRST)
DESCRIBED = '{"description": 1, "game": "points-game", "edition": 1, "options": {"name": "Quiz"}}'
PLAYS = b"Date;Game;Ann;Ben\n2024-03-02;Cribbage;121;98\n"
SCORES = b"Round;Ann;Ben\n1;121;98\n"
OTHER_CARD = ((1, 15, 20, 30, 40), (2, 16, 21, 31, 41), (3, 17, 22, 32, 42))
GIVES = {"from": "player:Ann", "to": "player:Ben", "counters": "2"}
CORRECTS = {"act": "strike", "dealers": "keep", "kind": "give", "player": "Ann"}
PAYS = {"payer": "Ann", "payee": "Cat", "counters": "3", "number": "1"}
TOLD = {"day": "1969-07-20", "game": "Cribbage", "how": "points", "name:0": "Ann", "points:0": "121"}


class Sent(NamedTuple):
    """A form that a phone sends, and the status of the answer."""

    phone: Phone
    path: str
    form: Mapping[str, Any]
    status: int = 303

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

    def but(self, status: int, path: str = "", by: Phone | None = None, /, **changed: Any) -> "Sent":
        """The same form from a page rendered later, sent otherwise; a field that is None is left out."""
        form = MultiDict(self.form)
        for name, text in {"key": "another", **changed}.items():
            form.pop(name, None)
            if text is not None:
                form[name] = text
        return Sent(by or self.phone, path or self.path, form, status)

    def told(self, said: str) -> "Sent":
        """The form as a line says that it is refused: a status, another address, and other answers.

        ``409 /t/OTHER/games keep_as=Theirs & ante`` goes to the other table of the house and has no ``ante``; 403 is
        the answer to a phone that never was here.
        """
        found = re.fullmatch(r"(\d{3})(?: ([\w/]*/\S*))?(?: (.*))?", said, re.DOTALL)
        assert found, said
        status, path, fields = found.groups("")
        changed: dict[str, Any] = {}
        for field in fields.split(" & ") if fields else ():
            name, told, text = field.partition("=")
            changed[name] = (
                (text.encode("latin-1") if isinstance(self.form.get(name), bytes) else text) if told else None
            )
        if "OTHER" in path:
            codes = (row["code"] for row in services(self.phone).database.rows["tables"].rows)
            path = path.replace("OTHER", next(code for code in codes if code != self.phone.code))
        by = Phone(self.phone.client.application) if status == "403" else None
        return self.but(int(status), path, by, **changed)


Laid = Callable[[Phone], Phone | Sent]


class Post(NamedTuple):
    """How a form is sent by somebody who may."""

    laid: Laid = lambda phone: phone
    """What lies there, for a phone of the household; the phone that sends, or the form if no page has it."""
    path: str = ""
    """The table's page that has the form, or another; ``.`` is what is open. Without a button: where the form goes."""
    button: str = ""
    form: Mapping[str, Any] = {}
    """What is filled in."""
    refused: tuple[str, ...] = ()
    """How it is refused (``Sent.told``)."""
    also: Callable[[Sent, Phone], list[Sent]] = lambda sent, phone: []
    """How it is refused otherwise; the phone is the one of the household."""
    more: Mapping[str, Any] = {}
    """What its page fills in, for those who send the form without having opened it."""
    status: int = 303
    again: int | None = None
    """The status where it is sent once more, if that is another."""
    never_written: str = ""
    """Why the database stays as it is, whatever is sent."""

    def sent(self, name: str, phone: Phone) -> Sent:
        """Lay what the form is sent at, and fill it in."""
        by = self.laid(phone)
        if isinstance(by, Sent):
            return by
        if self.button:
            page = by if self.path == "." else by.open(at(self.path, by.code))
            return Sent(by, *page.request_of(self.button, self.form), self.status)
        path = re.sub(r"^\.", by.response.request.path, self.path) if self.path else at(name.partition(" ")[0], by.code)
        return Sent(by, path, self.form, self.status)


def services(phone: Phone) -> Any:
    return phone.client.application.extensions["companion"]


def another(phone: Phone) -> Callable[[], Phone]:
    return lambda: Phone(phone.client.application)


def after(name: str) -> Callable[[Phone], Phone]:
    """What lies there once this has been sent."""

    def sent(phone: Phone) -> Phone:
        POSTS[name].sent(name, phone).send()
        return phone

    return sent


# What lies there.


def hand(phone: Phone) -> Phone:
    """A table in the middle of its second hand."""
    return phone.lays().press("Deal").press("Cat").press("Deal")


def finished(phone: Phone) -> Phone:
    """A table at which Cat won, and the game is over."""
    return phone.lays().press("Deal").press("Cat").open("moves/finish").press("Finish")


def round_hand(phone: Phone) -> Phone:
    """A table in the middle of its first hand of Commerce."""
    return phone.lays(game="Commerce").press("Deal")


def theirs(phone: Phone) -> Phone:
    """Somebody else keeps other house rules, another card and other words as “Theirs”."""
    other = Phone(phone.client.application).joins()
    for path, form in (
        ("/rules", {"game": "jig", "keep_as": "Theirs"}),
        ("/cards/own", typed("Theirs", OTHER_CARD)),
        ("/cards/words", {"name": "Theirs", "words": "mill"}),
    ):
        Sent(other, path, form).send()
    return phone


def with_loto(*presses: Any, cards: str = "Ben 1, Cat 2", **options: object) -> Laid:
    """A table of Loto at which these buttons were pressed."""

    def laid(phone: Phone) -> Phone:
        loto(phone.client.application, phone, cards, **options)
        for words, fill in presses:
            phone.press(words, fill)
        return phone

    return laid


DRAW = ("Draw", None)
CLAIMS = ("Ben", {"prize": "card"})


def hall(phone: Phone, *numbers: int) -> Phone:
    """A hall with its cards dealt, in which these were drawn, or the first row of card 7."""
    app = phone.client.application
    draws(app, night(phone, GIVEN, DEALT), *(numbers or row_of(app, phone, 7)))
    return phone


def two_anns(phone: Phone) -> Phone:
    """Two guests' phones say that they are Ann's."""
    hand(phone)
    for _ in range(2):
        plays_as(phone, another(phone), "Ann")
    return phone


def replies(phone: Phone) -> Sent:
    ben = plays_as(phone.lays(game="Jig").press("Deal"), another(phone), "Ben").open("")
    return Sent(ben, f"/t/{phone.code}/reply", {"hand": ben.filled("hand")[0], "cards_left:Ben": "3"})


def strikes(phone: Phone) -> Phone:
    return hand(phone).open("journal/3").press("Strike it out")


def similar(phone: Phone) -> Phone:
    phone.lays("Ann", "Ben")
    return phone.lays("Annn", "Cat")


def two_people(phone: Phone) -> Sent:
    code = phone.lays("Ann", "Ben").code
    path, form = phone.open("/people/two?name=Ann").request_of("Split into two people", {"other": "Ann B."})
    form["code"] = code
    return Sent(phone, path, form)


def loses(phone: Phone) -> Sent:
    """The server has lost the last two of four moves."""
    kept, code = services(phone), hand(phone).code
    lost = (entries_since(kept.database.rows, code, 0, "") or [])[2:]
    kept.database.rows.execute("delete from entries where number > 2")
    kept.database.rows.commit()
    kept.tables._cache.clear()
    return Sent(phone, "journal/again", {"entries": json.dumps(lost)})


def other_than_lost(sent: Sent, phone: Phone) -> list[Sent]:
    """The moves that were lost without the first, with another first, and with one twice."""
    lost = json.loads(sent.form["entries"])
    other = [lost[0] | {"move": '{"move": "spoilt"}'}, lost[1]]
    return [sent.but(409, entries=json.dumps(each)) for each in (lost[1:], other, [*lost, lost[1]])]


def uploaded(text: bytes) -> Laid:
    """A file with plays was sent, and the page that looks at it is open."""
    return lambda phone: phone.send("/evenings/import", {"sheet": (BytesIO(text), "plays.csv")})


def arrives(phone: Phone) -> Sent:
    """An evening that is here, under another day, so that it is another's; and gone on with since."""
    whole = hand(phone).open("evening.json").text
    rows = services(phone).database.rows
    rows.execute("update tables set laid_at = '2020-01-01T00:00:00+00:00'")
    rows.commit()
    phone.open("/evenings/import")
    return Sent(phone, "/evenings/import/keep", {"evening": whole})


def other_evenings(sent: Sent, phone: Phone) -> list[Sent]:
    whole = json.loads(sent.form["evening"])
    bad = {422: whole | {"evening": 2}, 409: whole | {"entries": whole["entries"][1:]}}
    return [sent.but(status, evening=json.dumps(told)) for status, told in bad.items()]


def joins_two(phone: Phone) -> Sent:
    path, _ = finished(phone).open("settlement").request_of("Put them together")
    return Sent(phone, path, {"name": ["Ann", "Ben"]})


def joins_otherwise(sent: Sent, phone: Phone) -> list[Sent]:
    few = [sent._replace(form={"name": [*names]}, status=422) for names in ((), ("Ann",), ("Ann", "Ann"))]
    strangers = [sent._replace(form={"name": ["Ann", name]}, status=409) for name in ("Zoe", "", LONG)]
    return [*few, *strangers, sent._replace(form={"name": ["Ann", "Cat"], "part": "yes"})]


def scans(phone: Phone) -> Phone:
    """A guest's phone that has card 7 of a hall open."""
    code = letters(night(phone, GIVEN, DEALT), 7)
    draws(phone.client.application, phone, 1)
    return Phone(phone.client.application).open(f"/t/{phone.code}/k/{code}")


def claims_falsely(phone: Phone) -> Phone:
    ben = plays_as(with_loto(DRAW)(phone), another(phone), "Ben")
    ben.open("").press("I have the whole card!")
    return phone


def quarters(phone: Phone) -> Phone:
    """Ben claims a row that he has."""
    with_loto(prizes="quarters")(phone)
    until(phone.client.application, phone, 1, 1)
    return phone.press("Ben", {"prize": "row"})


def abandoned(phone: Phone) -> Phone:
    """One game of Loto goes on, and another was abandoned."""
    with_loto(DRAW)(phone)
    return with_loto()(phone).open("moves/abandon").press("Abandon")


def with_cards(phone: Phone) -> Phone:
    """A table of Loto at which Ben and Cat have cards, and nothing is dealt."""
    phone.lays(game="Loto")
    for name, number in (("Ben", 7), ("Cat", 8)):
        takes(phone.client.application, phone, name, {"numbers": [number]})
    return phone


def invited(phone: Phone) -> Phone:
    token = services(phone).pencils.invite(hand(phone).code, "giver")
    return Phone(phone.client.application).open(f"/in/{token}")


def tablets(phone: Phone) -> Phone:
    """Two more tablets are of the household; one is called Kitchen."""
    household = services(phone).household
    for secret in ("theirs", "more of theirs"):
        household.admit(hashed(secret), "tablet")
    household.rename(hashed("theirs"), "Kitchen")
    return phone


KEEP_AS = (f"422 keep_as={LONG}", "409 keep_as=Theirs")

POSTS = {
    # Tables, moves and house rules.
    "/lay": Post(
        form={"game": "spoil-five", "player": "Ann", "newcomer": "Ben"},
        refused=(f"422 newcomer={LONG}",),
        more={"up": "Ann", "draw": "dealer"},
        status=200, never_written=SHOWN,
    ),
    "/tables": Post(
        theirs, "/lay?game=spoil-five&player=Ann&player=Ben&player=Cat", "Start", {"keep_as": "Ours"},
        ("422 player=Ann & was=Ann", "422 ante=x", *KEEP_AS),
        more={"game": "spoil-five", "player": ["Ann", "Ben"], "keeps": "counters", "start": "30", "dealer": "Ann"},
    ),
    "/how-to-play/<key>": Post(
        form={"game": "spoil-five", "ante": "3"}, refused=("404 /how-to-play/whist",), status=200, never_written=SHOWN
    ),
    "/rules": Post(
        theirs, "/rules/new?game=spoil-five", "Save these rules", {"keep_as": "Ours"}, ("422 keep_as=", *KEEP_AS),
        more={"game": "spoil-five", "asked": "spoil-five", "ante": "2", "tricks": "3"},
    ),
    "/rules/from/<code>": Post(lambda phone: hand(theirs(phone)), form={"keep_as": "Ours"}, refused=KEEP_AS),
    "/rules/read": Post(
        form={"sheet": SHEET.encode()}, refused=(f"422 sheet={SHEET[:-5]}", "422 sheet"), status=200,
        never_written=SHOWN,
    ),
    "/rules/sample": Post(
        form={"game": "points-game", "name": "Quiz", "per_point": "1", "stake": "0"}, status=200, never_written=SHOWN
    ),
    "/rules/take": Post(
        theirs, form={"described": DESCRIBED, "keep_as": "Quiz"},
        refused=("422 keep_as=", *KEEP_AS, f"422 described={DESCRIBED[:-5]}"),
    ),
    "/rules/<int:number>": Post(
        after("/rules"), "/rules/2", "Forget Ours", refused=("400 name=Hers & remove",), more={"remove": "1"}
    ),
    "/t/<code>/games": Post(  # where a game is on, its rules would be kept before it is refused
        lambda phone: finished(hand(theirs(phone))), "games?game=newmarket", "Start", {"keep_as": "Ours"},
        ("422 ante=x", *KEEP_AS, "409 /t/OTHER/games seen="),
        more={"game": "newmarket", "asked": "newmarket", "dealer": "Ben", "ante": "1"},
    ),
    "/t/<code>/moves/<name>": Post(
        hand, "moves/give", "Correct the score", GIVES,
        ("422 counters=x", "409 to=player:Nobody", "409 moves/deal", "404 moves/nonsense"), more={"player": "Ann"},
    ),
    "/t/<code>/moves/<name> hand": Post(
        round_hand, "", "Write it down", {"each:Ben": "takes", "each:Ann": "pays", "counters": 2},
        ("422 counters=", "422 each:Ben=x"),
    ),
    "/t/<code>/moves/<name> deal": Post(  # a bag is sealed with it; at the other table nobody has a card yet
        lambda phone: with_cards(phone.lays(game="Loto")), "", "Deal", refused=("409 /t/OTHER/moves/deal seen=",)
    ),
    "/t/<code>/moves/<name>/try": Post(
        hand, form=GIVES, refused=("200 counters=x", "404 moves/nonsense/try"), more={"player": "Ann"}, status=200,
        never_written=SHOWN,
    ),
    "/t/<code>/moves/<name>/try hand": Post(
        round_hand, "moves/hand/try", form={"each:Ben": "takes"}, refused=("200 each:Ben=x",), status=200,
        never_written=SHOWN,
    ),
    "/t/<code>/undo": Post(hand, "", "Undo"),
    "/t/<code>/redo": Post(lambda phone: hand(phone).press("Undo"), "", "Redo"),
    "/t/<code>/again": Post(finished, "evening", "Play again", refused=("404 /t/NONE2/again",)),
    "/t/<code>/names": Post(
        hand, "seats", "Save", {"was": "Ann", "now": "Anna"}, ("422 now= ", "409 now=Ben", "409 was=Eve")
    ),
    "/t/<code>/rules deal": Post(hand, "rules", "Deal automatically", more={"deal": "at once"}),
    "/t/<code>/rules counters": Post(
        hand, "rules", "Save", {"keeps": "counters", "start": "50"}, ("422 start=0", "422 start=many")
    ),
    "/t/<code>/settled": Post(
        lambda phone: hand(phone).press("Ann"), "seats", "All done: Ann leaves", refused=("409 player=Nobody",),
        more={"player": "Ann"},
    ),
    "/t/<code>/me": Post(hand, "me", "Ann", more={"player": "Ann"}),
    "/t/<code>/me/answer": Post(
        two_anns, "", "Ann has two phones",
        refused=("422 answer=nonsense", "403", "303 answer=no & phone=nobody"),
        also=lambda sent, phone: [sent.but(403, "", plays_as(phone, another(phone), "Ann"))],
        more={"phone": "806283", "answer": "both"},
    ),
    "/t/<code>/reply": Post(
        replies, refused=("422 cards_left:Ben=99", "409 hand=1 out", "409 hand="),
        also=lambda sent, writer: [sent.but(403, "", writer)],
        more={"hand": "2 out Ben", "cards_left:Ben": "3"},
    ),
    # The evening and its journal.
    "/t/<code>/evening": Post(
        hand, "evening", "Save", {"title": "Ours", "notes": "Rain"}, (f"422 title={'x' * 61}",), more={"place": ""}
    ),
    "/t/<code>/journal/<int:number>": Post(
        strikes, ".", "Save",
        refused=(
            "422 act=nonsense",
            "409 act=restore",
            "422 act=amend & kind=nonsense",
            "409 journal/2 act=insert & kind=won & player=Ann",
            "422 act=insert_hand & moves={",
            "422 act=insert_hand & moves=5",
            '409 act=insert_hand & moves=[{"move": "deal"}]',
            '409 act=insert_hand & moves=[{"move": "deal"}, {"move": "finish"}]',
            "404 journal/99",
        ),
        more=CORRECTS,
    ),
    "/t/<code>/journal/<int:number>/preview": Post(
        hand, "journal/3", "Strike it out",
        refused=("422 act=nonsense", "409 act=restore", "404 journal/99/preview"),
        more=CORRECTS, status=200, never_written=SHOWN,
    ),
    "/t/<code>/journal/<int:number>/remark": Post(
        hand, "journal/2", "Save", {"remark": "Ours"}, (f"422 remark={'x' * 201}", "404 journal/99/remark")
    ),
    "/t/<code>/journal/again": Post(
        loses, refused=("422 entries={", "422 entries=[5]"), also=other_than_lost, more={"entries": "[]"}
    ),
    "/t/<code>/settlement/worth": Post(
        finished, form={"amount": "0.05", "currency": "EUR"},
        refused=("422 amount=x", "422 currency=much", "422 coin=x"), more={"coin": "0.05"},
    ),
    "/t/<code>/settlement/paid tick": Post(
        finished, "settlement", "Ann", refused=("400 counters=x", "303 counters=99", "303 payer=Nobody"), more=PAYS
    ),
    "/t/<code>/settlement/paid untick": Post(
        after("/t/<code>/settlement/paid tick"), form={"number": "1"},
        refused=("303 number=99", f"303 number={'9' * 30}", "400 number=x"),
    ),
    "/t/<code>/settlement/joined": Post(joins_two, also=joins_otherwise, more={"name": ["Ann", "Ben"]}),
    "/t/<code>/overhead/places": Post(
        hand, "overhead/places", "One place on", {"player": "Ann"},
        ("422 player=Zoe", "422 step=sideways", "303 before=1 2 3 4"),
        more={"shape": "wide", "to": "", "before": "6 19 32 45", "step": "on"},
    ),
    # Evenings and people.
    "/evenings/<code>/delete": Post(
        lambda phone: finished(hand(phone)), "/evenings/<code>/delete", "Delete it", {"sure": "yes"},
        ("409 sure", "409 /evenings/OTHER/delete"), again=404,
    ),
    "/bin/<int:number>": Post(after("/evenings/<code>/delete"), "/bin", "Bring it back", refused=("303 /bin/99",)),
    "/people/same": Post(
        similar, "/people/same?name=Annn&other=Ann", "Yes, the same person",
        refused=("409 other=Cat", "409 other=Annn"), more={"other": "Ann", "apart": "Ben"}, again=409,
    ),
    "/people/two": Post(
        two_people,
        refused=(
            f"422 other={LONG}", "422 other=", "409 other=Ann", "409 other=Ben", "409 code=NONE2",
            "404 /people/two?name=Nobody",
        ),
        more={"other": "Ann B.", "code": "NONE2"}, again=404,
    ),
    "/people/back": Post(
        after("/people/same"), "/people/person?name=Ann", "Undo", refused=("303 person=Nobody",),
        more={"name": "Annn", "person": "Ann", "always": "yes"},
    ),
    "/statistics/person": Post(
        finished, "/statistics/person?name=Cat", "Leave them out", refused=("404 name=Nobody",), more={"name": "Cat"}
    ),
    "/groups": Post(
        hand, "evening", "Save the group", {"name": "Thursdays"}, ("422 name= ", f"422 name={LONG}", "404 code=NONE2"),
        more={"code": "NONE2"},
    ),
    "/groups/<int:number>/again": Post(
        after("/groups"), "/", "Thursdays Play again", refused=("409 /groups/99/again",)
    ),
    "/groups/<int:number> remove": Post(after("/groups"), "/groups", "Forget Thursdays", more={"remove": "1"}),
    "/groups/<int:number> rename": Post(
        after("/groups"), "/groups", "Rename", {"name": "Fridays"}, ("422 name=", "404 /groups/99")
    ),
    "/ledger": Post(  # of two payments one is ticked off
        finished, "/ledger", "Tick it off", refused=("409 seen=another", "409 amount=99", "422 amount=much"),
        more={"seen": "a2ffc8f7", "amount": "3", "undo": "95c56d"},
    ),
    "/ledger undo": Post(lambda phone: finished(phone).open("/ledger").press("Tick it off"), ".", "Undo"),
    # Evenings from elsewhere.
    "/evenings/import": Post(
        form={"sheet": SHEET.encode()},
        refused=(
            f"422 sheet={SHEET[:-5]}", f"422 sheet={'[' * 10_000}", "422 sheet=\x89PNG", f"422 sheet={'9' * 5000}",
            "422 sheet=" + SHEET.replace('"scoresheet": 1', '"scoresheet": 2'), f"409 sheet={ILLEGAL}", "422 sheet",
        ),
        more={"upload": "20261128225428-a547bad9"}, status=200, never_written=SHOWN,
    ),
    "/evenings/import/part": Post(
        form={"at": "0", "name": "plays.csv", "part": PLAYS},
        refused=("422 at=-1", "422 at=", "409 upload=nonsense", f"422 at={2**40}"),
        more={"upload": "20261128225428-a547bad9"}, status=200, never_written="it is only held, until it is kept",
    ),
    "/evenings/import/<number>": Post(
        uploaded(SCORES), ".", form={"day": "2024-03-02", "game": "Cribbage"},
        refused=("422 day=0001-01-01", "422 day=", "404 /evenings/import/nonsense"),
    ),
    "/evenings/import/<number>/how": Post(
        uploaded(PLAYS), "./how", form={"column": "1:note"},
        refused=("404 /evenings/import/nonsense/how", "422 column=2:out"), more={"days": "day", "wins": "most"},
        never_written="it is only said how the file is to be read",
    ),
    "/evenings/import/<number>/undo": Post(lambda phone: uploaded(PLAYS)(phone).press("Save 1 evening"), "./undo"),
    "/evenings/import/keep sheet": Post(
        form={"sheet": SHEET, "day": "2024-11-19", "key": "a page's own"},
        refused=(
            "422 sheet={", "422 sheet=", f"422 sheet={'9' * 5000}", f"409 sheet={ILLEGAL}",
            "422 day=2999-01-01", "422 day=0001-01-01", "422 day=2024-02-30", "422 day=",
        ),
        more={"seen": "2024-11-19"},
    ),
    "/evenings/import/keep evening": Post(
        arrives, refused=("422 evening={", "422 evening=", f"422 evening={SHEET}", "422 evening=H4sI"),
        also=other_evenings,
    ),
    "/evenings/result": Post(
        form=TOLD | {"name:1": "Ben", "points:1": "98", "key": "a page's own"},
        refused=("422 day=2999-01-01", "422 points:1=many", f"422 points:1={'9' * 12}", "422 name:1="),
    ),
    # Loto.
    "/t/<code>/loto/draw": Post(
        lambda phone: with_loto()(phone.lays(game="Loto")), "", "Draw", refused=("409 /t/OTHER/loto/draw seen=",)
    ),
    "/t/<code>/loto/mix": Post(
        with_loto(), "", "Mix it in", {"word": "Banana"}, ("422 word=", f"422 word={LONG}")
    ),
    "/t/<code>/loto/number": Post(
        with_loto(drawn_by="bag"), "", "5", refused=("422 number=91", "422 number=x"), more={"number": "5"}
    ),
    "/t/<code>/loto/watch": Post(with_loto(), "", "Let Companion watch", more={"on": "1"}, never_written=COOKIE),
    "/t/<code>/loto/pause": Post(with_loto(DRAW), form={"on": "1"}),
    "/t/<code>/loto/words": Post(
        with_loto(), "loto/words", "Animals", refused=("409 list=own-7",), more={"list": "en-animals"}
    ),
    "/t/<code>/loto/claim": Post(
        with_loto(DRAW), "", "Ben", {"prize": "card"}, ("409 player=Zoe", "409 prize=nonsense", "403"),
        more={"player": "Ben"},
    ),
    "/t/<code>/loto/dismiss": Post(
        with_loto(DRAW, CLAIMS), "", "Go on", refused=("303 player=Nobody",), more={"prize": "card", "player": "Ann"}
    ),
    "/t/<code>/loto/false": Post(claims_falsely, "", "Put all aside", refused=("403",)),
    "/t/<code>/loto/pay": Post(
        quarters, ".", "Pay Ben", refused=("409 prize=card", "409 prize=nonsense"),
        more={"prize": "row", "player": "Ben"},
    ),
    "/t/<code>/loto/answer": Post(
        with_loto(("5", None), race=True, drawn_by="bag"), "", "Ben",
        refused=("409 number=6", "409 player=Cat", "409 player=Ann", "403"), more={"number": "5", "player": "Ben"},
    ),
    "/t/<code>/loto/reveal": Post(abandoned, "", "Reveal", refused=("303 /t/OTHER/loto/reveal seen=",)),
    "/t/<code>/drawings/draw": Post(
        lambda phone: drawings(phone.client.application, with_loto()(phone)), "", "Draw ten",
        refused=("409 /t/OTHER/drawings/draw seen=",),
    ),
    "/t/<code>/drawings/every": Post(
        lambda phone: drawings(phone.client.application, phone), "", "All at once", refused=("400 every=61",),
        more={"every": "0"},
    ),
    "/t/<code>/cards": Post(
        with_cards, "cards?player=Ann", "Ann takes these", {"number": 3},
        ("422 number=x", "409 number=7", "409 everyone=99", "409 player=Zoe"), more={"player": "Ann", "everyone": "1"},
    ),
    "/cards/own": Post(
        theirs, "/cards/own/new", "Save", typed("Ours"), ("422 name=", "409 name=Theirs", "422 0:1=x")
    ),
    "/cards/own/<int:number> change": Post(
        after("/cards/own"), "/cards/own/2", "Save", {"name": "Red 1"},
        ("422 name=", "409 name=Theirs", "422 0:1=x", "404 /cards/own/99"),
    ),
    "/cards/own/<int:number> remove": Post(after("/cards/own"), "/cards/own/2", "Take Ours out", more={"remove": "1"}),
    "/cards/words": Post(
        theirs, "/cards/words/new", "Save", {"name": "Ours", "words": "church\nmill"},
        ("422 name=", "409 name=Theirs", "422 words=7"),
    ),
    "/cards/words/<int:number> change": Post(
        after("/cards/words"), "/cards/words/2", "Save", {"name": "Here"},
        ("422 words=", "409 name=Theirs", "404 /cards/words/99"), more={"words": "church\nmill"},
    ),
    "/cards/words/<int:number> remove": Post(after("/cards/words"), "/cards/words/2", "Delete Ours"),
    # A hall.
    "/t/<code>/loto/given": Post(
        night, "loto/given", "Give out", {"first": 1, "last": 60},
        ("409 last=121", "422 first=x", "422 move=deal & last="), more={"to": "", "move": "give-out"},
    ),
    "/t/<code>/programme": Post(
        lambda phone: night(phone, GIVEN), "programme", "Save", {"cards": 240}, ("422 cards=61", "409 cards=12"),
        more={"begun": "0", "programme:asked": "1", "programme:0": "1", "programme:0:0:for": "row"},
    ),
    "/t/<code>/k/<card>": Post(
        scans, ".", "I have a row!", refused=("409 prize=9", "409 hand=0"),
        also=lambda sent, phone: [sent._replace(path=f"{sent.path}A", status=404)], more={"prize": "1", "hand": "1"},
    ),
    "/t/<code>/loto/check": Post(
        lambda phone: hall(phone, 1), "", "Check", {"card": 7}, ("409 card=61", "422 card=x")
    ),
    "/t/<code>/loto/put-aside": Post(
        after("/t/<code>/loto/check"), "", "Go on", refused=("303 card=8",), more={"card": "7"}
    ),
    "/t/<code>/loto/award": Post(
        lambda phone: hall(phone).open("").press("Check", {"card": 7}), "", "To card",
        refused=("409 prize=8", "409 card=8", "422 card=x"), more={"prize": "1", "card": "7", "who": "", "lots": "1"},
    ),
    # Devices.
    "/t/<code>/pencil": Post(
        hand, "pencil", "Let someone write too", more={"do": "too", "device": "", "named": ""}, status=200
    ),
    "/in/<token>": Post(
        invited, ".", "Take the pencil", refused=("410 /in/nonsense code=",),
        more={"code": "NONE2", "leave": "1", "at": "NONE2"},
    ),
    "/household change": Post(
        tablets, form={"device": hashed("more of theirs"), "name": "Hall"},
        refused=(
            f"422 name={LONG}", "422 name=Ha\u202ell", "409 name=kitchen ", "409 name=Kit\u034fchen",
            "303 device=nobody", "303 device=nobody & remove=1", "403 remove=1",
        ),
    ),
    "/household invite": Post(path="/household", button="Let a device in", more={"invite": "1"}, status=200),
    "/language": Post(
        form={"language": "fr"}, refused=("303 language=nonsense",), more={"back": "/"}, never_written=COOKIE
    ),
}  # fmt: skip

SENT: dict[str, dict[str, Any]] = {}
"""What the forms of each route have, however filled in, without the key of their page."""
for name, post in POSTS.items():
    fields = {field: held for field, held in {**post.more, **post.form}.items() if field != "key"}
    SENT.setdefault(name.partition(" ")[0], {}).update(fields)
