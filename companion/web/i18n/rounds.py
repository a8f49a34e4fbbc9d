"""What a table says where nothing is dealt: people throw dice or lay tiles in rounds, and nobody is the dealer."""

import gettext
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from companion.engine.message import say

SAID_ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "Hand": say("Round"),
        "Hands": say("Rounds"),
        "hand": say("round"),
        "Hand {hand}": say("Round {hand}"),
        "hand {hand}": say("round {hand}"),
        "hand %(hand)s": say("round %(hand)s"),
        "hand %(hand)s in play": say("round %(hand)s in play"),
        "· hand %(hand)s": say("· round %(hand)s"),
        "%(num)s hand": say("%(num)s round"),
        "%(num)s hands": say("%(num)s rounds"),
        "{n} of {all} hands": say("{n} of {all} rounds"),
        "after {n} hand": say("after {n} round"),
        "after {n} hands": say("after {n} rounds"),
        "finished after {n} hand": say("finished after {n} round"),
        "finished after {n} hands": say("finished after {n} rounds"),
        "Score the hand": say("Write the round down"),
        "Deal": say("Next round"),
        "Deal hand %(hand)s": say("Begin round %(hand)s"),
        "{dealer} deals hand {hand}.": say("Round {hand} begins."),
        "{title} begins; {dealer} deals first.": say("{title} begins."),
        "%(dealer)s deals": "",
        "%(dealer)s dealt": "",
        "After how many hands does it end? (optional)": say("After how many rounds does it end? (optional)"),
        "What do you count after a hand? (optional)": say("What do you count after a round? (optional)"),
        "What must the points of a hand add up to? (optional)": say(
            "What must the points of a round add up to? (optional)"
        ),
        "{dealer} deals next": say("Ready for the next round"),
        "Someone else dealt": say("Seats"),
        "Seats and dealer": say("Seats"),
        "Hand by hand": say("Round by round"),
        "Points hand by hand": say("Points round by round"),
        "Points hand by hand.": say("Points round by round."),
        "How many play a hand, if the dealer sits out with one more? (optional)": say(
            "How many play a round, if one sits out with one more? (optional)"
        ),
        "Abandon the hand": say("Abandon the round"),
        "The hand is abandoned; the pots stay.": say("The round is abandoned."),
        "striking hand {hand}": say("striking round {hand}"),
        "Strike out hand %(hand)s": say("Strike out round %(hand)s"),
        "Hand %(hand)s is struck out.": say("Round %(hand)s is struck out."),
        "Hand %(hand)s is added.": say("Round %(hand)s is added."),
        "hand %(hand)s: %(becomes)s, not %(was)s": say("round %(hand)s: %(becomes)s, not %(was)s"),
        "A hand is still in play: finish it first.": say("A round is still in play: finish it first."),
        "A hand is missing": say("A round is missing"),
        "Where is a hand missing?": say("Where is a round missing?"),
        "the deal of hand {hand} is taken back": say("the beginning of round {hand} is taken back"),
        "Hand in play: you can change seats when it's over.": say(
            "Round in play: you can change seats when it's over."
        ),
        "Hand in play. Once the game is finished, this page shows who pays whom.": say(
            "Round in play. Once the game is finished, this page shows who pays whom."
        ),
        "That hand is over: answer for the one that is on.": say("That round is over: answer for the one that is on."),
        "The points of this hand come out far too large to be counted.": say(
            "The points of this round come out far too large to be counted."
        ),
    }
)
"""Texts of hands and deals, each with what is said in its place."""


class OfRounds(gettext.NullTranslations):
    """The texts of a language, as a table without a deal says them."""

    def __init__(self, texts: gettext.NullTranslations) -> None:
        """Take the texts of the language."""
        super().__init__()
        self.texts = texts

    def gettext(self, message: str) -> str:
        """Return the translation of a text."""
        message = SAID_ELSEWHERE.get(message, message)
        return self.texts.gettext(message) if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation for a number of things."""
        return self.texts.ngettext(SAID_ELSEWHERE.get(msgid1, msgid1), SAID_ELSEWHERE.get(msgid2, msgid2), n)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a text that means something else in another place."""
        return self.texts.pgettext(context, message)


@cache
def of_rounds(texts: gettext.NullTranslations) -> OfRounds:
    """Return the texts of a language as a table without a deal says them, the same each time."""
    return OfRounds(texts)
