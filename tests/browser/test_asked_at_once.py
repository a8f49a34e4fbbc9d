"""What is asked as it happens: the card turned up in Pope Joan, and what lay on a card of Newmarket that is won."""

from collections.abc import Hashable

from playwright.sync_api import expect

from companion.engine.structure import seat_fields
from companion.games import catalogue
from tests.browser.conftest import SMALL_PHONE, Asking, Device, balances, lay, tap
from tests.browser.kinds import covering, longest
from tests.tools.phone import Phone
from tests.web.table.test_taps_of_told_games import begins

FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")
LEAST_WIDE, LEAST_HIGH = 30, 44
HEIGHTS = """() => [...document.querySelectorAll('.players :is(a, button).row')]
  .filter(row => row.checkVisibility()).map(row => row.getBoundingClientRect().height)"""


def test_the_card_turned_up_is_one_tap_on_a_key_of_two_rows_in_sight(device: Device) -> None:
    """PJ-06."""
    page = device(SMALL_PHONE)
    lay(page, *FIVE, game="Pope Joan", pressed=["Deal"])
    page.get_by_role("link", name="Turn-up").click()
    expect(page.locator(".likely")).to_be_visible()
    keys = page.locator(".likely .chip")
    boxes = [box for key in keys.all() if (box := key.bounding_box())]
    foot = page.locator(".action-bar .actions").bounding_box()
    assert len(boxes) == 18 and foot
    assert all(box["width"] >= LEAST_WIDE and box["height"] >= LEAST_HIGH for box in boxes)
    assert len({box["y"] for box in boxes[:16]}) == 2, "two rows of eight"
    assert max(box["y"] + box["height"] for box in boxes) <= foot["y"]
    tap(page, "the king of hearts")
    assert balances(page)["Ann"] == -5
    expect(page.locator(".likely")).to_have_count(0)


def test_the_rows_that_answer_are_as_high_as_a_thumb_in_every_game(device: Device) -> None:
    """What is asked first of a hand, and of each move that names a player first, for each kind of row."""
    page, kinds, found = device(SMALL_PHONE), dict[str, set[Hashable]](), list[float]()
    for game in catalogue().values():
        phone = Phone(Asking(page)).lays(*FIVE[: min(game.options().seats()[-1], 5)], game=game.title)
        if any(words.startswith("Deal") for words in phone.buttons):
            phone.press("Deal")
        first = [kind.name for kind in game.by_name.values() if seat_fields(kind) and not kind.at_seats]
        for asks in ("", *(f"?move={name}" for name in first)):
            parts = longest(phone.open(f"/t/{phone.code}{asks}").text)
            kinds[f"/t/{phone.code}{asks}"] = {kind for kind in parts if any("row" in part for part in kind)}
    for path in covering(kinds):
        page.goto(path)
        found += (high := page.evaluate(HEIGHTS))
        assert min(high, default=LEAST_HIGH) >= LEAST_HIGH, path
    assert len(found) > 20


def test_what_was_chosen_on_the_way_is_asked_again_by_no_reload(device: Device) -> None:
    """Pope Joan asks for no turn-up that isn't told; a game whose questions hang on a choice keeps it."""
    page = device()
    lay(page, *FIVE, game="Pope Joan", pressed=["Deal"])
    expect(page.get_by_role("form", name="Ben")).to_be_visible()
    page.get_by_role("link", name="Turn-up").click()
    expect(page.locator(".likely")).to_be_visible()
    page.reload()
    expect(page.locator(".likely")).to_be_visible()
    page.get_by_role("link", name="Not now").click()
    expect(page.get_by_role("form", name="Ben")).to_be_visible()
    page.reload()
    expect(page.get_by_role("form", name="Ben")).to_be_visible()
    page.goto(f"/t/{begins(Phone(Asking(page)), 'skat')}")
    page.get_by_role("link", name="hearts", exact=True).click()
    expect(page.get_by_role("button", name="Write it down")).to_be_visible()
    page.reload()
    expect(page.locator("#asking")).to_contain_text("Card points")


def test_a_card_turned_up_on_a_page_of_its_own_is_asked_for_once(device: Device) -> None:
    """PJ-06."""
    page = device()
    lay(page, *FIVE, game="Pope Joan", pressed=["Deal"])
    page.get_by_role("link", name="Turn-up").click()
    page.get_by_role("link", name="another card").click()
    page.locator("label", has=page.locator("[value='5']")).click()
    page.locator("label", has=page.locator("[value='H']")).click()
    page.get_by_role("button", name="Turn-up").click()
    expect(page.locator("#table")).to_contain_text("turns up the 5 of hearts")
    expect(page.get_by_role("form", name="Ben")).to_be_visible()
    expect(page.locator(".htmx-request")).to_have_count(0)
    assert "already been turned up" not in page.inner_text("body")


def test_a_card_won_is_two_taps_and_what_lay_there_is_paid(device: Device) -> None:
    """NM-05, NM-07."""
    page = device(SMALL_PHONE)
    lay(page, *FIVE, game="Newmarket", pressed=["Deal"])
    page.get_by_role("form", name="Ben").get_by_role("link", name="ace").click()
    expect(page.get_by_role("heading", name="Ben, Ace: what lay there?")).to_be_visible()
    tap(page, "3")
    assert balances(page) == {"Ann": -2, "Ben": 2, "Cleo": -1, "Dan": -1, "Eve": -1}
    expect(page.locator(".strip")).to_contain_text("Ben takes 3 from Ace")
    tap(page, "Undo")
    assert balances(page)["Ben"] == -1
    expect(page.get_by_role("form", name="Ben").get_by_role("link", name="ace")).to_be_visible()
