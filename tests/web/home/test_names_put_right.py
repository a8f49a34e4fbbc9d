"""A name of the new table is put right where it stands, with or without scripts."""

import pytest

from tests.tools.phone import Phone

pytestmark = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])


def put_right(phone: Phone, place: int, now: str, button: str = "Add", **more: str) -> Phone:
    """Types another name over that of a player, and presses a button."""
    path, form = phone.request_of(button)
    form.setlist("player", [now if seat == place else name for seat, name in enumerate(form.getlist("player"))])
    for name, said in more.items():
        form[name] = said
    return phone.send(path, form)


def test_a_name_is_typed_anew_in_its_place(phone: Phone) -> None:
    phone.names("Ann", "Bne", "Cat")
    put_right(phone, 1, " Ben ", dealer="Bne")
    assert (phone.status, phone.filled("player")) == (200, ["Ann", "Ben", "Cat"])
    assert phone.filled("dealer") == ["Ben"], "the first dealer is still the first"


def test_a_button_beside_it_still_means_the_same_player(phone: Phone) -> None:
    phone.names("Ann", "Bne", "Cat")
    put_right(phone, 1, "Ben", "Move Bne one seat back")
    assert phone.filled("player") == ["Ben", "Ann", "Cat"]
    put_right(phone, 2, "Cleo", "Remove Cat")
    assert phone.filled("player") == ["Ben", "Ann"]
    put_right(phone, 0, "Bea", "Start")
    assert phone.code and "Bea" in phone.says


def test_partners_keep_their_sides(phone: Phone) -> None:
    phone.names("Ann", "Bne", "Cat", "Dan", "Eve", "Fay", game="Cassino")
    sides = {f"sides:{name}": letter for name, letter in zip(phone.filled("player"), "AABBAB", strict=True)}
    put_right(phone, 1, "Ben", sides="chosen", **sides)
    assert "Ben" in phone.filled("player")
    assert phone.filled("sides:Ben") == ["A"]


@pytest.mark.parametrize("typed", ["Ann", " ann", "x" * 41, "a\tb", "B\u200bn", "\u3164", "Ben, Bob"])
@pytest.mark.parametrize("button", ["Add", "Start"])
def test_what_can_be_no_name_is_said_and_kept(phone: Phone, typed: str, button: str) -> None:
    phone.names("Ann", "Ben")
    put_right(phone, 1, typed, button)
    assert (phone.status, phone.code) == (422, "")
    assert len(phone.refused) > 10
    assert phone.filled("player") == ["Ann", typed.strip()]
    assert 'aria-invalid="true"' in phone.text
    put_right(phone, 1, "Bea", "Start")
    assert phone.code


def test_a_name_that_is_emptied_stays(phone: Phone) -> None:
    phone.names("Ann", "Ben")
    put_right(phone, 0, " ")
    assert phone.filled("player") == ["Ann", "Ben"]


def test_two_change_their_names_at_once(phone: Phone) -> None:
    phone.names("Ann", "Ben")
    path, form = phone.request_of("Add")
    form.setlist("player", ["Ben", "Ann"])
    assert phone.send(path, form).filled("player") == ["Ben", "Ann"]


def test_one_that_nobody_tells_from_another_is_refused(phone: Phone) -> None:
    phone.names("Anna", "Ben")
    put_right(phone, 1, "An\u034fna")
    assert "is already at the table: choose another name." in phone.refused
