"""A property that is worked out once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from attrs import frozen

from companion.engine.cached import cached_property


@frozen(slots=False)
class Page:
    """A page that is there as soon as another one is."""

    both: Barrier

    @cached_property
    def place(self) -> int:
        return self.both.wait()


def test_two_pages_are_worked_out_at_once_and_each_keeps_what_came_out() -> None:
    """Where one waited for the other, a phone that replied and a page that showed replies stood still for ever."""
    both = Barrier(2, timeout=20)
    pages = [Page(both), Page(both)]
    with ThreadPoolExecutor() as phones:
        places = [*phones.map(lambda page: page.place, pages)]
    assert sorted(places) == [0, 1] == sorted(page.place for page in pages)
    assert isinstance(Page.place, cached_property)
