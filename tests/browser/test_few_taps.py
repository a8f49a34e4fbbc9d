"""How many taps the commonest things take, counted."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL_PHONE, Asking, Device, balances, lay, lay_by_tapping, middle, open_line
from tests.browser.finger import Finger, place
from tests.tools.phone import Phone

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def three_each(page: Page) -> None:
    """Everyone puts in three, and the household keeps that under a name."""
    open_line(page, "house-rules")
    page.locator("input[name='ante']").fill("3")
    page.get_by_label("Save these rules for next time as").fill("our Spoil-Five")


def test_a_new_table_of_four_with_yesterdays_house_rules_takes_six(device: Device) -> None:
    page = device()
    lay_by_tapping(page, *FOUR, rules=three_each)
    page.goto("/lay?game=spoil-five")
    finger = Finger(page)
    for name in FOUR:
        finger.taps_on(
            page.locator(".chips").get_by_role("button", name=name, exact=True),
            page.locator(".seats .sits", has_text=name),
        )
    finger.taps_on(page.get_by_role("button", name="Start"), page.get_by_role("button", name="Deal hand 1"))
    assert finger.taps == 5, "and one to choose the game"
    page.get_by_role("button", name="Deal hand 1").click()
    expect(page.locator("#table").get_by_text("Ann puts 4 into the pool, the others 3 each")).to_be_visible()


def test_the_way_back_from_a_new_table_leads_to_no_second_one(device: Device) -> None:
    page = device()
    page.goto("/lay")
    lay_by_tapping(page, *FOUR)
    expect(page.get_by_role("button", name="Deal hand 1")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Start")).to_have_count(0)


def test_undo_takes_one_and_settling_three(four: Page) -> None:
    finger = Finger(four)
    finger.deals()
    finger.taps_on(four.get_by_role("button", name="Undo"))
    assert (finger.taps, balances(four)["Ann"]) == (2, 0)
    finger.deals()
    finger.taps_on(four.get_by_role("button", name="Dan"))
    settling = Finger(four)
    finish = four.get_by_role("button", name="Finish the game")
    settling.taps_on(four.locator("summary", has_text="Finish the game?"), finish)
    settling.taps_on(finish)
    settling.taps_on(four.get_by_role("link", name="Settle up"), four.locator(".payments"))
    assert settling.taps == 3
    expect(four.locator(".payments .row")).to_have_count(3)


def test_a_number_tapped_for_one_side_leaves_the_rest_to_the_other(device: Device) -> None:
    page = device()
    lay(page, "Ann", "Ben", game="Cassino")
    place(page, "Ann > 3").click()
    expect(page.locator("[name='aces:Ben'][value='1']")).to_be_checked()
    expect(page.locator("legend", has_text="How many aces?")).to_contain_text("✓ 4")


def test_a_count_says_what_is_missing_and_fills_the_last_one_in(device: Device) -> None:
    """CA-06: each column comes to its own sum."""
    page = device()
    lay(page, "Ann", "Ben", "Cleo", game="Cassino")
    page.goto(f"{page.url}/moves/counted?evidence=on")
    asked = page.locator("legend", has_text="How many cards does each have?")
    page.get_by_role("textbox", name="Ann cards").fill("20")
    expect(asked).to_contain_text("32 missing")
    page.get_by_role("textbox", name="Ben cards").fill("40")
    expect(asked).to_contain_text("8 too many")
    page.get_by_role("textbox", name="Ben cards").fill("14")
    expect(page.get_by_role("textbox", name="Cleo cards")).to_have_value("18")
    for name, spades in (("Ann", "9"), ("Ben", "4")):
        page.get_by_role("textbox", name=f"{name} spades").fill(spades)
    expect(asked).to_contain_text("✓ 52")
    expect(asked).to_contain_text("✓ 13")
    expect(page.get_by_role("textbox", name="Cleo spades")).to_have_value("0")


def test_a_hand_of_hearts_for_five_takes_five_with_small_numbers(device: Device) -> None:
    """A key in each row; the last one left is what is missing, or what somebody who shot the moon gave."""
    page = device()
    page.goto(f"/t/{Phone(Asking(page)).lays(*FOUR, 'Eve', game='Points', sums='26 104').code}")
    finger = Finger(page)

    def says(name: str, points: int) -> None:
        key = page.locator(".each .row", has_text=name).get_by_role("button", name=f"{points}", exact=True)
        finger.taps_on(key, key)

    for name, points in (("Ann", 2), ("Ben", 0), ("Dan", 5), ("Eve", 3)):
        says(name, points)
    field = {name: page.locator(f"input[name='points:{name}']") for name in (*FOUR, "Eve")}
    expect(field["Cleo"]).to_have_value("16")
    for name in ("Ann", "Dan", "Eve"):
        field[name].fill("26")
    expect(field["Cleo"]).to_have_value("26")
    for name, points in (("Ann", 2), ("Dan", 5), ("Eve", 3)):
        field[name].fill(f"{points}")
    expect(page.locator(".each legend")).to_contain_text("✓ 26")
    finger.taps_on(page.get_by_role("button", name="Write it down"))
    assert finger.taps == 5
    assert balances(page) == {"Ann": 2, "Ben": 0, "Cleo": 16, "Dan": 5, "Eve": 3}


def test_the_keys_stay_in_sight_of_the_row_that_they_type_in(device: Device) -> None:
    page = device(SMALL_PHONE)
    page.goto(f"/t/{Phone(Asking(page)).lays(*FOUR, 'Eve', 'Fay', game='Points').code}")
    keys = page.locator(".keypad")
    expect(keys).to_be_in_viewport(ratio=1)
    expect(page.locator(".ignore-taps")).to_have_count(0)

    def types(name: str) -> None:
        """Tap a key where it is seen."""
        page.touchscreen.tap(*middle(keys.get_by_role("button", name=name, exact=True)))

    for name in (*FOUR, "Eve", "Fay"):
        types("4")
        field = page.locator(f"input[name='points:{name}']")
        expect(field).to_have_value("4")
        expect(field).to_be_in_viewport(ratio=1)
        expect(keys).to_be_in_viewport(ratio=1)
        page.wait_for_function(
            "name => document.querySelector(`input[name='points:${name}']`).getBoundingClientRect().bottom"
            " <= document.querySelector('.keypad').getBoundingClientRect().top",
            arg=name,
        )
        types("Next row")


def test_a_missing_hand_takes_four_from_the_journal(device: Device) -> None:
    page = device()
    code = lay(page, *FOUR, pressed=["Deal", "Ben", "Deal", "Cleo"])
    page.goto(f"/t/{code}/journal")
    finger = Finger(page)
    missing = page.get_by_role("link", name="Here")
    finger.taps_on(page.get_by_role("link", name="A hand is missing"), missing.first)
    finger.taps_on(missing.nth(1), page.get_by_role("heading", name="A hand is missing"))
    finger.taps_on(page.get_by_role("button", name="Dan"), page.get_by_role("button", name="Save"))
    expect(page.get_by_text("Hand 2 is added.")).to_be_visible()
    finger.taps_on(page.get_by_role("button", name="Save"), page.get_by_text("Dan takes the pool."))
    assert finger.taps == 4
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_enter_goes_on_to_the_next_field_and_sends_no_unfinished_move(device: Device) -> None:
    page = device()
    lay(page, "Ann", "Ben", game="Macao")
    version = page.locator("#table").get_attribute("data-version")
    fields = page.locator("#asking input[inputmode]")
    page.goto(page.url + "/moves/give")
    page.get_by_label("How many?").fill("2")
    page.get_by_label("How many?").press("Enter")
    expect(page.get_by_label("What for?")).to_be_focused()
    page.get_by_label("What for?").fill("the cake")
    page.get_by_label("What for?").press("Enter")
    assert page.url.endswith("/moves/give"), "who gives is still to be said"
    page.go_back()
    assert page.locator("#table").get_attribute("data-version") == version
    expect(fields.first).to_be_visible()


def test_a_number_that_is_tapped_again_is_typed_anew(device: Device) -> None:
    page = device()
    page.goto(f"/t/{Phone(Asking(page)).lays('Ann', 'Ben', 'Cleo', game='Points').code}")
    keys, fields = (
        page.locator(".keypad"),
        {name: page.locator(f"input[name='points:{name}']") for name in ("Ben", "Cleo")},
    )
    for name, number in (("Cleo", "77"), ("Ben", "2"), ("Cleo", "14")):
        fields[name].tap()
        for key in number:
            keys.get_by_role("button", name=key, exact=True).tap()
    expect(fields["Cleo"]).to_have_value("14")
    fields["Ben"].tap()
    page.keyboard.type("5")
    expect(fields["Ben"]).to_have_value("5")
