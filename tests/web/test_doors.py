"""The four doors of the house: what lies behind each, for the household and for guests; the menu of a table."""

import re
from collections.abc import Callable

from flask import Flask

from tests.tools.phone import Phone

DOORS = ("Play", "Evenings", "Games & rules", "This house")
NO_PAGES = re.compile(
    r"^/(static|site|t|in|find|healthz|away|sw\.js|manifest|companion\.crt|certificate|evenings/import/missing|.*\.)"
)
"""What isn't a page that anybody looks for: files, a table's own pages, what a device asks for by itself."""


def within(phone: Phone, app: Flask, page: str, taps: int) -> set[str]:
    """The rules of the pages that are reached from this page in so many taps of links; one page of each is opened."""
    rules = app.url_map.bind("localhost")
    reached, last = set[str](), {page}
    for _ in range(taps + 1):
        new = {}
        for path in sorted(last):
            rule = rules.match(path.partition("?")[0], return_rule=True)[0].rule
            if rule not in reached:
                new[rule] = path
        reached |= new.keys()
        links = {link.partition("#")[0] for path in new.values() for link in phone.open(path).page.links.values()}
        last = {link for link in links if link.startswith("/") and not NO_PAGES.match(link)}
    return reached


def test_every_page_of_the_house_is_reached_from_its_door_in_three_taps(app: Flask, phone: Phone) -> None:
    phone.joins().lays("Ann", "Ben", "Cat", "Dan").press("Deal").press("Ann")
    phone.open("evening").press("Save the group", {"name": "Thursdays"})
    doors = [phone.open("/").page.links[words] for words in DOORS]
    reached = set[str]().union(*(within(phone, app, door, 3) for door in doors))
    pages = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    pages = {page for page in pages if "<" not in page and not NO_PAGES.match(page)}
    assert [page for page in sorted(pages - reached) if phone.open(page).status == 200] == []


def test_a_guest_has_the_doors_that_open(phone: Phone, another: Callable[[], Phone]) -> None:
    phone.joins().lays()
    guest = another()
    links = guest.open("/").page.links
    assert [links[words] for words in DOORS] == ["/", "/evenings", "/how-to-play", "/device"]
    for door in DOORS:
        for link in guest.open(links[door]).page.links.values():
            assert not link.startswith("/") or guest.open(link).status < 400, link


def test_a_page_that_refuses_keeps_its_doors(phone: Phone) -> None:
    phone.joins().lays()
    said = phone.send("/groups", {"code": phone.code, "name": ""})
    assert said.status == 422 and set(DOORS) <= set(said.page.links)


def test_a_guest_is_told_why_this_house_shows_one_device(phone: Phone, another: Callable[[], Phone]) -> None:
    assert "This device is a guest." in another().open("/device").says
    assert "This device is a guest." not in phone.open("/device").says


def test_how_to_play_leads_to_the_house_rules(phone: Phone) -> None:
    assert phone.open("/how-to-play/jig").page.links["House rules"] == "/rules"


def test_the_menu_of_a_table_has_eight_entries(phone: Phone, another: Callable[[], Phone]) -> None:
    code = phone.lays().code
    for of in (phone, another()):
        menu = re.search('<div class="entries">(.*?)</div>', of.open(f"/t/{code}").text, re.DOTALL)
        assert menu and menu[1].count("<a ") == 8
        assert of.page.links["Who writes"] == f"/t/{code}/pencil"
