"""What somebody types stays theirs: while an answer comes, over a reload, and to put a name right."""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.attacks.routes import at
from tests.browser.conftest import SMALL_PHONE, Asking, Device, lay, open_line, types
from tests.browser.test_every_page import UNFOLD, says_for_companion
from tests.tools.phone import Phone
from tests.tools.quick import app_over
from tests.web.evenings.test_ledger import finished

LATE = """() => { const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...body) {
    setTimeout(() => send.apply(this, body), window.late || 0); }; }"""
"""Lets every answer of htmx come as many milliseconds later as ``late`` says."""
SEATED = "[...document.querySelectorAll('#lay [name=player]')].map((field) => field.value)"
FOUR = ["Ann", "Ben", "Cat", "Dan"]


def late(page: Page, milliseconds: int) -> None:
    """Lets the answers to this page come late."""
    page.evaluate(f"({LATE})(); window.late = {milliseconds}")


def begin(page: Page, which: str = "", milliseconds: int = 0) -> None:
    """Opens a new table on which nothing was typed yet, whose answers come late."""
    page.goto(f"/lay?game=spoil-five&which={which}")
    late(page, milliseconds)


def seated(page: Page, *names: str) -> None:
    """Waits until these sit at the new table, and no request is out."""
    page.wait_for_function(f"(names) => String({SEATED}) === names", arg=",".join(names))
    expect(page.locator("#lay .htmx-request, #lay .waits")).to_have_count(0)


def test_names_typed_at_full_speed_are_seated_exactly(device: Device) -> None:
    page = device(SMALL_PHONE)
    paces = ((0, 110, 250), (350, 110, 250), (1_500, 110, 250), (350, 25, 0))
    for place, (answer, key, pause) in enumerate(paces):
        begin(page, str(place), answer)
        page.locator("[name=newcomer]").focus()
        for name in FOUR:
            page.keyboard.type(name, delay=key)
            page.keyboard.press("Enter")
            page.wait_for_timeout(pause)
        page.keyboard.type("Ev", delay=key)
        seated(page, *FOUR)
        page.keyboard.type("e")
        expect(page.locator("[name=newcomer]")).to_have_value("Eve")
        expect(page.locator("[name=newcomer]")).to_be_focused()


def test_a_name_is_put_right_where_it_stands(device: Device) -> None:
    page = device(SMALL_PHONE)
    begin(page)
    for name in ("Ann", "Bne", "Cat"):
        page.locator("[name=newcomer]").fill(name)
        page.keyboard.press("Enter")
    seated(page, "Ann", "Bne", "Cat")
    name = page.locator("#lay [name=player]").nth(1)
    name.tap()
    types(name, "Ben")
    page.keyboard.press("Enter")
    expect(page.locator("fieldset", has_text="First dealer").locator("label.tap")).to_have_text(["Ann", "Ben", "Cat"])
    seated(page, "Ann", "Ben", "Cat")
    types(name, "Ann")
    page.locator("[name=newcomer]").focus()
    expect(page.locator(".refused")).to_have_text("Ann is already at the table: choose another name.")
    expect(name).to_have_value("Ann")
    expect(name).to_have_attribute("aria-invalid", "true")
    types(name, "Bea")
    page.get_by_role("button", name="Move Ben one seat back").tap()
    seated(page, "Bea", "Ann", "Cat")


def test_a_new_table_survives_a_reload(device: Device) -> None:
    page = device(SMALL_PHONE)
    begin(page)
    for name in ("Ann", "Ben"):
        page.locator("[name=newcomer]").fill(name)
        page.keyboard.press("Enter")
    seated(page, "Ann", "Ben")
    page.locator("[name=newcomer]").fill("Ca")
    open_line(page, "counters")
    page.get_by_label("Amount").fill("0.05")
    page.route("**/*", partial(says_for_companion, 502))
    page.reload()
    expect(page.locator("[data-connection]")).to_be_visible()
    page.unroute("**/*")
    page.reload()
    seated(page, "Ann", "Ben")
    expect(page.locator("[name=newcomer]")).to_have_value("Ca")
    expect(page.get_by_label("Amount")).to_have_value("0.05")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    page.goto("/lay?game=spoil-five&which=")
    expect(page.get_by_role("button", name="Start")).to_be_disabled()


def test_what_is_typed_while_a_new_table_cannot_be_brought_back_takes_the_place_of_nothing(device: Device) -> None:
    page = device(SMALL_PHONE)
    begin(page)
    newcomer = page.locator("[name=newcomer]")
    newcomer.fill("Ann, Ben")
    page.keyboard.press("Enter")
    seated(page, "Ann", "Ben")
    newcomer.fill("Ca")
    for typed, away in (("Eve", partial(says_for_companion, 502)), ("Fay", lambda route: route.abort())):
        page.route("**/lay", away)
        page.reload()
        expect(page.locator("[data-connection]")).to_be_visible()
        newcomer.press_sequentially(typed)
        page.keyboard.press("Enter")
        expect(newcomer).to_have_value(f"{typed}, ")
        expect(page.locator("#lay .waits")).to_have_count(0)
        page.unroute("**/lay")
    page.keyboard.press("Enter")
    seated(page, "Ann", "Ben")
    expect(newcomer).to_have_value("Ca, Eve, Fay")
    page.keyboard.press("Enter")
    seated(page, "Ann", "Ben", "Ca", "Eve", "Fay")


@pytest.mark.parametrize("press", ["Start", "an amount"])
def test_a_new_table_is_brought_back_before_anything_else_is_done(device: Device, press: str) -> None:
    page = device(SMALL_PHONE)
    page.goto("/lay?game=spoil-five&player=Ann&player=Ben")
    newcomer = page.locator("[name=newcomer]")
    newcomer.fill("Cat")
    page.keyboard.press("Enter")
    seated(page, "Ann", "Ben", "Cat")
    newcomer.fill("Da")
    page.route("**/lay", lambda route: route.abort())
    page.reload()
    expect(page.locator("[data-connection]")).to_be_visible()
    seated(page, "Ann", "Ben")
    newcomer.fill("Eve")
    page.unroute("**/lay")
    if press == "Start":
        page.get_by_role("button", name="Start").tap()
    else:
        open_line(page, "counters")
        types(page.get_by_label("Amount"), "0.05")
        page.get_by_label("Amount").blur()
    seated(page, "Ann", "Ben", "Cat")
    expect(newcomer).to_have_value("Da, Eve")


def test_a_new_table_is_dropped_by_clearing_it_and_by_one_that_was_started_without_scripts(device: Device) -> None:
    page = device(SMALL_PHONE)
    begin(page)
    for clears in (True, False):
        page.locator("[name=newcomer]").fill("Ann, Ben")
        page.keyboard.press("Enter")
        seated(page, "Ann", "Ben")
        if clears:
            page.get_by_role("link", name="Clear").click()
        else:
            Phone(Asking(page)).lays("Ann", "Ben")
            page.goto("/lay?game=spoil-five&which=")
        page.wait_for_load_state()
        seated(page)
        page.goto("/lay?game=spoil-five&which=")
        seated(page)


def test_a_page_that_answers_a_form_is_not_overwritten_by_what_was_kept(device: Device) -> None:
    page = device(SMALL_PHONE)
    begin(page)
    page.locator("[name=newcomer]").fill("Ann")
    page.keyboard.press("Enter")
    seated(page, "Ann")
    page.locator("[name=newcomer]").fill("Ben")
    page.evaluate("() => HTMLFormElement.prototype.submit.call(document.querySelector('#lay form'))")
    page.wait_for_url("**/lay")
    seated(page, "Ann", "Ben")


def test_what_was_tapped_after_a_refused_name_or_a_button_that_is_gone_is_still_done(device: Device) -> None:
    page = device(SMALL_PHONE)
    begin(page)
    page.locator("[name=newcomer]").fill("Ann, Ben, Cat")
    page.keyboard.press("Enter")
    seated(page, "Ann", "Ben", "Cat")
    late(page, 300)
    page.evaluate(
        "() => { const press = (label) => [...document.querySelectorAll('#lay button')]"
        ".find((button) => button.innerText.trim() === label).click();"
        " press('Remove Cat'); press('Remove Cat'); press('Move Ben one seat back'); }"
    )
    seated(page, "Ben", "Ann")
    page.locator("#lay [name=player]").first.fill("Ann")
    page.evaluate("() => document.querySelector('#lay [name=up]').click()")
    seated(page, "Ann", "Ann")
    expect(page.locator(".refused")).to_have_text("Ann is already at the table: choose another name.")


def test_all_that_was_tapped_behind_one_refused_name_is_done(device: Device) -> None:
    page = device(SMALL_PHONE)
    begin(page)
    page.locator("[name=newcomer]").fill("Ann, Ben, Cat, Dan")
    page.keyboard.press("Enter")
    seated(page, "Ann", "Ben", "Cat", "Dan")
    late(page, 300)
    page.locator("[name=newcomer]").fill("Cat")
    page.evaluate(
        "() => { const press = (label) => [...document.querySelectorAll('#lay button')]"
        ".find((button) => button.innerText.trim() === label).click();"
        " press('Add'); press('Move Ben one seat back'); press('Remove Cat'); press('Move Dan one seat back'); }"
    )
    seated(page, "Ben", "Dan", "Ann")
    expect(page.locator("[name=newcomer]")).to_have_value("Cat")


def survives(page: Page, *fields: tuple[str, str], reload: bool = True) -> None:
    """What is typed in these fields is there again after a reload."""
    if reload:
        for name, text in fields:
            page.locator(f"[name='{name}']").fill(text)
        page.reload()
    for name, text in fields:
        expect(page.locator(f"[name='{name}']")).to_have_value(text)


def test_what_is_typed_survives_a_reload_until_it_is_written(device: Device) -> None:
    page = device(SMALL_PHONE)
    code = lay(page, "Ann", "Ben", "Cat", game="Macao")
    stakes = (("stakes:Ben", "3"), ("stakes:Cat", "2"))
    survives(page, *stakes)
    page.locator("[name='outcomes:Ben'][value='1']").check(force=True)
    page.goto(f"/t/{code}/journal")
    page.goto(f"/t/{code}")
    survives(page, *stakes, reload=False)
    expect(page.locator("[name='outcomes:Ben'][value='1']")).to_be_checked()
    expect(page.locator(".outcome")).to_contain_text("Cat")
    page.locator("[name='outcomes:Cat'][value='-1']").check(force=True)
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator("[name='outcomes:Ben'][value='1']")).not_to_be_checked()
    page.reload()
    expect(page.locator("[name='outcomes:Ben'][value='1']")).not_to_be_checked()
    page.goto(f"/t/{code}/moves/give")
    survives(page, ("counters", "4"), ("memo", "a bet"))
    page.locator("[name=from]").first.check(force=True)
    page.locator("[name=to][value='player:Ben']").check(force=True)
    page.locator("main .button.primary").click()
    page.wait_for_url(f"**/t/{code}")
    page.goto(f"/t/{code}/moves/give")
    expect(page.locator("[name=counters]")).to_have_value("")
    page.goto(f"/t/{code}/journal/3?kind=give")
    survives(page, ("counters", "7"), ("remark", "Grandpa"))
    page.get_by_role("button", name="Save the note").click()
    expect(page.locator("q")).to_have_text("Grandpa")
    expect(page.get_by_role("alert")).to_have_text("What you typed is here again. It isn't saved yet.")
    survives(page, ("counters", "7"), reload=False)


@pytest.mark.core
def test_a_reload_ticks_nothing_that_was_written(device: Device) -> None:
    """A browser that brings back what a form held would bring it into the next hand."""
    page = device()
    lay(page, "Ann", "Ben", "Cat", game="Macao")
    won = page.locator("[name='outcomes:Ben'][value='1']")
    for player, stake in (("Ben", "3"), ("Cat", "2")):
        types(page.locator(f"[name='stakes:{player}']"), stake)
    won.check(force=True)
    page.locator("[name='outcomes:Cat'][value='-1']").check(force=True)
    page.get_by_role("button", name="Write it down").click()
    expect(won).not_to_be_checked()
    page.reload()
    expect(won).not_to_be_checked()


def test_a_debt_that_was_ticked_off_meanwhile_unfolds_to_saying_so(device: Device) -> None:
    page = device(SMALL_PHONE)
    finished(phone := Phone(Asking(page)).joins(), "Ann", "Ben", "Cat", amount="0.05", currency="GBP")
    page.goto("/ledger")
    phone.open("/ledger").press("Tick it off")
    phone.press("Tick it off")
    page.evaluate(UNFOLD)
    said = page.locator(".debt", has_text="What's owed has changed in the meantime.")
    expect(said).to_have_count(2)
    said.first.get_by_role("link", name="Who owes whom").tap()
    expect(page.get_by_text("Nobody owes anyone anything")).to_be_visible()


def test_what_is_typed_for_one_debt_fills_no_other(device: Device) -> None:
    page = device(SMALL_PHONE)
    finished(Phone(Asking(page)).joins(), "Ann", "Ben", "Cat", amount="0.05", currency="GBP")
    page.goto("/ledger")
    ann, ben = page.locator("[name=amount]").all()
    page.evaluate(UNFOLD)
    ann.fill("0.01")
    page.reload()
    expect(ann).to_have_value("0.01")
    expect(ben).to_have_value("0.10")
    page.evaluate(UNFOLD)
    expect(page.locator(".debt .tables .row:visible")).to_have_count(2)
    ben.fill("0.02")
    page.get_by_role("button", name="Tick it off").first.tap()
    expect(page.get_by_text("Ticked off in")).to_be_visible()
    expect(ann).to_have_value("0.14")
    expect(ben).to_have_value("0.02")


def test_a_question_that_was_tapped_comes_back_with_what_was_typed(device: Device) -> None:
    page = device(SMALL_PHONE)
    lay(page, "Ann", "Ben", "Cat", game="Spin", pressed=["Deal"])
    page.get_by_role("link", name="Ben: out").click()
    page.locator(".row", has_text="Cat").get_by_role("button", name="2", exact=True).click()
    page.locator(".row", has_text="Ann").locator(".out").click()
    page.reload()
    expect(page.locator("[name='cards_left:Cat']")).to_have_value("2")
    expect(page.locator("[name=player]:checked")).to_have_value("Ann")
    page.get_by_role("link", name="Not now").click()
    page.reload()
    expect(page.get_by_role("link", name="Ben: out")).to_be_visible()
    expect(page.locator("[data-tapped]")).to_have_count(0)


HELD = "document.activeElement === window.held && [window.held.value, window.held.selectionStart]"


def types_on(page: Page, field: str, presses: str, until: str, *, before: str = "1", after: str = "2") -> None:
    """Types in a field before and after a button is pressed by a script, until its answer is there; all stays."""
    held = page.locator(field).first
    held.focus()
    page.keyboard.press("End")
    page.keyboard.type(before)
    page.evaluate(
        "(button) => { window.held = document.activeElement; document.querySelector(button).click(); }", presses
    )
    page.keyboard.type(after)
    page.locator(until).first.wait_for(state="attached")
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.keyboard.type(after)
    said, caret = page.evaluate(HELD)
    assert said.endswith(f"{after}{after}") and caret == len(said), (field, said)


def test_no_answer_takes_away_the_field_in_focus(device: Device) -> None:
    """Every part that is swapped and holds fields, with an answer that comes while one of them is typed in."""
    page = device(SMALL_PHONE)
    begin(page, milliseconds=150)
    names = iter(FOUR)
    for field in ("[name=newcomer]", "[name=newcomer]", "[name=player]", "[name=start]"):
        page.evaluate("(name) => { document.querySelector('[name=newcomer]').value = name; }", name := next(names))
        if field == "[name=newcomer]":
            types_on(page, field, "#lay [name=enter]", f"[name=was][value^={name}]", before="x")
            page.locator(field).fill("")
        else:
            types_on(page, field, "#lay [name=enter]", f"[name=was][value={name}]", before="3", after="4")
    lay(page, "Ann", "Ben", "Cat", game="Macao")
    late(page, 150)
    write = ".action-bar [form=asking]"
    types_on(page, "[name='stakes:Ben']", write, "#refused")
    code = page.url.rpartition("/")[2]
    page.evaluate("sessionStorage.clear()")
    page.goto(f"/t/{code}")
    page.locator("[name='stakes:Cat']").select_text()
    page.evaluate("window.held = document.activeElement")
    with page.expect_response("**/t/*v=*"):
        Phone(Asking(page)).open(f"/t/{code}/moves/give").press(
            "", {"from": "player:Ann", "to": "player:Ben", "counters": "2"}
        )
    expect(page.locator(".each .row", has_text="Ben").locator(".balance").first).to_have_text("+2")
    page.keyboard.type("5")
    assert page.evaluate(HELD) == ["5", 1]


def keeps_the_focus(page: Page, field: str, does: str, until: str) -> None:
    """A field that has the focus stays where it is while a script does something, until its answer is there."""
    held = page.locator(field).first
    held.focus()
    page.evaluate(f"() => {{ window.held = document.activeElement; {does} }}")
    page.locator(until).first.wait_for(state="attached")
    expect(page.locator(".htmx-request")).to_have_count(0)
    assert page.evaluate("document.activeElement === window.held && window.held.isConnected"), field


def test_no_answer_takes_the_focus_from_what_is_chosen(device: Device) -> None:
    """Cards that are handed out, the caller's voice, what is kept at a new table, who sits where."""
    page = device(SMALL_PHONE)
    code = lay(page, "Ann", "Ben", "Cat", game="Loto")
    page.goto(f"/t/{code}/cards?player=Ann")
    late(page, 150)
    keeps_the_focus(
        page, "[name=number][value='7']", "document.querySelectorAll('a.row')[0].click();", ".ask-line:text('Ben')"
    )
    Phone(Asking(page)).open(f"/t/{code}/cards").press("2 cards").open(f"/t/{code}").press("Deal")
    page.goto(f"/t/{code}")
    late(page, 150)
    page.locator("[data-voice] summary").click()
    draws = "document.querySelector('.action-bar [data-draw]').click();"
    keeps_the_focus(page, "[data-setting=chime]", draws, "[data-drawn='1']")
    page.goto(f"/t/{code}/overhead/places")
    late(page, 150)
    before = page.locator("[name=before]").input_value()
    page.get_by_role("radio", name="Ann").focus()
    page.keyboard.press("Space")
    step = "document.getElementById('step-on').click();"
    keeps_the_focus(page, "[name=player][value=Ann]", step, f"[name=before]:not([value='{before}'])")
    begin(page, "counters", 150)
    page.locator("[name=newcomer]").fill("Ann, Ben")
    page.keyboard.press("Enter")
    seated(page, "Ann", "Ben")
    open_line(page, "counters")
    changes = "document.getElementById('lay').dataset.old = '';"
    changes += "document.querySelector('#lay [name=ante]').dispatchEvent(new Event('change', { bubbles: true }));"
    keeps_the_focus(page, "#counters [name=keeps]", changes, "#lay:not([data-old])")


def test_the_search_for_an_evening_goes_on_while_it_is_answered(device: Device) -> None:
    page = device(SMALL_PHONE)
    lay(page, "Ann", "Ben", "Cat")
    page.goto("/evenings")
    late(page, 600)
    page.locator("[name=q]").focus()
    with page.expect_request("**/evenings?q=An"):
        page.keyboard.type("An")
    page.keyboard.type("n")
    with page.expect_response("**/evenings?q=Ann"):
        page.keyboard.type("e")
        page.keyboard.press("Backspace")
    expect(page.locator("[name=q]")).to_be_focused()
    expect(page.locator("[name=q]")).to_have_value("Ann")


def test_news_is_drawn_around_what_is_typed_and_puts_the_light_out_where_it_cannot_be(device: Device) -> None:
    """What is typed of a hand goes on while others write; once the hand is over, news waits and the page says so."""
    page = device(SMALL_PHONE)
    code = lay(page, "Ann", "Ben", "Cat", game="Macao")
    expect(page.locator("body.is-live")).to_be_attached()
    page.locator("[name='stakes:Ben']").fill("3")
    page.locator("[name='stakes:Cat']").fill("4")
    other = Phone(Asking(page)).open(f"/t/{code}/moves/give")
    other.press("", {"from": "player:Ann", "to": "player:Ben", "counters": "2"})
    expect(page.locator(".latest")).to_contain_text("Ann gives Ben 2")
    expect(page.locator("[name='stakes:Ben']")).to_have_value("3")
    expect(page.locator("[name='stakes:Cat']")).to_have_value("4")
    expect(page.locator("body.is-live")).to_be_attached()
    outcomes = {f"outcomes:{name}": 1 for name in ("Ben", "Cat")}
    other.open("").press("Write it down", {"stakes:Ben": 1, "stakes:Cat": 1, **outcomes})
    expect(page.locator("[data-connection]")).to_contain_text("news waits until what you began is written down")
    expect(page.locator("body.is-live")).to_have_count(0)
    expect(page.locator("[name='stakes:Cat']")).to_have_value("4")
    page.reload()
    expect(page.locator("[name='stakes:Cat']")).to_have_value("1")
    expect(page.locator("body.is-live")).to_be_attached()


def test_a_draft_on_a_page_of_its_own_comes_back_with_a_word(device: Device) -> None:
    page = device(SMALL_PHONE)
    code = lay(page, "Ann", "Ben", "Cat", game="Macao")
    page.goto(f"/t/{code}/moves/give")
    page.locator("[name=counters]").fill("4")
    other = Phone(Asking(page)).open(f"/t/{code}/moves/give")
    other.press("", {"from": "player:Ann", "to": "player:Ben", "counters": "2"})
    page.reload()
    expect(page.locator("[name=counters]")).to_have_value("4")
    expect(page.locator("[data-dropped]:visible")).to_have_text(
        "What you typed is here again. The table has changed since."
    )


SWAPPED = """(html) => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const targetOf = (part) => {
    const from = part.closest('[hx-target]'), to = from ? from.getAttribute('hx-target') : 'this';
    if (to === 'this') return from ?? part;
    return to.startsWith('find ') ? part.querySelector(to.slice(5)) : page.querySelector(to);
  };
  const holds = (part) => [...part.querySelectorAll('input:not([type=hidden]), select, textarea')]
    .some((field) => !field.closest('[hidden]'));
  return [...page.querySelectorAll('[hx-get], [hx-post]')].map(targetOf).filter((part) => part && holds(part))
    .map((part) => part.id || part.className || part.tagName); }"""
"""The parts of a page that are swapped, by an answer to what is in it, and hold fields that people see."""
DRAWN_AROUND = {"lay", "lines", "table", "giving", "places"}
"""Whose fields keep the focus: each is typed or chosen in by a test of this file, or of who plays."""


def test_no_other_swapped_part_holds_fields(device: Device, tmp_path: Path) -> None:
    """Of every page of the tables of three games, also while a move is asked for."""
    page = device()
    with app_over(tmp_path / "other") as app:
        phone, found = Phone(app), set[str]()
        rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        for game in ("Macao", "Loto", "Pope Joan"):
            code = phone.lays("Ann", "Ben", "Cat", game=game).code
            if game == "Pope Joan":
                phone.press("Deal")
            paths = {at(rule.rule, code) for rule in rules if not rule.rule.endswith(("/stream", ".zip"))}
            asking = ("?move=out&player=Ann", "/cards?player=Ann", "/games?game=jig")
            for path in (*sorted(paths), *(f"/t/{code}{asked}" for asked in asking), "/lay?game=jig"):
                if "html" in phone.open(path).response.headers["Content-Type"]:
                    found |= set(page.evaluate(SWAPPED, phone.response.get_data(as_text=True)))
    assert found == DRAWN_AROUND


def test_a_refusal_goes_to_its_question(device: Device) -> None:
    page = device(SMALL_PHONE)
    lay(page, "Ann", "Ben", "Cat", game="Vingt-un")
    page.locator("[name='stakes:Ben']").fill("2")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(".refused[role=alert]")).to_have_text("Say what Ben won or lost.")
    expect(page.locator(".refused[role=alert]")).to_be_in_viewport(ratio=0.95)
    expect(page.locator("[name='outcomes:Ben']").first).to_be_focused()


def test_a_number_that_is_full_leads_on_and_what_was_typed_too_soon_is_put_right(device: Device) -> None:
    """Ann typed 28 for 29, and counted 12 and 5 together."""
    page = device(SMALL_PHONE)
    lay(page, "Ann", "Ben", game="Cribbage")
    ann, ben = (page.locator(f'[name="{key}:{name}"]') for key, name in (("show", "Ann"), ("play", "Ben")))
    page.locator('[name="play:Ann"]').tap()
    page.keyboard.type("728")
    expect(ben).to_be_focused()
    page.keyboard.press("Backspace")
    page.keyboard.type("9")
    expect(ann).to_have_value("29")
    expect(ben).to_be_focused()
    types(ann, "12")
    expect(ben).to_be_focused()
    page.keyboard.type("+5")
    ben.tap()
    expect(ann).to_have_value("17")
    expect(ben).to_have_value("")
