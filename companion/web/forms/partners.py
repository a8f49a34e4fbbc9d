"""The control that asks who plays with whom: as people sit, or each on a side of their choice."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from companion.engine.kit.shapes import EqualSides
from companion.engine.message import Message, listed, say
from companion.engine.structure import note_of
from companion.web.forms.answers import Choices, InvalidAnswer, subfields
from companion.web.forms.controls import OneAnswer
from companion.web.forms.form import Field
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

    def choices(self, asked: Field) -> Choices:
        """Return no sides, the ways to make some, by their numbers, and for many players that they choose.

        A game for partners asks for an answer: that everyone plays alone is one, and comes last.
        """
        ways = ((number, self.told(asked, teams)) for number, teams in self.ways(asked).items())
        choose = [(CHOSEN, say("as chosen here:"))] if self.letters(asked) else []
        alone = (ALONE if asked.required else "", unsided(asked))
        return (*ways, *choose, alone) if asked.required else (alone, *ways, *choose)

    def told(self, asked: Field, teams: list[list[str]]) -> Message:
        """Return who plays against whom, and who sits out."""
        out = [name for name in asked.form.state.playing if not any(name in side for side in teams)]
        return say("{sides}; {who} sits out", sides=against(teams), who=listed(out)) if out else against(teams)

    def ways(self, asked: Field) -> dict[str, list[list[str]]]:
        """Return the ways to make sides of those who are in, by their numbers."""
        players = asked.form.state.playing
        ways = [teams for teams in pairings(players) if self.problem(teams) is None]
        found = {str(number): teams for number, teams in enumerate(ways)}
        if asked.required and len(players) % 2:
            for name in players:
                rest = pairings([other for other in players if other != name])
                found |= {f"without {name}": teams for teams in rest[:1] if self.problem(teams) is None}
        return found

    def problem(self, teams: list[list[str]]) -> str | None:
        """Return why such sides can't play, None where they can."""
        fitting = note_of(EqualSides, self.notes)
        return fitting.problem(teams) if fitting else None

    def letters(self, asked: Field) -> Sequence[str]:
        """Return the letters of the sides among which each player chooses; none where every way is offered."""
        players = asked.form.state.playing
        if len(players) <= MAX_IN_EVERY_WAY:
            return ""
        letters = ascii_uppercase[: max((len(teams) for teams in self.ways(asked).values()), default=0)]
        return letters + SITS_OUT if letters and asked.required and len(players) % 2 else letters

    def letter_of(self, asked: Field, player: str) -> str:
        """Return the side of a player, by its letter; empty where it isn't said."""
        if isinstance(asked.value, dict):
            return str(asked.value.get(player, ""))
        sides = asked.value if isinstance(asked.value, list) else []
        return next((letter for letter, side in zip(ascii_uppercase, sides, strict=False) if player in side), "")

    def read(self, asked: Field, text: str) -> list[list[str]]:
        """Return the sides. Raises InvalidAnswer."""
        sides = self.ways(asked)
        if text not in sides:
            raise InvalidAnswer(say("{label}: choose again who plays with whom.", label=asked.label), asked.path)
        return sides[text]

    def parse(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return the sides, None where everyone plays alone. Raises InvalidAnswer, also where a side is too small."""
        if self.text(asked, form) == ALONE:
            return None
        if self.text(asked, form) != CHOSEN:
            return super().parse(asked, form)
        letters = subfields(asked.name, form)
        for player in asked.form.state.playing:
            if not letters.get(player):
                why = say("{label}: say which side {player} is on.", label=asked.label, player=player)
                raise InvalidAnswer(why, (*asked.path, player))
        sides = self.chosen_sides(asked, form)
        if problem := self.problem(sides):
            raise InvalidAnswer(say("{label}: {why}", label=asked.label, why=problem), asked.path)
        return sides

    def chosen_sides(self, asked: Field, form: Mapping[str, str]) -> list[list[str]]:
        """Return the sides by the letter of each player, as they sit."""
        letters = subfields(asked.name, form)
        players = asked.form.state.playing
        sides = [[player for player in players if letters.get(player) == letter] for letter in ascii_uppercase]
        return [side for side in sides if side]

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return what was typed, the sides where they are whole, else the letters said so far."""
        text = self.text(asked, form)
        if text != CHOSEN:
            return "" if text and text not in (*self.ways(asked), ALONE) else super().redisplay(asked, form)
        sides = self.chosen_sides(asked, form)
        whole = sum(map(len, sides)) == len(asked.form.state.playing) and self.problem(sides) is None
        return sides if whole else subfields(asked.name, form)

    def drawn(self, asked: Field, lots: Sequence[str]) -> list[list[str]]:
        """Return sides of the players in the order of their lots, as many as are chosen now; none where none fit."""
        ways = self.ways(asked)
        now = asked.value if self.chosen(asked) == CHOSEN and isinstance(asked.value, list) else None
        shape = now or ways.get(self.chosen(asked)) or next(iter(ways.values()), [])
        size = len(lots) // len(shape) if shape else 0
        sides = [{*lots[place * size : (place + 1) * size]} for place in range(len(shape))]
        return [[player for player in asked.form.state.playing if player in side] for side in sides]

    def typed(self, asked: Field, sides: Sequence[Sequence[str]]) -> dict[str, str]:
        """Return the inputs that say these sides."""
        lettered = zip(ascii_uppercase, sides, strict=False)
        out = {f"{asked.name}:{player}": SITS_OUT for player in asked.form.state.playing if asked.required}
        letters = out | {f"{asked.name}:{player}": letter for letter, side in lettered for player in side}
        return {asked.name: CHOSEN} | letters

    def chosen(self, asked: Field) -> str:
        """Return the number of the sides, in whichever order they are written, or that each side is chosen."""
        if isinstance(asked.value, dict):
            return CHOSEN
        if not isinstance(asked.value, list):
            return asked.value or ""
        written = sorted(asked.value)
        among = {name for side in written for name in side} == {*asked.form.state.playing}
        other = CHOSEN if among and self.letters(asked) else ""
        return next((number for number, teams in self.ways(asked).items() if sorted(teams) == written), other)

    def in_words(self, asked: Field) -> Message:
        """Return who plays against whom, or who plays with whom where there are no sides."""
        return against(asked.value) if asked.value else unsided(asked)


def unsided(asked: Field) -> Message:
    """Return who plays with whom where nobody says it."""
    alone = asked.declaration.owner().teams() is None
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
