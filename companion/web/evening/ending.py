"""The end of a game, as every screen tells it: who won and with what, how it went, and what is shared of it."""

from typing import NamedTuple

from companion.engine.message import Message, joined, listed, say, say_many
from companion.engine.phrases import pot_named, signed, the, unsigned
from companion.engine.reports.evening import Evening
from companion.engine.reports.winners import Result, ahead, headline, just_ended, with_what
from companion.scoresheet import Coins
from companion.store import Table
from companion.web.evening import bp
from companion.web.evening.chart import Chart, brief
from companion.web.i18n.filters import in_both_ways, in_currency, points_word


class Ending(NamedTuple):
    """A game that was won."""

    result: Result
    headline: Message
    """Who won it."""
    medal: tuple[str, str]
    """What stands on the medal: the pool, the points or the counters, and a word for them; empty where nobody won."""
    told: Message
    """With what it was won, and what it pays."""

    @property
    def title(self) -> str:
        return self.result.title

    @property
    def prizes(self) -> list[tuple[Message, Message, int]]:
        """Every prize of its last hand: what it is, who has it, and its counters; a pool is told with the points."""
        many = () if self.result.in_points or self.result.pools else self.result.prizes
        return [(pot_named(prize.name), listed(prize.who), prize.counters) for prize in many]


def told_of(ended: Result, coins: Coins | None) -> Ending:
    """Return how the pages tell of a game that was won."""
    if ended.given_away:
        return Ending(ended, headline(ended), ("", ""), joined("", with_what(ended)))
    best, mates = ended.standings[0], [each for each in ended.standings if each.player in ended.who]
    alike = bool(mates) and len({each.counters for each in mates}) == 1
    pays = in_both_ways(best.counters, _worth(ended, coins)) if alike and best.counters else ""
    hands = say_many("after {n} hand", "after {n} hands", ended.state.hand)
    if ended.by_hand and ended.in_points and not ended.prizes:
        hands = say_many("finished after {n} hand", "finished after {n} hands", ended.state.hand)
    if best.told and ended.state.hand == 1:
        hands = Message()
    told = joined(" · ", [part for part in (*with_what(ended), pays, hands) if part])
    return Ending(ended, headline(ended), _medal(ended), told)


def _worth(ended: Result, coins: Coins | None) -> str:
    """Write what the game brought its winner in coins; empty where counters are worth no money."""
    if coins is None:
        return ""
    net = {each.player: each.counters for each in ended.standings}
    worth = coins.worth({name: net[name] for name in ended.state.seats if name in net} | {"": -sum(net.values())})
    return in_currency(abs(worth[ended.standings[0].player]), coins.value.currency)


def _medal(ended: Result) -> tuple[str, str]:
    if not ended.who:
        return "", ""
    best, own = ended.standings[0], [prize for prize in ended.prizes if {*prize.who} == {*ended.who}]
    if len(own) == 1:
        return f"{own[0].counters}", the(own[0].name) if best.points is not None else pot_named(own[0].name)
    if best.points is not None:
        return unsigned(best.points), points_word(best.points, ended.state)
    if not ended.state.manner.tells_points:
        return "★", ""
    return signed(best.counters), say_many("counter", "counters", best.counters)


@bp.app_template_global()
def ending(table: Table) -> Ending | None:
    """Return how the game that is on the table was won; None as long as it wasn't."""
    ended = just_ended(table.journal)
    return told_of(ended, table.coins) if ended else None


@bp.app_template_global()
def endings(table: Table) -> list[Ending]:
    """Return how every game of an evening was won."""
    return [told_of(ended, table.coins) for ended in table.evening.results if ended.decided]


@bp.app_template_global()
def results_given_away(table: Table) -> list[Result]:
    """Return the games of an evening, also the one that is on, whose prizes nobody at the table can win."""
    return [result for result in table.evening.results if result.given_away]


@bp.app_template_global()
def ahead_in_all(table: Table) -> Message:
    """Say who came out ahead over several games; empty where there was only one, or nobody did."""
    return ahead(table.journal) if len(table.evening.begun) > 1 else Message()


@bp.app_template_global()
def how_it_went(table: Table) -> tuple[Evening, Chart] | None:
    """Return the evening, and the lines of the game on the table; None where a single hand draws no line."""
    games = table.evening.games
    game = games[-1] if games else None
    shown = game and len(game.hands) > 1 and table.journal.state.manner.tells_points and not game.is_for_others
    return (table.evening, brief(game)) if game and shown else None


@bp.app_template_global()
def pools_taken(table: Table) -> list[Message]:
    """Say who took which pool of an evening and in which hand, but for what is said of a game that was won."""
    lines = []
    for of_game in table.evening.results:
        is_told = of_game.decided and of_game.in_points and of_game.prizes
        untold = of_game.pools[: -len(of_game.prizes)] if is_told else of_game.pools
        title = say(of_game.title)
        lines += [joined(" · ", (title, say("hand {hand}", hand=pool.hand), pool.told)) for pool in untold]
    return lines


def in_lines(table: Table) -> list[Message]:
    """Return who won each game, a line each, and who came out ahead in all of them."""
    ended = endings(table)
    lines = [say("{won} ({told})", won=each.headline, told=each.told) if each.told else each.headline for each in ended]
    lines += [
        say("{when} · {what}: {who}", when=prize.when, what=prize.what, who=prize.who)
        for each in results_given_away(table)
        for prize in each.given_away
        if prize.who
    ]
    return [line for line in (*lines, *pools_taken(table), ahead_in_all(table)) if line]
