"""What counters are worth in money: exactly, never rounded."""

import re
from decimal import MAX_EMAX, Context, Decimal
from typing import Annotated, Any

from attrs import frozen

from companion.engine.errors import Malformed
from companion.engine.fields import END, excerpt


@frozen
class Matching:
    """A text that a pattern describes whole; the class that has it refuses other texts in its own words."""

    pattern: str

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"pattern": f"^{self.pattern}{END}"}


AMOUNT = r"(?=[0.]*[1-9])[0-9]+(\.[0-9]+)?"
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
