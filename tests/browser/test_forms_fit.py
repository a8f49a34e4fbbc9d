"""Every form of every game fits the smallest phone, with six players and with text at twice its size."""

import re

from playwright.sync_api import Page

from companion.games import catalogue
from tests.browser.conftest import SMALL_PHONE, Asking, Device, shows
from tests.tools.phone import Phone

SIX = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Maximilian")
PAGES_A_GAME = 10
UNFOLDED = """() => {
  for (const split of document.querySelectorAll('.split input')) split.checked = true;
  for (const fold of document.querySelectorAll('form details')) fold.open = true;
  return [...document.querySelectorAll('#table a[href]')].map((link) => link.getAttribute('href'));
}"""
"""Shows all that a form may ask; gives what its table links to."""
FAULTS = r"""(size) => {
  document.documentElement.style.fontSize = size;
  const range = document.createRange(), faults = [];
  const forms = document.getElementById('table') ? '#asking > :not(.players)' : 'main form';
  for (const form of document.querySelectorAll(forms)) {
    for (const part of [form, ...form.querySelectorAll('*')]) {
      if (!part.checkVisibility() || part.closest('.sr')) continue;
      const { left, right } = part.getBoundingClientRect();
      if (right > innerWidth + 1 || left < -1) faults.push(`${part.tagName}.${part.className} ends at ${right}`);
    }
    for (const name of form.querySelectorAll('.name, .heap > span, .tap span')) {
      const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
      for (let text; text = texts.nextNode();) for (const word of text.data.matchAll(/\S+/g)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push(`${word[0]} is broken in two`);
      }
    }
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0 && !document.getElementById('table')) faults.push(`scrolls sideways by ${wide}`);
  return [...new Set(faults)].slice(0, 4);
}"""


def test_no_form_breaks_a_name_or_scrolls_sideways(device: Device) -> None:
    page, faults, shared = device(SMALL_PHONE), [], set()
    page.goto("/")
    for key, game in catalogue().items():
        phone = Phone(Asking(page)).lays(*SIX[: min(len(SIX), game.seats[-1])], game=game.title)
        faults += faults_at(page, phone.code, key, shared)
        if any(button.startswith("Deal hand 1") for button in phone.buttons):
            phone.press("Deal hand 1")
            faults += faults_at(page, phone.code, f"{key}, dealt", shared)
        shared |= {kind.name for kind in game.common if kind.name not in {own.name for own in game.moves}}
    assert not faults, "\n".join(faults)


def faults_at(page: Page, code: str, which: str, shared: set[str]) -> list[str]:
    """What is wrong with the forms of a table, each opened by the first answer to every step before it.

    Moves that are ``shared`` with a game before aren't opened again.
    """
    if "/t/" not in page.url:
        page.goto(f"/t/{code}")
    faults, paths, shown = [], [f"/t/{code}"], set()
    while paths and len(shown) < PAGES_A_GAME:
        path = paths.pop(0)
        shows(page, path)
        for link in page.evaluate(UNFOLDED):
            move = re.match(rf"/t/{code}(?:/moves/|\?move=)(\w+)", link)
            if move and move[1] not in shared and (same := (link.count("&"), link.partition("&")[0])) not in shown:
                shown.add(same)
                paths.append(link)
        for size in ("", "200%"):
            faults += [f"{which} {path} {size}: {fault}" for fault in page.evaluate(FAULTS, size)]
    return faults
