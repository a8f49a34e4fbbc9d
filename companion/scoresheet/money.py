"""What counters are worth in money: exactly; and what of it can be paid in coins."""

import re
from collections.abc import Mapping
from decimal import MAX_EMAX, Context, Decimal
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from attrs import frozen

from companion.engine.errors import Malformed
from companion.engine.fields import END, excerpt
from companion.engine.settlement import A, largest_remainders


@frozen
class Matching:
    """A text that a pattern describes whole; the class that has it refuses other texts in its own words."""

    pattern: str

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"pattern": f"^{self.pattern}{END}"}


AMOUNT = r"(?=[0.]*[1-9])[0-9]+(\.[0-9]+)?"
KEPT_AMOUNT = r"(?=[0.]*[1-9])[0-9]{1,18}(\.[0-9]{1,18})?"
"""An amount that a table keeps and pays by; a score sheet may have one of any length."""
CURRENCY = r"[A-Z]{3}"


@frozen
class CounterValue:
    """What one counter is worth: an amount as written, and a currency of three capital letters."""

    amount: Annotated[str, Matching(AMOUNT), "Digits, a point and more digits if there are any; above 0"]
    currency: Annotated[str, Matching(CURRENCY), "Three capital letters"]

    def well_formed(self) -> None:
        """Refuse an amount that isn't a number above 0, or a currency that isn't three capital letters."""
        if not re.fullmatch(AMOUNT, self.amount):
            raise Malformed("Enter an amount, e.g. 0.05", given=excerpt(self.amount))
        if not re.fullmatch(CURRENCY, self.currency):
            raise Malformed("Enter a currency in three letters, e.g. GBP", given=excerpt(self.currency))

    def worth(self, counters: int) -> str:
        """Return the exact amount of money that counters are worth, with its decimals."""
        exact = Context(prec=len(self.amount) + 20, Emax=MAX_EMAX)
        return format(exact.multiply(Decimal(self.amount), Decimal(counters)), "f")


class Coins(NamedTuple):
    """The smallest coin in which counters of a value are paid."""

    value: CounterValue
    coin: Decimal

    @classmethod
    def of(cls, value: CounterValue, coin: str | None) -> "Coins":
        """Return the coins in which counters of a value are paid: those that the household names, or the currency's."""
        return cls(value, Decimal(coin) if coin else smallest_coin(value.currency))

    @property
    def counters(self) -> Fraction:
        """Return how many counters one coin is worth."""
        return Fraction(self.coin) / Fraction(self.value.amount)

    def rounded(self, balances: Mapping[A, int]) -> dict[A, int]:
        """Return balances that add up to 0 in whole coins that do, nobody off by as much as one."""
        return largest_remainders({account: balance / self.counters for account, balance in balances.items()})

    def money(self, coins: int) -> Decimal:
        """Return the amount of some coins."""
        return Context(prec=len(f"{self.coin}") + 20, Emax=MAX_EMAX).multiply(self.coin, Decimal(coins))

    def worth(self, balances: Mapping[A, int]) -> dict[A, Decimal]:
        """Return balances that add up to 0 as amounts that can be paid."""
        return {account: self.money(coins) for account, coins in self.rounded(balances).items()}


def smallest_coin(currency: str) -> Decimal:
    """Return the smallest coin of a currency."""
    from babel.core import get_global  # a start doesn't load Babel

    fractions = get_global("currency_fractions")
    _, _, decimals, coin = fractions.get(currency, fractions["DEFAULT"])
    return Decimal(coin or 1).scaleb(-decimals)
