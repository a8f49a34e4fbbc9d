"""Every language after French: it is as whole as French is; and German is set as German is."""

import re
from collections.abc import Callable
from datetime import date

import pytest
from flask import Flask

from companion.games import catalogue
from companion.store import Table
from companion.web.i18n.language import localized_date
from tests.tools.phone import Phone
from tests.tools.words import languages
from tests.web.i18n import test_language as french

lays = french.lays
in_every_other = pytest.mark.parametrize("language", [name for name in languages() if name != "fr"])


@in_every_other
@pytest.mark.parametrize("key", catalogue())
def test_an_evening_leaves_no_english(phone: Phone, lays: Callable[[str], Table], key: str, language: str) -> None:
    french.test_an_evening_leaves_no_english(phone, lays, key, language)


@in_every_other
def test_the_pages_of_the_house_leave_no_english(phone: Phone, language: str) -> None:
    french.test_the_pages_of_the_house_leave_no_english(phone, language)


@in_every_other
def test_it_lacks_nothing_and_is_up_to_date(language: str) -> None:
    french.test_a_language_lacks_nothing(language)
    french.test_no_text_of_a_language_is_left_in_english(language)
    french.test_a_language_is_up_to_date(language)
    french.test_no_translation_loses_or_invents_a_place(language)


def test_german_is_set_as_german_is() -> None:
    """Its quotation marks open below and close above; a dash is no hyphen; nobody is a stranger, addressed as Sie."""
    for text in french.written_in("de"):
        assert text.count("„") == text.count("“"), text
        assert not re.search(r"[”«»']| - |\.\.\.|(?<=[a-zäöüß,] )(Sie|Ihnen|Ihre[mnrs]?)\b", text), text


def test_a_day_is_written_as_the_language_writes_it(app: Flask) -> None:
    for language, shown in (("en", "23 November 2026"), ("fr", "23 novembre 2026"), ("de", "23. November 2026")):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert localized_date(date(2026, 11, 23), "d MMMM y") == shown
            assert localized_date(date(2026, 11, 29), "EEEE d") == {"de": "Sonntag, 29.", "fr": "dimanche 29"}.get(
                language, "Sunday 29"
            )
