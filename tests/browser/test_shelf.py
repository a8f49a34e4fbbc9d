"""Games of the shelf on a phone: described from an empty page by hand, and one played for three hands."""

import json

import pytest
from playwright.sync_api import expect

from companion.shelf import shelf
from tests.browser.conftest import Asking, Device, follow, tap
from tests.browser.test_for_every_hand import found
from tests.tools.phone import Phone
from tests.web.rules.test_describing import form_of

FOUR = ("Ann", "Ben", "Cleo", "Dan")
HAND = {"Ann": 5, "Cleo": 8, "Dan": 13}
"""The points of a hand, which come to 26."""
SAMPLES = {
    "commerce": "Ben takes 4 from the pool",
    "loo": "Ann pays Ben 3",
    "nap": "Dan pays Ben 2",
    "speculation": "Ben takes 18 from the pool",
}
"""What the sample hand says of games that ask nothing of their own; of all others it says their first question."""
IN_EVERY_RUN = ("loo", "skyjo")
OPENED = """field => { for (let at = field; at; at = at.parentElement) if (at.matches("details")) at.open = true; }"""
"""Opens what a field stands in."""
BY_HAND = [pytest.param(key, marks=() if key in IN_EVERY_RUN else pytest.mark.thorough) for key in sorted(shelf())]


@pytest.mark.parametrize("key", BY_HAND)
def test_a_game_is_described_by_hand_as_its_file_says(device: Device, key: str) -> None:
    page, told = device(), shelf()[key]
    page.goto(f"/rules/new?game={told.game.key}")
    carried = {"calls", "shared_by"} & {*told.opening.given}  # a house game carries them along: nobody types them
    described = form_of(key)
    for name, typed in described.items():
        if name.partition(":")[0] in carried:
            continue
        field = page.locator(f"#description [name='{name}']").first
        field.evaluate(OPENED)
        if name == "worked:way":
            page.locator(f"[name='{name}'][value='{typed}']").check()
        elif field.get_attribute("type") == "hidden":
            field.evaluate("(field, typed) => { field.value = typed; }", json.dumps(typed))
        elif field.evaluate("(field) => field.matches('select')"):
            field.select_option(str(typed))
        elif field.get_attribute("type") == "radio":
            page.locator(f"#description label.tap:has([name='{name}'][value='{typed}'])").click()
        elif typed is True:
            field.check()
        else:
            field.fill(str(typed))
    says = SAMPLES.get(key) or next(str(typed) for name, typed in described.items() if name.endswith(":ask"))
    expect(page.locator("#sample :is(li, th)", has_text=says).first).to_be_visible()
    assert found(page) == []
    page.get_by_role("button", name="Save the game").click()
    page.wait_for_url("**/rules/1")
    kept = json.loads(page.request.get("/rules/1/file").text())["options"]
    usual = told.game.options()
    given = {rule: held for rule, held in told.opening.given.items() if rule not in carried}
    assert {rule: held for rule, held in kept.items() if held != getattr(usual, rule, None)} == given
    follow(page, "Share it")
    expect(page.locator("figure.qr svg").or_(page.get_by_text("too long for a QR code"))).to_be_visible()
    assert found(page) == []


def test_a_game_of_points_is_played_for_three_hands_and_settled(device: Device) -> None:
    """Two hands without a script, and the third by tapping."""
    page = device()
    phone = Phone(Asking(page)).lays(*FOUR, game="Points")
    for _ in range(2):
        phone.press("Write it down", {f"points:{name}": points for name, points in HAND.items()})
    page.goto(f"/t/{phone.code}")
    for name, points in HAND.items():
        page.locator(f"input[name='points:{name}']").fill(str(points))
    tap(page, "Write it down")
    tap(page, "Finish the game")
    result = page.request.get(f"/t/{phone.code}/result.json").json()
    assert result["over"] and result["points"] == {"Ann": 15, "Ben": 0, "Cleo": 24, "Dan": 39}
    page.goto(f"/t/{phone.code}/settlement")
    expect(page.locator("main")).to_be_visible()
