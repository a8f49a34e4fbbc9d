"""No tap lands elsewhere and none is lost unsaid: over a slow line, beside another pencil, with two fingers at once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from werkzeug.datastructures import MultiDict

from tests.browser.conftest import STILL, Asking, Device, at_rest, lay, middle, next_held, tap
from tests.browser.engines import needs
from tests.browser.finger import place
from tests.browser.sheets import FOUR
from tests.browser.test_two_thumbs import taken
from tests.tools.phone import Phone


class Held:
    """What a page sends to some places, held until it may go. It is opened anew: nothing slips through."""

    def __init__(self, page: Page, path: str) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(path, self._holds)
        page.reload()
        expect(page.locator("body.is-live, #lay:not([data-answers])")).to_be_attached()

    def _holds(self, route: Route) -> None:
        if route.request.method == "POST":
            self.routes.append(route)
        else:
            route.continue_()

    def next(self) -> Route:
        return next_held(self.page, self.routes)

    def answers(self, count: int = 1) -> None:
        """Lets the next ones go, one by one, each when what came before it is shown."""
        for _ in range(count):
            version = self.page.locator("#table").get_attribute("data-version")
            self.next().continue_()
            expect(self.page.locator("#table")).not_to_have_attribute("data-version", version or "")


def dropped(page: Page) -> Locator:
    """What became of a tap that wasn't written."""
    return page.locator("[data-dropped]")


def polignac(page: Page) -> str:
    return lay(page, *FOUR, game="Polignac", pressed=["Deal"])


def touch(page: Page, *taps: str) -> None:
    for words in taps:
        place(page, words).first.tap()


def pressing(page: Page, spot: tuple[float, float], kind: str) -> Iterator[None]:
    """Comes down on a spot, and leaves it, a step at a time."""
    if kind == "a mouse":
        page.mouse.move(*spot)
        page.mouse.down()
        yield
        page.mouse.up()
    else:
        line = page.context.new_cdp_session(page)
        line.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [dict(zip("xy", spot, strict=True))]}
        )
        yield
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    yield


def two_to_undo(page: Page) -> Held:
    """Two jacks are taken, and whatever takes them back is held."""
    polignac(page)
    for words in ("Ben: the jack of spades", "Cleo: the jack of hearts"):
        touch(page, words)
        expect(page.locator(".latest")).to_contain_text(words.split(":")[0])
        at_rest(page)
    return Held(page, "**/undo")


def test_a_tap_that_waits_is_never_of_the_next_hand(device: Device) -> None:
    """Ben takes the tricks, and the next hand deals itself; that Cleo takes them was meant of the first."""
    page = device()
    code = lay(page, *FOUR, game="Spoil-Five", pressed=["Deal"])
    phone = Phone(Asking(page)).open(f"/t/{code}")
    phone.send("rules", MultiDict({"deal": "at once"}))
    page.reload()
    held = Held(page, "**/moves/**")
    for name in ("Ben", "Cleo"):
        page.locator("#table .players button.row", has_text=name).tap()
    held.answers()
    expect(page.locator("h1")).to_contain_text("hand 2")
    expect(dropped(page)).to_be_visible()
    expect(dropped(page)).to_contain_text("Cleo")
    at_rest(page)
    moves = page.request.get(f"/t/{code}/sheet.json").json()["games"][0]["moves"]
    assert [move.get("winner", move.get("player")) for move in moves if move["move"] != "deal"] == ["Ben"]


@needs("what a form sends")
def test_what_another_pencil_wrote_meanwhile_is_fetched_before_the_light_is_green(device: Device) -> None:
    page = device()
    code = polignac(page)
    expect(page.locator("body.is-live")).to_be_attached()
    held = Held(page, "**/moves/took")
    touch(page, "Ben: the jack of spades")
    route = held.next()
    answer = route.fetch()
    tab = page.context.new_page()
    tab.goto(f"/t/{code}")
    touch(tab, "Cleo: the jack of hearts")
    expect(tab.locator(".latest")).to_contain_text("Cleo")
    newest = tab.locator("#table").get_attribute("data-version") or ""
    route.fulfill(response=answer)
    expect(page.locator("#table")).to_have_attribute("data-version", newest)
    expect(page.locator("body.is-live")).to_be_attached()


@needs("what a form sends")
def test_while_a_tap_is_on_its_way_its_page_asks_for_nothing_else(device: Device) -> None:
    """The stream tells of what it wrote before its answer comes, and a finger is lifted meanwhile."""
    page = device()
    polignac(page)
    held = Held(page, "**/moves/took")
    expect(page.locator("#crib[data-kept]")).to_be_attached()  # 1.5 s after the page, as some scripts
    touch(page, "Ben: the jack of spades")
    route = held.next()
    answer = route.fetch()
    page.wait_for_timeout(700)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/static/" not in request.url else None)
    page.locator("body").dispatch_event("pointerup")
    page.wait_for_timeout(300)
    assert asked == []
    route.fulfill(response=answer)
    expect(page.locator(".latest")).to_contain_text("Ben")


def test_what_is_dropped_stays_said_until_the_next_tap(device: Device) -> None:
    page = device()
    polignac(page)
    held = Held(page, "**/moves/took")
    touch(page, "Ben: the jack of spades", "Ben: the jack of hearts", "Cleo: the jack of hearts")
    touch(page, "Cleo: the jack of clubs")
    held.answers(3)
    at_rest(page)
    expect(dropped(page)).to_be_visible()
    expect(dropped(page)).to_contain_text("“Cleo: the jack of hearts”")
    assert taken(page) == ["Ben JS", "Ben JH", "Cleo JC"]
    touch(page, "Dan: the jack of diamonds")
    expect(dropped(page)).to_be_hidden()
    held.answers()


def test_a_second_tap_on_the_same_button_waits_like_any_other(device: Device) -> None:
    """Undo twice, over a line on which the first takes longer than a hand trembles."""
    page = device()
    held = two_to_undo(page)
    undo = page.get_by_role("button", name="Undo")
    page.evaluate(STILL)
    undo.tap()
    undo.tap()
    page.evaluate("() => { window.now += 1000; }")
    undo.tap()
    held.answers(2)
    at_rest(page)
    assert taken(page) == [] and held.routes == [], "the tap that trembled is none"


def test_a_button_is_deaf_to_its_own_tap_no_longer_than_a_hand_trembles(device: Device) -> None:
    """The answer comes 400 milliseconds after the tap: the next one on the same button, 150 later, is meant."""
    page = device()
    held = two_to_undo(page)
    page.evaluate(STILL)
    page.evaluate("""() => {
        document.addEventListener("htmx:afterSettle", () => {
            window.deaf ??= document.querySelector("#table .undo").matches(".ignore-taps");
        });
    }""")
    page.get_by_role("button", name="Undo").tap()
    page.evaluate("() => { window.now += 400; }")
    held.answers()
    page.wait_for_function("() => window.deaf === false")


def test_what_is_new_is_tapped_in_time_though_a_busy_page_is_late_to_note_it(four: Page) -> None:
    four.evaluate(
        "() => { const later = setTimeout;"
        " window.setTimeout = (does, delay) => later(does, delay > 100 ? 60_000 : delay); }"
    )
    four.get_by_role("button", name="Deal hand 1").tap()
    spoilt = four.locator(".ignore-taps", has_text="Nobody: spoilt")
    expect(spoilt).to_be_attached()
    four.wait_for_timeout(500)  # longer than what is new is out of reach
    four.touchscreen.tap(*middle(spoilt))
    expect(four.locator(".strip")).to_contain_text("Nobody makes it")


@pytest.mark.parametrize("kind", ["a mouse", "a finger"])
def test_what_comes_down_too_soon_is_told_what_it_was_on_its_way_to(four: Page, kind: str) -> None:
    """It is lifted once what stands there now may be tapped."""
    tap(four, "Deal hand 1")
    spot = middle(four.get_by_role("button", name="Nobody: spoilt"))
    presses = pressing(four, spot, kind)
    four.evaluate(
        "() => { const later = setTimeout; window.waits = [];"
        " window.setTimeout = (does, delay) => delay > 100 ? window.waits.push(does) : later(does, delay); }"
    )
    four.evaluate(STILL)
    four.get_by_role("button", name="Cleo").first.tap()
    expect(four.locator(".ignore-taps", has_text="Deal hand 2")).to_be_attached()
    four.evaluate("() => { window.now += 300; }")
    next(presses)
    four.evaluate("() => { window.now += 200; for (const does of window.waits) does(); }")
    expect(four.locator(".ignore-taps")).to_have_count(0)
    next(presses)
    expect(dropped(four)).to_be_visible()
    expect(dropped(four)).to_contain_text("“Nobody: spoilt”")
    expect(four.locator("h1")).to_contain_text("hand 1")


def test_undo_stays_in_its_place_as_a_hand_begins_and_ends(device: Device) -> None:
    page, places = device(), set()
    lay(page, *FOUR, game="Lift Smoke")
    for words in ("Deal hand 1", "Cleo", "Undo"):
        tap(page, words)
        box = page.get_by_role("button", name="Undo").bounding_box()
        assert box
        places.add((round(box["x"]), round(box["y"])))
    assert len(places) == 1


def test_two_fingers_that_are_down_at_once_both_tap(device: Device) -> None:
    page = device()
    polignac(page)
    line = page.context.new_cdp_session(page)
    page.evaluate(STILL)  # a busy machine holds no finger down
    spots = []
    for place_of, words in enumerate(("Ben: the jack of spades", "Cleo: the jack of hearts")):
        x, y = middle(place(page, words))
        spots.append({"x": x, "y": y, "id": place_of})
    for kind, points in (("touchStart", spots[:1]), ("touchStart", spots), ("touchEnd", spots[:1]), ("touchEnd", [])):
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.locator(".latest li").nth(2)).to_be_visible()
    at_rest(page)
    assert sorted(taken(page)) == ["Ben JS", "Cleo JH"]
    touch(page, "Dan: the jack of diamonds")
    expect(page.locator(".latest")).to_contain_text("Dan")


def test_who_taps_a_link_leaves_once_what_waits_is_written(device: Device) -> None:
    page = device()
    code = polignac(page)
    held = Held(page, "**/moves/took")
    touch(page, "Ben: the jack of spades", "Cleo: the jack of hearts")
    page.get_by_role("link", name="Journal", exact=True).last.tap()
    held.answers(1)
    held.next().continue_()
    page.wait_for_url(f"**/t/{code}/journal")
    page.goto(f"/t/{code}")
    assert taken(page) == ["Ben JS", "Cleo JH"]


def test_what_waits_behind_a_tap_that_fails_is_said_as_it_is(device: Device) -> None:
    page = device()
    polignac(page)
    held = Held(page, "**/moves/took")
    touch(page, "Ben: the jack of spades", "Cleo: the jack of hearts")
    held.next().abort()
    expect(dropped(page)).to_have_text(
        "Not written down: “Cleo: the jack of hearts”. The tap before it must be written first."
    )
    expect(page.locator("[data-connection]")).to_contain_text("the table didn't answer")


def test_what_is_new_stays_out_of_reach_when_the_page_changes_once_more(device: Device) -> None:
    """A second answer within the time in which nobody can have seen what is new."""
    page = device()
    lay(page, *FOUR, game="Spin", pressed=["Deal"])
    page.evaluate(
        """() => { window.guarded = [];
          document.addEventListener('htmx:afterSettle', () => {
            window.guarded.push([...document.querySelectorAll('#table .ignore-taps')].map(part => part.innerText));
            const at = document.getElementById('table').getAttribute('hx-get').replace(/[?&]v=[^&]*/, '');
            if (window.guarded.length === 1) htmx.ajax('GET', at, { target: '#table', swap: 'outerHTML' });
          }); }"""
    )
    page.get_by_role("link", name="Ben: out").tap()
    page.wait_for_function("() => window.guarded.length > 1")
    first, second = page.evaluate("window.guarded.slice(0, 2)")
    assert first and set(second) >= set(first)


def test_on_a_page_without_a_stream_no_answer_is_said_too(device: Device) -> None:
    """The page that hands out the cards of Loto, and the form of a new table, which keeps the field in focus."""
    page = device()
    code = lay(page, "Ann", "Ben", game="Loto")
    page.route("**/cards", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.goto(f"/t/{code}/cards")
    page.locator("[name=everyone]").first.tap()
    said = page.locator("[data-connection]")
    expect(said).to_have_text("No answer: what you did last may not have been written down. Try again.")
    expect(said).to_be_visible()
    page.unroute("**/cards")
    page.locator("[name=everyone]").first.tap()
    expect(page.locator(".strip")).to_be_visible()
    expect(said).to_be_hidden()
    page.route("**/lay*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.goto("/lay?game=spoil-five&which=nothing")
    page.locator("[name=newcomer]").focus()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(said).to_be_visible()
    page.keyboard.type("Ben")
    expect(page.locator("[name=newcomer]")).to_have_value("Ann, Ben")


def test_a_stalled_line_is_said_on_a_page_without_a_stream(device: Device) -> None:
    page = device()
    page.clock.install()
    page.goto("/lay?game=spoil-five&which=stalled")
    held = Held(page, "**/lay*")
    page.locator("[name=newcomer]").fill("Ann")
    page.keyboard.press("Enter")
    held.next()
    page.clock.fast_forward(13_000)
    expect(page.locator("[data-connection]")).to_contain_text("No answer")
    expect(page.locator("[name=newcomer]")).to_have_value("Ann, ")


def test_a_preview_whose_form_was_written_down_meanwhile_is_not_waited_for(device: Device) -> None:
    """Its answer asks something else, and would look for the table from a form that is gone."""
    page = device()
    lay(page, "Ann", "Ben", "Cat", game="Macao")
    preview = Held(page, "**/try*")
    for name in ("Ben", "Cat"):
        page.locator(f"[name='stakes:{name}']").fill("3")
        page.locator(f"[name='outcomes:{name}'][value='1']").check(force=True)
    asked = preview.next()
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(".latest")).to_contain_text("bank loses")
    told = {"X-Companion": "answers", "HX-Retarget": "#table", "HX-Reswap": "outerHTML"}
    asked.fulfill(status=200, headers=told, body="late")
    at_rest(page)
    expect(page.locator("#table")).not_to_have_text("late")
