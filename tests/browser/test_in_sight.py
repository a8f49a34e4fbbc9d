"""What people need is in sight on a phone, and every tap of a busy finger counts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, SMALL_PHONE, STILL, TABLET, Asking, Device, lay, open_line, press, tap
from tests.browser.test_two_thumbs import laid
from tests.tools.phone import Phone

EIGHT = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


def begun(page: Page) -> Page:
    """The form of a new table, with the names of three."""
    lay(page, *EIGHT[:3])
    page.goto("/lay?game=spoil-five")
    for name in EIGHT[:3]:
        page.locator("[name=newcomer]").fill(name)
        page.locator("[name=newcomer]").press("Enter")
        expect(page.locator(".seats")).to_contain_text(name)
        expect(page.locator("[name=newcomer]")).to_be_focused()
        expect(page.locator(".htmx-request, .htmx-settling")).to_have_count(0)
    return page


def in_sight(*parts: Locator) -> None:
    """Waits until all of each lies within the window."""
    for part in parts:
        expect(part).to_be_in_viewport(ratio=0.99)


def test_five_answer_without_scrolling_in_twenty_five(device: Device) -> None:
    page = device()
    lay(page, *EIGHT[:5], game="Twenty-five", pressed=["Deal"])
    foot = page.locator(".action-bar .actions").bounding_box()
    rows = [row.bounding_box() for row in page.locator(".falls .row").all()]
    assert foot and len(rows) == 5
    assert all(row and row["y"] > 0 and row["y"] + row["height"] <= foot["y"] for row in rows)


def test_taps_at_any_pace_all_count(device: Device) -> None:
    """While they are tapped, what would change hands is shown; that must swallow none."""
    page = device()
    lay(page, *EIGHT[:4], game="Macao")
    for name, pause in (("Ben", 150), ("Cleo", 300), ("Dan", 450)):
        row = page.locator(".each .row", has_text=name)
        for _ in range(6):
            row.locator("[data-more='1']").tap()
            page.wait_for_timeout(pause)
        expect(row.locator(".counts input")).to_have_value("7")  # a stake begins at one


def test_what_finishes_a_game_opens_above_the_foot(device: Device) -> None:
    page = device()
    lay(page, *EIGHT[:4], game="Spoil-Five", pressed=["Deal", "Ben"])
    fold = page.locator(".ends summary.told")
    box, foot = fold.bounding_box(), page.locator(".action-bar").bounding_box()
    assert box and foot
    page.set_viewport_size({"width": 390, "height": round(box["y"] + box["height"] + foot["height"] + 4)})
    fold.tap()
    page.wait_for_function(
        """() => {
          const { x, y, width, height } = document.querySelector(".ends[open] button").getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".ends button");
        }"""
    )


def in_sizes(page: Page, *sizes: dict[str, int]) -> Iterator[None]:
    """Shows the page in one window after another, from its top."""
    for size in sizes:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate("scrollTo(0, 0)")
        yield


@pytest.mark.parametrize("game", ["Pope Joan", "Loto"])
def test_the_buttons_at_the_foot_are_in_sight(device: Device, game: str) -> None:
    page = device()
    lay(page, *EIGHT[:5], game=game)
    for _ in in_sizes(page, SMALL_PHONE, PHONE):
        in_sight(page.locator(".action-bar"))
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.wait_for_function(
            "() => document.querySelector('.latest').getBoundingClientRect().bottom"
            " <= document.querySelector('.action-bar').getBoundingClientRect().top + 24"
        )


def test_the_last_question_of_a_new_table_is_not_covered(device: Device) -> None:
    page = begun(device())
    open_line(page, "dealer")
    for _ in in_sizes(page, SMALL_PHONE, PHONE):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        dealer = page.locator("fieldset", has_text="First dealer").locator("label.tap").last
        dealer.scroll_into_view_if_needed()
        in_sight(dealer, page.get_by_role("button", name="Start"))
        dealer.click(trial=True)


def test_a_refusal_of_a_new_table_is_brought_into_sight(device: Device) -> None:
    page = begun(device())
    open_line(page, "counters")
    page.get_by_label("Amount").fill("lots")
    page.get_by_role("button", name="Start").click(delay=300)  # longer than the answer to the amount takes
    expect(page.locator(".refused[role=alert]")).to_be_in_viewport(ratio=0.95)


def test_a_refusal_is_brought_into_sight(device: Device) -> None:
    page = device()
    lay(page, "Ann", "Ben", game="Cassino")
    page.evaluate("for (const part of document.querySelectorAll('#asking [required]')) part.required = false")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(".refused[role=alert]")).to_be_in_viewport(ratio=0.95)


def test_a_refusal_keeps_what_would_change_beside_its_sentence(device: Device) -> None:
    page = device()
    lay(page, *EIGHT[:4], game="Bridge")
    for words in ("spades", "Ben and Dan", "2"):
        page.locator("#asking label.tap", has_text=words).first.tap()
    page.get_by_role("button", name="Write it down").tap()
    refused = page.locator(".refused[role=alert]")
    expect(refused).to_contain_text("One side always holds three or more")
    expect(page.locator(".outcome")).to_contain_text("Dan")
    expect(refused).to_be_visible()


def test_what_changes_hands_is_brought_into_sight(device: Device) -> None:
    page = device()
    lay(page, *EIGHT)
    tap(page, "Deal hand 1")
    page.locator(".players .row", has_text="Hal").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    tap(page, "Hal")
    expect(page.locator(".strip")).to_be_in_viewport(ratio=0.95)
    expect(page.locator(".strip")).to_contain_text("Hal takes 17")


def test_a_double_tap_ticks_one_payment_where_it_stands(four: Page) -> None:
    press(four, "Deal", "Ann", "Deal", "Ben", "Deal", "Ann", "Finish the game")
    four.add_init_script(
        "const look = () => { const lines = document.querySelector('.payments');"
        " if (lines) document.documentElement.dataset.taps = getComputedStyle(lines).pointerEvents;"
        " else requestAnimationFrame(look); }; requestAnimationFrame(look)"
    )
    four.goto(four.url.partition("?")[0] + "/settlement")
    lines = four.locator(".payments .name")
    before = lines.all_inner_texts()
    assert len(before) > 1
    expect(four.locator("html")).to_have_attribute("data-taps", "none")  # a second tap comes to nothing at first
    expect(four.locator(".payments")).to_have_css("pointer-events", "auto")
    spot = lines.first.bounding_box()
    assert spot
    four.evaluate(STILL)
    for _ in range(2):
        four.touchscreen.tap(spot["x"] + 9, spot["y"] + 9)
    expect(four.locator("#table").get_by_text("still to be made")).to_be_visible()
    expect(four.locator(".payments")).to_have_css("pointer-events", "auto")
    expect(four.locator(".payments .paid")).to_have_count(1)
    expect(lines).to_have_text(before, use_inner_text=True)


def test_a_count_below_nothing_needs_no_minus_of_the_phone(four: Page) -> None:
    tap(four, "Deal hand 1")
    four.goto(four.url + "/moves/count")
    four.locator("label.tap", has_text="Ben").click()
    four.get_by_label("How many?").fill("2")
    four.get_by_role("button", name="Change the sign").tap()
    expect(four.get_by_label("How many?")).to_have_value("−2")
    four.locator("main").get_by_role("button", name="Count").click()
    expect(four.locator(".strip")).to_contain_text("Counted Ben")


def test_a_tap_that_was_not_written_is_said_so(four: Page) -> None:
    four.route("**/moves/deal", lambda route: route.abort())
    four.get_by_role("button", name="Deal hand 1").click()
    expect(four.get_by_text("Not written")).to_be_visible()
    expect(four.locator("body.is-live")).to_be_visible()
    expect(four.get_by_text("Not written")).to_be_visible()
    four.unroute("**/moves/deal")
    tap(four, "Deal hand 1")
    expect(four.get_by_text("Not written")).to_be_hidden()


def test_another_tap_takes_away_that_the_last_was_not_written(four: Page) -> None:
    four.route("**/moves/deal", lambda route: route.abort())
    four.get_by_role("button", name="Deal hand 1").click()
    expect(four.get_by_text("tap once more")).to_be_visible()
    four.locator(".memo").first.tap()
    expect(four.get_by_text("tap once more"), "a touch of no key takes nothing away").to_be_visible()
    four.locator("summary:visible").first.tap()
    expect(four.get_by_text("Not written")).to_be_hidden()


def test_the_way_back_of_a_phone_leaves_what_was_tapped_and_then_the_table(four: Page) -> None:
    table, question = four.url, four.locator("#table[data-tapped]:not(.htmx-settling)", has_text="Who gives?")
    four.goto("/")
    before = four.url
    four.goto(table)
    for _ in range(2):
        four.locator("summary", has_text="Counters").tap()
        four.get_by_role("link", name="Correct the score").tap()
        expect(question).to_be_visible()
        four.go_back()
        expect(question).to_have_count(0)
        expect(four).to_have_url(table)
    four.locator("summary", has_text="Counters").tap()
    four.get_by_role("link", name="Correct the score").tap()
    expect(question).to_be_visible()
    four.get_by_role("link", name="Not now").tap()
    expect(question).to_have_count(0)
    four.go_back()
    expect(four).to_have_url(before)


ON_ITS_SIDE = [{"width": 844, "height": 390}, {"width": 640, "height": 360}]


@pytest.mark.parametrize("game", ["Spoil-Five", "Pope Joan"])
def test_on_a_phone_on_its_side_the_buttons_and_what_changes_hands_are_in_sight(device: Device, game: str) -> None:
    page = device(ON_ITS_SIDE[0])
    lay(page, *EIGHT[:5], game=game)
    tap(page, "Deal hand 1")
    undo = page.get_by_role("button", name="Undo")
    for _ in in_sizes(page, *ON_ITS_SIDE):
        in_sight(page.locator(".strip"), page.locator(".action-bar"), undo)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        in_sight(undo)


def test_what_loto_costs_is_in_sight_before_the_first_number(device: Device) -> None:
    page = device()
    code = lay(page, *EIGHT[:3], game="Loto")
    page.goto(f"/t/{code}/cards")
    page.get_by_role("button", name="2 cards").click()
    for name in EIGHT[1:3]:
        expect(page.get_by_role("status")).to_contain_text(f"{name} has cards")
    page.goto(f"/t/{code}")
    tap(page, "Deal hand 1")
    for _ in in_sizes(page, SMALL_PHONE, PHONE, TABLET):
        in_sight(page.locator(".strip"), page.locator("button.called"))


def test_a_notice_leaves_the_number_that_is_called_in_sight(device: Device) -> None:
    page = device(SMALL_PHONE)
    laid(page, "loto-hall")
    press(page, "Start the round", "Draw")
    page.route("**/stream*", lambda route: route.abort())
    page.reload()
    notice = page.locator("[data-connection]")
    expect(notice).to_be_visible()
    over, ball = notice.bounding_box(), page.locator("button.called").bounding_box()
    assert over and ball and over["y"] + over["height"] < ball["y"] + ball["height"] / 4


def test_all_rows_of_a_hand_that_is_corrected_stand_above_the_keys(device: Device) -> None:
    page = device(SMALL_PHONE)
    code = lay(page, *EIGHT[:3], game="Points")
    Phone(Asking(page)).open(f"/t/{code}").press("Write it down", {"points:Ann": "3"})
    page.goto(f"/t/{code}/journal/3")
    keys, rows = page.locator(".keypad").bounding_box(), page.locator(".each .row").all()
    assert keys and len(rows) == 3
    assert all(box and box["y"] + box["height"] <= keys["y"] + 1 for box in (row.bounding_box() for row in rows))


def test_on_a_phone_on_its_side_all_who_call_are_in_sight(device: Device) -> None:
    page = device(ON_ITS_SIDE[0])
    lay(page, *EIGHT[:4], game="Snip-Snap-Snorum")
    tap(page, "Deal hand 1")
    for _ in in_sizes(page, *ON_ITS_SIDE):
        foot = page.locator(".action-bar").bounding_box()
        calls = page.locator(".calls .chip").all()
        assert len(calls) == 12 and foot
        for call in calls:
            box = call.bounding_box()
            assert box and box["y"] + box["height"] <= foot["y"] + 2
            assert box["x"] + box["width"] <= page.evaluate("innerWidth")
