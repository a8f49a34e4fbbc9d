"""What a player's own phone says first, while somebody else has the pencil."""

import re
from collections.abc import Callable

from tests.tools.phone import Phone


def told(phone: Phone) -> str:
    """The words of the part of the page that is the player's own."""
    page = phone.client.get(f"/t/{phone.code}").get_data(as_text=True)
    own = re.search(r'<section class="own-phone".*?</section>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", own[0]).split()) if own else ""


def test_ones_own_phone_says_how_one_stands_and_what_one_pays(phone: Phone, another: Callable[[], Phone]) -> None:
    phone.lays()
    dan = another().open(f"/t/{phone.code}/me").press("Dan")
    dan.code = phone.code
    assert told(dan) == "Dan you 0"
    phone.press("Deal")
    assert told(dan) == "Dan you −2 put 2 into the pool"
    phone.press("Dan")
    assert told(dan) == "Dan you +7 take 9 from the pool"
    assert told(phone) == "", "the writer sees the moves instead"


def test_it_says_whose_deal_is_next(phone: Phone, another: Callable[[], Phone]) -> None:
    phone.lays()
    ben = another().open(f"/t/{phone.code}/me").press("Ben")
    ben.code = phone.code
    phone.press("Deal")
    phone.press("Ann")
    assert told(ben) == "Ben you D Dealer −2 Your deal next."
