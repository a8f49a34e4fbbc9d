"""A page is read at a glance: how many words stand on it at most, folds closed, names and figures counted."""

from playwright.sync_api import Page

from companion.engine.replay import initial_state
from companion.games import catalogue
from companion.web.forms.fields import option_fields
from tests.browser.conftest import Device, lay, press

NAMES = ("Ann", "Ben", "Cleo", "Dan")
WORDS = r"""whole => {
  const range = document.createRange(), words = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; text = texts.nextNode();) {
    const holder = text.parentElement;
    if (!holder.checkVisibility({ visibilityProperty: true }) || holder.closest('.sr, svg, [data-can-drop]')) continue;
    for (const word of text.data.matchAll(/\S*[\p{L}\p{N}]\S*/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const { width, top, bottom } = range.getBoundingClientRect();
      if (width && (whole || (bottom > 0 && top < innerHeight))) words.push(word[0]);
    }
  }
  return words.length;
}"""
"""How many words can be read on the whole page, or in sight, beside those for a mouse alone."""
SETTLED = """() => document.readyState === 'complete'
  && (!document.getElementById('table') || document.body.classList.contains('is-live'))"""


def words(page: Page, *, whole: bool = False) -> int:
    """How many words stand on the page as it is opened, in sight or on the whole of it; at a table once it is live."""
    page.wait_for_function(SETTLED, polling=20)
    return int(page.evaluate(WORDS, whole))


def test_a_page_of_the_house_has_few_words(device: Device) -> None:
    page = device()
    for path, most in (("/", 60), ("/rules", 83), ("/rules/new?game=points-game", 140), ("/evenings/import", 47)):
        page.goto(path)
        assert words(page, whole=True) <= most, path


def test_the_first_page_has_few_words_after_an_evening(device: Device) -> None:
    page = device()
    lay(page, *NAMES)
    page.goto("/")
    assert words(page) <= 80


def test_the_house_rules_of_every_game_have_few_words_and_six_questions(device: Device) -> None:
    page = device()
    for game in catalogue().values():
        page.goto(f"/rules/new?game={game.key}")
        if not game.of_the_house:
            asked = [field for field in option_fields(game.options, initial_state(NAMES), {}) if field.macro]
            assert len([each for each in asked if not (each.declaration.aside or each.needs_players)]) <= 6
            assert words(page) <= 83, game.key


def test_a_table_has_few_words_before_a_hand_and_in_it(device: Device) -> None:
    page = device()
    for game in catalogue().values():
        if game.key not in {"loto-hall", "house-game"}:
            lay(page, *NAMES, game=game.title)
            assert words(page) <= 110, game.key
            if page.get_by_role("button", name="Deal").count():
                press(page, "Deal")
                assert words(page) <= 110, f"{game.key}, a hand"
