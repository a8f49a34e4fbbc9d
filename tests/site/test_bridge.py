"""What runs in the browser, run without one: the application as it is called there, with its cookies and its files."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from attrs import define
from werkzeug.datastructures import MultiDict

from companion.site.bridge import OnDevice, opened
from companion.store import Database
from companion.store.backups import FOLDER
from companion.store.database import FILE
from tests.site.conftest import newer
from tests.tools.clock import Clock
from tests.tools.house import House
from tests.tools.phone import Phone
from tests.tools.serving import Answered

PREFIX, ORIGIN = "/companion/app", "https://example.org"


@define
class Asking:
    """What a Phone asks the application on a device through."""

    here: OnDevice

    def test_client(self) -> "Asking":
        return self

    def get(self, path: str, headers: Any = (), environ_overrides: Any = None) -> Answered:
        return self._ask("GET", path, dict(headers), b"")

    def post(self, path: str, data: Any = None, headers: Any = (), environ_overrides: Any = None) -> Answered:
        form = urlencode(list(MultiDict(data or {}).items(multi=True))).encode()
        own = {"Content-Type": "application/x-www-form-urlencoded", "Origin": ORIGIN}
        return self._ask("POST", path, own | dict(headers), form)

    def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answered:
        target = path.removeprefix(ORIGIN).removeprefix(PREFIX)
        status, sent, content, _ = self.here.answer(method, target, headers.items(), body)
        assert "set-cookie" not in {name.lower() for name, _ in sent}, "a page can't be given cookies"
        return Answered(status, dict(sent), content, target)


def phone(here: OnDevice) -> Phone:
    """A phone with the application of this device."""
    return Phone(Asking(here))  # type: ignore[arg-type]


def test_the_device_keeps_its_cookies_and_its_key_over_a_restart(tmp_path: Path) -> None:
    here = OnDevice(str(tmp_path), PREFIX, ORIGIN)
    of = phone(here).lays("Ann", "Ben")
    here.close()
    (tmp_path / "secret.key").unlink()  # only what is in the databases lies in the storage of a device
    here = OnDevice(str(tmp_path), PREFIX, ORIGIN)
    again = phone(here).open(f"/t/{of.code}")
    assert again.press("Deal").status == 200, "it has the pencil still"
    assert again.page.links[of.code] == f"{PREFIX}/"
    here.close()


def test_evenings_of_a_newer_companion_are_not_opened(tmp_path: Path) -> None:
    Database(tmp_path).close()
    newer(tmp_path)
    before = (tmp_path / FILE).read_bytes()
    here, trouble, _ = opened(str(tmp_path), PREFIX, ORIGIN)
    assert (here, trouble) == (None, "newer")
    assert (tmp_path / FILE).read_bytes() == before


def test_another_sites_form_writes_nothing(tmp_path: Path) -> None:
    """A worker is asked by every page that leads here, and the cookies lie with the application."""
    here = OnDevice(str(tmp_path), PREFIX, ORIGIN)
    of = phone(here).lays("Ann", "Ben")
    path, form = of.request_of("Deal")
    for origin in ("https://evil.example", "http://localhost", "http://example.org", "null", ""):
        assert of.send(path, form, Origin=origin).status == 403, origin
        assert "Nothing was written down" in of.says
    assert of.send(path, form).status == 200
    here.close()


def test_a_file_that_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    here = OnDevice(str(tmp_path), PREFIX, ORIGIN)
    of = phone(here).lays("Ann", "Ben")
    here.hand_in(b"no database")
    here.restore()
    assert here.said() == "This file is not a whole backup of Companion; nothing was changed."
    assert of.open("").status == 200
    here.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as rows:
        assert rows.execute("pragma integrity_check").fetchone() == ("ok",)


def test_what_a_backup_replaces_is_kept_also_where_the_clock_was_set_back(tmp_path: Path, wall: Clock) -> None:
    (tmp_path / FOLDER).mkdir()
    here = OnDevice(str(tmp_path), PREFIX, ORIGIN)
    for day in ("2026-11-24", "2026-11-25", "2026-11-26", "1970-01-01"):
        wall.shows(day)
        name, _ = here.put_aside()
        here.hand_in(here.backup())
        here.restore()
        assert name in [file.name for file in here.aside()]
    assert [file.name[15:25] for file in here.aside()] == ["1970-01-01", "2026-11-25", "2026-11-26"]
    here.close()


def test_nothing_is_offered_that_needs_other_phones(tmp_path: Path) -> None:
    of_another = House(tmp_path)  # whose backup came here
    of_another.database.close()
    here = OnDevice(str(tmp_path), PREFIX, ORIGIN)
    of = phone(here).lays("Ann", "Ben")
    for path in ("", "/", "/cards/1"):
        says = of.open(path).says
        for words in ("Devices", "Join a table", "This phone", "Who are you?", "Who writes"):
            assert words not in says, path
    assert of.open(f"/t/{of_another.code}/pencil").press("Take the pencil here").status == 200
    of.code = of_another.code
    assert of.open("").press("Deal").status == 200
    here.close()


def test_a_hand_is_played_out_here_a_tap_a_step(tmp_path: Path) -> None:
    here = OnDevice(str(tmp_path), PREFIX, ORIGIN)
    of = phone(here).open("/how-to-play/loto")
    for link, says in (
        ("See a hand played", "Dan doesn't play"),
        ("Next", "the pool holds 12"),
        ("Next", "Dan calls 57"),
    ):
        assert of.page.links[link].startswith(PREFIX)
        assert says in of.open(of.page.links[link]).says
    here.close()


def test_cards_that_are_printed_here_have_no_code_that_leads_nowhere(tmp_path: Path) -> None:
    here = OnDevice(str(tmp_path), PREFIX, ORIGIN)
    sheets = phone(here).open("/cards/print")
    assert "Card 1 of 24" in sheets.says
    assert "Scan me" not in sheets.says
    assert "QR" not in sheets.says
    here.close()
