"""A quarter game of Loto, called automatically, claimed from a second phone, its seed revealed and checked."""

import re
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page, expect

from companion.loto.rules.box import BOXES, bag
from tests.browser.conftest import PHONE, SMALL_PHONE, TABLET, Asking, Device, lay, middle, takes_the_pencil, tap
from tests.browser.test_device import CLAIM, DRAW, EARS, HIDES, hears, listens, with_ears
from tests.tools.house import laid
from tests.tools.phone import Phone

CARDS = {"Ben": 1, "Cleo": 2, "Dan": 3}
BELL = [988, 784]
VOICE = """window.heard = []; window.drawn = [];
  const voices = [['Tester', 'en-GB'], ['Marie', 'fr-FR']].map(([name, lang]) => ({name, lang}));
  let queue = [], turn = 0;
  function next() {
    const [sentence] = queue;
    if (!sentence) return;
    const said = {text: sentence.text.trim(), voice: sentence.voice.name, from: Date.now()};
    window.heard.push(said);
    turn = setTimeout(() => { said.until = Date.now(); queue.shift(); sentence.onend(); next(); },
      1000 + 100 * said.text.length);
  }
  Object.defineProperty(window, 'speechSynthesis', {value: {getVoices: () => voices, addEventListener() {},
    speak(sentence) { if (queue.push(sentence) === 1 && !window.dumb) next(); },
    cancel() { queue = []; clearTimeout(turn); }}});
  window.SpeechSynthesisUtterance = function (text) { this.text = text; };
  document.addEventListener('htmx:beforeRequest', ({detail}) => {
    if (detail.requestConfig.path.endsWith('/loto/draw')) window.drawn.push(Date.now()); });"""
"""An engine whose sentences take as long as they are, and the moments at which the page asks for a number."""


WHOLE = """() => { const foot = document.querySelector('.claiming').getBoundingClientRect();
  return [...document.querySelectorAll('.held-card')].map((card) => card.getBoundingClientRect()).filter(
    ({ top, bottom, right }) => top >= 0 && bottom <= (right <= foot.left ? innerHeight : foot.top)).length; }"""
"""How many whole cards stand on the screen, above the claims."""

STEP = 500
"""Milliseconds that go by at once where the clock is wound."""


@pytest.fixture
def code(tmp_path: Path) -> str:
    """A table whose players hold their cards; Ann calls."""
    taken = [{"move": "cards", "player": name, "numbers": [card]} for name, card in CARDS.items()]
    game = {"game": "loto", "options": {"prizes": "quarters"}, "moves": taken}
    return laid(tmp_path, game, ["Ann", *CARDS])


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
        polling=100,
    )


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bag in which Ben's rows are complete after 36, 38 and 43 numbers, not after nearly all."""
    seed = "a seed for a quick game, 75666"
    monkeypatch.setattr("companion.store.kept.secrets", SimpleNamespace(token_hex=lambda size: seed))


@pytest.mark.usefixtures("early")
def test_a_quarter_game_called_by_itself_and_claimed_from_a_phone(device: Device, code: str) -> None:
    """LO1-02, LO1-06; one tap starts the calling, and a claim pauses it."""
    page = calls(device, code)
    tap(page, "Deal hand 1")
    page.get_by_text("The bag is sealed").click()
    fingerprint = page.locator(".fair code").inner_text()
    page.evaluate("localStorage.setItem('companion.caller', JSON.stringify({every: 0.15}))")
    page.goto("about:blank")  # nobody draws what is drawn before
    draws = Phone(Asking(page)).open(f"/t/{code}")
    for _ in range(32):
        draws.press("Draw")
    ben = device()
    ben.goto(f"/t/{code}/me")
    ben.get_by_role("button", name="Ben").click()
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Keep drawing").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    for prize, held, rows in (
        ("a row", "a row on card 1", 1),
        ("two rows", "two rows on card 1", 2),
        ("the whole card", "all of card 1", 3),
    ):
        until(page, CARDS["Ben"], rows)
        ben.get_by_role("button", name=f"I have {prize}!").click()
        expect(page.locator("#table").get_by_text(re.compile(f"Ben has (had )?{held}"))).to_be_visible()
        expect(page.get_by_role("button", name="Keep drawing")).to_be_visible()
        expect(page.locator(".htmx-request")).to_have_count(0)  # what was being drawn as the claim came still falls
        out = page.locator(".ninety .out").count()
        page.wait_for_timeout(400)  # long enough for two more numbers
        assert page.locator(".ninety .out").count() == out, "a claim pauses the calling"
        page.get_by_role("button", name="Pay Ben").click()
        if rows < 3:
            expect(page.get_by_role("button", name="Pause")).to_be_visible()  # it goes on by itself
    expect(page.locator(".players .row", has_text="Ben")).to_contain_text("+8")
    drawn = {int(number) for number in page.locator(".ninety .out").all_inner_texts()}
    ben.get_by_role("link", name="Was it fair? Check the bag").click()
    ben.get_by_role("link", name="Hand 1").click()
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
        expect(page.locator(".ignore-taps")).to_have_count(0)
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


def test_whole_cards_are_on_screen_upright_and_across_the_nearest_first(
    device: Device, tmp_path: Path, code: str
) -> None:
    """What people cover lies there after a sleep, too; the claim stays free whatever else appears."""
    held = [
        {"move": "cards", "player": name, "numbers": cards} for name, cards in (("Ben", [1, 2, 3, 4]), ("Dan", [5]))
    ]
    real = laid(tmp_path, {"game": "loto", "options": {"drawn_by": "bag"}, "moves": held}, ["Ann", *CARDS])
    caller, ben = takes_the_pencil(device(TABLET), real), device(PHONE)
    tap(caller, "Deal hand 1")
    ben.goto(f"/t/{real}/me?scanned")
    ben.get_by_role("button", name="Ben").click()
    tap(caller, "9")
    for number in (9, 18):
        ben.locator(f".mine-cards label:has([value='{number}'])").tap()
    tap(caller, "7")
    expect(ben.locator(".held-card").first).to_contain_text("Card 4")
    ben.reload()
    expect(ben.locator(".held-card").first.locator(":checked")).to_have_count(2)
    for width, height, whole in ((390, 844, 4), (360, 640, 3), (844, 390, 4), (820, 1180, 4), (1180, 820, 4)):
        ben.set_viewport_size({"width": width, "height": height})
        ben.evaluate("scrollTo(0, 0); document.querySelector('.carry').hidden = false")
        assert ben.evaluate(WHOLE) >= whole, f"{width} x {height}"
        ben.get_by_role("button", name="I have the whole card!").tap(trial=True)


def speaks(device: Device, code: str, **settings: object) -> Page:
    """The caller's tablet with a voice, at a hand that was dealt, on a clock that is wound by hand."""
    page = calls(device, code)
    page.add_init_script(VOICE)
    page.evaluate("kept => localStorage.setItem('companion.caller', JSON.stringify(kept))", settings)
    page.clock.install()
    page.reload()
    tap(page, "Deal hand 1")
    return page


def wind(page: Page, milliseconds: int) -> None:
    """Time goes by in short steps, and what is asked meanwhile is answered."""
    for gone in range(0, milliseconds, STEP):
        page.clock.run_for(min(STEP, milliseconds - gone))
        expect(page.locator(".htmx-request")).to_have_count(0)


def numbers(page: Page) -> int:
    return int(page.locator("[data-caller]").get_attribute("data-drawn") or 0)


def test_the_next_number_waits_until_the_sentence_is_finished(device: Device, code: str) -> None:
    page = speaks(device, code, every=2)
    page.get_by_role("button", name="Keep drawing").click()
    wind(page, 15_000)
    drawn, heard = page.evaluate("[window.drawn, window.heard]")
    assert len(drawn) >= 3
    assert len(heard) in (len(drawn), len(drawn) - 1), "each is said, and said once"
    for at, said in zip(drawn[1:], heard, strict=False):
        assert at >= said["until"] + 1000, f"drawn while {said['text']!r} was being said"
    assert any(said["until"] - said["from"] > 2000 for said in heard), "longer than the pace"


def test_an_engine_that_never_reports_an_end_does_not_hold_the_game_for_good(device: Device, code: str) -> None:
    page = speaks(device, code, every=2)
    page.evaluate("window.dumb = true")
    page.get_by_role("button", name="Keep drawing").click()
    wind(page, 3000)
    assert numbers(page) == 1
    wind(page, 20_000)
    assert numbers(page) >= 2


def test_nothing_is_drawn_while_the_page_that_draws_is_hidden(device: Device, code: str) -> None:
    page = speaks(device, code, every=2)
    page.get_by_role("button", name="Keep drawing").click()
    wind(page, 300)
    page.evaluate(HIDES, True)
    wind(page, 15_000)
    assert numbers(page) == 1
    page.evaluate(HIDES, False)
    wind(page, 2500)
    assert numbers(page) == 2
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_people_see_how_long_it_is_to_the_next_number(device: Device, code: str) -> None:
    page = speaks(device, code, every=5, say=False)
    ring = page.locator(".called svg")
    expect(ring).to_be_hidden()
    page.get_by_role("button", name="Keep drawing").click()
    wind(page, 300)
    expect(ring).to_be_visible()
    assert ring.evaluate("ring => getComputedStyle(ring.firstElementChild).animationDuration") == "5s"
    assert page.evaluate("window.heard") == [], "the voice is off"
    page.get_by_role("button", name="Pause").click()
    expect(ring).to_be_hidden()


def test_every_number_is_said_when_it_is_drawn_by_hand_digit_by_digit(device: Device, code: str) -> None:
    page = speaks(device, code)
    tap(page, "Draw")
    number = page.locator("[data-caller]").get_attribute("data-number") or ""
    call = page.locator("[data-caller]").get_attribute("data-call")
    wind(page, 100)
    heard = page.evaluate("window.heard")[0]["text"]
    assert heard.startswith(f"{call}. {number}.")
    assert len(number) == 1 or heard.endswith(", ".join(number))
    wind(page, 8000)
    page.get_by_text("The voice", exact=True).click()
    page.get_by_label("With the traditional calls").uncheck()
    page.get_by_role("button", name="Repeat").click()
    wind(page, 8000)
    assert page.evaluate("window.heard").pop()["text"].startswith(f"{number}.")
    page.get_by_label("With the traditional calls").check()
    page.get_by_label("Language").select_option("French")
    page.get_by_role("button", name="Repeat").click()
    wind(page, 100)
    said = page.evaluate("window.heard").pop()
    assert said["voice"] == "Marie" and said["text"].startswith(f"{number}."), (
        "an English call is not for a French voice"
    )
    page.get_by_label("Say every number").uncheck()
    page.reload()
    tap(page, "Draw")
    wind(page, 1000)
    assert page.evaluate("window.heard") == []


@pytest.mark.thorough
def test_a_number_of_a_real_bag_is_said_and_so_is_a_slip(device: Device, tmp_path: Path, code: str) -> None:
    taken = [{"move": "cards", "player": "Ben", "numbers": [1]}, {"move": "cards", "player": "Cleo", "numbers": [2]}]
    real = laid(tmp_path, {"game": "loto", "options": {"drawn_by": "bag"}, "moves": taken}, ["Ann", *CARDS])
    page = speaks(device, real)
    tap(page, "34")
    tap(page, "34")
    tap(page, "7")
    wind(page, 20_000)
    assert [said["text"].split()[-1] for said in page.evaluate("window.heard")] == ["4", "it.", "7."]
    page.get_by_role("button", name="Be silent").click()
    tap(page, "8")
    wind(page, 10_000)
    assert len(page.evaluate("window.heard")) == 3
    expect(page.get_by_role("button", name="Call them aloud")).to_be_visible()


@pytest.mark.thorough
def test_the_chosen_chime_sounds_before_each_number(device: Device, code: str) -> None:
    page = calls(device, code)
    page.add_init_script(EARS)
    page.reload()
    page.get_by_text("The voice", exact=True).click()
    page.get_by_label("Before each number").select_option("A bell")
    tap(page, "Deal hand 1")
    tap(page, "Draw")
    hears(page, BELL)


def claims_a_row(device: Device, code: str) -> tuple[Page, Page]:
    """The caller's tablet, where a number is out, and Ben's phone, which may claim."""
    page, ben = calls(device, code), device(SMALL_PHONE)
    tap(page, "Deal hand 1")
    tap(page, "Draw")
    ben.goto(f"/t/{code}/me")
    ben.get_by_role("button", name="Ben").click()
    expect(ben.locator("body.is-live")).to_be_visible()
    return page, ben


KEYS = """() => { window.keys = []; document.addEventListener('htmx:beforeRequest', ({ detail }) => {
  const { path, parameters } = detail.requestConfig;
  if (path.endsWith('/claim')) window.keys.push(parameters.key); }); }"""
UNSENT, LATE = "Not sent yet: I have a row!", "Too late to send: I have a row!"


def test_a_claim_tapped_while_the_line_is_away_is_kept_and_sent_once(device: Device, code: str) -> None:
    page, ben = claims_a_row(device, code)
    ben.context.set_offline(True)
    ben.evaluate(KEYS)
    ben.get_by_role("button", name="I have a row!").tap()
    expect(ben.get_by_text(UNSENT)).to_be_in_viewport(ratio=0.95)
    expect(ben.get_by_text("Tap again")).to_be_hidden()
    ben.context.set_offline(False)
    expect(page.locator("#table").get_by_text("Ben doesn't have").first).to_be_attached()
    expect(ben.get_by_text(UNSENT)).to_be_hidden()
    keys = ben.evaluate("window.keys")
    assert len(keys) >= 2 and len({*keys}) == 1
    page.get_by_role("button", name="Put all aside").evaluate("aside => aside.click()")
    ben.reload()
    expect(ben.get_by_text(UNSENT)).to_be_hidden()
    expect(page.get_by_role("button", name="Put all aside")).to_have_count(0)


def test_a_claim_for_a_hand_that_is_over_is_too_late_also_where_other_news_come_first(
    device: Device, code: str
) -> None:
    page, ben = claims_a_row(device, code)
    ben.context.set_offline(True)
    ben.get_by_role("button", name="I have a row!").tap()
    expect(ben.get_by_text(UNSENT)).to_be_visible()
    asked = list[str]()
    ben.on("request", lambda request: asked.append(request.url))
    tap(page, "Undo")
    tap(page, "Undo")
    assert len(asked) < 30, "no page asks again and again while its line is away"
    ben.route(f"**/t/{code}?v=*", lambda route: None)  # it waits for its answer until nothing is held any more
    with ben.expect_response(lambda answer: "/news?" in answer.url and answer.status == 204):
        ben.context.set_offline(False)
    ben.unroute_all(behavior="ignoreErrors")
    expect(ben.get_by_text(LATE)).to_be_visible()
    assert page.locator(".claim").count() == 0
    ben.reload()
    ben.get_by_role("button", name="All right", exact=True).tap()
    expect(ben.get_by_text(LATE)).to_be_hidden()


def test_without_a_voice_the_page_says_so_and_the_number_can_be_read_from_afar(device: Device, code: str) -> None:
    page = calls(device, code)
    page.add_init_script("SpeechSynthesis.prototype.getVoices = () => []")
    page.reload()
    tap(page, "Deal hand 1")
    tap(page, "Draw")
    page.get_by_text("The voice", exact=True).click()
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
    listens(follower)
    tap(page, "Deal hand 1")
    tap(page, "Draw")
    hears(follower, DRAW)
    page.evaluate("localStorage.setItem('companion.caller', JSON.stringify({every: 0.15}))")
    page.reload()
    page.get_by_role("button", name="Keep drawing").click()
    until(page, CARDS["Ben"], 1)
    ben.get_by_role("button", name="I have a row!").click()
    expect(page.locator("#table").get_by_text(re.compile("Ben has (had )?a row on card 1"))).to_be_visible()
    hears(page, CLAIM)
    assert page.evaluate("window.felt") == [[200, 100, 200]]
    follower.wait_for_function("() => window.heard.includes(1175)")
    tones = follower.evaluate("window.heard")
    claimed = tones.index(CLAIM[0])
    assert tones[claimed : claimed + 2] == CLAIM
    assert {*tones[:claimed], *tones[claimed + 2 :]} == {*DRAW}, "a draw that was on its way is still heard"


def test_a_list_of_those_who_share_a_prize_grows_with_each_that_is_tapped(device: Device, code: str) -> None:
    page = calls(device, code)
    page.goto(f"/t/{code}/journal/2/missing?kind=claim")
    page.locator("label.tap", has_text="card").click()
    for place, name in enumerate(CARDS):
        row = page.locator(".item").nth(place)
        row.locator("label.tap", has_text=name).click()
        row.locator("input[inputmode]").fill(str(CARDS[name]))
    page.get_by_role("button", name="See what would change").click()
    expect(page.get_by_role("alert")).to_contain_text("No hand is in play")
    for place, name in enumerate(CARDS):
        row = page.locator(".item").nth(place)
        expect(row.get_by_role("radio", name=name)).to_be_checked()
        expect(row.locator("input[inputmode]")).to_have_value(str(CARDS[name]))


def test_a_phone_that_follows_another_game_gets_the_look_of_loto_when_it_begins(device: Device) -> None:
    writes, follows = device(TABLET), device(PHONE)
    code = lay(writes, "Ann", "Ben", "Cleo", pressed=["Deal", "Cleo", "Finish"])
    follows.goto(f"/t/{code}")
    sheet = follows.locator('link[href*="/loto/table.css"]')
    expect(sheet).to_have_count(0)
    writes.goto(f"/t/{code}/games?game=loto")
    writes.locator(".button.primary[form=begin]").click()
    expect(sheet).to_have_count(1)
    expect(follows.locator("#table")).to_have_attribute("data-game", "loto")
    follows.goto(f"/t/{code}/follow")
    expect(follows.get_by_role("link", name="TV view")).to_be_visible()


def test_a_hand_played_out_at_the_table_shows_all_cards_and_what_is_called_at_once(device: Device, code: str) -> None:
    page = device(PHONE)
    page.goto(f"/t/{code}/how-to-play")
    page.get_by_role("link", name="See a hand played").click()
    expect(page.locator(".played-hand")).to_contain_text("Dan doesn't play")
    page.goto(f"/t/{code}/how-to-play?step=11")
    expect(page.locator(".ball")).to_have_text(["11", "74"])
    for number in range(2):  # both of Ann's, each in the middle of its new counter
        middles = [middle(page.locator(f".newest{part}").nth(number)) for part in ("", " b")]
        assert middles[0] == pytest.approx(middles[1], abs=2)
    lowest = page.locator(".loto-card").last.bounding_box()
    following = page.get_by_role("link", name="Next", exact=True)
    below = following.bounding_box()
    assert lowest and below and lowest["y"] + lowest["height"] < below["y"]
    following.click()
    expect(page.locator(".newest")).to_have_count(0)  # neither number is on a card
    following.click()
    expect(page.locator(".newest")).to_have_text("2 is drawn")
    expect(page.locator(".writes")).to_contain_text("Ann has the whole card and takes 12 counters.")
