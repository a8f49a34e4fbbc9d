"""One rendering per version, shared by all who see the same."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from attrs import define, field


@define
class Renderings:
    """The last renderings by what they show. Many phones ask at once after a move: one renders, the others wait."""

    most: int = 256
    _kept: OrderedDict[Hashable, str] = field(factory=OrderedDict)
    _guard: threading.Lock = field(factory=threading.Lock)

    def get(self, key: Hashable, render: Callable[[], str]) -> str:
        """The rendering of this key, made if nobody asked for it before."""
        with self._guard:
            if key not in self._kept:
                self._kept[key] = render()
            self._kept.move_to_end(key)
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
            return self._kept[key]
