"""Fairness that anyone can check: words mixed in from any phone, and a page that works a bag out again."""

from hashlib import sha256

from flask import Flask

from companion.engine.changes import Change
from companion.loto.rules.box import bag
from companion.loto.web.fairness import bags
from tests.loto.web.test_calling import follows, loto, seed_of, until
from tests.loto.web.test_drawings import table
from tests.tools.evening import opening
from tests.tools.house import FINISH
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of


def revealed(app: Flask, phone: Phone) -> str:
    """A hand is won on card 1, and its seed revealed."""
    loto(app, phone, caller="nobody")
    seed = seed_of(app, phone)
    until(app, phone, 1, 3)
    phone.press("Ben", {"prize": "card"}).press("Pay Ben")
    return seed


def test_every_phone_mixes_one_word_in(app: Flask, phone: Phone, another) -> None:
    loto(app, phone)
    seed, ben = seed_of(app, phone), follows(phone, another, "Ben")
    mixed = next(button for button in ben.page.buttons if button.text == "Mix it in")
    second = dict(mixed.form.filled) | {"word": "Apple"}
    ben.press("Mix it in", {"word": "Banana"})
    assert memos(app, phone)[-1] == "“Banana” is mixed into the bag."
    assert "Mix it in" not in ben.buttons
    answer = ben.client.post(f"/t/{ben.code}/loto/mix", data=second)
    assert answer.status_code == 409
    assert "This phone has already mixed in a word: one is enough." in answer.get_data(as_text=True)
    proposed = phone.open("").filled("word")[0]
    phone.press("Mix it in")
    assert f"Mixed in: Banana, {proposed}." in phone.says
    phone.press("Draw")
    assert table_of(app, phone).journal.state.facts.drawn == bag(seed, ("Banana", proposed))[:1]
    assert "Mix it in" not in follows(phone, another, "Cat").buttons, "a number is out"


def test_who_has_seen_the_numbers_mixes_no_word_in_any_more(app: Flask, phone: Phone, another) -> None:
    table(app, phone)
    mixed = next(button for button in phone.page.buttons if button.text == "Mix it in")
    sent = dict(mixed.form.filled) | {"word": "Banana"}
    phone.press("Draw ten").press("Undo")
    assert "Mix it in" not in phone.buttons
    answer = phone.client.post(f"/t/{phone.code}/loto/mix", data=sent)
    assert "numbers from this bag have been seen" in answer.get_data(as_text=True)
    phone.open("").press("Draw ten").open("loto/bags")
    phone.open([link for link in phone.page.links.values() if "/bags/" in link][-1])
    assert "Numbers from this bag were undone 1 time after they had been seen." in phone.says


def test_a_bag_is_checked_from_the_hand_in_the_journal_for_ever(app: Flask, phone: Phone) -> None:
    seed = revealed(app, phone)
    drawn = [step.line.move.number for step in table_of(app, phone).journal.steps if step.line.move.name == "drawn"]
    phone.open("journal").open(phone.page.links["Was it fair?"])
    assert seed in phone.says and " ".join(map(str, bag(seed))) in phone.says
    assert " ".join(map(str, drawn)) in phone.says and sha256(seed.encode()).hexdigest() in phone.says
    text = phone.client.get(phone.page.links["As text, for another tool"]).get_data(as_text=True)
    assert f"{seed}:90" in text and " ".join(map(str, bag(seed))) in text


def test_the_next_hand_shows_its_own_fingerprint_at_once(app: Flask, phone: Phone, another) -> None:
    revealed(app, phone)
    phone.open("").press("Deal")
    settled = table_of(app, phone).journal.state.facts.fingerprint
    assert settled in phone.says
    assert settled in follows(phone, another, "Cat").says
    assert "sealed, and still secret" in phone.open("loto/bags").says
    phone.open(next(link for link in phone.page.links.values() if "/bags/" in link))
    assert settled in phone.says and "The seed is still secret." in phone.says
    assert phone.open(phone.page.links["As text, for another tool"]).text.endswith("The seed is still secret.\n")


def test_a_hand_that_was_abandoned_is_checked_once_its_seed_is_revealed(app: Flask, phone: Phone) -> None:
    """A real bag of a later game isn't taken for one that stayed secret."""
    loto(app, phone).press("Draw")
    phone.open("moves/abandon").press("Abandon")
    later = table_of(app, phone).journal.extend(Change.play(FINISH), Change.play(opening("loto", drawn_by="bag")))
    own = [{"move": "cards", "player": name, "numbers": [card]} for card, name in enumerate(("Cat", "Dan"), 1)]
    for said in [*own, {"move": "deal"}, {"move": "drawn", "number": 90}]:
        later = later.extend(Change.play(later.state.game.read_move(said)))
    assert [(bag.hand, len(bag.drawn)) for bag in bags(later)] == [(1, 1)] and later.state.hand == 1
    assert "Check the bag" not in phone.open("").says
    phone.press("Reveal the seed")
    assert "Was it fair? Check the bag" in phone.says


def test_a_table_without_bags_says_so(app: Flask, phone: Phone) -> None:
    phone.lays().open("loto/bags")
    assert "Companion hasn't drawn from a bag at this table." in phone.says
    assert phone.open("loto/bags/1").status == 404
    table(app, phone).open("journal")
    assert "Was it fair?" in phone.says
