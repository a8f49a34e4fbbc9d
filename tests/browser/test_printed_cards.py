"""A Loto night on paper and on phones: the pack as it is printed, and a card on the phone that scanned it."""

import io
import re
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import APIResponse, Page, Route, expect

from companion.loto.rules.pack import pack
from tests.browser.conftest import PHONE, SMALL_PHONE, TABLET, Device, on_paper, printed, takes_the_pencil
from tests.browser.engines import needs
from tests.browser.test_cards import A4, OVERFLOWS, marked, numbers
from tests.loto.web.test_printed_cards import LETTERS, PACK, ROUNDS
from tests.tools.house import laid

ACROSS = {"width": 844, "height": 390}
LETTER = {"width": 816, "height": 1056}
CARD = pack(PACK, 120)[7]
IN_SIGHT = """() => [...document.querySelectorAll('.scanned .loto-card, .claiming button')].every((part) => {
  const { bottom, right } = part.getBoundingClientRect(); return bottom <= innerHeight && right <= innerWidth; })"""


@pytest.fixture
def code(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A night whose first round is on, with a number out that card 7 hasn't."""
    rules = {"pack": PACK, "programme": ROUNDS, "covered_by": getattr(request, "param", "app"), "drawn_by": "bag"}
    away = next(number for number in range(1, 91) if not any(number in row for row in CARD))
    moves = [{"move": "give", "first": 1, "last": 60}, {"move": "deal"}, {"move": "drawn", "number": away}]
    return laid(tmp_path, {"game": "loto-hall", "options": rules, "moves": moves}, ["Caller"])


@pytest.fixture
def caller(device: Device, code: str) -> Page:
    return takes_the_pencil(device(TABLET), code)


def at_card(caller: Page, code: str) -> str:
    """The address of card 7, off its paper."""
    caller.goto(f"/t/{code}/cards/print?first=7&last=7")
    found = LETTERS.search(caller.locator(".printed").inner_text())
    assert found
    caller.goto(f"/t/{code}")
    return f"/t/{code}/k/7-{found[2]}{found[3]}{found[4]}"


def scans(device: Device, address: str) -> Page:
    phone = device()
    phone.goto(address)
    expect(phone.locator("body.is-live")).to_be_attached()
    return phone


def comes(caller: Page, number: int) -> None:
    """A number comes out of the bag, and the caller taps it."""
    caller.locator(f'.ninety button[value="{number}"]').click()
    expect(caller.locator("[data-number]")).to_have_attribute("data-number", str(number))


@pytest.mark.parametrize(("size", "per"), [(A4, 6), (LETTER, 2)], ids=["A4", "Letter"])
def test_the_pack_fits_any_paper_and_its_codes_can_be_scanned(
    device: Device, code: str, size: dict[str, int], per: int
) -> None:
    page = takes_the_pencil(device(size, device_scale_factor=2), code)
    page.goto(f"/t/{code}/cards/print?per={per}&first=109&last=120")
    on_paper(page)
    assert page.evaluate(OVERFLOWS) == 0
    assert printed(page, (size["width"] / 96 * 2.54, size["height"] / 96 * 2.54))[1] == 12 / per
    sheet = page.locator(".sheet").first
    read = zxingcpp.read_barcodes(Image.open(io.BytesIO(sheet.screenshot())))
    said = ["-".join([number, "".join(letters)]) for number, *letters in LETTERS.findall(sheet.inner_text())]
    assert sorted(re.sub(r"http://[^/]+", "", found.text) for found in read) == [f"/t/{code}/k/{card}" for card in said]
    assert len(said) == per
    assert numbers(sheet.locator(".printed").first) == [sorted(row) for row in pack(PACK, 120)[109]]


def test_a_number_comes_to_the_phone_of_a_card_without_its_asking(device: Device, caller: Page, code: str) -> None:
    phone = scans(device, at_card(caller, code))
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    for out, number in enumerate(CARD[0][:3], 2):
        comes(caller, number)
        expect(phone.locator("[data-round]")).to_have_text(f"{out} of the 90 numbers are out.")
        expect(phone.locator("[data-ball]")).to_have_text(str(number))
        assert marked(phone) == {*CARD[0][: out - 1]}
    assert asked == []
    caller.get_by_role("button", name="Undo").click()
    expect(phone.locator("[data-round]")).to_have_text(f"{number} is taken back: uncover it.")
    assert marked(phone) == {*CARD[0][:2]}


@needs("what a form sends")
def test_a_phone_that_lost_its_line_catches_up_and_sends_its_claim(device: Device, caller: Page, code: str) -> None:
    phone = scans(device, at_card(caller, code))
    for number in CARD[0][:4]:
        comes(caller, number)
    expect(phone.locator("[data-round]")).to_contain_text("5 of")
    phone.context.set_offline(True)
    comes(caller, CARD[0][4])
    phone.get_by_role("button", name="I have a row!").click()
    expect(phone.locator("[data-unsent]")).to_contain_text("Not sent yet")
    answers = list[tuple[Route, APIResponse]]()
    phone.route(
        lambda url: "/k/" in url and "?" not in url, lambda route: answers.append((route, route.fetch()))
    )  # the news of the claim overtake its answer
    phone.context.set_offline(False)
    expect(phone.locator(".of-card")).to_contain_text("Your claim of a row is with the caller.")
    [(route, answer)] = answers
    route.fulfill(response=answer)
    expect(phone.locator("[data-unsent]")).to_be_hidden()
    assert marked(phone) == {*CARD[0]}
    expect(caller.locator("article.checked")).to_contain_text("A row: right")
    caller.get_by_role("button", name="To card 7").click()
    expect(phone.locator(".won-by-card")).to_have_text("You won a row (A ham).")


@pytest.mark.parametrize("code", ["players"], indirect=True)
def test_card_and_claims_are_in_sight_and_counters_stay(device: Device, caller: Page, code: str) -> None:
    phone = scans(device, at_card(caller, code))
    for size in (PHONE, SMALL_PHONE, ACROSS):
        phone.set_viewport_size(size)  # type: ignore[arg-type]
        assert phone.evaluate(IN_SIGHT), size
    phone.locator("td input").first.check()
    comes(caller, CARD[0][0])
    expect(phone.locator("[data-round]")).to_contain_text("2 of")
    phone.reload()
    expect(phone.locator("td input:checked")).to_have_count(1)
