"""Real counters on the table, on a phone: how it is set up, an evening with who comes and goes, the settlement."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SMALL_PHONE, Device, balances, follow, lay, open_line, sits_down, tap


def table(page: Page, code: str) -> Page:
    page.goto(f"/t/{code}")
    return page


def test_a_table_is_set_up_with_thirty_counters_each_without_a_tap_more(device: Device) -> None:
    page = device(SMALL_PHONE)
    page.goto("/lay?game=spoil-five")
    for name in ("Ann", "Ben", "Cleo"):
        page.locator(".add input").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
        sits_down(page, name)
    open_line(page, "counters")
    expect(page.get_by_label("Real counters on the table")).to_be_checked()
    expect(page.get_by_label("Everyone starts with")).to_have_value("30")
    page.get_by_label("No counters").check()
    expect(page.get_by_label("Everyone starts with")).to_be_hidden()
    page.get_by_label("Real counters on the table").check()
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    assert balances(page) == {"Ann": 30, "Ben": 30, "Cleo": 30}
    page.goto("/lay?game=spoil-five")
    expect(page.get_by_label("Real counters on the table")).to_be_checked()


def test_an_evening_with_a_latecomer_a_leaver_and_a_new_stack(device: Device) -> None:
    page = device(PHONE)
    code = lay(page, "Ann", "Ben", "Cleo", each=8)
    for _ in range(2):
        tap(page, "Deal hand")
        tap(page, "Cleo")
    assert balances(page) == {"Ann": 3, "Ben": 3, "Cleo": 18}
    expect(page.locator(".balance.down")).to_have_count(0)
    page.goto(f"/t/{code}/seats")
    page.get_by_label("Name", exact=True).fill("Dan")
    page.get_by_role("button", name="Joins").click()
    expect(page.locator(".strip")).to_contain_text("Dan joins and takes 8 counters from the box.")
    tap(page, "Deal hand")
    tap(page, "Cleo")
    assert balances(page) == {"Ann": 1, "Ben": 1, "Cleo": 24, "Dan": 6}
    tap(page, "Ann takes 8 counters from the box")
    assert balances(page)["Ann"] == 9
    page.goto(f"/t/{code}/seats")
    dan = page.locator("li.seat").nth(3)
    dan.get_by_text("Leaves", exact=True).click()
    expect(dan.locator(".orders li")).to_have_text(
        ["Dan settles with Cleo and takes 2 counters.", "Dan puts 8 counters back in the box."]
    )
    dan.get_by_role("button", name="Leaves; settle at the end").click()
    expect(page.locator(".strip")).to_contain_text("Dan leaves and hands back 6 counters: 2 down.")
    expect(page.locator(".players li", has_text="Dan")).to_contain_text("has left · 2 down")
    page.get_by_text("Settle up with Dan").click()
    expect(page.locator(".orders li").last).to_have_text("Cleo puts 2 counters back in the box.")
    tap(page, "Done")
    assert balances(page) == {"Ann": 9, "Ben": 1, "Cleo": 22}
    expect(page.locator(".latest li").first).to_have_text("Dan settles 2 counters with Cleo.")
    expect(page.locator(".foot")).to_contain_text("players 32 + pool 0 + box 8 = 40")
    tap(page, "Finish the game")
    follow(page, "Settle up")
    expect(page.locator("h1")).to_have_text("Who won what")
    expect(page.locator(".payments")).to_have_count(0)
    expect(page.locator(".players .row")).to_contain_text(
        ["7 down, took 8 more", "7 down", "14 up, +16 in play", "−2 in play, all settled, has left"]
    )


def test_money_is_paid_where_a_counter_has_a_value(device: Device) -> None:
    page = device(SMALL_PHONE)
    code = lay(page, "Ann", "Ben", "Cleo", each=30)
    tap(page, "Deal hand")
    tap(page, "Cleo")
    tap(page, "Finish the game")
    page.goto(f"/t/{code}/settlement")
    page.get_by_text("What's a counter worth?").click()
    page.get_by_label("Amount").fill("0.05")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("Who pays whom")
    expect(page.locator(".payments .due")).to_contain_text(["£0.15", "£0.10"])
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]
