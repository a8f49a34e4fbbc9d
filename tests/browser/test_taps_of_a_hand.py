"""How many taps a whole hand takes, game by game, on a phone; what is typed before is the first hand's stakes."""

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Asking, Device, balances, lay
from tests.browser.test_stops_and_matches import Finger
from tests.tools.phone import Phone

FOUR = ("Ann", "Ben", "Cleo", "Dan")
STAKED = {"stakes:Ben": 2, "stakes:Cleo": 1, "stakes:Dan": 1}
ROUND = STAKED | {"outcomes:Ben": 0, "outcomes:Cleo": 0, "outcomes:Dan": 0}
LEFT_RIGHT = {"stakes:Ben:left": 2, "stakes:Cleo:right": 1, "outcomes:left": "tied", "outcomes:right": "tied"}

HANDS = {
    "macao": ("Macao", ROUND, ["Ben > won", "Cleo > lost", "Dan > won × 3", "Write it down"], 6, (-4, 2, -1, 3)),
    "the bank's natural in Macao": (
        "Macao", ROUND, ["Has Ann a natural? > lost × 3", "Write it down"], 6, (12, -6, -3, -3)
    ),
    "vingt-un": (
        "Vingt-un", ROUND, ["Ben > won × 2", "Cleo > lost", "Dan > lost", "Write it down"], 6, (-2, 4, -1, -1)
    ),
    "baccara": (
        "Baccara", LEFT_RIGHT, ["on the left? > won", "on the right? > lost", "Write it down"], 4, (-1, 2, -1, 0)
    ),
    "farmer": ("Farmer", {}, ["Deal hand", "Cleo > 16", "Ben > 18", "Write it down"], 6, (1, -3, 3, -1)),
    "cassino": (
        "Cassino", {"sides": 0},
        [
            "Deal hand", "most cards? > Ann and Cleo", "most spades? > Ben and Dan", "aces? > Ann and Cleo > 3",
            "Great Cassino > Ann and Cleo", "Little Cassino > Ben and Dan", "captured last? > Ann and Cleo",
            "Write it down",
        ],
        8, (6, 0),
    ),
    "polignac": ("Polignac", {}, ["Deal hand", "Ben: the knave of spades", "Cleo: the knave of hearts",
        "Cleo: the knave of clubs", "Dan: the knave of diamonds"], 6, (0, -2, -2, -1)),
    "polignac with a general that failed": ("Polignac", {"general": "on"}, ["Deal hand", "Ben: General failed",
        "Ben: the knave of spades", "Cleo: the knave of hearts", "Cleo: the knave of clubs",
        "Dan: the knave of diamonds"], 6, (0, -2, -2, -1)),
    "polignac with a general that was made": (
        "Polignac", {"general": "on"}, ["Deal hand", "Ben: General made"], 2, (-5, 0, -5, -5)
    ),
    "newmarket": ("Newmarket", {}, ["Deal hand", "Ben: ace", "Cleo: king", "Ben: knave"], 4, (-2, 2, 0, -1)),
    "spin": (
        "Spin", {}, ["Deal hand", "Ben: the ace of diamonds", "Cleo: the king of diamonds", "Cleo: matrimony"], 4,
        (-7, 7, 1, -5),
    ),
    "pope joan": (
        "Pope Joan", {}, ["Deal hand", "Ben: ace", "Cleo: king", "Cleo: queen"], 4, (-6, -2, 1, -3),
    ),
    "a split pair and doubled stakes in Vingt-un": (
        "Vingt-un", ROUND,
        ["Ben > split", "Ben > won", "Ben > The second hand > lost × 2", "Cleo > lost",
        "Dan > tied", "doubled > The bank doubled all stakes", "Write it down"],
        7, (6, -4, -2, 0),
    ),
    "bridge": (
        "Bridge", {},
        [
            "Deal hand", "What was trumps? > ♥ hearts", "Whose side made > Ann and Cleo", "How many odd tricks? > 2",
            "Whose side held > Ann and Cleo", "Which honours? > three", "Write it down",
        ],
        7, (32, 0),
    ),
}  # fmt: skip


def begun(page: Page, game: str, before: Mapping[str, object]) -> str:
    """Lays a table, with the house rules or after the first hand that are said, opens it, and gives its code."""
    rules = {key: held for key, held in before.items() if ":" not in key}
    phone = Phone(Asking(page)).lays(*FOUR, game=game, **rules)
    if len(rules) < len(before):
        phone.press("Write it down", before)
    page.goto(f"/t/{phone.code}")
    return phone.code


def place(page: Page, words: str) -> Locator:
    """What a finger taps: a button, a choice of a question, or a choice of a player."""
    *questions, choice = words.split(" > ")
    if ": " in words:
        player, call = words.split(": ")
        return page.get_by_role("form", name=player).get_by_role("button", name=call)
    if not questions:
        return page.get_by_role("button", name=choice)
    within = page.locator("#asking")
    if questions == ["doubled"]:
        return within.locator("label.check").filter(has_text=choice)
    for question in questions:
        rows = (
            within.locator(".row")
            .filter(has=page.locator(".name", has_text=question))
            .filter(has=page.locator(".tap, .key"))
        )
        legends = within.locator("fieldset").filter(has=page.locator("> legend", has_text=question))
        within = legends.last if legends.count() else rows.last
    words = r"\s".join(map(re.escape, choice.split()))
    key = re.compile(rf"^\s*{words}\s*$")
    return within.locator("label.tap, .key").filter(has_text=key).first


def test_a_hand_takes_few_taps_and_nothing_typed(device: Device) -> None:
    page = device()
    for hand, (game, before, taps, most, comes_to) in HANDS.items():
        code = begun(page, game, before)
        finger = Finger(page)
        for words in taps:
            there = place(page, words)
            if " > " in words:
                finger.taps_on(there, there)
            else:
                finger.taps_on(there)
        assert finger.taps <= most, hand
        assert standing(page, code) == comes_to, hand


def standing(page: Page, code: str) -> tuple[int, ...]:
    """The points where the game is about them, else the balances, in seat order."""
    result = page.request.get(f"/t/{code}/result.json").json()
    return tuple((result["points"] or result["balances"]).values())


def test_what_is_shown_in_snip_is_the_stakes_left(device: Device) -> None:
    """SN-03 to SN-06."""
    page = device()
    lay(page, *FOUR, game="Snip-Snap-Snorum")
    finger = Finger(page)
    finger.deals()
    for words in ("Ben: Snip", "Cleo: Snap", "Dan: Snorum"):
        finger.taps_on(place(page, words))
    assert (finger.taps, balances(page)) == (4, {"Ann": 4, "Ben": 3, "Cleo": 2, "Dan": 5})


def test_a_coup_of_chemin_de_fer_takes_four_with_the_bank_that_is_opened_for_it(device: Device) -> None:
    """What the bank and the punters put up stands there from the last coup; *banco* is one tap."""
    page = device()
    phone = Phone(Asking(page)).lays(*FOUR, game="Chemin de Fer")
    phone.open("?move=open&player=Ann").press("Write it down", {"counters": 10})
    phone.press("Write it down", {"stakes:Cleo": 4, "outcome": "won"})
    page.goto(f"/t/{phone.code}")
    finger, asked = Finger(page), page.locator("#table[data-tapped] [name=counters]")
    finger.taps_on(page.locator("a.row", has_text="Ben"), asked)
    finger.taps_on(page.get_by_role("button", name="Write it down"))
    lost = place(page, "happened to the stakes? > lost")
    finger.taps_on(lost, lost)
    finger.taps_on(page.get_by_role("button", name="Write it down"))
    assert (finger.taps, standing(page, phone.code)) == (4, (-4, -10, 0, 0))
    row = page.locator(".each .row", has_text="Dan")
    finger.taps_on(row.get_by_role("button", name="banco"), row)
    expect(row.locator("input")).to_have_value("14")
    finger.taps_on(place(page, "happened to the stakes? > won"), lost)
    finger.taps_on(page.get_by_role("button", name="Write it down"))
    assert (finger.taps, standing(page, phone.code)) == (7, (-4, -10, 0, 14))


def test_everyone_lays_four_counters_of_newmarket_by_taps_and_again_by_one(device: Device) -> None:
    """NM-03 to NM-05: Ben lays all of his on the ace, the others one on each card."""
    page = device()
    phone = Phone(Asking(page)).lays(*FOUR, game="Newmarket", ante=4, dealer_extra=0)
    page.goto(f"/t/{phone.code}")
    finger = Finger(page)
    finger.taps_on(page.get_by_role("link", name="Choose where to put counters"), page.locator(".lays"))
    for name in FOUR:
        for pot in ("ace",) * 4 if name == "Ben" else ("ace", "king", "queen", "knave"):
            heap = page.locator(".lays .row", has_text=name).locator(".heap", has_text=pot)
            finger.taps_on(heap.get_by_text(pot), heap)
    finger.taps_on(page.get_by_role("button", name="Write it down"))
    assert finger.taps == 2 + 4 * len(FOUR)
    for card in ("ace", "king", "queen", "knave"):
        finger.taps_on(place(page, f"Cleo: {card}"))
    assert balances(page) == {"Ann": -4, "Ben": -4, "Cleo": 12, "Dan": -4}
    phone.open("?move=out&player=Dan").press(
        "Write it down", {f"cards_left:{name}": 1 for name in ("Ann", "Ben", "Cleo")}
    )
    page.reload()
    again = Finger(page)
    again.taps_on(page.get_by_role("button", name="Same as last time, and deal"))
    assert again.taps == 1
    expect(page.locator(".board").get_by_label("Ace 7")).to_be_visible()


def test_a_card_is_tapped_wherever_the_page_was_scrolled_to(device: Device) -> None:
    page = device()
    lay(page, *FOUR, "Eve", "Finn", "Gus", "Hal", game="Newmarket")
    finger = Finger(page)
    finger.deals()
    page.evaluate("scrollTo(0, 200)")
    finger.taps_on(place(page, "Hal: queen"))
    finger.taps_on(place(page, "Gus: ace"))
    assert (finger.taps, balances(page)["Gus"]) == (3, 2)


SHELVED = {
    "loo": (
        "Loo, limited", ["Ben > 2", "Cleo > 1", "Dan > looed", "Write it down"], 5, (-3, 2, 1, -3),
    ),
    "unlimited loo, where all who play take a trick": (
        "Loo, unlimited", ["Ann > 1", "Ben > 1", "Cleo > 1", "Write it down"], 5, (-2, 1, 1, 0),
    ),
    "nap made": ("Nap", ["Ben > is paid", "3", "Write it down"], 4, (-3, 9, -3, -3)),
    "nap failed": ("Nap", ["Ben > pays", "4", "Write it down"], 4, (4, -12, 4, 4)),
    "speculation": ("Speculation", ["Cleo > takes", "Write it down"], 3, (-6, -4, 14, -4)),
}  # fmt: skip


def test_a_hand_of_a_round_game_of_the_shelf_takes_few_taps_with_the_deal(device: Device) -> None:
    """Who called or took what, how many, made or not; the hand ends with it."""
    page = device()
    for hand, (game, taps, most, comes_to) in SHELVED.items():
        code = begun(page, game, {})
        finger = Finger(page)
        finger.deals()
        for words in taps:
            there = place(page, words) if " > " in words else page.get_by_role("button", name=words, exact=True)
            finger.taps_on(there, *([there] if words != "Write it down" else []))
        assert finger.taps <= most, hand
        assert standing(page, code) == comes_to, hand
        expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()


def test_a_hand_of_rummy_is_a_number_for_each_but_who_went_out(device: Device) -> None:
    """Nine taps on the keypad: a number of two figures each, and on to the next; no keyboard comes up."""
    page = device()
    code = begun(page, "Rummy", {})
    page.get_by_role("button", name="Deal hand 1").tap()
    keys, taps = page.locator(".keypad"), 0
    for key in ("Next row", "2", "3", "Next row", "4", "1", "Next row", "7"):
        keys.get_by_role("button", name=key, exact=True).tap()
        taps += 1
    page.get_by_role("button", name="Write it down").tap()
    assert taps + 1 == 9
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    assert standing(page, code) == (0, 23, 41, 7)
