"""Who knocks at the door of the household: devices that ask to start tables, and the key in the terminal's QR code."""

import hmac
import secrets
import threading
from typing import NamedTuple

from attrs import define, field
from cachetools import TTLCache

from companion.machine.clock import monotonic

KEY_BYTES = 12
"""The length of a key: 96 bits, which keep the QR code small."""
ASK_SECONDS = 900.0
"""Seconds for which a device asks."""
REFUSED_SECONDS = 600.0
"""Seconds for which an address that was refused can't ask again."""
MAX_ASKING = 5
"""Devices that ask at once."""
MAX_REFUSED = 1_000
"""Addresses that are remembered as refused."""


def new_key() -> str:
    """Return a new key, fit for a URL."""
    return secrets.token_urlsafe(KEY_BYTES)


class Ask(NamedTuple):
    """A device asks to start tables."""

    device: str
    """The hash of its secret."""
    kind: str


@define
class Door:
    """The door of the household. One device asks from an address at a time."""

    open_house: bool = False
    """Whether every device may start tables until the server ends."""
    key: str = field(init=False, factory=new_key)
    """What lets one device in; after that there is another."""
    _asking: TTLCache[str, Ask] = field(init=False, factory=lambda: TTLCache(MAX_ASKING, ASK_SECONDS, monotonic))
    """The asking devices by their addresses."""
    _refused: TTLCache[str, None] = field(init=False, factory=lambda: TTLCache(MAX_REFUSED, REFUSED_SECONDS, monotonic))
    _guard: threading.Lock = field(init=False, factory=threading.Lock)

    def take(self, key: str) -> bool:
        """Return whether this is the key; if so, there is another from now on."""
        with self._guard:
            fits = hmac.compare_digest(key.encode(), self.key.encode())
            if fits:
                self.key = new_key()
            return fits

    def ask(self, address: str, ask: Ask) -> bool:
        """Let a device ask; return False where its address was refused lately, or too many ask already."""
        with self._guard:
            self._asking.expire()
            if address in self._refused or (address not in self._asking and len(self._asking) >= MAX_ASKING):
                return False
            self._asking[address] = ask
            return True

    def asking(self) -> list[Ask]:
        """Return who asks, in the order in which they came."""
        with self._guard:
            self._asking.expire()
            return list(self._asking.values())

    def answer(self, device: str, *, allow: bool) -> Ask | None:
        """End the asking of a device, and return what it asked; None where it didn't."""
        with self._guard:
            self._asking.expire()
            address = next((address for address, ask in self._asking.items() if ask.device == device), None)
            if address is None:
                return None
            if not allow:
                self._refused[address] = None
            return self._asking.pop(address)
