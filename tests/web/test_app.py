"""Compiled templates are kept beside the database, where that can be; the pages are the same where it can't."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from jinja2.bccache import bc_magic

from companion.web import create_app
from tests.tools.phone import Phone


@contextmanager
def opened(folder: Path) -> Iterator[Phone]:
    """A phone of an application that keeps its own compiled templates."""
    app = create_app(folder)
    yield Phone(app, address="127.0.0.1")
    app.extensions["companion"].close()


def test_they_are_kept_for_the_next_start(tmp_path: Path) -> None:
    with opened(tmp_path) as phone:
        assert phone.open("/lay").status == 200
    assert list((tmp_path / "templates").glob("*.cache"))
    with opened(tmp_path) as phone:
        assert phone.open("/lay").status == 200


def test_a_file_where_their_folder_should_be_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "templates").write_text("Dear diary")
    with opened(tmp_path) as phone:
        assert phone.open("/lay").status == 200
    assert (tmp_path / "templates").read_text() == "Dear diary"


@pytest.mark.parametrize("held", [b"", b"Dear diary", bc_magic, bc_magic + b"Dear diary", bc_magic + b"\0" * 900])
def test_one_that_was_cut_short_is_made_anew(tmp_path: Path, held: bytes) -> None:
    with opened(tmp_path) as phone:
        phone.open("/lay")
    for file in (tmp_path / "templates").iterdir():
        file.write_bytes(held)
    with opened(tmp_path) as phone:
        assert phone.open("/lay").status == 200
    assert all(file.read_bytes() != held for file in (tmp_path / "templates").glob("*.cache"))


def test_one_that_was_compiled_for_an_english_phone_speaks_french_to_the_next(tmp_path: Path) -> None:
    for language, shown in (("en", "0.05"), ("fr", "0,05")):
        with opened(tmp_path) as phone:
            phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
            assert f'placeholder="{shown}"' in phone.new_table().text
