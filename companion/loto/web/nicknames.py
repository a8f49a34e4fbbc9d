"""The calls of Loto and Bingo: what callers cry out with a number, in English and in other languages."""

from functools import cache

from companion.web.i18n.language import ENGLISH, TRANSLATIONS, language

CALL_LINES = """
Kelly's eye/One little duck/Cup of tea/Knock at the door/Man alive
Half a dozen/Lucky seven/Garden gate/Doctor's orders/Both hands
Legs eleven/One dozen/Unlucky for some/Valentine's day/Young and keen
Sweet sixteen/Dancing queen/Coming of age/Goodbye teens/One score
Key of the door/Two little ducks/Shepherd's psalm/Two dozen/Duck and dive
Half a crown/Gateway to heaven/In a state/Rise and shine/Dirty Gertie
Get up and run/Buckle my shoe/All the threes/Ask for more/Jump and jive
Three dozen/More than eleven/Christmas cake/The steps/Life begins
Time for fun/Winnie the Pooh/Down on your knees/All the fours/Halfway there
Up to tricks/Four and seven/Four dozen/Rise and shine again/Half a century
Tweak of the thumb/Weeks in a year/Stuck in the tree/Clean the floor/All the fives
Was she worth it/Bean tins/Make them wait/Brighton line/Five dozen
Baker's bun/Tickety-boo/Tickle me/Almost retired/Pension day
Clickety-click/Made in heaven/Saving grace/Either way up/Three score and ten
Bang on the drum/Six dozen/Queen bee/Candy store/Strive and strive
Trombones/Two little crutches/Heaven's gate/One more time/Round the world
Stop and run/Straight on through/Time for tea/Seven dozen/Staying alive
Between the sticks/Torquay in Devon/Two fat ladies/Nearly there/Top of the shop
"""
CALLS: dict[int, str] = dict(
    enumerate((call for line in CALL_LINES.split("\n") if line for call in line.split("/")), 1)
)
"""The English call of every number from 1 to 90."""


def call_of(number: int) -> str:
    """Return the call of a number in the language of this request; empty where it has no calls."""
    return calls_in(language()).get(number, "")


@cache
def calls_in(tag: str) -> dict[int, str]:
    """Read the calls of a language: lines such as ``22 les deux cocottes`` in its ``calls.txt``, if it has one."""
    if tag == ENGLISH:
        return CALLS
    file = TRANSLATIONS / tag.replace("-", "_") / "calls.txt"
    if not file.is_file():
        return {}
    lines = (line.partition(" ") for line in file.read_text("utf-8").splitlines() if line.strip())
    return {int(number): call.strip() for number, _, call in lines}
