"""The question who plays with whom: as people sit, or each on a side of their choice."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from companion.engine.cached import cached_property
from companion.engine.kit.shapes import EqualSides
from companion.engine.message import Message, listed, say
from companion.web.forms.answers import Choices, InvalidAnswer, subfields
from companion.web.forms.controls import OneAnswer
from companion.web.forms.labels import against

CHOSEN = "chosen"
"""The answer that the side of each player is said one by one."""
ALONE = "alone"
"""The answer that everyone plays alone, though the game is for partners."""
SITS_OUT = "–"
"""What stands for the side of a player who sits out."""
MAX_IN_EVERY_WAY = 4
"""How many players are offered every way to make sides; more say the side of each."""


class Partners(OneAnswer):
    """Who plays with whom, in sides of the same size."""

    macro = "partners"
    needs_players = True

    def offers(self) -> Choices:
        """Return no sides, the ways to make some, by their numbers, and for many players that they choose.

        A game for partners asks for an answer: that everyone plays alone is one, and comes last.
        """
        ways = ((number, self.told(teams)) for number, teams in self.ways.items())
        choose = [(CHOSEN, say("as chosen here:"))] if self.letters else []
        alone = (ALONE if self.required else "", self.unsided)
        return (*ways, *choose, alone) if self.required else (alone, *ways, *choose)

    def told(self, teams: list[list[str]]) -> Message:
        """Return who plays against whom, and who sits out."""
        out = [name for name in self.form.state.playing if not any(name in side for side in teams)]
        return say("{sides}; {who} sits out", sides=against(teams), who=listed(out)) if out else against(teams)

    @cached_property
    def ways(self) -> dict[str, list[list[str]]]:
        """The ways to make sides of those who are in, by their numbers."""
        players = self.form.state.playing
        ways = [teams for teams in pairings(players) if self.problem(teams) is None]
        found = {str(number): teams for number, teams in enumerate(ways)}
        if self.required and len(players) % 2:
            for name in players:
                rest = pairings([other for other in players if other != name])
                found |= {f"without {name}": teams for teams in rest[:1] if self.problem(teams) is None}
        return found

    def problem(self, teams: list[list[str]]) -> str | None:
        """Return why such sides can't play, None where they can."""
        fitting = self.note(EqualSides)
        return fitting.problem(teams) if fitting else None

    @property
    def letters(self) -> Sequence[str]:
        """The letters of the sides among which each player chooses; none where every way is offered."""
        players = self.form.state.playing
        if len(players) <= MAX_IN_EVERY_WAY:
            return ""
        letters = ascii_uppercase[: max((len(teams) for teams in self.ways.values()), default=0)]
        return letters + SITS_OUT if letters and self.required and len(players) % 2 else letters

    def letter_of(self, player: str) -> str:
        """Return the side of a player, by its letter; empty where it isn't said."""
        if isinstance(self.value, dict):
            return str(self.value.get(player, ""))
        sides = self.value if isinstance(self.value, list) else []
        return next((letter for letter, side in zip(ascii_uppercase, sides, strict=False) if player in side), "")

    def read(self, text: str) -> list[list[str]]:
        """Return the sides. Raises InvalidAnswer."""
        sides = self.ways
        if text not in sides:
            raise InvalidAnswer(say("{label}: choose again who plays with whom.", label=self.label), self.path)
        return sides[text]

    def parse(self, form: Mapping[str, str]) -> Any:
        """Return the sides, None where everyone plays alone. Raises InvalidAnswer, also where a side is too small."""
        if self.text(form) == ALONE:
            return None
        if self.text(form) != CHOSEN:
            return super().parse(form)
        letters = subfields(self.name, form)
        for player in self.form.state.playing:
            if not letters.get(player):
                why = say("{label}: say which side {player} is on.", label=self.label, player=player)
                raise InvalidAnswer(why, (*self.path, player))
        sides = self.chosen_sides(form)
        if problem := self.problem(sides):
            raise InvalidAnswer(say("{label}: {why}", label=self.label, why=problem), self.path)
        return sides

    def chosen_sides(self, form: Mapping[str, str]) -> list[list[str]]:
        """Return the sides by the letter of each player, as they sit."""
        letters = subfields(self.name, form)
        players = self.form.state.playing
        sides = [[player for player in players if letters.get(player) == letter] for letter in ascii_uppercase]
        return [side for side in sides if side]

    def again(self, form: Mapping[str, str]) -> Any:
        """Return what was typed, the sides where they are whole, else the letters said so far."""
        text = self.text(form)
        if text != CHOSEN:
            return "" if text and text not in (*self.ways, ALONE) else super().again(form)
        sides = self.chosen_sides(form)
        whole = sum(map(len, sides)) == len(self.form.state.playing) and self.problem(sides) is None
        return sides if whole else subfields(self.name, form)

    def drawn(self, lots: Sequence[str]) -> list[list[str]]:
        """Return sides of the players in the order of their lots, as many as are chosen now; none where none fit."""
        now = self.value if self.chosen == CHOSEN and isinstance(self.value, list) else None
        shape = now or self.ways.get(self.chosen) or next(iter(self.ways.values()), [])
        size = len(lots) // len(shape) if shape else 0
        sides = [{*lots[place * size : (place + 1) * size]} for place in range(len(shape))]
        return [[player for player in self.form.state.playing if player in side] for side in sides]

    def typed(self, sides: Sequence[Sequence[str]]) -> dict[str, str]:
        """Return the inputs that say these sides."""
        lettered = zip(ascii_uppercase, sides, strict=False)
        out = {f"{self.name}:{player}": SITS_OUT for player in self.form.state.playing if self.required}
        letters = out | {f"{self.name}:{player}": letter for letter, side in lettered for player in side}
        return {self.name: CHOSEN} | letters

    @property
    def chosen(self) -> str:
        """Return the number of the sides, in whichever order they are written, or that each side is chosen."""
        if isinstance(self.value, dict):
            return CHOSEN
        if not isinstance(self.value, list):
            return self.value or ""
        written = sorted(self.value)
        among = {name for side in written for name in side} == {*self.form.state.playing}
        other = CHOSEN if among and self.letters else ""
        return next((number for number, teams in self.ways.items() if sorted(teams) == written), other)

    @property
    def in_words(self) -> Message:
        return against(self.value) if self.value else self.unsided

    @property
    def unsided(self) -> Message:
        """Who plays with whom where nobody says it."""
        alone = self.declaration.owner().teams() is None
        return say("everyone alone") if alone else say("as they sit opposite each other")


def pairings(players: Sequence[str]) -> list[list[list[str]]]:
    """Return the ways in which players can make sides of the same size, those who sit opposite each other first.

    Four can do it in every way; more sit so that every second or third is a partner, or side by side.
    """
    number = len(players)
    if number == 4:
        first, second, third, fourth = players
        return [
            [[first, third], [second, fourth]],
            [[first, second], [third, fourth]],
            [[first, fourth], [second, third]],
        ]
    sizes = [(sides, number // sides) for sides in range(2, number // 2 + 1) if number % sides == 0]
    apart = [[list(players[place::sides]) for place in range(sides)] for sides, _ in sizes]
    together = [[list(players[at : at + size]) for at in range(0, number, size)] for _, size in sizes]
    return apart + together
