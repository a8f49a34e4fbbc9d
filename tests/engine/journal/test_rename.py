"""A name that was written wrong is put right, in the whole journal."""

import json
import re
from pathlib import Path

import pytest

from companion.engine.changes import Change, Entry, Redo, Rename, UndoTo, renamed
from companion.engine.errors import Illegal, Malformed
from companion.engine.journal import Journal, _move_before, load
from companion.engine.replay import initial_state
from companion.engine.structure import read
from companion.scoresheet import Sheet, SheetGame, read_sheet, write_sheet
from tests.engine.journal.test_journal import Book, a_hand
from tests.tools.evening import move, opening

SHEETS = Path(__file__).parents[2] / "scoresheets"
READABLE = [
    path.name.removesuffix(".result.json")
    for path in sorted(SHEETS.glob("*.result.json"))
    if json.loads(path.read_text("utf-8")).get("status") != 2
]


def test_everything_that_was_written_names_the_player_anew() -> None:
    book = a_hand().rename("Cat", "Kate")
    assert book.journal.state.balances == {"Ann": -3, "Ben": -2, "Kate": 7, "Dan": -2}
    assert [step.memo for step in book.journal.steps][2:] == ["Kate takes the pool."]
    assert list(book.journal.start.seats) == ["Ann", "Ben", "Kate", "Dan"]
    assert book.play("deal").play("won", player="Kate").balances == [-5, -5, 14, -4]


def test_no_counter_changes_hands_for_it() -> None:
    book = a_hand().rename("Cat", "Kate")
    assert (book.moved, book.conflicts) == ([], {})
    assert book.journal.entries[-1].concerns is None, "it is no move's"
    assert book.undo().moved == []


def test_it_can_be_undone_and_so_can_what_went_before() -> None:
    book = a_hand().rename("Cat", "Kate").rename("Kate", "Katharine").play("deal")
    assert "Katharine" in book.undo().journal.state.balances
    assert "Kate" in book.undo().journal.state.balances
    assert book.undo().journal.state == a_hand().journal.state
    assert book.undo().balances == [-3, -2, -2, -2]


def test_a_name_is_redone_though_another_player_took_the_old_one() -> None:
    book = a_hand().rename("Cat", "Kate").play("join", player="Cat")
    as_it_was = book.journal.state
    book.undo().undo()
    assert book.journal.state == a_hand().journal.state
    assert book.tap(Redo()).tap(Redo()).journal.state == as_it_was
    assert book.tap(UndoTo(3)).journal.state == a_hand().journal.state
    assert book.journal.moved == ()
    assert book.tap(Redo()).journal.state == as_it_was


def test_an_amendment_is_redone_though_its_player_took_a_name_that_was_given_up() -> None:
    book = a_hand().rename("Cat", "Kate").play("join", player="Cat").play("deal").play("won", player="Kate")
    as_it_was = book.amend(8, "won", player="Cat").journal.state
    assert book.tap(UndoTo(3)).journal.state == a_hand().journal.state
    assert book.tap(Redo()).journal.state == as_it_was
    assert book.tap(UndoTo(3)).journal.state == a_hand().journal.state


def test_points_taken_back_are_those_of_the_player_who_gets_the_name_back() -> None:
    laid = Journal(initial_state(["Ann", "Ben", "Cat"])).extend(Change.play(opening("points-game")))
    named = laid.extend(Change.rename("Cat", "Kate")).extend(Change.play(move("points-game", "join", player="Cat")))
    points = {"Ann": 1, "Ben": 2, "Kate": 10, "Cat": 4}
    dealt = named.extend(Change.play(move("points-game", "deal")))
    scored = dealt.extend(Change.play(move("points-game", "scored", points=points)))
    gone = scored.extend(UndoTo(1))
    assert gone.scored == {"Ann": -1, "Ben": -2, "Cat": -10}
    assert gone.extend(Redo()).scored == {"Ann": 1, "Ben": 2, "Kate": 10}


def test_an_amendment_from_before_is_taken_back_by_the_new_name() -> None:
    book = a_hand().amend(3, "won", player="Ann")
    amended = book.journal.entries[-1]
    book.rename("Cat", "Kate")
    change = Change.amend(3, _move_before(amended, book.journal.entries))
    back = Entry(book.journal.last + 1, change, undoes=amended.number)
    book.becomes(book.journal.with_entries([back]))
    assert book.journal.state.balances == {
        "Ann": -3,
        "Ben": -2,
        "Kate": 7,
        "Dan": -2,
    }
    line = book.journal.step(3).line
    assert (line.move, line.amended) == (line.written, False)


def test_two_that_sit_the_wrong_way_round_can_change_their_names() -> None:
    book = a_hand().rename("Cat", "?").rename("Dan", "Cat").rename("?", "Dan")
    assert book.journal.state.balances == {"Ann": -3, "Ben": -2, "Dan": 7, "Cat": -2}
    assert book.undo().undo().undo().journal.state == a_hand().journal.state


def test_somebody_else_may_take_the_name_that_was_given_up() -> None:
    book = a_hand().rename("Cat", "Kate").play("join", player="Cat").play("deal").play("won", player="Cat")
    assert book.journal.state.balances == {"Ann": -5, "Ben": -5, "Kate": 5, "Dan": -4, "Cat": 9}
    came = [entry for entry in book.journal.entries if entry.along == 5]
    assert [book.journal.memo(entry) for entry in came] == ["Cat joins.", "Cat joins."]
    book.rename("Cat", "Cathy")
    assert list(book.journal.state.balances) == ["Ann", "Ben", "Kate", "Dan", "Cathy"]


def test_undo_gives_a_name_back_also_where_somebody_else_had_it_meanwhile() -> None:
    book = a_hand().rename("Cat", "Kate").play("join", player="Cat").play("leave", player="Cat")
    for _ in range(3):
        book.undo()
    assert book.journal.state == a_hand().journal.state
    assert list(book.restore(5).journal.state.seats)[2:] == ["Cat", "Dan", "Cat (2)"]


def test_counters_change_hands_where_a_move_stands_again_for_it() -> None:
    book = a_hand().play("join", player="Eve").play("deal").insert(2, "join", player="EVE")
    assert list(book.conflicts) == [4]
    book.rename("EVE", "Eva")
    assert (book.conflicts, book.moved) == ({}, ["Eve → the pool 2"])


def test_capitals_and_blanks_can_be_put_right() -> None:
    assert list(a_hand().rename("Cat", "CAT").rename("CAT", " Cat").journal.state.seats)[2] == " Cat"


def test_who_got_up_and_who_sat_down_later_can_be_renamed() -> None:
    book = Book().play("join", player="Eve", left_of="Ann").play("leave", player="Eve").rename("Eve", "Eva")
    assert [step.memo for step in book.journal.steps][1:] == ["Eva joins on Ann's left.", "Eva leaves."]
    assert list(book.rename("Ann", "Anna").journal.state.seats) == ["Anna", "Eva", "Ben", "Cat", "Dan"]


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ("Zoe", "Zoë", "Zoe is not at this table."),
        ("Ann", "Ann", "Ann is already spelt that way."),
        ("Ann", "BEN ", "Ben is already in this table's journal: choose another name."),
        ("Ann", "Eve", "Eve is already in this table's journal: choose another name."),
    ],
)
def test_nobody_takes_the_name_of_another(was: str, now: str, why: str) -> None:
    book = a_hand().play("join", player="Eve").strike(4)  # who may come back
    with pytest.raises(Illegal) as refused:
        book.rename(was, now)
    assert str(refused.value) == why
    assert book.journal.last == 5


def test_a_name_may_be_no_blank_and_not_endless() -> None:
    for name, why in ((" ", "must not be blank"), ("x" * 41, "must have at most 40 characters, not 41")):
        with pytest.raises(Malformed, match=why):
            read(Rename, {"was": "Ann", "now": name})


def test_a_table_without_a_move_has_names_too() -> None:
    start = initial_state(["Ann", "Ben"])
    journal = Journal(start).extend(Change.rename("Ann", "Anna"))
    assert journal == load(start, journal.entries)
    assert journal.state.dealer == "Anna"


@pytest.mark.parametrize("name", READABLE)
def test_every_way_in_which_a_sheet_names_players(name: str) -> None:
    """Names stand alone in their texts in a sheet, so that another in their place is the same sheet otherwise."""
    text = (SHEETS / f"{name}.json").read_text("utf-8")
    sheet = read_sheet(text.encode())
    called = {player: f"§{player}" for player in names_in(sheet)}
    games = [
        SheetGame(renamed(game.opening, called), [renamed(move, called) for move in game.moves])  # type: ignore[arg-type]
        for game in sheet.games
    ]
    expected = write_sheet(sheet)
    for player, now in called.items():
        written, other = json.dumps(player, ensure_ascii=False), json.dumps(now, ensure_ascii=False)
        expected = re.sub(f'(?<!"word": ){re.escape(written)}', other, expected)  # a word for the bag may be anything
    players = [called[name] for name in sheet.players]
    assert write_sheet(Sheet(players, games, sheet.counter_value, sheet.start)) == expected


def names_in(sheet: Sheet) -> list[str]:
    return [*sheet.players, *(move.player for game in sheet.games for move in game.moves if move.name == "join")]  # type: ignore[attr-defined]
