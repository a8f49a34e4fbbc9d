"""Codes of tables that were tried and are none: whoever tries too many is let in nowhere new for a while."""

import threading
import time
from collections import OrderedDict

from attrs import define, field

MOST = 20
"""So many codes that are none may be tried from one address while they are remembered."""
REMEMBERED = 600.0
"""Seconds for which a code that is none is remembered."""
ADDRESSES = 1_000
"""So many addresses are remembered, those that tried last."""


@define
class Guesses:
    """The codes that were tried in vain, by the address from which they were. The same one again is no new guess: a
    page left open on a table that is gone asks for it all night."""

    _tried: OrderedDict[str, dict[str, float]] = field(factory=OrderedDict)
    _guard: threading.Lock = field(factory=threading.Lock)

    def missed(self, address: str, code: str) -> None:
        """A code was tried that is none."""
        with self._guard:
            tried = self._fresh(address)
            if len(tried) < MOST or code in tried:
                tried[code] = time.monotonic()
            self._tried[address] = tried
            self._tried.move_to_end(address)
            while len(self._tried) > ADDRESSES:
                self._tried.popitem(last=False)

    def too_many(self, address: str) -> bool:
        """Whether no more guesses are taken from this address just now."""
        with self._guard:
            return len(self._fresh(address)) >= MOST

    def _fresh(self, address: str) -> dict[str, float]:
        since = time.monotonic() - REMEMBERED
        return {code: at for code, at in self._tried.get(address, {}).items() if at > since}
