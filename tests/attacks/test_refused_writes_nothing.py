"""What is refused has changed nothing, and what is sent twice is written once, by every POST of the table (``posts``).

What is accepted is mostly pressed on the page itself, so that its form must carry what makes a repetition harmless.
That who stands below the rung of a route is refused is asked of every route in ``test_the_ladder``.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.store import database
from companion.store.devices import hashed
from tests.attacks.posts import POSTS, Sent, hand
from tests.loto.web.test_calling import loto
from tests.tools.phone import Phone
from tests.tools.trouble import locked, read_only
from tests.web.devices.test_offers import follows, secret_of

TIMES = 3
OTHER = "another program is using the tables; try again in a moment"
NOT_WRITTEN = "This could not be written down, and nothing was changed"
LATE = "me/answer", "journal/<int:number>/preview", "loto/claim", "loto/check", "loto/answer", "loto/watch"
MAY_BE_LATE = {f"/t/<code>/{route}" for route in LATE}
"""Forms that an older page may send, too."""
PLAIN = {"/people/back", "/t/<code>/settlement/worth"}
"""Forms that no page sends by htmx, whose parts have no place for a refusal."""


@pytest.mark.parametrize("name", POSTS)
def test_what_is_refused_writes_nothing_and_what_is_sent_twice_is_written_once(
    name: str, app: Flask, phone: Phone, written: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused by a rule, or by a disk, which everybody is told: once that writes again, so is the form."""
    assert database.LOCK_TIMEOUT >= 1, "another program is waited for"
    monkeypatch.setattr(database, "LOCK_TIMEOUT", 0.05)
    post = POSTS[name]
    accepted = post.sent(name, phone)
    refused = [*map(accepted.told, post.refused), *post.also(accepted, phone)]
    if name not in MAY_BE_LATE and (seen := accepted.form.get("seen", "")).isdecimal():
        refused.append(accepted.but(409, seen=str(int(seen) - 1)))
    before = written()
    for sent in refused:
        for _ in range(TIMES):
            sent.send()
            assert written() == before, sent
    troubles = [(locked(tmp_path), {}), (read_only(app.extensions["companion"].database), {"HX-Request": "true"})]
    for trouble, swaps in troubles:
        with trouble:
            status, said = accepted.answer(**swaps)
        assert status < 400 if post.never_written else status == 503, said
        assert post.never_written or (swaps and name in PLAIN) or NOT_WRITTEN in said, said
        assert said.count(NOT_WRITTEN) <= (2 if name == "/t/<code>/reply" else 1), "at the table and at one's row"
        assert "database is locked" not in said and "readonly database" not in said
        assert (OTHER in said) == (NOT_WRITTEN in said and not swaps), "which of the two it is"
        assert written() == before
    accepted.send()
    once = written()
    assert (once == before) == bool(post.never_written)
    for _ in range(TIMES):
        accepted._replace(status=post.again or accepted.status).send()
        assert written() == once


def test_a_deal_that_would_follow_at_once_and_is_refused_seals_no_bag(app: Flask, phone: Phone) -> None:
    """The move that ends the hand is written all the same."""
    loto(app, phone, "Ben 1, Dan 0", deal_at_once="on").press("Draw").press("Dan", {"prize": "card"})
    phone.press("Pay Dan")
    assert app.extensions["companion"].database.rows.table("bags").count == 1


def test_what_is_done_with_the_pencil_and_refused_writes_nothing(app: Flask, phone: Phone, written) -> None:
    """The one form has several buttons: what each does for those who may, and for those who may not."""
    other = hand(phone).lets_write(Phone(app))
    guest = Phone(app).open(f"/t/{phone.code}")
    to_guest, own = follows(app, guest), hashed(secret_of(phone))
    page = phone.open("pencil")
    back, offers, lets_in = (
        Sent(phone, *page.request_of(words))
        for words in ("Take it back", "Let them write instead", "Let it into the household")
    )
    refused = [
        *(back.but(403, "", each, device=own) for each in (other, guest)),
        back.but(303, device="nobody"),
        offers.but(403, "", guest),
        offers.but(409, device="nobody"),
        offers.but(409, device=own),
        offers.but(409, device=to_guest, named="Ben"),
        *(lets_in.but(403, "", each) for each in (other, guest)),
        lets_in.but(409, device="nobody"),
    ]
    before = written()
    for sent in refused:
        sent.send()
        assert written() == before, sent
    for sent in (back, offers, lets_in):
        sent.send()
        assert written() != before, sent
        before = written()
