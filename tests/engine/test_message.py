"""Sentences that remember how they were made, and are said in another language at the last moment."""

import pytest

from companion.engine.message import (
    Message,
    capital,
    joined,
    listed,
    say,
    say_many,
    sentences,
    series,
    small,
    translate,
)
from companion.engine.phrases import card_name, plural, the
from companion.engine.reports.sentences import changes_hands

WORDS = {
    "{who} takes {counters} {place}": "{who} prend {counters} {place}",
    "the pool": "la cagnotte",
    "the {pot}": "le pot {pot}",
    "from the pool": "dans la cagnotte",
    "{names} and {last}": "{names} et {last}",
    "{first}; {others}": "{first} ; {others}",
    "the king of {suit}": "le roi de {suit}",
    "clubs": "trèfle",
    "counters": "des jetons",
    "Pope": "le Pape",
    "pope": "Pape",
    "{broken}": "{nothing}",
    "half a {thing": "à moitié {",
}


class French:
    """A few words of French."""

    def word(self, english: str) -> str | None:
        return WORDS.get(english)

    def form(self, one: str, many: str, number: int) -> str:
        return "{n} jeton" if number < 2 else "{n} jetons"


def french(said: str) -> str:
    text: str = translate(said, French())
    return text


def test_it_is_english_whatever_it_remembers() -> None:
    said = say("{who} takes {counters}", who="Ann", counters=plural(2))
    assert said == "Ann takes 2 counters" and isinstance(str(said), Message)
    assert (said.pattern, said.values["who"]) == ("{who} takes {counters}", "Ann")


def test_values_are_translated_and_names_are_not() -> None:
    said = say("{who} takes {counters} {place}", who="the pool", counters=plural(1), place=say("from the pool"))
    assert french(said) == "the pool prend 1 jeton dans la cagnotte"


@pytest.mark.parametrize(("number", "said"), [(0, "0 jeton"), (1, "1 jeton"), (2, "2 jetons")])
def test_a_language_has_its_own_plural(number: int, said: str) -> None:
    assert french(say_many("{n} counter", "{n} counters", number)) == said
    assert french(say_many("counter", "counters", number)) == said, "a word by itself has an article, but not here"


def test_a_whole_text_that_is_known_goes_before_its_pattern() -> None:
    assert (french(the("pool")), french(the("kitty"))) == ("la cagnotte", "le pot kitty")
    assert french(the("clubs")) == "le pot clubs", "a house may call a pot what it likes"


def test_what_stands_in_a_series_is_parted_as_the_language_does() -> None:
    said = series([the("pool"), "Ann 3", "Ben 2"])
    assert (said, french(said)) == ("the pool; Ann 3; Ben 2", "la cagnotte ; Ann 3 ; Ben 2")
    assert (series(["Ann"]), series([])) == ("Ann", "")


def test_a_name_alone_is_a_word_of_no_language() -> None:
    assert (french(listed(["pope"])), french(listed(["clubs", "pope"]))) == ("pope", "clubs et pope")
    assert french(say("{title}", title="the pool")) == "the pool"
    assert french(listed([the("pool")])) == "la cagnotte"


def test_a_letter_is_changed_after_translating() -> None:
    assert french(capital(the("pool"))) == "La cagnotte"
    assert (french(capital(say("pope"))), french(small(say("Pope")))) == ("Pape", "le Pape")
    assert capital("Éva pays") == "Éva pays"


def test_lists_and_sentences_are_joined_after_translating() -> None:
    assert french(listed(["Ann", "Ben", card_name("KC")])) == "Ann, Ben et le roi de trèfle"
    assert french(joined(" · ", ["", the("pool"), "Ben"])) == "la cagnotte · Ben"
    assert (sentences("One.", "", "Two."), listed([]), listed(["Ann"])) == ("One. Two.", "", "Ann")


@pytest.mark.parametrize("said", [say("{broken}", broken="Ann"), say("half a {thing")])
def test_a_translation_that_does_not_fit_never_fails(said: Message) -> None:
    assert french(said) in {"Ann", "à moitié {"}


def test_what_nobody_translated_stays_english() -> None:
    assert french(say("{who} sneezes", who="Ann")) == "Ann sneezes"
    assert [french(sentence) for sentence in changes_hands([], [])] == []
