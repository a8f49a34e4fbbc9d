"""The journal: every move in order, corrected by adding."""

from typing import Any

import pytest

from companion.engine.changes import Change, Redo, Undo, UndoTo
from companion.engine.errors import Illegal
from companion.engine.fields import Pot
from companion.engine.journal import Journal, load
from companion.engine.postings import Posting
from companion.engine.replay import initial_state
from tests.tools.evening import move, opening


class Book:
    """A journal at a table of Spoil-Five. After every tap it is as if it had been loaded from its entries."""

    def __init__(self, **options: Any) -> None:
        self.laid = initial_state(["Ann", "Ben", "Cat", "Dan"])
        self.journal = Journal(self.laid)
        self.tap(Change.play(opening("spoil-five", **options)))

    def tap(self, *changes: Change) -> "Book":
        return self.becomes(self.journal.extend(*changes))

    def becomes(self, journal: Journal) -> "Book":
        self.journal = journal
        fresh = load(self.laid, self.journal.entries)
        assert fresh == self.journal
        assert fresh.state == self.journal.state
        return self

    def play(self, name: str, **fields: Any) -> "Book":
        return self.tap(Change.play(move("spoil-five", name, **fields)))

    def strike(self, number: int) -> "Book":
        return self.tap(Change.strike(number))

    def restore(self, number: int) -> "Book":
        return self.tap(Change.restore(number))

    def amend(self, number: int, name: str, **fields: Any) -> "Book":
        return self.tap(Change.amend(number, move("spoil-five", name, **fields)))

    def insert(self, before: int, name: str, **fields: Any) -> "Book":
        return self.tap(Change.insert(before, move("spoil-five", name, **fields)))

    def rename(self, was: str, now: str) -> "Book":
        return self.tap(Change.rename(was, now))

    def undo(self) -> "Book":
        return self.tap(Undo())

    @property
    def balances(self) -> list[int]:
        return list(self.journal.state.balances.values())

    @property
    def in_force(self) -> list[int]:
        return [step.line.number for step in self.journal.in_force()]

    @property
    def conflicts(self) -> dict[int, str]:
        return {step.line.number: step.conflict for step in self.journal.conflicts}

    @property
    def moved(self) -> list[str]:
        names = [(account_name(p.payer), account_name(p.payee), p.counters) for p in self.journal.moved]
        return [f"{payer} → {payee} {counters}" for payer, payee, counters in names]


def account_name(account: str | Pot) -> str:
    return account if isinstance(account, str) else f"the {account.name}"


def a_hand() -> Book:
    """1 the game, 2 a deal, 3 won by Cat."""
    return Book().play("deal").play("won", player="Cat")


def test_an_empty_journal_is_the_table_as_it_was_laid() -> None:
    journal = Journal(initial_state(["Ann"]))
    assert load(journal.start, []) == journal
    assert (journal.state, journal.last) == (journal.start, 0)
    assert journal.extend(Undo()) is journal


def test_moves_stand_in_order_and_say_what_changed_hands() -> None:
    book = a_hand()
    assert book.balances == [-3, -2, 7, -2]
    assert book.moved == ["the pool → Cat 9"]
    assert book.journal.last == 3
    assert book.journal.step(3).memo == "Cat takes the pool."
    assert book.journal.before(3).pots == {"pool": 9}
    assert book.journal.before(1) == book.journal.start


def test_an_illegal_move_is_not_written() -> None:
    book = a_hand()
    with pytest.raises(Illegal, match="No hand is in play"):
        book.play("won", player="Ann")
    assert book.journal.last == 3


def test_of_a_tap_with_several_moves_all_are_written_or_none() -> None:
    book = a_hand()
    deal, won = move("spoil-five", "deal"), move("spoil-five", "won", player="Ann")
    with pytest.raises(Illegal):
        book.tap(Change.play(deal), Change.play(won), Change.play(won))
    assert book.journal.last == 3
    book.tap(Change.play(deal), Change.play(won))
    assert book.journal.last == 5
    assert book.moved == [
        "Ann → the pool 2",
        "Ben → the pool 3",
        "Cat → the pool 2",
        "Dan → the pool 2",
        "the pool → Ann 9",
    ]


def test_a_struck_move_counts_no_more_and_only_the_difference_changes_hands() -> None:
    book = a_hand().strike(3)
    assert book.balances == [-3, -2, -2, -2]
    assert book.moved == ["Cat → the pool 9"]
    assert book.in_force == [1, 2]
    assert book.journal.step(3).memo == "Cat takes the pool."
    assert book.journal.state.open


def test_every_entry_has_the_sentence_of_the_move_that_it_plays_or_corrects() -> None:
    book = a_hand().strike(3).restore(3).amend(3, "won", player="Dan").undo().play("deal")
    book.insert(2, "give", from_="Ann", to="Ben", counters=1).rename("Ann", "Anna")
    memos = [book.journal.memo(entry) for entry in book.journal.entries]
    assert memos[:2] == ["Spoil-Five begins; Anna deals first.", "Anna deals hand 1."]
    assert memos[2:7] == ["Cat takes the pool."] * 5
    assert memos[7:] == ["Ben deals hand 2.", "Anna gives Ben 1.", "Ann is now called Anna."]


def test_a_struck_move_can_be_restored() -> None:
    book = a_hand().strike(3).restore(3)
    assert book.balances == [-3, -2, 7, -2]
    assert book.moved == ["the pool → Cat 9"]
    assert book.in_force == [1, 2, 3]


def test_an_amended_move_counts_as_amended() -> None:
    book = a_hand().amend(3, "won", player="Ann")
    assert book.balances == [6, -2, -2, -2]
    assert book.moved == ["Cat → Ann 9"]
    assert book.journal.step(3).line.amended
    assert not book.undo().journal.step(3).line.amended, "it is as it was written"


def test_a_forgotten_move_is_inserted_where_it_belongs() -> None:
    book = a_hand().play("deal").play("won", player="Ann").insert(4, "deal").insert(4, "won", player="Dan")
    assert book.in_force == [1, 2, 3, 6, 7, 4, 5]
    assert [step.memo for step in book.journal.steps][3:] == [
        "Ben deals hand 2.",
        "Dan takes the pool.",
        "Cat deals hand 3.",
        "Ann takes the pool.",
    ]
    assert book.balances == [2, -7, 2, 3]
    assert book.journal.before(4).balances == {"Ann": -5, "Ben": -5, "Cat": 5, "Dan": 5}


def test_only_what_an_inserted_move_changes_changes_hands() -> None:
    assert a_hand().play("deal").insert(4, "give", from_="Ann", to="Cat", counters=3).moved == ["Ann → Cat 3"]
    assert a_hand().insert(3, "spoilt").conflicts == {3: "No hand is in play: deal first."}


def test_an_inserted_move_is_undone_amended_and_struck_like_any_other() -> None:
    book = a_hand().insert(2, "give", from_="Ann", to="Cat", counters=3)
    assert book.amend(4, "give", from_="Ann", to="Ben", counters=3).balances == [-6, 1, 7, -2]
    assert book.undo().balances == [-6, -2, 10, -2]
    assert book.undo().balances == [-3, -2, 7, -2]
    assert book.restore(4).strike(4).balances == [-3, -2, 7, -2]
    assert book.insert(4, "give", from_="Dan", to="Cat", counters=1).balances == [-3, -2, 8, -3]


def test_the_move_before_which_one_was_inserted_is_amended_back_to_its_own() -> None:
    book = a_hand().amend(3, "won", player="Ben").insert(3, "give", from_="Ann", to="Cat", counters=3)
    book.amend(3, "won", player="Dan").undo()
    assert book.balances == [-6, 7, 1, -2]


def test_a_move_that_cannot_be_inserted_is_refused() -> None:
    book = a_hand()
    for before, why in ((1, "No game has begun"), (2, "No hand is in play"), (9, "no move 9")):
        with pytest.raises(Illegal, match=why):
            book.insert(before, "won", player="Ann")
    assert book.journal.last == 3


def test_the_house_rules_can_be_amended_too() -> None:
    book = a_hand()
    book.tap(Change.amend(1, opening("spoil-five", ante=3)))
    assert book.balances == [-4, -3, 10, -3]


def test_what_cannot_be_corrected() -> None:
    book = a_hand()
    with pytest.raises(Illegal, match="no move 9"):
        book.strike(9)
    with pytest.raises(Illegal, match="isn't struck"):
        book.restore(3)
    with pytest.raises(Illegal, match="Eve is not at this table"):
        book.amend(3, "won", player="Eve")
    book.strike(3)
    with pytest.raises(Illegal, match="already struck"):
        book.strike(3)
    with pytest.raises(Illegal, match="restore it before you correct"):
        book.amend(3, "won", player="Ann")
    with pytest.raises(Illegal, match="no move 4"):
        book.strike(4)
    assert book.journal.last == 4


def test_a_later_move_that_no_longer_stands_is_kept_flagged_and_folded_around() -> None:
    book = a_hand().play("deal").play("won", player="Ann").strike(2)
    assert book.conflicts == {3: "No hand is in play: deal first."}
    assert book.in_force == [1, 4, 5]
    assert book.balances == [6, -2, -2, -2]
    assert book.journal.step(3).memo.startswith("Takes the pool")


def test_a_move_that_no_longer_stands_says_whose_it_is() -> None:
    book = a_hand().play("deal").play("won", player="Ann").play("join", player="Eve", left_of="Dan").strike(1)
    memos = {step.line.number: step.memo for step in book.journal.conflicts}
    assert memos[3] == "Takes the pool: Cat."
    assert memos[6] == "Somebody joins: Eve."


def test_a_conflict_stands_again_when_its_cause_is_gone() -> None:
    book = a_hand().strike(2).restore(2)
    assert book.conflicts == {}
    assert book.balances == [-3, -2, 7, -2]


def test_a_move_that_no_longer_stands_can_be_struck_but_not_restored() -> None:
    book = a_hand().strike(2).strike(3)
    assert book.conflicts == {}
    with pytest.raises(Illegal, match="No hand is in play"):
        book.restore(3)


def test_undo_takes_back_one_tap_after_another() -> None:
    book = a_hand()
    assert book.undo().balances == [-3, -2, -2, -2]
    assert book.moved == ["Cat → the pool 9"]
    assert book.undo().balances == [0, 0, 0, 0]
    assert book.undo().in_force == []
    assert book.journal.extend(Undo()) is book.journal


def test_undo_goes_on_below_a_new_move() -> None:
    book = a_hand().undo().play("won", player="Ann")
    assert book.balances == [6, -2, -2, -2]
    assert book.undo().balances == [-3, -2, -2, -2]
    assert book.undo().balances == [0, 0, 0, 0]


def test_redo_puts_there_again_what_undo_took_back() -> None:
    book = a_hand()
    as_it_was = book.journal.state
    assert book.journal.extend(Redo()) is book.journal, "nothing was undone"
    assert Journal(book.laid).extend(Redo()).entries == Journal(book.laid).entries, "nothing was written at all"
    book.undo().undo().tap(Redo()).tap(Redo())
    assert book.journal.state == as_it_was
    assert book.journal.extend(Redo()) is book.journal, "all is there again"


def test_undo_and_redo_go_to_and_fro() -> None:
    book = a_hand()
    dealt, won = [-3, -2, -2, -2], [-3, -2, 7, -2]
    assert book.undo().balances == dealt
    for _ in range(3):
        assert book.tap(Redo()).balances == won
        assert book.undo().balances == dealt
        assert book.undo().balances == [0, 0, 0, 0]
        assert book.tap(Redo()).balances == dealt
    assert book.tap(Redo()).balances == won


def test_redo_is_gone_once_something_else_was_written() -> None:
    book = a_hand().undo().play("won", player="Ann")
    assert book.journal.extend(Redo()) is book.journal
    assert book.undo().tap(Redo()).balances == [6, -2, -2, -2], "the new move can be undone and redone itself"


@pytest.mark.parametrize(
    "tap",
    [
        [Change.strike(3)],
        [Change.amend(3, move("spoil-five", "won", player="Dan"))],
        [Change.insert(3, move("spoil-five", "give", from_="Ann", to="Ben", counters=1))],
        [Change.rename("Ann", "Ada")],
        [Change.play(move("spoil-five", "deal")), Change.play(move("spoil-five", "won", player="Ben"))],
    ],
)
def test_every_tap_is_redone_as_one(tap: list[Change]) -> None:
    book = a_hand().tap(*tap)
    as_it_was = book.journal.state
    assert book.undo().journal.state != as_it_was
    assert book.tap(Redo()).journal.state == as_it_was
    assert book.undo().undo().balances == [-3, -2, -2, -2]


def test_undo_to_here_takes_back_all_that_was_written_later() -> None:
    book = a_hand()
    here = book.journal.state
    book.play("deal").amend(3, "won", player="Dan").tap(Change.rename("Ann", "Ada")).strike(2).undo().play(
        "won", player="Ben"
    )
    there = book.journal.state
    assert book.tap(UndoTo(3)).journal.state == here
    assert {entry.along for entry in book.journal.entries[9:]} == {10}, "it is one tap"
    assert book.tap(Redo()).journal.state == there
    assert book.tap(UndoTo(3)).undo().balances == [-3, -2, -2, -2], "undo goes on from there"


def test_undo_to_here_takes_back_an_amendment_and_a_name_that_was_corrected_after_it() -> None:
    book = Book().play("deal").play("won", player="Ann")
    here = book.journal.state
    book.amend(3, "won", player="Dan").tap(Change.rename("Ann", "Ada"))
    there = book.journal.state
    assert book.tap(UndoTo(3)).journal.state == here
    assert book.tap(Redo()).journal.state == there


def test_undo_to_here_leaves_half_a_tap_where_here_is_in_it() -> None:
    book = (
        Book()
        .play("deal")
        .tap(Change.play(move("spoil-five", "won", player="Cat")), Change.play(move("spoil-five", "deal")))
    )
    assert book.tap(UndoTo(3)).balances == [-3, -2, 7, -2]
    assert book.undo().balances == [-3, -2, -2, -2]
    assert book.tap(Redo()).tap(Redo()).balances == [-5, -5, 5, -4]


def test_undo_to_the_last_entry_changes_nothing() -> None:
    book = a_hand()
    assert book.journal.extend(UndoTo(3)) is book.journal


def test_undo_takes_back_corrections_too() -> None:
    book = a_hand().strike(3).restore(3).amend(3, "won", player="Ann").amend(3, "won", player="Ben")
    winners = []
    for _ in range(4):
        book.undo()
        winners.append(book.balances)
    assert winners == [[6, -2, -2, -2], [-3, -2, 7, -2], [-3, -2, -2, -2], [-3, -2, 7, -2]]


def test_undo_of_an_amendment_that_came_after_an_undone_one() -> None:
    book = a_hand().amend(3, "won", player="Ann").undo().amend(3, "won", player="Ben").undo()
    assert book.balances == [-3, -2, 7, -2]


def test_undo_takes_back_all_that_one_tap_wrote_and_is_itself_one_tap() -> None:
    book = Book()
    book.tap(Change.play(move("spoil-five", "deal")), Change.play(move("spoil-five", "spoilt")))
    back = book.undo().journal.entries[-2:]
    assert [(entry.change, entry.undoes) for entry in back] == [(Change.strike(3), 3), (Change.strike(2), 2)]
    assert {entry.along for entry in back} == {back[0].number}
    assert [entry.number for entry in back] == [4, 5]
    assert book.in_force == [1]
    assert book.moved == ["the pool → Ann 3", "the pool → Ben 2", "the pool → Cat 2", "the pool → Dan 2"]
    assert book.undo().in_force == []


def test_undo_of_one_entry_stands_alone() -> None:
    book = a_hand().undo()
    (back,) = book.journal.entries[3:]
    assert (back.number, back.along) == (4, None)


def test_a_tap_that_corrects_and_plays_is_undone_as_one() -> None:
    book = a_hand()
    book.tap(Change.strike(3), Change.play(move("spoil-five", "spoilt")))
    assert book.balances == [-3, -2, -2, -2]
    assert book.moved == ["Cat → the pool 9"]
    assert book.undo().balances == [-3, -2, 7, -2]


def test_undo_is_possible_also_where_the_old_move_no_longer_stands() -> None:
    """An undo restores what was written, even if it then is a conflict."""
    book = a_hand().strike(2).strike(3)
    assert book.undo().conflicts == {3: "No hand is in play: deal first."}
    assert book.undo().conflicts == {}


def test_what_was_undone_can_be_restored_by_hand() -> None:
    book = a_hand().undo().restore(3)
    assert book.balances == [-3, -2, 7, -2]
    assert book.undo().balances == [-3, -2, -2, -2]
    assert book.undo().balances == [0, 0, 0, 0]


def test_a_correction_in_an_earlier_game_follows_through_the_later_ones() -> None:
    book = a_hand().play("finish")
    book.tap(Change.play(opening("twenty-five"))).tap(Change.play(move("twenty-five", "deal")))
    assert book.balances == [-5, -5, 5, -4]
    book.amend(3, "won", player="Ann")
    assert book.balances == [4, -5, -4, -4]
    assert book.moved == ["Cat → Ann 9"]
    book.strike(4)
    assert book.conflicts == {
        5: "Spoil-Five isn't over yet: finish it first.",
        6: "This belongs to another game; this one is Spoil-Five.",
    }


def test_who_joined_in_a_struck_move_is_gone_with_all_that_he_did() -> None:
    book = Book().play("join", player="Eve").play("give", from_="Eve", to="Ann", counters=4).strike(2)
    assert book.balances == [0, 0, 0, 0]
    assert book.conflicts == {3: "Eve is not at this table."}
    assert book.moved == ["Ann → Eve 4"]


def test_moves_are_posted_by_name() -> None:
    assert a_hand().journal.moved == (Posting(Pot("pool"), "Cat", 9),)
