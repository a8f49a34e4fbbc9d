"""A device among others: its screen stays on, it sounds, and it waits for a server that is away."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.web.assets import edition
from companion.web.devices.device import AWAY_FILES
from tests.browser.conftest import CHROMIUM, EVERY_SIZE, PHONE, STILL, Device, lay, tap
from tests.browser.engines import ENGINE, FLAGS, needs
from tests.browser.test_for_every_hand import SIDEWAYS, TOO_SMALL_TO_READ, TOO_SMALL_TO_TAP
from tests.tools.serving import free_port, served

STATIC = Path(__file__).parents[2] / "static"

NOT_SECURE = "Object.defineProperty(window, 'isSecureContext', {get: () => false})"
LOCKS = """window.locks = {asked: 0, held: null};
  Object.defineProperty(Navigator.prototype, 'wakeLock', {get: () => ({request: async () => {
    window.locks.asked += 1;
    if (window.locks.refuses) throw new DOMException('battery', 'NotAllowedError');
    const lock = new EventTarget();
    lock.release = async () => { window.locks.held = null; lock.dispatchEvent(new Event('release')); };
    return window.locks.held = lock;
  }})})"""
"""A wake lock that tells what is done with it."""
HIDES = """hidden => {
  Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange')); }"""
SHOWN = "() => !document.querySelector('[data-stream]') || document.body.classList.contains('is-live')"
EARS = """window.heard = []; window.felt = [];
  window.AudioContext = class extends AudioContext { constructor() { super(); window.speaker = this; } };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.heard.push(this.frequency.value);
    return start.call(this, at); };
  Navigator.prototype.vibrate = (touches) => { window.felt.push(touches); return true; }"""
"""Counts the tones that begin, and what the fingers would feel."""
if ENGINE == "firefox":
    EARS += "; AudioContext.prototype.resume = async () => {}"  # it waits for a loudspeaker, which this machine hasn't
WON, CLAIM, DRAW = [523, 659, 784], [880, 1175], [740]


def with_ears(page: Page, *switches: str) -> Page:
    """A device whose switches are turned, with somebody listening."""
    page.add_init_script(EARS)
    page.goto("/device")
    for switch in switches:
        page.get_by_label(switch).check()
    return page


def listens(page: Page) -> None:
    """Somebody taps the page, and its speaker is open: a sound that is late isn't played."""
    page.locator(".table > .panel").click(position={"x": 4, "y": 12})
    if ENGINE != "firefox":
        page.wait_for_function("() => window.speaker.state === 'running'")


def hears(page: Page, tones: list[int]) -> None:
    page.wait_for_function("tones => JSON.stringify(window.heard) === JSON.stringify(tones)", arg=tones)


def says(page: Page, words: str) -> None:
    """What the menu says of the screen."""
    page.locator("details.menu summary").click()
    expect(page.locator(".menu [href$='/me'] small")).to_have_text(words, use_inner_text=True)
    page.locator("details.menu summary").click()


# The screen.


@needs("wake lock")
def test_the_screen_stays_on_while_a_table_is_shown_and_the_menu_says_so(browser: Browser, address: str) -> None:
    """The real thing, on an address that is secure; Chromium without windows has no screen that could stay on."""
    whole = browser.browser_type.launch(executable_path=CHROMIUM, args=FLAGS) if ENGINE == "chromium" else browser
    with whole.new_context(viewport=PHONE, base_url=address) as context:
        page = context.new_page()
        lay(page, "Ann", "Ben")
        says(page, "the screen stays on")
        expect(page.locator("[data-awake-note]")).to_be_hidden()
    if whole is not browser:
        whole.close()


def test_it_is_asked_for_again_when_the_page_is_seen_again(four: Page) -> None:
    four.add_init_script(LOCKS)
    four.reload()
    four.wait_for_function("() => window.locks.held")
    four.evaluate(HIDES, True)
    four.evaluate("window.locks.held.release()")
    assert four.evaluate("window.locks.asked") == 1, "a hidden page asks for nothing"
    four.evaluate(HIDES, False)
    four.wait_for_function("() => window.locks.held")
    assert four.evaluate("window.locks.asked") == 2
    four.goto(f"{four.url}/overhead")
    four.wait_for_function("() => window.locks.held")
    four.goto("/")
    assert four.evaluate("window.locks.asked") == 0, "no table is shown here"


def test_a_device_that_refuses_is_not_said_to_keep_it_on(four: Page) -> None:
    four.add_init_script(LOCKS + "; window.locks.refuses = true")
    four.reload()
    says(four, "the screen may go dark")
    four.evaluate("window.locks.refuses = false")
    four.evaluate(HIDES, False)
    says(four, "the screen stays on")
    four.evaluate("window.locks.held.release()")
    says(four, "the screen may go dark")


def test_the_switch_is_remembered_on_the_device(four: Page) -> None:
    table = four.url
    four.add_init_script(LOCKS)
    four.goto(f"{table}/device")
    four.wait_for_function("() => window.locks.held")
    four.get_by_label("Keep the screen on").uncheck()
    expect(four.get_by_text("goes dark when this device's settings say so")).to_be_visible()
    assert four.evaluate("window.locks.held") is None
    four.goto(table)
    says(four, "the screen may go dark")
    assert four.evaluate("window.locks.asked") == 0
    four.goto(f"{table}/device")
    expect(four.get_by_label("Keep the screen on")).not_to_be_checked()


@pytest.mark.parametrize("missing", [NOT_SECURE, "delete Navigator.prototype.wakeLock"], ids=["not secure", "no lock"])
def test_where_it_can_not_be_kept_on_the_page_says_so_once_and_how_to_set_the_device(four: Page, missing: str) -> None:
    table = four.url
    four.add_init_script(missing)
    four.goto(table)
    note = four.locator("[data-awake-note]")
    expect(note).to_contain_text("can't stay on here")
    says(four, "can't keep the screen on here")
    note.get_by_role("link", name="What to do").click()
    expect(four.get_by_label("Keep the screen on")).to_be_disabled()
    expect(four.get_by_label("Keep the screen on")).not_to_be_checked()
    expect(four.get_by_text("Change this device's settings, as below").filter(visible=True)).to_have_count(1)
    four.get_by_text("Device settings").click()
    expect(four.get_by_text("Screen timeout")).to_be_visible()
    four.goto(table)
    note.get_by_role("button", name="OK", exact=True).click()
    expect(note).to_be_hidden()
    four.goto(f"{table}/overhead")
    expect(note).to_be_hidden()
    four.goto(table)
    expect(note).to_be_hidden()


@pytest.mark.parametrize("viewport", EVERY_SIZE)
def test_its_pages_can_be_read_and_tapped(device: Device, viewport: dict[str, int]) -> None:
    page = device(viewport)
    page.add_init_script(NOT_SECURE)
    code = lay(page, "Ann", "Ben", "Cleo", "Dan")
    for path in ("/device", f"/t/{code}/device", "/certificate", "/away", f"/t/{code}", f"/t/{code}/overhead"):
        page.goto(path)
        page.wait_for_function(SHOWN)
        assert page.evaluate(SIDEWAYS) <= 0, path
        assert page.evaluate(TOO_SMALL_TO_TAP) == [], path
        assert page.evaluate(TOO_SMALL_TO_READ) == [], path
    page.goto(f"/t/{code}")
    page.get_by_title("Play", exact=True).click()
    page.wait_for_url("**/")


# Sound and touch.


def test_a_pool_that_is_won_on_another_phone_is_heard_and_felt_where_it_was_chosen(device: Device) -> None:
    page, follower, silent = device(), with_ears(device(), "Short sounds", "Vibration"), with_ears(device())
    code = lay(page, "Ann", "Ben", "Cleo", "Dan")
    for other in (follower, silent):
        other.goto(f"/t/{code}")
    listens(follower)
    silent.locator(".table > .panel").click(position={"x": 4, "y": 12})
    tap(page, "Deal hand")
    tap(page, "Cleo")
    hears(follower, WON)
    follower.wait_for_function("() => window.felt.length === 1")
    expect(silent.locator(".strip")).to_contain_text("Cleo takes")
    tap(page, "Undo")
    expect(follower.locator(".strip")).not_to_contain_text("takes")
    assert follower.evaluate("window.heard.length") == len(WON), "a correction is silent"
    tap(page, "Dan")
    hears(follower, [*WON, *WON])
    assert silent.evaluate("[window.heard, window.felt]") == [[], []]


def test_a_page_that_is_hidden_is_silent(device: Device) -> None:
    page, follower = device(), with_ears(device(), "Short sounds")
    code = lay(page, "Ann", "Ben", "Cleo", "Dan")
    follower.goto(f"/t/{code}")
    listens(follower)
    follower.evaluate(HIDES, True)
    tap(page, "Deal hand")
    tap(page, "Cleo")
    follower.evaluate(HIDES, False)
    expect(follower.locator(".strip")).to_contain_text("Cleo takes")
    tap(page, "Deal hand")
    tap(page, "Dan")
    hears(follower, WON)
    assert follower.evaluate("window.heard.length") == len(WON), "what was meanwhile is not heard"


def test_every_sound_can_be_tried(device: Device) -> None:
    page = with_ears(device())
    page.evaluate(STILL)
    for words in ("A number is drawn", "A claim", "A pool is won"):
        page.get_by_role("button", name=words).click()
    hears(page, DRAW + CLAIM + WON)
    page.wait_for_function("() => window.felt.length === 3")
    for switch in ("Short sounds", "Vibration"):
        expect(page.get_by_label(switch)).not_to_be_checked()


# The server goes away and comes back.


def test_while_the_server_is_away_one_page_says_so_and_comes_back_by_itself(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    context = browser.new_context(viewport=PHONE, base_url=f"http://127.0.0.1:{port}")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
    with served(tmp_path, port):
        code = lay(page, "Ann", "Ben", "Cleo", "Dan")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        kept = page.evaluate(
            "caches.keys().then(names => caches.open(names[0])).then(kept => kept.keys())"
            ".then(found => found.map(request => new URL(request.url).pathname))"
        )
        of_today = f"/static/{edition(STATIC)}"
        assert set(kept) == {"/away", *(f"{of_today}/{name}" for name in AWAY_FILES)}, "and of tables nothing"
    page.goto(f"/t/{code}/seats")
    expect(page.get_by_role("heading", name="Can't reach the table")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundImage").startswith("radial-gradient")
    with served(tmp_path, port):
        expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    page.goto(f"/t/{code}")
    expect(page.get_by_role("heading", name="Can't reach the table")).to_be_visible()
    with served(tmp_path, port):
        page.get_by_role("link", name="Try now").click()
        expect(page.get_by_role("button", name="Deal hand 1")).to_be_visible()
    context.close()
    assert not complaints
