"""The pages speak the language of the one who looks, all of them and wholly; what leaves the house stays as it is."""

import ast
import csv
import io
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from babel.support import NullTranslations
from flask import Flask

from build_hook import compile_translations
from companion.engine.errors import Refusal
from companion.engine.fields import Text
from companion.engine.structure import note_of, texts_in
from companion.games import catalogue
from companion.scoresheet import Sheet, read_sheet, score
from companion.store import Table
from companion.web.i18n import language as languages
from companion.web.i18n.language import localized_date
from tests.tools.phone import Phone
from tests.tools.words import HOUSE, extracted, first, known, languages as files, missing, prose

SHEETS = Path(__file__).parents[2] / "scoresheets"
PAGES = (
    *(
        "",
        "seats",
        "rules",
        "how-to-play",
        "journal",
        "journal/1",
        "journal/3",
        "settlement",
        "settlement.txt",
        "evening",
        "paper",
    ),
    *("paper?empty=1", "me", "pencil", "follow", "board", "board/places"),
)
OF_THE_HOUSE = ("/", "/lay", "/rules", "/cards", "/cards/24/1", "/cards/own/new", "/paper", "/device", "/nothing")
ENGLISH = re.compile(
    r"\b(the|and|of|is|are|with|from|for|hand|deals?|dealer|pool|takes?|puts?|counters?|who|what|which|not|to|each)\b"
)
A_SECRET = "the writer's phone"
EVERYWHERE = (
    *("QR", "CSV", "JSON", "GBP", "EUR", "A4", "SHA-256", "http://"),
    *("Companion", "English", "Earl of Coventry", "for the cake"),
)
BEFORE_A_NAME = re.compile(
    r"\b(?:de|que|jusque|lorsque|puisque) (?:{|%\()(?:who|was|names?|players?|neighbour|dealer|banker|pay\w+)\b",
    re.IGNORECASE,
)
PLACE = re.compile(r"{(\w+)}|%\((\w+)\)s")
in_every_language = pytest.mark.parametrize("language", files())


class Shown(HTMLParser):
    """What people read on a page, or hear read out; the rules of the games as they are told are left out."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        held = dict(attributes)
        if tag in {"article", "script", "style", "code"}:
            self._open.append("silent" if tag != "article" or held.get("class") == "howto" else tag)
        if "silent" in self._open:
            return
        self.texts += [held[name] for name in ("title", "aria-label", "placeholder") if held.get(name)]
        self.texts += [said for name, said in attributes if said and name.startswith(("data-says", "data-pattern"))]

    def handle_endtag(self, tag: str) -> None:
        if tag in {"article", "script", "style", "code"}:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if "silent" not in self._open:
            self.texts.append(data)


@cache
def evenings() -> list[Sheet]:
    """The score sheets that come to a result."""
    found = []
    for file in SHEETS.glob("*.json"):
        with suppress(Refusal):
            score(sheet := read_sheet(file.read_bytes()))
            found.append(sheet)
    return found


@cache
def longest(key: str) -> Sheet:
    """The longest evening among the score sheets that ends with this game, without its last move: it is still open."""
    ending = (sheet for sheet in evenings() if sheet.games and sheet.games[-1].opening.game.key == key)
    sheet = max(ending, key=lambda sheet: len(sheet.games[-1].moves))
    last = sheet.games[-1]
    return evolve(sheet, games=[*sheet.games[:-1], evolve(last, moves=last.moves[:-1])])


@pytest.fixture
def lays(app: Flask, phone: Phone) -> Callable[[str], Table]:
    """Lays the longest evening of a game, with the pencil for the phone."""

    def lays(key: str) -> Table:
        services = app.extensions["companion"]
        with phone.client.session_transaction() as session:
            session["device"] = A_SECRET
        table: Table = services.tables.lay(
            longest(key), beside=lambda code: services.pencils.know(code, A_SECRET, pencil=True)
        )
        phone.code = table.code
        return table

    return lays


def speaks(phone: Phone, language: str) -> Phone:
    """The browser of the phone asks for a language."""
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    return phone


def reads(phone: Phone, table: Table) -> Iterator[tuple[str, str]]:
    """Every text on every page of a table, with refusals, by its page; without the names that people chose."""
    game = table.journal.state.game
    assert game
    names = own_words(table)
    asked = [form for name in game.by_name for form in (f"moves/{name}", f"?move={name}")]
    for page in (*PAGES, *asked):
        assert phone.open(page).status in {200, 404}, page
        yield from ((page, without(text, names)) for text in Shown(phone.text).texts)
    for name in game.by_name:
        phone.send(f"/t/{table.code}/moves/{name}/try")
        told = (re.sub(r"^\w+: [a-z]+\b", "", text) for text in Shown(phone.text).texts)  # where in a sheet it would be
        yield from ((f"{name} tried", without(text, names)) for text in told)


def own_words(table: Table) -> list[str]:
    """What people called themselves, their pots, their prizes and their game, and how they told its rules."""
    state, game = table.journal.state, table.journal.state.game
    own = [*state.pots, game.title, *state.options.rules.splitlines()] if game and game.of_the_house else []
    if told := getattr(state.options, "worked", None):
        own += [*(question.ask for question in told.questions), *(tally.tally for tally in told.tallies)]
    said = (state.options, *(step.line.move for step in table.journal.steps if step.line.move.name != "game"))
    own += [text for each in said for _, text, _ in texts_in(each, lambda notes: note_of(Text, notes))]
    return sorted([*state.balances, table.code, *own], key=len, reverse=True)


def without(text: str, names: Sequence[str] = ()) -> str:
    """The text without what people called themselves, and what is called the same in every language."""
    for name in (*names, *EVERYWHERE):
        text = text.replace(name, "")
    return re.sub(r"\b[\w.]+\.[\w./]+|\b[0-9a-f]{32,}\b", "", text)  # keys of a sheet, addresses, a seed


def greek(text: str) -> str:
    """A text that nobody could take for English, with its places and its tags."""
    parts = re.split(r"({\w+}|%\(\w+\)s|<[^>]*>)", str.__str__(text))
    return "".join(part if place % 2 else re.sub("[A-Za-z]", "λ", part) for place, part in enumerate(parts))


@cache
def all_words() -> frozenset[str]:
    """All that is found by the extraction: what a language has that is up to date, as is tried below."""
    return frozenset(
        one for message in known("fr") for one in (message.id if isinstance(message.id, tuple) else [message.id])
    )


class Greek(NullTranslations):
    """A language that has a word for everything that is found by the extraction, and for nothing else."""

    def gettext(self, message: Any) -> Any:
        return greek(message) if message in all_words() else message

    def ngettext(self, one: str, many: str, number: int) -> str:
        return greek(one if number == 1 else many)

    def pgettext(self, _: str, message: str) -> str:
        return greek(message)


def leaves_no_english(phone: Phone, table: Table, language: str) -> None:
    """All pages of the games that a house describes, which is told in its own words; of the others, whose every word
    can be translated and isn't left in English, how to play.
    """
    game = table.journal.state.game
    speaks(phone, f"{language}-CA,{language};q=0.9,en;q=0.5")
    for page, text in reads(phone, table) if game and game.of_the_house else ():
        assert not ENGLISH.search(text), f"{language}, {page}: {text}"
    rules = phone.open("how-to-play").text
    assert f'<html lang="{language}">' in rules
    told = rules[rules.index("<article") : rules.index("</article>")]
    told = unescape(re.sub(r"(?s)<(\w+) lang=.*?</\1>|<[^>]*>", " ", told))
    assert not ENGLISH.search(without(told, own_words(table))), f"{language}: {told}"


def every_word_can_be_translated(phone: Phone, table: Table) -> None:
    """In a language that writes everything in Greek letters, no Latin one is left but in what people wrote."""
    speaks(phone, "el")
    for page, text in reads(phone, table):
        assert not re.search("[A-Za-z]{2,}", text), f"{page}: {text}"


@pytest.mark.parametrize("key", catalogue())
def test_an_evening_is_told_wholly_in_the_language_of_the_phone(
    phone: Phone, lays: Callable[[str], Table], monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    table = lays(key)
    for language in files():
        leaves_no_english(phone, table, language)
    if not catalogue()[key].of_the_house:
        catalogues = {"en": languages.Catalogue("en"), "el": languages.Catalogue("el", "Ελληνικά", Greek())}
        monkeypatch.setattr(languages, "catalogues", lambda: catalogues)
        every_word_can_be_translated(phone, table)


@in_every_language
def test_the_pages_of_the_house_leave_no_english(phone: Phone, language: str) -> None:
    speaks(phone.joins(), language)
    for page in OF_THE_HOUSE:
        for text in Shown(phone.open(page).text).texts:
            assert not ENGLISH.search(without(text)), f"{page}: {text}"


def test_the_language_is_chosen_and_remembered(phone: Phone) -> None:
    assert "What are we playing?" in phone.open("/").says
    phone.open("/device").press("Français")
    phone.open("/")
    assert "À quoi joue-t-on" in phone.says
    assert '<html lang="fr">' in phone.open("/lay", **{"Accept-Language": "en"}).text, (
        "the choice goes before the browser"
    )
    phone.open("/device").press("English")
    assert "What are we playing?" in phone.open("/").says
    assert phone.response.vary.as_set() >= {"accept-language", "cookie"}


def test_the_choice_leads_back_to_the_table_and_nowhere_else(phone: Phone) -> None:
    phone.lays(*["Ann", "Ben", "Cat", "Dan"]).open(f"/t/{phone.code}/device").press("Français")
    assert phone.response.request.path == f"/t/{phone.code}/device" and "Langue" in phone.says
    for elsewhere in ("//example.org", "https://example.org", "/\\example.org"):
        sent = phone.client.post("/language", data={"language": "fr", "back": elsewhere})
        assert sent.location == "/"


def test_two_phones_of_one_table_see_the_same_move_each_in_its_own_language(
    phone: Phone, another: Callable[[], Phone]
) -> None:
    phone.lays(*["Ann", "Ben", "Cat", "Dan"])
    code, before = phone.code, phone.page
    one, other = another(), speaks(another(), "fr")
    for watcher in (one, other):
        watcher.open(f"/t/{code}")
    phone.press("Deal hand 1")
    assert before is not phone.page
    swaps = {"HX-Request": "true"}
    for _ in range(2):
        assert "Ann puts 3 into the pool, the others 2 each" in one.open(f"/t/{code}?v=1", **swaps).says
        assert "Ann met 3 dans la cagnotte, les autres 2 chacun" in other.open(f"/t/{code}?v=1", **swaps).says
        assert "les autres 2 chacun" in other.open(f"/t/{code}/overhead?v=1", **swaps).says
        assert "the others 2 each" in one.open(f"/t/{code}/overhead?v=1", **swaps).says


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "Aucune donne n’est en cours : il faut d’abord distribuer."),
        ("de", "Es läuft keine Runde: zuerst geben."),
    ],
)
def test_a_refusal_is_said_in_the_language_of_the_phone(phone: Phone, language: str, said: str) -> None:
    phone.lays(*["Ann", "Ben", "Cat", "Dan"])
    code = phone.code
    speaks(phone, language).send(f"/t/{code}/moves/won", {"player": "Ann"})
    assert (phone.status, phone.refused) == (409, said)


@pytest.mark.parametrize(("language", "letters"), [("fr", "ARDV"), ("de", "AKDB")])
def test_court_cards_bear_the_letters_of_the_packs_at_home(phone: Phone, language: str, letters: str) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan").press("Deal")
    speaks(phone, language).open("moves/turn_up")
    assert re.findall(r'value="([AKQJ])"[^>]*> <span>(\w)</span>', phone.text) == [*zip("AKQJ", letters, strict=True)]


@pytest.mark.parametrize(
    ("language", "deal", "paid"),
    [
        ("fr", "Distribuer la donne 1", "Deal met 3 dans la cagnotte, les autres 2 chacun"),
        ("de", "Runde 1 geben", "Deal zahlt 3 in den Topf, die anderen je 2"),
    ],
)
def test_names_are_never_translated(phone: Phone, language: str, deal: str, paid: str) -> None:
    phone.lays("Deal", "pool", "Loto", "the pool")
    speaks(phone, language).open("").press(deal)
    assert paid in phone.says
    assert {"Deal", "pool", "Loto", "the pool"} <= set(phone.page.words)


def test_what_lies_in_the_pool_and_what_goes_into_it_have_words_of_their_own(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan").press("Deal")
    says = speaks(phone, "de").open("").says
    assert "Ann zahlt 3 in den Topf, die anderen je 2" in says and "9 im Topf" in says


@pytest.mark.parametrize("file", ["sheet.json", "result.json", "balances.csv"])
def test_files_say_the_same_in_every_language(phone: Phone, lays: Callable[[str], Table], file: str) -> None:
    lays("pope-joan")

    def read() -> object:
        between = "," if phone.text.partition("number")[2].startswith(",") else ";"
        return [*csv.reader(io.StringIO(phone.text), delimiter=between)] if file.endswith("csv") else phone.text

    phone.open(file)
    english = read()
    for language in files():
        speaks(phone, language).open(file)
        assert read() == english


# The catalogues of the languages.


@in_every_language
def test_a_language_lacks_nothing(language: str) -> None:
    assert missing(known(language)) == [], "run make words"


@in_every_language
def test_no_text_of_a_language_is_left_in_english(language: str) -> None:
    for message in known(language):
        for text in message.string if isinstance(message.string, tuple) else (message.string,):
            assert not ENGLISH.search(without(PLACE.sub("", text))), text


def test_all_languages_are_up_to_date() -> None:
    def texts(catalog: Any) -> set[Any]:
        return {(message.context, message.id) for message in catalog if message.id}

    for language in files():
        assert texts(known(language)) == texts(extracted()), f"{language}: run make words"


def test_texts_for_one_and_for_several_are_written_where_they_are_said() -> None:
    """A text that comes in a variable is in no catalogue, and everybody reads it in English."""
    calls = 0
    for file in (HOUSE / "companion").rglob("*.py"):
        if "say_many(" in (text := file.read_text("utf-8")):
            for call in ast.walk(ast.parse(text)):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "say_many":
                    assert all(isinstance(told, ast.Constant) for told in call.args[:2]), f"{file.name}:{call.lineno}"
                    calls += 1
    assert calls > 20


@in_every_language
def test_no_translation_loses_or_invents_a_place(language: str) -> None:
    for message in known(language):
        assert message.check() == [], "what pybabel compile refuses"
        if message.id:
            wanted = places(message.id)
            forms = message.string if isinstance(message.string, tuple) else (message.string,)
            for form in forms:
                assert set(PLACE.findall(form)) == wanted, f"{first(message.id)} | {form}"


def places(text: str | tuple[str, ...]) -> set[tuple[str, str]]:
    """The places for values in a text, or in its form for several."""
    return set(PLACE.findall(text if isinstance(text, str) else text[-1]))


def written_in(language: str) -> Iterator[str]:
    """Yield every text of a language, and every page of a game."""
    for message in known(language):
        if message.id:
            yield from message.string if isinstance(message.string, tuple) else (message.string,)
    for _, page in prose(language):
        yield re.sub(r"(?s){[{%#].*?[%}#]}", "", page)


def test_french_is_set_as_french_is() -> None:
    for text in written_in("fr"):
        assert not re.search(r"[ \u00a0][;:?!»]|« |'", text), text


def test_french_puts_no_word_before_a_name_that_a_vowel_would_shorten() -> None:
    for message in known("fr"):
        for text in message.string if isinstance(message.string, tuple) else (message.string,):
            assert not BEFORE_A_NAME.search(text), text


def test_german_is_set_as_german_is() -> None:
    """Its quotation marks open below and close above; a dash is no hyphen; nobody is a stranger, addressed as Sie."""
    for text in written_in("de"):
        assert text.count("„") == text.count("“"), text
        assert not re.search(r"[”«»']| - |\.\.\.|(?<=[a-zäöüß,] )(Sie|Ihnen|Ihre[mnrs]?)\b", text), text


def test_a_day_is_written_as_the_language_writes_it(app: Flask) -> None:
    for language, shown in (("en", "23 November 2026"), ("fr", "23 novembre 2026"), ("de", "23. November 2026")):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert localized_date(date(2026, 11, 23), "d MMMM y") == shown
            assert localized_date(date(2026, 11, 29), "EEEE d") == {"de": "Sonntag, 29.", "fr": "dimanche 29"}.get(
                language, "Sunday 29"
            )
            assert localized_date(date(2026, 3, 1), "d MMMM") == {"de": "1. März", "fr": "1er mars"}.get(
                language, "1 March"
            )


@pytest.fixture
def translations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of languages instead of Companion's own."""
    folder = tmp_path / "translations"
    monkeypatch.setattr(languages, "TRANSLATIONS", folder)
    languages.catalogues.cache_clear()
    yield folder
    languages.catalogues.cache_clear()


def writes(translations: Path, text: str | bytes, locale: str = "nl") -> Path:
    """Somebody writes a language, and it is compiled as the build does."""
    folder = translations / locale / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "messages.po").write_bytes(text.encode() if isinstance(text, str) else text)
    compile_translations(translations)
    return folder / "messages.mo"


DUTCH = (
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
    'msgid "Seats"\nmsgstr "Plaatsen"\nmsgid "{dealer} deals hand {hand}."\nmsgstr "{nobody} deelt."\n'
)


@pytest.mark.parametrize("team", ["Nederlands", "nl <LL@li.org>", "", "nederlands <nl@example.org>"])
def test_a_language_is_called_as_its_file_says_or_as_babel_knows_it(translations: Path, team: str) -> None:
    writes(translations, f'msgid ""\nmsgstr ""\n"Language: nl\\n"\n"Language-Team: {team}\\n"\n')
    assert languages.languages() == {"en": "English", "nl": "Nederlands"}


def test_a_third_language_is_a_folder(phone: Phone, translations: Path) -> None:
    """What it lacks is English; a translation whose places don't fit is not used."""
    writes(translations, DUTCH)
    phone.lays(*["Ann", "Ben", "Cat", "Dan"]).press("Deal")
    speaks(phone, "nl").open("")
    assert "Ann deals hand 1." in phone.says
    assert "Plaatsen" in phone.open("seats").says
    assert "Nederlands" in phone.open("/device").says


def test_a_language_of_one_country_is_known_by_its_tag(phone: Phone, translations: Path) -> None:
    writes(translations, DUTCH, "nl_BE")
    phone.lays(*["Ann", "Ben", "Cat", "Dan"])
    assert "Plaatsen" in speaks(phone, "nl-BE").open("seats").says
    assert '<html lang="nl-BE">' in phone.text


def test_an_edited_language_is_compiled_again(translations: Path) -> None:
    compiled = writes(translations, DUTCH)
    os.utime(compiled, (0, 0))
    writes(translations, DUTCH.replace("Plaatsen", "Stoelen"))
    assert b"Stoelen" in compiled.read_bytes()


def test_before_anything_is_compiled_the_pages_are_english(phone: Phone, translations: Path) -> None:
    assert "What are we playing?" in speaks(phone, "fr").open("/").says
    assert languages.languages() == {"en": "English"}


@pytest.mark.parametrize("content", [b"", b"no catalogue", b"\xde\x12\x04\x95" + 24 * b"\xff"])
def test_a_compiled_language_that_is_broken_is_left_out(phone: Phone, translations: Path, content: bytes) -> None:
    writes(translations, DUTCH).write_bytes(content)
    assert "What are we playing?" in speaks(phone, "nl").open("/").says
    assert languages.languages() == {"en": "English"}


def test_a_language_that_cant_be_compiled_stops_no_other(
    translations: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    writes(translations, b"\xff\xfe", "aa")
    writes(translations, DUTCH)
    assert "messages.po can't be compiled" in capsys.readouterr().err
    assert languages.languages() == {"en": "English", "nl": "Nederlands"}
