"""The points that changed, in sentences, and what the evening keeps of every game's points."""

from typing import Any

import pytest

from companion.engine.changes import Change, Undo
from companion.engine.journal import Journal, load
from companion.engine.replay import initial_state
from companion.engine.reports.evening import evening
from companion.engine.reports.sentences import latest_score, new_score, own_score, step_changes
from tests.tools.evening import FOUR, move, opening


class Sheet:
    """A journal that plays one game after another, a tap for every move; loaded again it is the same."""

    def __init__(self, key: str, players: str = FOUR, **options: Any) -> None:
        self.journal = Journal(initial_state(players.split()))
        self.begins(key, **options)

    def begins(self, key: str, **options: Any) -> "Sheet":
        self.key = key
        return self.tap(Change.play(opening(key, **options)))

    def tap(self, *changes: Any) -> "Sheet":
        self.journal = self.journal.extend(*changes)
        assert load(self.journal.start, self.journal.entries) == self.journal
        return self

    def plays(self, name: str, **fields: Any) -> "Sheet":
        return self.tap(Change.play(move(self.key, name, **fields)))

    def tricks(self, first: str | None = None, **won: int) -> "Sheet":
        self.plays("deal")
        return self.plays("tricks", won=won, **({"first": first} if first else {}))

    @property
    def says(self) -> list[str]:
        return latest_score(self.journal)


def hand(sheet: Sheet, trumps: str, side: str, odd: int, **more: Any) -> Sheet:
    return sheet.plays("deal").plays("played", trumps=trumps, side=side, odd=odd, **more)


def test_a_side_scores_and_leads_or_draws_level_or_still_trails() -> None:
    sheet = hand(Sheet("bridge"), "C", "Ann", 2)
    assert sheet.says == ["Ann and Cat score 8, and lead 8 to 0"]
    assert hand(sheet, "S", "Ben", 1).says == ["Ben and Dan score 2; Ann and Cat lead 8 to 2"]
    assert hand(sheet, "D", "Dan", 1).says == ["Ben and Dan score 6, and it's 8 all"]
    scored = sheet.journal.scored, "Dan", sheet.journal.state
    assert own_score(*scored) == [("score", 6, "")], "also in words for the partner who did not make it"
    assert own_score(sheet.journal.scored, "Ann", sheet.journal.state) == []


def test_a_move_of_the_journal_says_the_score_before_the_counters() -> None:
    sheet = hand(Sheet("bridge"), "C", "Ann", 2)
    assert step_changes(sheet.journal.steps[-1]) == ["Ann and Cat score 8, and lead 8 to 0"]
    assert step_changes(sheet.journal.steps[-2]) == [], "a deal scores nothing"


def test_points_that_were_taken_back_leave_the_score_alone_to_be_said() -> None:
    state = hand(Sheet("bridge"), "C", "Ann", 2).journal.state
    assert new_score({"Ann": -8}, state) == ["The score is now Ann and Cat 8, Ben and Dan 0"]


def test_a_game_about_counters_keeps_no_parts_of_a_score() -> None:
    assert Sheet("spoil-five").journal.state.facts.score_lines() == {}


def test_two_sides_score_in_one_hand() -> None:
    sheet = hand(Sheet("bridge"), "H", "Ann", 4, honours={"side": "Ben", "held": "five"})
    assert sheet.says == ["Scored: Ann and Cat 32, Ben and Dan 40; Ben and Dan lead 40 to 32"]


def test_of_several_it_is_said_who_leads() -> None:
    sheet = Sheet("twenty-five")
    assert sheet.tricks(Ann=3, Ben=2).says == ["Scored: Ann 15, Ben 10; Ann leads with 15"]
    assert sheet.tricks(Ben=1, Cat=3, Dan=1).says == ["Scored: Ben 5, Cat 15, Dan 5; Ann, Ben and Cat lead with 15"]
    assert sheet.plays("deal").says == [], "a deal scores nothing"


def test_two_players_alone_lead_in_the_singular() -> None:
    def count(sheet: Sheet, great: str, little: str, last: str) -> Sheet:
        even = {"cards": {"Ann": 26, "Ben": 26}, "spades": {"Ann": 7, "Ben": 6}, "aces": {"Ann": 2, "Ben": 2}}
        return sheet.plays("deal").plays("counted", **even, great=great, little=little, last=last)

    sheet = Sheet("cassino", "Ann Ben")
    assert count(sheet, "Ann", "Ann", "Ann").says == ["Ann scores 5, and leads 5 to 0"]
    assert count(sheet, "Ben", "Ben", "Ben").says == ["Ben scores 3; Ann leads 5 to 3"]
    sheet = Sheet("cassino", "Ann Ben")
    count(count(sheet, "Ann", "Ann", "Ann"), "Ben", "Ben", "Ben")
    assert count(sheet, "Ben", "Ann", "Ben").says == ["Ben scores 1; Ann leads 5 to 4"]
    assert count(sheet, "Ben", "Ann", "Ben").says == ["Ben scores 1, and it's 5 all"]


def test_where_the_fewest_points_win_the_fewest_lead() -> None:
    sheet = Sheet("points-game", "Ann Ben Cat", name="Nines", wins="fewest").plays("deal")
    assert sheet.plays("scored", points={"Ann": 9, "Ben": 4, "Cat": 1}).says == [
        "Scored: Ann 9, Ben 4, Cat 1; Cat leads with 1"
    ]


def test_everybody_may_be_level() -> None:
    sheet = Sheet("twenty-five", "Ann Ben Cat Dan Eve")
    assert sheet.tricks(Ann=1, Ben=1, Cat=1, Dan=1, Eve=1).says == [
        "Scored: Ann 5, Ben 5, Cat 5, Dan 5, Eve 5; it's 5 all"
    ]


def test_one_of_several_scores_alone() -> None:
    sides = [["Ann", "Cat"], ["Ben", "Dan"]]
    assert Sheet("twenty-five", sides=sides).tricks(Ann=3, Cat=1, Ben=1).says == [
        "Scored: Ann and Cat 20, Ben and Dan 5; Ann and Cat lead 20 to 5"
    ]
    assert Sheet("twenty-five").tricks(Ann=5).says == ["Ann scores 25; Ann wins with 25"]


def test_what_is_corrected_or_taken_back_says_the_score_that_it_comes_to() -> None:
    sheet = Sheet("twenty-five", "Ann Ben").tricks(Ann=3, Ben=2)
    sheet.tap(Change.amend(3, move("twenty-five", "tricks", won={"Ann": 2, "Ben": 3})))
    assert sheet.says == ["The score is now Ann 10, Ben 15"]
    assert sheet.tap(Undo()).says == ["The score is now Ann 15, Ben 10"]
    assert Sheet("twenty-five").tap(Undo()).says == [], "with the game its score is gone"


def test_a_stock_shrinks_to_what_is_left() -> None:
    sheet = Sheet("polignac", stock=8).plays("deal")
    assert sheet.journal.state.score == {"Ann": 8, "Ben": 8, "Cat": 8, "Dan": 8}
    assert sheet.plays("took", player="Ben", card="JS").says == ["Ben has 6 left"]
    assert sheet.tap(Undo()).says == ["Ben has 8 left"]
    assert Sheet("polignac").plays("deal").plays("took", player="Ben", card="JS").journal.state.score == {}


def test_the_points_of_a_game_that_was_won_stand_until_the_next_deal() -> None:
    sheet = Sheet("twenty-five", "Ann Ben").tricks(Ann=3, Ben=2).tricks(Ann=2, Ben=3, first="Ann")
    assert sheet.journal.state.score == {"Ann": 25, "Ben": 25}
    assert sheet.journal.state.scored() == {"Ann": 0, "Ben": 0}, "as the result of the sheet has it"
    assert sheet.plays("deal").journal.state.score == {"Ann": 0, "Ben": 0}


def test_who_took_the_pool_has_won_although_both_stand_at_25() -> None:
    sheet = Sheet("twenty-five", "Ann Ben").tricks(Ann=2, Ben=3).tricks(Ann=3, Ben=2, first="Ann")
    assert sheet.says == ["Scored: Ann 15, Ben 10; Ann wins with 25"]


def test_a_tie_that_is_nobodys_has_no_leaders_once_the_game_is_over() -> None:
    sheet = Sheet("cassino", "Ann Ben Cat", target=None).plays("deal")
    cards = {"cards": {"Ann": 18, "Ben": 18, "Cat": 16}, "spades": {"Ann": 5, "Ben": 5, "Cat": 3}}
    sheet.plays("counted", **cards, aces={"Ann": 1, "Ben": 2, "Cat": 1}, great="Ann", little="Ben", last="Cat")
    assert sheet.says[0].endswith("; nobody wins"), sheet.says


def test_finished_games_keep_their_points_after_another_began() -> None:
    sheet = (
        hand(Sheet("bridge"), "C", "Ann", 2)
        .plays("finish")
        .begins("spoil-five")
        .plays("deal")
        .plays("spoilt")
        .plays("finish")
    )
    sheet.begins("twenty-five").tricks(Ann=3, Ben=2)
    report = evening(sheet.journal)
    assert [game.title for game in report.scored] == ["Bridge", "Twenty-five"]
    assert [game.hands[-1].score for game in report.scored] == [
        {"Ann": 8, "Ben": 0},
        {"Ann": 15, "Ben": 10, "Cat": 0, "Dan": 0},
    ]
    assert report.scored[0].sides == {"Ann": ("Ann", "Cat"), "Ben": ("Ben", "Dan")}
    assert report.scored[0].start == {"Ann": 0, "Ben": 0}
    assert report.counts, "Spoil-Five was about counters"


def test_an_evening_of_points_alone_is_not_about_counters() -> None:
    assert not evening(hand(Sheet("bridge"), "C", "Ann", 2).journal).counts


@pytest.mark.parametrize(("part", "points"), [("below the line", (32, 0)), ("above the line", (0, 40))])
def test_the_two_parts_of_a_rubber(part: str, points: tuple[int, int]) -> None:
    sheet = hand(Sheet("bridge"), "H", "Ann", 4, honours={"side": "Ben", "held": "five"})
    assert tuple(sheet.journal.state.facts.score_lines()[part].values()) == points
