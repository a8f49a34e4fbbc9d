"""Tricks of Twenty-five, tapped on the rows of their players as they fall (SF-23, SF-25)."""

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Asking, Device, at_rest, lay, next_held, tap
from tests.browser.finger import Finger
from tests.tools.phone import Phone

FOUR = ("Ann", "Ben", "Cleo", "Dan")
WRITTEN = ".falls"
"""The rows of the next hand, which is dealt by itself: they show what was written."""


def row(page: Page, name: str) -> Locator:
    return page.locator(f".falls button.row[value={name}]")


def takes(page: Page, *names: str) -> None:
    for name in names:
        pips, made = row(page, name).locator(".pips"), 1 + row(page, name).locator(".pips").inner_text().count("●")
        row(page, name).click()
        expect(pips).to_have_text("●" * made + "○" * (5 - made))
        page.wait_for_timeout(400)  # no hand takes two tricks in less


def tricks(page: Page) -> list[int]:
    return [pips.count("●") for pips in page.locator(".falls .pips").all_inner_texts()]


def moves(page: Page, code: str) -> list[dict[str, object]]:
    (game,) = page.request.get(f"/t/{code}/sheet.json").json()["games"]
    return [move for move in game["moves"] if move["move"] == "tricks"]


def test_the_fifth_trick_writes_the_hand_down_and_the_page_stands_still(device: Device) -> None:
    page = device()
    code = lay(page, *FOUR, game="Twenty-five")
    finger = Finger(page)
    finger.deals()
    stood = [one.bounding_box() for one in page.locator(".falls button.row").all()]
    for name in ("Ann", "Ben", "Ann", "Dan"):
        page.wait_for_timeout(400)
        finger.presses(f"row {name}")  # Playwright's click would scroll Firefox
        expect(row(page, name).get_by_text("●")).to_be_visible()
        assert [one.bounding_box() for one in page.locator(".falls button.row").all()] == stood
    page.wait_for_timeout(400)
    finger.taps_on(row(page, "Ann"))
    expect(page.locator(WRITTEN)).to_contain_text("15 points")
    assert finger.taps == 6
    assert moves(page, code) == [{"move": "tricks", "won": {"Ann": 3, "Ben": 1, "Dan": 1}}]


def test_a_wrong_tap_is_taken_back_by_one_also_the_last(device: Device) -> None:
    page = device()
    code = lay(page, *FOUR, game="Twenty-five", pressed=["Deal"])
    takes(page, "Ann", "Ben")
    page.get_by_role("button", name="Undo").click()
    assert tricks(page) == [1, 0, 0, 0]
    assert page.locator(".falls").is_visible(), "the deal is still there"
    takes(page, "Cleo", "Cleo", "Dan")
    row(page, "Dan").click()
    expect(page.locator(WRITTEN)).to_contain_text("10 points")
    tap(page, "Undo")
    assert tricks(page) == [1, 0, 2, 1]
    row(page, "Ann").click()
    expect(page.locator(WRITTEN)).to_contain_text("10 points")
    assert moves(page, code) == [{"move": "tricks", "won": {"Ann": 2, "Cleo": 2, "Dan": 1}}]


def test_tricks_outlive_the_page_and_news(device: Device) -> None:
    page = device()
    code = lay(page, *FOUR, game="Twenty-five", pressed=["Deal"])
    takes(page, "Ann", "Dan", "Dan")
    page.reload()
    expect(row(page, "Dan").get_by_text("●●○○○")).to_be_visible()
    Phone(Asking(page)).open(f"/t/{code}").send("moves/give", {"from": "player:Ben", "to": "player:Ann", "counters": 1})
    expect(page.locator("#table .latest")).to_contain_text("Ben gives Ann")
    assert tricks(page) == [1, 0, 0, 2]
    page.get_by_role("button", name="Undo").click()
    assert tricks(page) == [1, 0, 0, 1]


def test_tricks_go_with_the_cards_that_were_thrown_in(device: Device) -> None:
    page = device()
    lay(page, *FOUR, game="Twenty-five", pressed=["Deal"])
    takes(page, "Ann", "Ben")
    page.locator("summary", has_text="doesn't count").click()
    page.get_by_role("button", name="Misdeal").click()
    expect(page.locator("#table .latest")).to_contain_text("misdeals")
    assert tricks(page) == [0, 0, 0, 0]


def test_who_was_first_follows_from_the_order_of_the_tricks(device: Device) -> None:
    page = device()
    phone = Phone(Asking(page)).lays("Ann", "Ben", "Cat", game="Twenty-five").press("Deal")
    phone.press("Write it down", {"won:Ann": 3, "won:Ben": 2})
    page.goto(f"/t/{phone.code}")
    takes(page, "Ben", "Ann", "Ben", "Ben")
    row(page, "Ann").click()
    expect(page.locator(".now")).to_contain_text("Ben takes")
    assert moves(page, phone.code)[-1]["first"] == "Ben"
    assert page.get_by_text("Who got there first").count() == 0


def test_a_hand_that_was_refused_keeps_the_order_of_its_tricks(device: Device) -> None:
    """Ann and Ben both reach it, Ben first; somebody else writes while the fifth trick is on its way."""
    page = device()
    phone = Phone(Asking(page)).lays("Ann", "Ben", "Cat", game="Twenty-five").press("Deal")
    phone.press("Write it down", {"won:Ann": 3, "won:Ben": 2})
    page.goto(f"/t/{phone.code}")
    takes(page, "Ben", "Ann", "Ben", "Ben")
    held: list[Route] = []
    page.route("**/moves/tricks", lambda route: held.append(route))
    row(page, "Ann").click()
    fifth = next_held(page, held)
    phone.send("moves/give", {"from": "player:Cat", "to": "player:Ann", "counters": 1})
    fifth.continue_()
    page.unroute("**/moves/tricks")
    expect(page.get_by_role("alert")).to_be_visible()
    assert tricks(page) == [2, 3, 0]
    tap(page, "Write it down")
    expect(page.locator(".now")).to_contain_text("Ben takes")
    assert moves(page, phone.code)[-1]["first"] == "Ben"


def test_partners_win_together_and_write_it_down_before_the_fifth(device: Device) -> None:
    page = device()
    code = lay_sides(page)
    takes(page, "Ann", "Cleo", "Ben")
    tap(page, "Write it down")
    assert moves(page, code)[-1] == {"move": "tricks", "won": {"Ann": 1, "Ben": 1, "Cleo": 1}}


def lay_sides(page: Page) -> str:
    """Two sides of whom Ann and Cleo have fifteen already."""
    phone = Phone(Asking(page)).lays(*FOUR, game="Twenty-five", sides=0).press("Deal")
    phone.press("Write it down", {"won:Ann": 2, "won:Cleo": 1, "won:Ben": 2})
    page.goto(f"/t/{phone.code}")
    return phone.code


def test_a_trembling_finger_makes_one_trick(device: Device) -> None:
    page = device()
    lay(page, *FOUR, game="Twenty-five", pressed=["Deal"])
    row(page, "Ben").dblclick()
    page.wait_for_timeout(500)
    assert tricks(page) == [0, 1, 0, 0]
    at_rest(page)


def test_without_scripts_the_tricks_are_keys(device: Device) -> None:
    page = device(java_script_enabled=False)
    lay(page, *FOUR, game="Twenty-five", pressed=["Deal"])
    assert not page.locator(".falls").is_visible()
    rows = page.locator(".each .row")
    rows.nth(0).locator("label.tap", has_text="3").click()
    rows.nth(1).locator("label.tap", has_text="2").click()
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(WRITTEN)).to_contain_text("15 points")
