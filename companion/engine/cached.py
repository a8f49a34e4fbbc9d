"""A property that is worked out once, in which no thread waits for another one.

That of Python 3.11 has one lock for all objects of a class: somebody who held it read the tables, and waited for a
writer who waited for the lock. Later Pythons have none.
"""

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property(functools.cached_property):
        """Keep what comes out in the object; two threads may work it out at once, to the same."""

        def __get__(self, instance: object, owner: Any = None) -> Any:
            """Return what was worked out."""
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value
