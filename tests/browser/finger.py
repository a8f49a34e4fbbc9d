"""A finger on a page of a table, which counts its presses; what it presses is said in a few words."""

import re
import time

from attrs import define
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PATIENCE

ANSWERED = """() => !document.querySelector(
    '[data-old], .pending, .htmx-request, .htmx-settling, .ignore-taps') && document.getElementById('table')
    && !document.getAnimations().some(({ animationName }) => animationName === 'ignore-taps')"""
"""What was pressed is answered, and the fingers may press again."""
TREMBLES = 400
"""Milliseconds within which a finger that presses the same again is taken to tremble."""
WORDS = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  let words = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement.checkVisibility()) continue;
    for (const word of text.data.matchAll(/\\S*\\p{L}\\S*/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const { width, top, bottom } = range.getBoundingClientRect();
      words += width > 0 && top >= 0 && bottom <= innerHeight;
    }
  }
  return words; }"""
WHERE = """part => {
  if (!part.isConnected) return null;
  const middle = () => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const inSight = part.contains(document.elementFromPoint(...middle()));
  if (!inSight) part.scrollIntoView({ block: 'center' });
  if (part.matches('a, button:not([type=button])')) document.querySelector('#table').dataset.old = '';
  return [inSight, ...middle()]; }"""
"""Whether something is in sight, and where it is once it is; notes that the table will answer it. Nothing of what news
of others took off the page meanwhile.
"""


def named(page: Page, player: str) -> Locator:
    """The name in a player's row."""
    return page.locator(".name").get_by_text(player, exact=True)


def place(page: Page, words: str) -> Locator:
    """Where a finger presses: ``Deal hand`` is a button, ``row Ben`` the row of a player, ``Ben: ace`` a button beside
    one, ``Ben > 2`` a choice in a row, ``Ben = 12`` the field of one, in which that is typed, ``were trumps? > hearts``
    a choice of a question, ``key 7`` a key of the keypad, ``box Ones`` a free one of the pad
    and ``page Journal`` a link.
    """
    kind, _, name = words.partition(" ")
    if kind == "row":
        return page.locator("#table :is(a, button).row:visible", has_text=name).first
    if kind == "key":
        return page.locator(".keypad").get_by_role("button", name=name, exact=True)
    if kind == "box":
        return page.locator(".pad").get_by_role("link", name=name, exact=True)
    if kind == "page":
        return page.get_by_role("link", name=name).first
    if ": " in words:
        player, call = words.split(": ")
        beside = page.get_by_role("form", name=player)
        return beside.get_by_role("button", name=call).or_(beside.get_by_role("link", name=call)).first
    if " = " in words:
        return page.locator("#asking [data-row]").filter(has=named(page, words.split(" = ")[0])).locator("[inputmode]")
    *questions, choice = words.split(" > ")
    if not questions:
        begins = page.locator("#table").locator("button, a.chip, a.button, summary, label.tap, label.check")
        return begins.filter(has_text=re.compile(rf"^\s*{re.escape(choice)}")).first
    within = page.locator("#asking")
    for question in questions:
        rows = within.locator(".row").filter(has=named(page, question))
        rows = rows.filter(has=page.locator(".tap, .key"))
        legends = within.locator("fieldset").filter(has=page.locator("> legend", has_text=question))
        within = rows.last if rows.count() else legends.last
    said = re.escape(choice).replace(r"\ ", r"\s")
    return within.locator("label.tap, button.key").filter(has_text=re.compile(rf"^\s*{said}\s*$")).first


@define
class Finger:
    """A finger on a page, which counts its presses and waits for what each one brings."""

    page: Page
    taps: int = 0
    words: int = 0
    """The words in sight before the last press, when all else is said."""
    scrolls: int = 0
    """How often what it pressed was out of sight."""

    def presses(self, *all_words: str) -> None:
        """Press places one by one, each once the one before is answered."""
        before = ""
        for words in all_words:
            self.page.wait_for_function(ANSWERED, polling=40)
            if words == before:
                self.page.wait_for_timeout(TREMBLES)
            before = words
            if words == all_words[-1]:
                self.words = self.page.evaluate(WORDS)
            until = time.monotonic() + PATIENCE / 1000
            while not (where := place(self.page, words).evaluate(WHERE)):
                assert time.monotonic() < until, f"{words} is nowhere on the screen"
            in_sight, *spot = where
            self.page.touchscreen.tap(*spot)
            typed = words.partition(" = ")[2]
            self.page.keyboard.type(typed)
            self.taps, self.scrolls = self.taps + 1 + len(typed), self.scrolls + (not in_sight)
        self.page.wait_for_function(ANSWERED, polling=40)

    def taps_on(self, what: Locator, brings: Locator | None = None) -> None:
        """Press something, and wait until it is written, or until what it brings is there."""
        self.taps += 1
        if brings is not None:
            what.click()
            expect(brings).to_be_visible()
            return
        version = self.page.locator("#table").get_attribute("data-version")
        what.click()
        expect(self.page.locator("#table")).not_to_have_attribute("data-version", version or "")
        expect(self.page.locator(".htmx-settling, .ignore-taps")).to_have_count(0)

    def deals(self) -> None:
        """Deal the next hand."""
        self.taps_on(self.page.get_by_role("button", name="Deal hand"))
