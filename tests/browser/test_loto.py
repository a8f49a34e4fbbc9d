"""A quarter game of Loto, called automatically, claimed from a second phone, its seed revealed and checked."""

from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.loto.box import BOXES, bag
from tests.browser.conftest import PHONE, SMALL_PHONE, TABLET, Device, takes_the_pencil, tap
from tests.browser.test_device import CLAIM, DRAW, EARS, hears, with_ears
from tests.tools.house import laid
from tests.tools.serving import served

CARDS = {"Ben": 1, "Cleo": 2, "Dan": 3}


@pytest.fixture
def code(tmp_path: Path) -> str:
    """A table whose players hold their cards; Ann calls."""
    taken = [{"move": "cards", "player": name, "numbers": [card]} for name, card in CARDS.items()]
    game = {"game": "loto", "options": {"prizes": "quarters"}, "moves": taken}
    return laid(tmp_path, game, ["Ann", *CARDS])


@pytest.fixture
def address(tmp_path: Path, code: str):  # type: ignore[no-untyped-def]
    """The house in which the table was laid already."""
    with served(tmp_path) as where:
        yield where


def calls(device: Device, code: str) -> Page:
    """The caller's tablet, with the pencil."""
    return takes_the_pencil(device(TABLET), code)


def until(page: Page, card: int, rows: int) -> None:
    """The calling goes on by itself until so many rows of a card are complete."""
    page.wait_for_function(
        """([card, rows]) => {
           const out = new Set([...document.querySelectorAll('.ninety .out')].map(n => n.innerText));
           return card.filter(row => row.every(n => out.has(String(n)))).length >= rows; }""",
        arg=[[list(row) for row in BOXES[24][card]], rows],
        timeout=120_000,
    )


def test_a_quarter_game_called_by_itself_and_claimed_from_a_phone(device: Device, code: str) -> None:
    """LO1-02, LO1-06; one tap starts the calling, and a claim pauses it."""
    page = calls(device, code)
    tap(page, "Deal hand 1")
    page.get_by_text("The bag is settled").click()
    fingerprint = page.locator(".fair code").inner_text()
    ben = device()
    ben.goto(f"/t/{code}/me")
    ben.get_by_role("button", name="Ben").click()
    page.evaluate("localStorage.setItem('companion.caller', JSON.stringify({every: 0.15}))")
    page.reload()
    page.get_by_role("button", name="Start calling").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    for prize, rows in (("a row", 1), ("two rows", 2), ("the whole card", 3)):
        until(page, CARDS["Ben"], rows)
        ben.get_by_role("button", name=f"I have {prize}!").click()
        expect(page.locator("#table").get_by_text(f"Ben has {prize} on card 1")).to_be_visible()
        expect(page.get_by_role("button", name="Start calling")).to_be_visible()
        page.wait_for_timeout(300)  # a number whose draw was on its way when the claim came may still fall
        expect(page.locator(".htmx-request")).to_have_count(0)
        out = page.locator(".ninety .out").count()
        page.wait_for_timeout(400)
        assert page.locator(".ninety .out").count() == out, "a claim pauses the calling"
        tap(page, "Pay Ben")
        if rows < 3:
            expect(page.get_by_role("button", name="Pause")).to_be_visible()  # it goes on by itself
    expect(page.locator(".players .row", has_text="Ben")).to_contain_text("+8")
    drawn = {int(number) for number in page.locator(".ninety .out").all_inner_texts()}
    ben.get_by_role("link", name="Was it fair? Check the bag").click()
    ben.get_by_role("link", name="Hand 1").click()
    expect(ben.get_by_text("It is right.")).to_be_visible()
    assert ben.locator("dl.fair code").first.inner_text() == fingerprint
    seed = ben.locator("dl.fair code").last.inner_text()
    assert sha256(seed.encode()).hexdigest() == fingerprint
    assert drawn == set(bag(seed)[: len(drawn)])


def test_the_ball_is_tapped_to_draw_and_a_claim_is_in_sight(device: Device, code: str) -> None:
    page = takes_the_pencil(device(PHONE), code)
    tap(page, "Deal hand 1")
    ball = page.locator("button.called")
    for drawn in (1, 2):
        ball.tap()
        expect(page.locator(f"[data-drawn='{drawn}']")).to_be_visible()
        expect(page.locator("#table.ignore-taps")).to_have_count(0)
    ben = device(SMALL_PHONE)
    ben.goto(f"/t/{code}/me")
    ben.get_by_role("button", name="Ben").click()
    expect(ben.locator(".called")).to_be_visible()
    assert ben.locator("button.called").count() == 0, "only the caller draws"
    claim = ben.get_by_role("button", name="I have a row!")
    expect(claim).to_be_in_viewport(ratio=0.95)
    claim.tap()
    for phone in (ben, page):
        expect(phone.locator(".claim").first).to_be_in_viewport(ratio=0.95)


def test_on_a_phone_a_claim_is_one_tap_below_the_number(device: Device, code: str) -> None:
    page = takes_the_pencil(device(PHONE), code)
    tap(page, "Deal hand 1")
    tap(page, "Draw")
    page.get_by_role("link", name="Claims").tap()
    expect(page.get_by_role("button", name="Ben")).to_be_in_viewport()
    page.get_by_role("button", name="Ben").tap()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Go on")).to_have_count(0)


def test_the_number_is_called_aloud_digit_by_digit(device: Device, code: str) -> None:
    page = calls(device, code)
    page.add_init_script(
        """window.heard = [];
        const one = {name: 'Tester', lang: 'en-GB'};
        Object.defineProperty(window, 'speechSynthesis', {value: {getVoices: () => [one], cancel() {},
            speak(spoken) { window.heard.push(spoken.text.trim()); }, addEventListener() {}}});
        window.SpeechSynthesisUtterance = function (text) { this.text = text; };"""
    )
    page.reload()
    tap(page, "Deal hand 1")
    page.get_by_role("button", name="Start calling").click()
    expect(page.locator(".called")).not_to_contain_text("Draw")
    number = page.locator("[data-caller]").get_attribute("data-number") or ""
    call = page.locator("[data-caller]").get_attribute("data-call")
    page.wait_for_function("() => window.heard.length > 0")
    heard = page.evaluate("window.heard")[0]
    assert heard.startswith(f"{call}. {number}.")
    assert len(number) == 1 or heard.endswith(", ".join(number))
    page.get_by_text("The voice").click()
    page.get_by_label("With the traditional calls").uncheck()
    page.get_by_role("button", name="Repeat").click()
    assert page.evaluate("window.heard").pop().startswith(f"{number}.")


def test_without_a_voice_the_page_says_so_and_the_number_can_be_read_from_afar(device: Device, code: str) -> None:
    page = calls(device, code)
    tap(page, "Deal hand 1")
    tap(page, "Draw")
    page.get_by_text("The voice").click()
    expect(page.get_by_text("This device has no voice: the picture is enough.")).to_be_visible()
    height = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.called')).fontSize)")
    assert height >= 180, "on a tablet of ten inches, some three centimetres"


@pytest.mark.thorough
def test_a_claim_rings_at_the_caller_in_any_case_and_a_draw_where_it_was_chosen(device: Device, code: str) -> None:
    page, follower, ben = calls(device, code), with_ears(device(), "Short sounds"), device()
    page.add_init_script(EARS)
    page.goto(f"/t/{code}")
    ben.goto(f"/t/{code}/me")
    ben.get_by_role("button", name="Ben").click()
    follower.goto(f"/t/{code}")
    follower.locator(".baize h1").click()
    tap(page, "Deal hand 1")
    tap(page, "Draw")
    hears(follower, DRAW)
    page.evaluate("localStorage.setItem('companion.caller', JSON.stringify({every: 0.15}))")
    page.reload()
    page.get_by_role("button", name="Start calling").click()
    until(page, CARDS["Ben"], 1)
    ben.get_by_role("button", name="I have a row!").click()
    expect(page.locator("#table").get_by_text("Ben has a row on card 1")).to_be_visible()
    hears(page, CLAIM)
    assert page.evaluate("window.felt") == [[200, 100, 200]]
    follower.wait_for_function("() => window.heard.includes(1175)")
    tones = follower.evaluate("window.heard")
    claimed = tones.index(CLAIM[0])
    assert tones[claimed : claimed + 2] == CLAIM
    assert {*tones[:claimed], *tones[claimed + 2 :]} == {*DRAW}, "a draw that was on its way is still heard"


def test_a_list_of_those_who_share_a_prize_grows_with_each_that_is_tapped(device: Device, code: str) -> None:
    page = calls(device, code)
    page.goto(f"/t/{code}/journal/2?kind=claim")
    page.locator("label.tap", has_text="card").click()
    for place, name in enumerate(CARDS):
        row = page.locator(".item").nth(place)
        row.locator("label.tap", has_text=name).click()
        row.locator("input[inputmode]").fill(str(CARDS[name]))
    page.get_by_role("button", name="See what would change").click()
    expect(page.get_by_role("alert")).to_contain_text("No hand is open")
    for place, name in enumerate(CARDS):
        row = page.locator(".item").nth(place)
        expect(row.get_by_role("radio", name=name)).to_be_checked()
        expect(row.locator("input[inputmode]")).to_have_value(str(CARDS[name]))
