"""What all players are asked fits one screen, a row each, and no row moves while it is filled in."""

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games import catalogue
from tests.browser.conftest import PHONE, SMALL_PHONE, Asking, Device, lay
from tests.browser.kinds import saying_most
from tests.tools.phone import Phone

SIX = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
BESIDE = {"newmarket", "pope-joan", "spin"}
"""The games in which the rows are opened by *out* beside a player."""
FALLING = {"twenty-five"}
"""The games whose rows are hidden: a tap is a trick as it falls."""
OTHER = {"cassino", "macao", "vingt-un", "pope-joan"}
"""Games of long words and an ordinary one, which are looked at in every language."""
HIDDEN = """() => {
  const box = part => document.querySelector(part).getBoundingClientRect();
  const preview = box('.outcome'), button = box('.action-bar .button');
  const hidden = [...document.querySelectorAll('#asking > .each > .row')]
    .filter(row => row.getBoundingClientRect().bottom > preview.top + 1).map(row => row.dataset.row || 'the bank');
  if (preview.bottom > button.top + 1) hidden.push('the preview');
  if (button.bottom > innerHeight) hidden.push('the button');
  return hidden;
}"""
"""Which rows, or what of the foot of the page, can't be seen without scrolling."""
SMALL = """() => [...document.querySelectorAll('#asking > .each :is(.tap > span, .key, .counts > *)')]
  .filter(key => key.checkVisibility())
  .map(key => [key.innerText || key.name, key.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 27.9 || height < 43.9)
  .map(([text, { width, height }]) => `${text}: ${width} × ${height}`)"""
PLACES = """() => scrollTo(0, 0) || [...document.querySelectorAll('#asking > .each .row, .outcome, .button')]
  .map(part => part.getBoundingClientRect()).map(box => [box.left, box.top, box.width, box.height].join(' '))"""
CUT = """() => [...document.querySelectorAll('#asking > .each :is(.tap > span, .key, .name), .action-bar .actions > *')]
  .filter(part => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1).map(part => part.innerText)"""

RUN_TOGETHER = """() => [...document.querySelectorAll('#asking > .each > legend')]
  .map(part => part.textContent).filter(text => /[?)\\d][A-Z]/.test(text))"""


def asked(page: Page, key: str, many: int) -> tuple[str, str]:
    """Where the rows of a game that asks all players at once are open at the end of a hand, and what is there."""
    game = catalogue()[key]
    phone = Phone(Asking(page)).lays(*SIX[: min(many, game.seats[-1])], game=game.title)
    if any(button.startswith("Deal") for button in phone.buttons):
        phone.press("Deal")
    path = f"/t/{phone.code}" + ("?move=out&player=Ben" if key in BESIDE else "")
    return path, phone.open(path).text


def speaks(page: Page, language: str) -> None:
    """Opens the same page in another language."""
    Asking(page).post("/language", {"language": language})
    page.reload()
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize(
    ("size", "many", "languages"),
    [(PHONE, 6, ()), (SMALL_PHONE, 4, ("fr", "de", "en"))],
    ids=["six on a phone", "four on a small one"],
)
def test_every_row_the_preview_and_the_button_are_in_sight_and_stay_where_they_are(
    device: Device, size: dict[str, int], many: int, languages: tuple[str, ...]
) -> None:
    """Of each kind of part in the game that says most there; on the smaller one in every language."""
    page, faults = device(size), list[str]()
    page.goto("/")
    every = {key: asked(page, key, many) for key in catalogue() if key not in FALLING}
    pages = {key: there for key, there in every.items() if 'class="each' in there[1]}
    assert pages.keys() >= {"jig", "earl-of-coventry", "pope-joan", "spin", "newmarket", "macao", "vingt-un", "farmer"}
    for key in saying_most({key: text for key, (_, text) in pages.items()}):
        page.goto(pages[key][0])
        assert page.locator("#asking > .each:visible").count()
        for language in languages if key in OTHER else ():
            speaks(page, language)
            faults += [f"{key} in {language}: {what} is out of sight" for what in page.evaluate(HIDDEN)]
            faults += [f"{key} in {language}: “{what}” is cut" for what in page.evaluate(CUT)]
        faults += [f"{key}: {what} is out of sight" for what in page.evaluate(HIDDEN)]
        faults += [f"{key}: {what} is small" for what in page.evaluate(SMALL)[:2]]
        faults += [f"{key}: “{what}” has no space between its questions" for what in page.evaluate(RUN_TOGETHER)]
        stood = page.evaluate(PLACES)
        for row in page.locator("#asking > .each .row[data-row]").all():
            row.locator(".tap:not(.split, .out), .key").nth(1).or_(row.locator("input:visible")).first.tap()
            page.wait_for_function("() => !document.querySelector('.htmx-request')")
        for pair in page.locator(".split").all()[:2]:
            pair.tap()
        if page.evaluate(PLACES) != stood:
            faults.append(f"{key}: something moves")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        faults += [f"{key}: {wide} px too wide in large text"] if wide > 0 else []
        faults += [f"{key}: “{what}” is cut in large text" for what in page.evaluate(CUT)[:2]]
    assert not faults, "\n".join(faults)


def row(page: Page, name: str) -> Locator:
    return page.locator(".each .row", has=page.get_by_text(name, exact=True))


def test_the_last_row_left_is_out_and_gives_way(device: Device) -> None:
    page = device()
    page.goto(asked(page, "jig", 5)[0])
    out = {name: row(page, name).locator(".out input") for name in SIX[:5]}
    for name in SIX[:4]:
        row(page, name).get_by_role("radio", name="2", exact=True).tap()
    expect(out["Eve"]).to_be_checked()
    out["Ben"].tap()
    expect(row(page, "Ben").get_by_role("radio", name="2", exact=True)).not_to_be_checked()
    expect(out["Eve"]).not_to_be_checked()
    out["Eve"].tap()
    row(page, "Eve").get_by_role("radio", name="3", exact=True).tap()
    expect(out["Ben"]).to_be_checked()
    expect(page.locator(".outcome")).to_contain_text("The others pay Ben 1 a card: Ann 2, Cleo 2, Dan 2, Eve 3")


def test_who_holds_pope_is_a_mark_that_is_taken_back_by_a_second_tap(device: Device) -> None:
    page = device()
    page.goto(asked(page, "pope-joan", 6)[0])
    for name in ("Ann", "Cleo", "Dan", "Eve", "Finn"):
        row(page, name).get_by_role("radio", name="2", exact=True).tap()
    mark = row(page, "Eve").locator(".mark input")
    mark.tap()
    expect(page.locator(".outcome")).to_contain_text("Cleo, Dan, Finn and Ann pay Ben")
    mark.tap()
    expect(page.locator(".outcome")).to_contain_text("Eve 2")
    mark.tap()
    row(page, "Eve").locator(".out").tap()
    expect(mark).not_to_be_checked()
    expect(row(page, "Ben").locator(".out input")).not_to_be_checked()


def test_what_is_not_answered_is_said_in_our_words(device: Device) -> None:
    page = device()
    lay(page, "Ann", "Ben", game="Cassino")
    page.get_by_role("button", name="Write it down").tap()
    expect(page.locator("#refused")).to_contain_text("Please answer this.")


def test_what_was_refused_goes_once_the_answers_are_right(device: Device) -> None:
    page = device()
    page.goto(asked(page, "jig", 5)[0])
    page.get_by_role("button", name="Write it down").tap()
    expect(page.locator("#refused")).to_be_visible()
    for name in SIX[:4]:
        expect(page.locator("#refused")).to_be_visible()
        row(page, name).get_by_role("radio", name="2", exact=True).tap()
    expect(page.locator(".outcome")).to_contain_text("The others pay Eve 1 a card")
    expect(page.locator("#refused")).to_have_count(0)
