"""The pencil goes from phone to phone by name: no code is scanned, and each side taps once."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Device, follow, lay, tap


def opened(page: Page, code: str, name: str) -> Page:
    """Opens a table as a player, and follows it live."""
    page.goto(f"/t/{code}/me")
    page.get_by_role("button", name=name).click()
    page.wait_for_url(f"**/t/{code}")
    expect(page.locator("body.is-live")).to_have_count(1)
    return page


def to_the_pencil(page: Page) -> Page:
    """Opens the page of the pencil from the table."""
    page.get_by_title("More").click()
    follow(page, "This phone")
    follow(page, "Who writes")
    return page


def test_shared_then_handed_over_by_name(device: Device) -> None:
    ann, ben = device(), device()
    code = lay(ann, "Ann", "Ben", "Cleo")
    opened(ann, code, "Ann")
    to_the_pencil(ann)
    expect(ann.get_by_text("No other phone is following right now")).to_be_visible()
    opened(ben, code, "Ben")

    row = ann.locator("#watching li", has_text="Ben's phone")
    row.get_by_role("button", name="Let them write too").click()
    expect(row).to_contain_text("asked, no answer yet")
    expect(ben.get_by_text("Ann invites you to write too. Both of you will have the pencil.")).to_be_visible()
    ben.get_by_role("button", name="Take it").click()
    tap(ben, "Deal")
    expect(ann.locator("#watching")).to_contain_text("No other phone is following right now")

    to_the_pencil(ben)
    expect(ben.get_by_text("Following now")).to_be_visible()
    cleo = opened(device(), code, "Cleo")
    ben.locator("#watching li", has_text="Cleo's phone").get_by_role("button", name="Let them write instead").click()
    expect(cleo.get_by_text("Ben is handing you the pencil, and will stop writing.")).to_be_visible()
    cleo.get_by_role("button", name="Take it").click()
    expect(ben.get_by_text("This device follows")).to_be_visible()
    tap(cleo, "Nobody: spoilt")


def test_not_now_and_an_offer_that_is_taken_back_leave_the_page_as_it_was(device: Device) -> None:
    ann, ben = device(), device()
    code = lay(ann, "Ann", "Ben", "Cleo")
    opened(ben, code, "Ben")
    to_the_pencil(ann)
    for ends in (
        lambda: ben.get_by_role("button", name="Not now").click(),
        lambda: ann.get_by_role("button", name="Withdraw the offer").click(),
    ):
        ann.get_by_role("button", name="Let them write too").click()
        expect(ben.get_by_text("You're invited to write too. Both devices will have the pencil.")).to_be_visible()
        ends()
        expect(ben.get_by_role("button", name="Take it")).to_have_count(0)
        expect(ann.get_by_role("button", name="Let them write too")).to_be_visible()
    expect(ben.get_by_role("button", name="Deal")).to_have_count(0)
