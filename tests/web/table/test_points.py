"""Games about points: the figure of everyone, the strip, the phone, the table from above, the evening and the files."""

import re

from tests.tools.phone import Phone
from tests.web.evening.test_paper import rows

STRIP = "The score changes"


def bridge(phone: Phone, each: int | None = None) -> Phone:
    """A hand of Bridge: 32 below the line for Ann and Cleo, honours above it for the others."""
    phone.lays("Ann", "Ben", "Cleo", "Dan", game="Bridge", each=each)
    phone.open("?move=played&trumps=H&side=Ann")
    return phone.press("Write it down", {"odd": 4, "honours:side": "Ben", "honours:held": "five"})


def figures(phone: Phone) -> list[str]:
    """The big figures of the page, as they are read."""
    return [
        re.sub(r"<.*?>", "", figure).strip()
        for figure in re.findall(r'<span class="balance [a-z]+">(.*?)</span>', phone.text, re.S)
    ]


def test_the_points_are_the_figure_and_the_strip_says_who_leads(phone: Phone) -> None:
    bridge(phone)
    assert figures(phone) == ["32 points", "40 points", "32 points", "40 points"]
    assert f"{STRIP} Scored: Ann and Cleo 32, Ben and Dan 40; Ben and Dan lead 40 to 32" in phone.says
    assert "no counter is lost" not in phone.says, "no counter has moved, and none is counted"
    phone.open("?move=played&trumps=C&side=Ann").press("Write it down", {"odd": 3})
    phone.press("No honours")
    assert f"{STRIP} Ann and Cleo score 12, and lead 44 to 40" in phone.says


def test_counters_come_second(phone: Phone) -> None:
    bridge(phone, each=30)
    assert figures(phone)[0] == "32 points"
    assert phone.says.count("30 counters") == 4
    assert "no counter is lost" in phone.says
    phone.lays("Ann", "Ben", game="Twenty-five").press("Deal").press("Write it down", {"won:Ann": 3, "won:Ben": 2})
    assert "Hand Ann 15 leads 3 down Ben 10 3 down 1 +15 15 +10 10 2" in phone.says


def test_what_the_score_would_be_is_told_before_it_is_written(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Twenty-five").press("Deal")
    phone.send(f"/t/{phone.code}/moves/tricks/try", {"won:Ann": "3", "won:Ben": "2"})
    assert "Scored: Ann 15, Ben 10; Ann leads 15 to 10" in phone.says


def test_a_stock_is_shown_as_what_is_left_of_it(phone: Phone) -> None:
    phone.lays(game="Polignac", stock=8).press("Deal")
    assert figures(phone) == ["8 to pay with"] * 4


def test_my_phone_and_the_table_from_above_show_points_and_what_was_scored(phone: Phone, another) -> None:
    bridge(phone, each=30)
    mine = another().open(f"/t/{phone.code}/me").press("Cleo")
    own = mine.text.partition('class="own-phone"')[2].partition("</section>")[0]
    assert re.search(r'class="balance points">\s*32\s*<small>points', own)
    assert "<b>score 32</b>" in own
    assert "30 counters" in own
    phone.open("overhead")
    assert phone.text.count('<span class="balance points">32</span>') >= 2
    assert "score 40" in phone.says


def test_the_evening_keeps_points_and_score_sheet_of_a_finished_game(phone: Phone) -> None:
    bridge(phone).press("Finish").chooses("Spoil-Five", "games").press("Start").press("Deal").open("evening")
    assert "Bridge Ben and Dan 40 points Ann and Cleo 32 points" in phone.says
    assert "Above the line" in phone.text
    assert "32 4 in hearts" in phone.says
    assert "40 honours, five" in phone.says
    assert "Points hand by hand. Ann and Cleo 32, Ben and Dan 40." in phone.text
    assert "Hand Ann Cleo 32 Ben Dan 40 1 +32 32 +40 40" in phone.says
    assert "Counters" in phone.page.words, "second, as Spoil-Five is about them"
    phone.open("paper")
    assert "Bridge Ben and Dan 40 points Ann and Cleo 32 points" in phone.says
    assert "40 honours, five" in phone.says
    assert "32 Balances" not in phone.says


def test_an_evening_of_points_alone_draws_and_prints_no_counters(phone: Phone) -> None:
    bridge(phone).open("evening")
    assert phone.text.count('<figure class="chart">') == 1
    assert "Balances over" not in phone.text
    phone.open("evening?player=Cleo")
    assert phone.text.count("curve c0 d0 round followed") == 1, "the line of her side"
    phone.open("paper?empty=1")
    assert "After each hand, write down everyone's total." in phone.says
    assert "so far 32 40" in phone.says
    phone.open("", **{"Accept-Language": "fr"})
    assert "Ben et Dan mènent 40 à 32" in phone.says.replace("\u00a0", " ")


def test_the_files_have_the_points_and_the_two_parts_of_a_rubber(phone: Phone) -> None:
    bridge(phone)
    start, hand = rows(phone, "balances.csv")
    assert start["points: Cleo"] == ""
    assert [hand[f"points: {name}"] for name in ("Ann", "Ben", "Cleo", "Dan")] == ["32", "40", "32", "40"]
    parts = [
        hand[f"{where} the line: {name}"] for where, name in (("below", "Cleo"), ("above", "Cleo"), ("above", "Dan"))
    ]
    assert parts == ["32", "0", "40"]
    phone.lays().press("Deal").press("Cat")
    assert not [head for head in rows(phone, "balances.csv")[-1] if "points" in head]


def test_partners_are_named(phone: Phone, another) -> None:
    bridge(phone)
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        assert f"with {name}" in phone.says
    mine = another().open(f"/t/{phone.code}/me").press("Cleo")
    assert "with Ann" in mine.text.partition('class="own-phone"')[2].partition("</section>")[0]
    assert "with Ann" in phone.open("overhead").says
    alone = phone.lays("Ann", "Ben", game="Twenty-five").says
    assert "with Ann" not in alone and "with Ben" not in alone
