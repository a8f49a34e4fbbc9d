"""The pencil by name: offered to a phone that follows, which alone may take it, once and in time."""

import time
from collections.abc import Callable

import pytest
from flask import Flask

from companion.store import devices
from companion.store.devices import hashed
from companion.web.live.hub import CALLED, Follower, QueueSubscriber
from tests.tools.phone import Phone

Another = Callable[[], Phone]
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"


def secret_of(phone: Phone) -> str:
    """The secret of a phone, which is in its cookie."""
    with phone.client.session_transaction() as cookie:
        secret: str = cookie["device"]
    return secret


def follows(app: Flask, phone: Phone, kind: str = "iphone") -> str:
    """Lets a phone follow its table live; gives the hash of its secret."""
    device = hashed(secret_of(phone))
    app.extensions["companion"].hub.follow(QueueSubscriber(phone.code, 10**6, "", Follower(device, kind)))
    return device


@pytest.fixture
def ann(phone: Phone) -> Phone:
    """Ann's phone, which started the table and writes."""
    return phone.lays().open("me").press("Ann")


@pytest.fixture
def ben(app: Flask, ann: Phone, another: Another) -> Phone:
    """Ben's phone, which follows."""
    ben = another().open(f"/t/{ann.code}/me").press("Ben")
    follows(app, ben)
    return ben


def writers(app: Flask, code: str) -> list[str | None]:
    return [holder.player for holder in app.extensions["companion"].pencils.holders(code)]


def test_shared_by_name_both_write(app: Flask, ann: Phone, ben: Phone) -> None:
    assert "Ben's phone" in ann.open("pencil").says
    ann.press("Let them write too")
    assert "asked, no answer yet" in ann.says
    assert "Ann invites you to write too. Both of you will have the pencil." in ben.open("").says
    ben.press("Take it")
    assert "Deal" in " ".join(ben.buttons)
    assert "Deal" in " ".join(ann.open("").buttons)
    assert "Ben's phone" not in ann.open("pencil").says, "it writes, and is listed there"
    assert writers(app, ann.code) == ["Ann", "Ben"]


def test_handed_over_by_name_one_writes_and_all_others_offers_are_gone(
    app: Flask, ann: Phone, ben: Phone, another: Another
) -> None:
    cat = another().open(f"/t/{ann.code}/me").press("Cat")
    to_cat = follows(app, cat)
    ann.open("pencil").press("Let them write too")
    ann.send("pencil", {"do": "too", "device": to_cat, "named": "Cat"})
    ann.press("Withdraw the offer").press("Let them write instead")
    assert "Ann is handing you the pencil, and will stop writing." in ben.open("").says
    ben.press("Take it")
    assert writers(app, ann.code) == ["Ben"]
    assert ann.open("").buttons == []
    assert "Take it" not in cat.open("").buttons


def test_a_phone_without_a_name_gets_and_gives_it_too(app: Flask, phone: Phone, another: Another) -> None:
    guest = another().open(f"/t/{phone.lays().code}", **{"User-Agent": IPHONE})
    follows(app, guest)
    assert "A phone with no name" in phone.open("pencil").says
    phone.press("Let them write too")
    assert "You're invited to write too. Both devices will have the pencil." in guest.open("").says
    assert guest.press("Take it").press("Deal").status == 200


def test_two_phones_of_one_name_are_told_apart(app: Flask, ann: Phone, ben: Phone, another: Another) -> None:
    second = another().open(f"/t/{ann.code}/me").press("Ben")
    ann.open("").press("Ben has two phones")
    follows(app, second, "ipad")
    says = ann.open("pencil").says
    assert says.count("Ben's phone") == 2
    assert "Ben's phone iPhone" in says
    assert "Ben's phone iPad" in says
    assert "They see this as Ben's phone" in second.open("pencil").says


def test_who_is_not_offered_takes_nothing(app: Flask, ann: Phone, ben: Phone, another: Another) -> None:
    ann.open("pencil").press("Let them write too")
    path, form = ben.open("").request_of("Take it")
    for stranger in (another(), another().open(f"/t/{ann.code}/me").press("Cat")):
        assert "Take it" not in stranger.open(f"/t/{ann.code}").buttons
        assert stranger.send(path, form).status == 410
        assert "ask for a new one" in stranger.says
        stranger.send(path, {"leave": "1", "at": ann.code})
    assert writers(app, ann.code) == ["Ann"]
    assert "Ann invites you to write" in ben.open("").says, "nobody else left it for him"


def taken_back(ann: Phone, ben: Phone, monkeypatch) -> None:
    ann.open("pencil").press("Withdraw the offer")


def too_old(ann: Phone, ben: Phone, monkeypatch) -> None:
    later = time.time() + devices.INVITATION_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)


def left(ann: Phone, ben: Phone, monkeypatch) -> None:
    ben.open("").press("Not now")


def handed_on(ann: Phone, ben: Phone, monkeypatch) -> None:
    """Ann gave her own pencil to somebody else in the meantime, by a code to scan."""
    store = ann.client.application.extensions["companion"].pencils
    token = store.invite(ann.code, secret_of(ann), gives_away=True)
    store.accept(token, "somebody else")


@pytest.mark.parametrize("ends", [taken_back, too_old, left, handed_on])
@pytest.mark.parametrize("button", ["Let them write too", "Let them write instead"])
def test_an_offer_that_is_no_good_any_more_is_gone(app: Flask, ann, ben, monkeypatch, ends, button: str) -> None:
    ann.open("pencil").press(button)
    path, form = ben.open("").request_of("Take it")
    ends(ann, ben, monkeypatch)
    ben.send(path, form)
    assert ben.status == 410
    assert "used or has run out" in ben.says
    assert "Take it" not in ben.open("").buttons
    assert "Ben" not in writers(app, ann.code)
    assert writers(app, ann.code), "nobody is without a pencil"


def test_who_changed_the_name_meanwhile_is_offered_nothing(ann: Phone, ben: Phone) -> None:
    ann.open("pencil")
    ben.open("me").press("Dan")
    ann.press("Let them write too")
    assert ann.status == 409
    assert "that phone has a different name now" in ann.says
    assert "Dan's phone" in ann.says
    assert "Take it" not in ben.open("").buttons


def test_an_offer_outlives_a_restart(app: Flask, ann: Phone, ben: Phone) -> None:
    ann.open("pencil").press("Let them write instead")
    app.extensions["companion"].hub._subscribers.clear()  # as after a restart: nobody follows yet
    assert "Ben's phone not here right now · asked" in ann.open("pencil").says
    assert ben.open("").press("Take it").press("Deal").status == 200


def test_only_the_phone_that_is_offered_hears_of_it(app: Flask, ann: Phone, ben: Phone, another: Another) -> None:
    hub, lines = app.extensions["companion"].hub, []
    for phone in (ben, another().open(f"/t/{ann.code}")):
        line = QueueSubscriber(ann.code, 10**6, "", Follower(hashed(secret_of(phone))))
        assert hub.enter()
        hub.follow(line)
        lines.append(line)
    ann.open("pencil").press("Let them write too")
    hub.close()
    heard = [list(line) for line in lines]
    assert [CALLED in each for each in heard] == [True, False]
    assert secret_of(ben) not in b"".join(heard[0]).decode()


def test_pages_hear_what_changed(app: Flask, ann: Phone, ben: Phone) -> None:
    """A page asks what it doesn't show yet, and is loaded anew where its pencil is gone."""
    asks, htmx = asked_by("watching", ann.open("pencil")), {"HX-Request": "true"}
    news = asked_by("news", ben.open(""))
    assert ann.client.get(asks, headers=htmx).status_code == 204
    assert ben.client.get(news).status_code == 204
    ann.press("Let them write instead")
    assert "asked, no answer yet" in ann.client.get(asks, headers=htmx).text
    assert "Ann is handing you the pencil" in ben.client.get(news).text
    ben.open("").press("Take it")
    app.extensions["companion"].household.remove(hashed(secret_of(ann)))
    ann.client.environ_base["REMOTE_ADDR"] = ann.address
    assert ann.client.get(asks, headers=htmx).headers["HX-Refresh"] == "true"


def asked_by(part: str, phone: Phone) -> str:
    """What a part of a page asks for."""
    return phone.text.split(f'id="{part}"')[1].split('hx-get="')[1].split('"')[0].replace("&amp;", "&")


def test_a_device_without_a_camera_is_let_into_the_household_by_name(app: Flask, ann: Phone, ben: Phone) -> None:
    assert ben.open("/household").status == 403
    ann.open("pencil").press("Let it into the household")
    assert "This device is invited into the household" in ben.open(f"/t/{ann.code}").says
    ben.press("Join")
    assert ben.open("/household").status == 200
    assert writers(app, ann.code) == ["Ann"], "it writes where it takes a pencil"


def test_a_writer_who_is_a_guest_lets_nobody_into_the_household(app: Flask, ann: Phone, ben: Phone, another) -> None:
    ann.lets_write(ben)
    cat = another().open(f"/t/{ann.code}/me").press("Cat")
    to_cat = follows(app, cat)
    assert "Let them write too" in ben.open("pencil").buttons
    assert "Let it into the household" not in ben.buttons
    assert ben.send("pencil", {"do": "household", "device": to_cat, "named": "Cat"}).status == 403
    assert ann.open("pencil").send("pencil", {"do": "withdraw", "device": to_cat}).status == 200


def test_taking_the_last_pencil_back_leaves_nobody_without(app: Flask, ann: Phone, ben: Phone) -> None:
    ann.open("pencil").press("Let them write instead")
    ben.open("").press("Take it")
    ann.open("pencil").press("Take it back")
    assert writers(app, ann.code) == ["Ann"]
