"""An old address that was kept leads to the new one: a bookmark, and a form of a page that was open."""

import pytest

from tests.tools.phone import Phone


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/house", "/rules"),
        ("/house/new?game=jig&name=a%20b", "/rules/new?game=jig&name=a%20b"),
        ("/house/1/file", "/rules/1/file"),
        ("/house/a%0d%0ab", "/rules/a%0D%0Ab"),
    ],
)
def test_an_old_address_leads_to_the_new_one(phone: Phone, old: str, new: str) -> None:
    answer = phone.client.get(old)
    assert (answer.status_code, answer.headers["Location"]) == (308, new)
    assert phone.client.get(old, environ_overrides={"SCRIPT_NAME": "/cards"}).headers["Location"] == f"/cards{new}"


def test_another_address_leads_nowhere(phone: Phone) -> None:
    assert phone.client.get("/housekeeping").status_code == 404


def test_what_an_open_page_sends_to_its_old_address_is_kept(phone: Phone) -> None:
    path, form = phone.joins().open("/rules/new?game=jig").request_of("Save these rules", {"keep_as": "Ours"})
    old = path.replace("/rules", "/house", 1)
    assert (
        phone.client.post(old, data=form, headers={"Origin": "http://localhost"}, follow_redirects=True).status_code
        == 200
    )
    assert "Ours" in phone.open("/rules").says
