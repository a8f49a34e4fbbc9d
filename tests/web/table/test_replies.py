"""What players' own phones say of their rows: it stands in the writer's form, and counts once that is written down."""

import json
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path
from re import search
from secrets import token_hex
from typing import Any

import pytest
from flask import Flask

from companion.engine.changes import Change
from companion.machine.clock import today
from companion.scoresheet import record_sheet, sheet_from
from companion.store import Reply
from companion.store.devices import hashed
from companion.web.live.hub import CALLED
from companion.web.table.phones import hand_begun, question_at
from tests.tools.evening import TWO_SIDES, move
from tests.tools.house import renames, sheet
from tests.tools.phone import Phone
from tests.tools.quick import app_over
from tests.web.devices.test_offers import secret_of

Another = Callable[[], Phone]
MARKS = {"out": "player", "pope": "pope_held_by", "went_out": "out", "speaks": "first"}
"""What names one player of all, who is said as the answer."""
OVER = "That hand is over: answer for the one that is on."


def phone_of(name: str, writer: Phone, another: Another) -> Phone:
    """The phone of a player of the writer's table."""
    phone = another().open(f"/t/{writer.code}/me").press(name)
    phone.code = writer.code
    return phone.open("")


def says(phone: Phone, side: str = "", **said: str) -> Phone:
    """Says something of the own row, or of that of a side, by the form that the phone shows when it is opened."""
    (hand,) = phone.open("").filled("hand")
    found = search(r"(\w+), say it yourself", phone.says)
    assert found, phone.says
    return phone.send(
        "reply", {"hand": hand} | {MARKS.get(name, f"{name}:{side or found[1]}"): text for name, text in said.items()}
    )


def told(writer: Phone) -> dict[str, dict[str, str]]:
    """What the writer's page is told of replies, by whose rows they are."""
    found = search('data-replies="([^"]*)"', writer.open("").text)
    assert found
    rows: dict[str, dict[str, str]] = {}
    for row, inputs in json.loads(unescape(found[1])).get("rows", []):
        rows.setdefault(row, {}).update(inputs)
    return rows


@pytest.fixture
def jig(phone: Phone) -> Phone:
    """The writer of a hand of Jig."""
    return phone.lays(game="Jig").press("Deal")


def test_a_players_own_phone_is_asked_and_the_writers_form_is_filled_in(
    app: Flask, jig: Phone, another: Another
) -> None:
    """Nothing is written until the writer does."""
    ben, tables = phone_of("Ben", jig, another), app.extensions["companion"].tables
    before = tables.find(jig.code)
    assert "Ben, say it yourself" in ben.says
    says(ben, cards_left="3")
    assert told(jig) == {"Ben": {"cards_left:Ben": "3"}}
    assert jig.open("?move=out&player=Cat").filled("cards_left:Ben") == ["3"]
    assert ben.open("").filled("cards_left:Ben") == ["3"], "it shows what it said"
    after = tables.find(jig.code)
    assert (after.version, after.head, after.beside) == (before.version, before.head, before.beside)
    for file in ("sheet.json", "evening.json"):
        assert "cards_left" not in jig.open(file).text
    jig.open("?move=out&player=Ann").press("Write it down", {"cards_left:Ben": 2, "cards_left:Cat": 1})
    assert (jig.status, jig.filled("cards_left:Ben")) == (422, ["2"]), "a refused form shows what was typed"


def test_a_writer_who_follows_from_now_on_hears_that_a_phone_has_replied(
    app: Flask, jig: Phone, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have replied since the writer's page was made; its own page shows what it said."""
    monkeypatch.setattr(app.extensions["companion"].hub, "heartbeat", 0.1)
    ben = phone_of("Ben", jig, another)

    def is_called(phone: Phone) -> bool:
        with phone.client.get(f"/t/{jig.code}/stream") as stream:
            return CALLED in [told for _, told in zip(range(4), stream.response, strict=False)]

    assert not is_called(jig)
    says(ben, cards_left="3")
    assert is_called(jig) and not is_called(ben)


def test_the_last_word_counts_also_of_two_phones(jig: Phone, another: Another) -> None:
    ben = phone_of("Ben", jig, another)
    second = another().open(f"/t/{jig.code}/me").press("Ben")
    jig.open("").press("Ben has two phones")
    says(ben, cards_left="3")
    says(ben, cards_left="2")
    assert told(jig) == {"Ben": {"cards_left:Ben": "2"}}
    says(second.open(""), cards_left="4")
    assert told(jig) == {"Ben": {"cards_left:Ben": "4"}}
    says(ben, out="Ben", cards_left="4")
    assert told(jig) == {"Ben": {"player": "Ben"}}, "who is out holds none"
    says(ben)
    assert told(jig) == {}, "it is taken back"


def test_a_tap_beside_a_player_leaves_what_the_phone_said_that_it_doesn_t_contradict(
    phone: Phone, another: Another
) -> None:
    """Who closes at Skyjo has points, too."""
    writer = phone.lays("Ann", "Ben", "Cat", game="Skyjo")
    says(phone_of("Cat", writer, another), cards="7")
    assert writer.open("?move=scored&closed=Cat").filled("cards:Cat") == ["7"]


def test_a_player_called_like_a_move_is_heard(phone: Phone, another: Another) -> None:
    writer = phone.lays("out", "Ben", "Cat", game="Jig").press("Deal")
    says(phone_of("out", writer, another), cards_left="3")
    assert writer.open("?move=out&player=Ben").filled("cards_left:out") == ["3"]


def test_who_is_called_otherwise_by_now_is_told_so(jig: Phone, another: Another) -> None:
    cat = phone_of("Cat", jig, another)
    says(cat, cards_left="2")
    (old,) = cat.filled("hand")
    jig.open("seats").press("Save", {"was": "Cat", "now": "Kate"})
    cat.send("reply", {"hand": old, "cards_left:Cat": "3"})
    assert (cat.status, cat.refused) == (409, "This row is for Kate now: nothing is lost, just answer again.")
    assert told(jig) == {"Kate": {"cards_left:Kate": "2"}}
    assert cat.filled("cards_left:Kate") == ["2"]


def test_who_is_out_holds_no_pope(phone: Phone, another: Another) -> None:
    writer = phone.lays("Ann", "Ben", "Cat", "Dan", "Eve", game="Pope Joan").press("Deal")
    cat = says(phone_of("Cat", writer, another), out="Cat", pope="Cat")
    assert told(writer) == {"Cat": {"player": "Cat"}}
    assert cat.open("").filled("pope_held_by") == [""], "it sees that this isn't kept"


def test_a_phone_that_comes_late_or_slept_sees_the_question_and_says_it(jig: Phone, another: Another) -> None:
    cat, late = phone_of("Cat", jig, another), another().open(f"/t/{jig.code}")
    assert "say it yourself" not in late.says, "it is nobody's yet"
    late.code = jig.code
    assert "Ben, say it yourself" in late.open("me").press("Ben").open("").says
    says(late, cards_left="1")
    slept = cat.filled("hand")  # the page that it still shows
    jig.open("?move=out&player=Ann").press("Write it down", {f"cards_left:{name}": 2 for name in ("Ben", "Cat", "Dan")})
    cat.send("reply", {"hand": slept[0], "cards_left:Cat": "3"})
    assert (cat.status, cat.refused) == (409, OVER)
    jig.open("").press("Finish the game")
    cat.send("reply", {"hand": slept[0], "cards_left:Cat": "3"})
    assert (cat.status, cat.refused) == (409, "Cat has nothing to answer to just now.")
    assert told(jig) == {}


def test_a_guest_that_is_nobody_can_say_nothing(app: Flask, jig: Phone, another: Another) -> None:
    hand = phone_of("Ben", jig, another).filled("hand")[0]
    guest = another().open(f"/t/{jig.code}")
    guest.send("reply", {"hand": hand, "cards_left:Ben": "3", "player": "Ben"})
    assert (guest.status, told(jig)) == (403, {})
    assert "First say whose phone this is, then answer." in guest.says


def test_a_phone_says_nothing_of_others_or_of_what_the_game_does_not_ask(jig: Phone, another: Another) -> None:
    ben = phone_of("Ben", jig, another)
    ben.send("reply", {"hand": ben.filled("hand")[0], "cards_left:Cat": "3", "player": "Ann", "memo": "x" * 10_000})
    assert told(jig) == {}
    says(ben, cards_left="3")
    for key in ("cards_left-second", "cards_left-split"):
        ben.send("reply", {"hand": ben.open("").filled("hand")[0], "cards_left:Ben": "2", f"{key}:Ben": "3"})
        assert told(jig) == {"Ben": {"cards_left:Ben": "2"}}


@pytest.mark.parametrize("text", ["14", "-1", "many", "3 or 4", "9" * 50, "٣"])
def test_what_no_key_says_is_refused_in_one_sentence(jig: Phone, another: Another, text: str) -> None:
    ben = says(phone_of("Ben", jig, another), cards_left=text)
    assert (ben.status, ben.refused.endswith(" Tap one of the keys that are shown.")) == (422, True)
    assert told(jig) == {}


def test_the_writer_overrules_and_the_phone_is_told(jig: Phone, another: Another) -> None:
    ben, cat = phone_of("Ben", jig, another), phone_of("Cat", jig, another)
    says(ben, cards_left="3")
    says(cat, cards_left="1")
    form = {"cards_left:Ben": 1, "cards_left:Cat": 1, "cards_left:Dan": 1}
    jig.open("?move=out&player=Ann").press("Write it down", form)
    written = json.loads(jig.open("sheet.json").text)["games"][0]["moves"][-2]
    assert written == {"move": "out", "player": "Ann", "cards_left": {"Ben": 1, "Cat": 1, "Dan": 1}}
    assert OTHERWISE in ben.open("").says and "something else was written" not in cat.open("").says
    jig.open("").press("Undo")
    assert OTHERWISE not in ben.open("").says
    jig.open("?move=out&player=Ann").press("Write it down", form | {"cards_left:Ben": 3})
    assert OTHERWISE not in ben.open("").says


OTHERWISE = "Ben, something else was written down for you."


def test_a_mark_that_was_written_for_another_is_told_but_not_what_a_bank_doubled(
    phone: Phone, another: Another
) -> None:
    writer = phone.lays(game="Jig").press("Deal")
    ben = says(phone_of("Ben", writer, another), out="Ben")
    form = {"cards_left:Ben": 1, "cards_left:Cat": 1, "cards_left:Dan": 1}
    writer.open("?move=out&player=Ann").press("Write it down", form)
    assert OTHERWISE in ben.open("").says
    writer = phone.lays(game="Vingt-un")
    ben = says(phone_of("Ben", writer, another), stakes="2", outcomes="1")
    stakes = {"stakes:Ben": 2, "stakes:Cat": 1, "stakes:Dan": 1}
    stakes |= {"outcomes:Ben": 1, "outcomes:Cat": -1, "outcomes:Dan": -1}
    writer.open("").press("Write it down", stakes | {"outcomes-doubled": "on"})
    assert writer.status == 200 and OTHERWISE not in ben.open("").says


def test_a_page_of_another_player_says_nothing(jig: Phone, another: Another) -> None:
    """The phone was Ben's, and is Cat's by now, who said something on it."""
    phone = phone_of("Ben", jig, another)
    old = phone.filled("hand")[0]
    says(phone.open("me").press("Cat").open(""), cards_left="2")
    phone.send("reply", {"hand": old, "cards_left:Ben": "3"})
    assert (phone.status, told(jig)) == (409, {"Cat": {"cards_left:Cat": "2"}})


@pytest.mark.parametrize(("text", "status"), [("1000000", 200), ("1000001", 422), ("-1", 422), ("5+3", 200)])
def test_a_number_that_is_typed_is_bound_as_in_the_form(phone: Phone, another: Another, text: str, status: int) -> None:
    writer = phone.lays(game="Macao")
    ben = says(phone_of("Ben", writer, another), stakes=text)
    assert (ben.status, bool(told(writer))) == (status, status == 200)


def test_it_is_dropped_with_the_hand_also_where_its_deal_is_undone(app: Flask, jig: Phone, another: Another) -> None:
    ben = phone_of("Ben", jig, another)
    says(ben, cards_left="3")
    jig.open("").press("Undo")
    assert told(jig) == {}
    assert "say it yourself" not in ben.open("").says
    jig.open("").press("Deal")
    assert told(jig) == {}, "it is another hand"
    says(ben, cards_left="2")
    hands = {row["hand"] for row in app.extensions["companion"].database.rows.table("replies").rows}
    assert hands == {4} and told(jig) == {"Ben": {"cards_left:Ben": "2"}}
    jig.open("?move=out&player=Ann").press("Write it down", {f"cards_left:{name}": 2 for name in ("Ben", "Cat", "Dan")})
    assert told(jig) == {}, "the next hand is dealt"


def test_it_outlives_a_restart(tmp_path: Path, another: Another) -> None:
    folder = tmp_path / "ours"
    with app_over(folder) as app:
        writer = Phone(app).lays(game="Jig").press("Deal")
        says(phone_of("Ben", writer, lambda: Phone(app)), cards_left="3")
    with app_over(folder) as app:
        found = question_at(app.extensions["companion"].tables.find(writer.code))
        assert found
        assert app.extensions["companion"].replies.of(writer.code, found.hand) == [
            Reply("Ben", "out", {"cards_left": "3"})
        ]


def test_a_name_that_is_corrected_takes_its_reply_along_and_a_damaged_one_is_left_aside(
    app: Flask, jig: Phone, another: Another
) -> None:
    says(phone_of("Ben", jig, another), cards_left="3", out="")
    app.extensions["companion"].tables.record(jig.code, None, None, renames("Ben", "Benno"))
    assert told(jig) == {"Benno": {"cards_left:Benno": "3"}}
    says(phone_of("Cat", jig, another), cards_left="2")
    app.extensions["companion"].database.rows.execute("update replies set answers = '[7]' where player = 'Benno'")
    assert told(jig) == {"Cat": {"cards_left:Cat": "2"}}


def test_those_who_write_are_called_and_nobodys_page_is_new(
    app: Flask, jig: Phone, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben, hub = phone_of("Ben", jig, another), app.extensions["companion"].hub
    called, announced = [], []
    monkeypatch.setattr(type(hub), "call", lambda hub, code, device: called.append(device))
    monkeypatch.setattr(type(hub), "announce", lambda hub, *version: announced.append(version))
    page = search(r'hx-get="(/t/\w+/reply\?v=[^"]*)"', ben.text)
    says(ben, cards_left="3")
    assert (called, announced) == ([hashed(secret_of(jig))], [])
    assert page and ben.open(page[1]).status == 204, "nothing moves under the thumb"


def test_a_page_that_shows_it_already_is_sent_nothing(jig: Phone, another: Another) -> None:
    ben = phone_of("Ben", jig, another)
    assert "/reply" not in another().open(f"/t/{jig.code}").text, "nobody's phone asks for nothing"
    for phone in (ben, jig):
        found = search(r'hx-get="(/t/\w+/reply\?v=[^"]*)"', phone.open("").text)
        assert found and phone.open(found[1]).status == 204
    says(ben, cards_left="3")
    assert jig.open(found[1]).status == 200


# Other games.


def test_a_page_that_asks_who_holds_pope_is_shown_anew_once_it_is_played(
    app: Flask, phone: Phone, another: Another
) -> None:
    ben = phone_of("Ben", phone.lays(game="Pope Joan").press("Deal"), another)
    found = search(r'hx-get="[^"?]*/(reply\?v=[^"]*)"', ben.text)
    assert found and "holds Pope" in ben.says
    played = Change.play(move("pope-joan", "played", card="pope", player="Ann", cards_left={"Ben": 3}))
    app.extensions["companion"].tables.record(phone.code, None, None, lambda table: [played])
    shown = ben.open(found[1])
    assert shown.status == 200 and "holds Pope" not in shown.says


def test_of_partners_either_answers_for_the_side_and_who_differ_are_both_named(
    app: Flask, phone: Phone, another: Another
) -> None:
    services, writer = app.extensions["companion"], phone.open("/device")
    writer.code = services.tables.lay(sheet(key="cassino", sides=TWO_SIDES)).code
    services.pencils.know(writer.code, secret_of(writer), pencil=True)
    ann, cat = (phone_of(name, writer, another) for name in ("Ann", "Cat"))
    says(cat, side="Ann", aces="2")
    says(ann, side="Ann", sweeps="1")
    assert told(writer) == {"Ann": {"aces:Ann": "2", "sweeps:Ann": "1"}}
    assert (writer.open("").filled("aces:Ann"), writer.filled("sweeps:Ann")) == (["2"], ["1"])
    says(ann, side="Ann", aces="2"), says(cat, side="Ann", aces="1")
    differ = "Ann and Cat answer “How many aces?” differently"
    for each in (ann, cat):
        assert f"{differ}: the writer decides." in each.open("").says
    assert writer.open("").press("Write it down").refused == f"{differ}: tap what's right."
    assert differ not in writer.open("").press("Write it down", {"aces:Ann": "2"}).refused
    says(cat, side="Ann", aces="2")
    assert told(writer) == {"Ann": {"aces:Ann": "2"}}


def test_where_the_bank_has_a_natural_nobody_wins_and_who_lost_loses_as_much(phone: Phone, another: Another) -> None:
    """VU-05."""
    writer = phone.lays(game="Vingt-un")
    ben, cat = (phone_of(name, writer, another) for name in ("Ben", "Cat"))
    says(ben, stakes="2", outcomes="1"), says(cat, stakes="3", outcomes="-1")
    writer.open("").press("Write it down", {"outcomes-all": -2, "stakes:Dan": ""})
    assert writer.refused == "Ann has a natural, so Ben can't have won: tap what's right."
    writer.open("").press("Write it down", {"outcomes-all": -2, "outcomes:Ben": 0, "stakes:Dan": ""})
    assert json.loads(writer.open("result.json").text)["balances"] == {"Ann": 6, "Ben": 0, "Cat": -6, "Dan": 0}


def test_who_of_two_was_first_is_for_the_writer_to_say(phone: Phone, another: Another) -> None:
    writer = phone.lays("Ann", "Ben", "Cat", game="Phase 10")
    ben, cat = (phone_of(name, writer, another) for name in ("Ben", "Cat"))
    says(ben, went_out="Ben", laid="1")
    assert told(writer) == {"Ben": {"out": "Ben", "laid:Ben": "1"}}
    says(cat, went_out="Cat", held="55")
    assert told(writer) == {"Ben": {"laid:Ben": "1"}, "Cat": {"held:Cat": "55"}}
    assert (ben.open("").filled("out"), cat.filled("out")) == (["Ben"], ["Cat"]), "each phone shows what it said"
    writer.press("Write it down", {"held:Ann": 5})
    assert writer.refused == "Ben and Cat each say “Went out”: tap the one who's right."
    writer.open("").press("Write it down", {"out": "Ben", "held:Ann": 50})
    assert "Scored: Ann 50, Ben 0, Cat 55." in writer.open("journal").says


def test_of_two_who_said_it_the_one_is_left_who_takes_it_not_back(phone: Phone, another: Another) -> None:
    writer = phone.lays("Ann", "Ben", "Cat", game="Uno")
    ben, cat = (phone_of(name, writer, another) for name in ("Ben", "Cat"))
    says(ben, went_out="Ben"), says(cat, went_out="Cat")
    says(ben, held="7")
    assert told(writer) == {"Cat": {"out": "Cat"}, "Ben": {"held:Ben": "7"}}


def test_stakes_and_outcomes_are_said_too(phone: Phone, another: Another) -> None:
    writer = phone.lays(game="Macao")
    ben = phone_of("Ben", writer, another)
    says(ben, stakes="5")
    assert told(writer) == {"Ben": {"stakes:Ben": "5"}}
    says(ben, stakes="5", outcomes="2")
    assert told(writer) == {"Ben": {"stakes:Ben": "5", "outcomes:Ben": "2"}}
    assert "say it yourself" not in phone_of("Ann", writer, another).says, "the bank stakes nothing"


@pytest.mark.parametrize("begins", ["first", "left"])
def test_in_a_round_of_several_turns_each_turn_is_asked_anew(begins: str) -> None:
    asks = [{"key": "laid", "ask": "Tile laid"}, {"key": "out", "ask": "Out", "most": "1"}]
    worked = {"questions": asks, "scores": "laid", "round_over": "out", "begins": begins}
    turns = [{"move": "deal"}, *[{"move": "scored", "answers": {"Ann": {"laid": 5}}}] * 2]
    for played, begun in ((1, 2), (2, 3), (3, 4)):
        game = {"game": "points-game", "options": {"worked": worked}, "moves": turns[:played]}
        sheet = sheet_from({"scoresheet": 1, "players": ["Ann", "Ben"], "games": [game]})
        assert hand_begun(record_sheet(sheet)) == begun


def dealt(phone: Phone, *questions: dict[str, Any], moves: Sequence[dict[str, Any]] = (), **options: Any) -> Phone:
    """The writer of a hand of a game that asks these questions."""
    worked = {"questions": questions, "scores": questions[0]["key"]}
    game = {"game": "points-game", "options": {"worked": worked, **options}, "moves": [*moves, {"move": "deal"}]}
    kept = {"scoresheet": 1, "players": ["Ann", "Ben", "Cat", "Dan"], "games": [game]}
    sent = {"sheet": json.dumps(kept), "day": str(today()), "key": token_hex(8)}
    return phone.joins().open("/rules").send("/evenings/import/keep", sent)


def test_a_phone_is_not_asked_what_its_player_is_not(phone: Phone, another: Another) -> None:
    asks = [{"key": "got", "ask": "Got"}, {"key": "low", "ask": "Low", "most": "9", "when": "total < 5"}]
    first = {name: {"got": points, "low": 0} for name, points in (("Ann", 9), ("Ben", 1), ("Cat", 1), ("Dan", 1))}
    writer = dealt(phone, *asks, moves=[{"move": "deal"}, {"move": "scored", "answers": first}])
    assert "low:Ben" in phone_of("Ben", writer, another).text
    ann = phone_of("Ann", writer, another).text
    assert "got:Ann" in ann and "low:Ann" not in ann


def test_a_phone_is_not_asked_what_hangs_on_an_answer_that_it_doesn_t_know(phone: Phone, another: Another) -> None:
    phone.lays("Ann", "Ben", "Cleo", game="Skat")
    assert "Ramsch" in phone.says
    assert "say it yourself" not in phone_of("Ben", phone, another).says


def test_a_phone_answers_for_its_player_alone_where_sides_are_asked_too(phone: Phone, another: Another) -> None:
    asks = [{"key": "made", "ask": "Made", "of": "side"}, {"key": "own", "ask": "Own"}]
    cat = phone_of("Cat", dealt(phone, *asks, sides=TWO_SIDES), another)
    assert "made:Ann" in cat.text and "own:Ann" not in cat.text and "own:Cat" not in cat.text


def test_several_who_say_it_are_told_apart_also_where_all_is_hidden(phone: Phone, another: Another) -> None:
    asks = [
        {"key": "bid", "ask": "Bid", "most": "9", "said": True, "hidden": True},
        {"key": "first", "ask": "Speaks first", "most": "1", "total": "1", "said": True},
    ]
    writer = dealt(phone, *asks)
    for name in ("Ann", "Ben"):
        says(phone_of(name, writer, another), bid="1", speaks=name)
    writer.open("").press("Write it down", {"bid:Cat": 2, "bid:Dan": 2})
    assert writer.refused == "Ann and Ben each say “Speaks first”: tap the one who's right."


def test_the_writer_may_say_that_it_was_neither_of_them(phone: Phone, another: Another) -> None:
    writer = phone.lays(game="Pope Joan").press("Deal")
    for name in ("Ann", "Ben"):
        says(phone_of(name, writer, another), pope=name)
    left = {f"cards_left:{name}": 1 for name in ("Ann", "Ben", "Dan")}
    writer.open("?move=out&player=Cat").press("Write it down", {"pope_held_by": "", **left})
    assert not writer.refused and any(button.startswith("Deal") for button in writer.open("").buttons)
