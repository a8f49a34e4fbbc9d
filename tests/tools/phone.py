"""A phone in somebody's hand: opens pages, fills in their forms and presses their buttons, as a browser does."""

import json
import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from attrs import define, field
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.games import catalogue
from companion.shelf import shelf
from companion.store.devices import hashed, new_secret
from tests.tools.evening import FOUR
from tests.tools.quick import app_over

HOME_NETWORK = "10.9.9.9"
ORIGIN = "http://localhost"
"""Whose pages send the forms of an application without a server: its own."""
NAVIGATION = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
"""What a browser sends when a person opens a page, over plain http."""
VOID = {"input", "meta", "link", "br", "path"}
TOLD = {"form", "button", "a", "select", "option", "input", "textarea"}
"""Tags whose attributes say what can be done with a page."""
BLOCKS = (
    "!doctype|html|head|meta|title|link|script|style|body|header|main|footer|nav|section|div|p|h[1-6]|ul|ol|li|dl|dt|dd"
    "|table|caption|thead|tbody|tr|th|td|form|fieldset|legend|select|option|details|summary|figure|figcaption|br"
    "|svg|g|defs|path|rect|circle|line|text|textPath|template"
)
"""Tags beside which white space is never seen."""


def in_one_line(markup: str) -> str:
    """Return markup as a browser takes it: white space is one space, and none beside a block or among attributes.

    The space beside an inline tag stays: it parts two words. A button has none at its edges.
    """
    one_space = re.sub(r"(<button\b[^>]*>) | (?=</button>)", r"\1", re.sub(r"\s+", " ", markup))
    return re.sub(rf" ?(</?(?:{BLOCKS})\b(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>) ?", r"\1", one_space)


@define
class Button:
    """A button, with what is sent when it is pressed."""

    text: str
    attributes: dict[str, str]
    form: "Form"


@define
class Form:
    """A form with what is filled in."""

    attributes: dict[str, str]
    filled: list[tuple[str, str]] = field(factory=list)
    names: set[str] = field(factory=set)


TOKEN = re.compile(
    r"<!doctype[^>]*>|<!--.*?-->|<(script|style)\b.*?</\1>|<(/?)([a-z][\w-]*)((?:[^>\"']+|\"[^\"]*\"|'[^']*')*)>|([^<]+)",
    re.DOTALL | re.IGNORECASE,
)
"""What a page begins with, a comment, a script, a tag or a text."""
ATTRIBUTE = re.compile(r"([^\s=\"'<>/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+)))?")


class Page:
    """What of a page can be read, and pressed without scripts."""

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        self.buttons: list[Button] = []
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self._open: list[str] = []
        self._select, self._is_sent = "", False
        self._link: list[str] = []
        for token in TOKEN.finditer(text):
            _, closes, tag, attributes, said = token.groups()
            if said:
                self._data(unescape(said))
            elif closes:
                self._end(tag)
            elif tag:
                self._start(tag, attributes)
        self.buttons = [button for button in self.buttons if button.attributes.get("type") != "button"]

    def _start(self, tag: str, attributes: str) -> None:
        if tag not in VOID:
            self._open.append(tag)
        if tag not in TOLD:
            return
        held = {found[1]: unescape(found[2] or found[3] or found[4] or "") for found in ATTRIBUTE.finditer(attributes)}
        if tag == "form":
            self.forms.append(Form(held))
        elif tag == "button":
            named = (form for form in self.forms if form.attributes.get("id") == held.get("form", ""))
            self.buttons.append(Button("", held, next(named, (self.forms or [Form({})])[-1])))
        elif tag == "a":
            self._link = [held.get("href", "")]
        elif tag == "select" and "name" in held:
            self._select = held["name"]
            self.forms[-1].names.add(held["name"])
        elif tag == "option" and self.forms:
            self._option(held)
        elif tag in {"input", "textarea"} and self.forms:
            self._input(held)

    def _input(self, held: dict[str, str]) -> None:
        self.forms[-1].names.add(held.get("name", ""))
        self._is_sent = "name" in held
        if held.get("type") in {"radio", "checkbox"} and "checked" not in held:
            return
        if "name" in held:
            self.forms[-1].filled.append((held["name"], held.get("value", "on" if "type" in held else "")))

    def _option(self, held: dict[str, str]) -> None:
        """The first option is chosen until another says that it is; without a value its text is sent."""
        filled, names = self.forms[-1].filled, [name for name, _ in self.forms[-1].filled]
        if "selected" in held or self._select not in names:
            if self._select in names:
                filled.pop(names.index(self._select))
            filled.append((self._select, held.get("value", "\0")))

    def _end(self, tag: str) -> None:
        while tag in self._open and self._open.pop() != tag:
            pass
        if tag == "a" and self._link:
            self.links[" ".join(self._link[1:])] = self._link[0]
            self._link = []

    def _data(self, data: str) -> None:
        if "textarea" in self._open and self.forms:
            if self._is_sent:
                name, held = self.forms[-1].filled[-1]
                self.forms[-1].filled[-1] = (name, (held + data).removeprefix("\n"))  # as a browser leaves it out
            return
        said = " ".join(data.split())
        if not said or "title" in self._open:
            return
        self.words.append(said)
        if "option" in self._open and self.forms and self.forms[-1].filled[-1:] == [(self._select, "\0")]:
            self.forms[-1].filled[-1] = (self._select, said)
        if "button" in self._open:
            self.buttons[-1].text = f"{self.buttons[-1].text} {said}".strip()
        if self._link:
            self._link.append(said)


class Phone:
    """One device with its own cookies; with ``htmx``, or as a browser without JavaScript."""

    def __init__(self, app: Flask, *, htmx: bool = False, address: str = HOME_NETWORK) -> None:
        self.client = app.test_client()
        if isinstance(self.client, FlaskClient):
            self.client.environ_base["HTTP_ORIGIN"] = ORIGIN
        self.htmx = htmx
        self.address = address
        self.code = ""
        self._sent = self._config = ""
        self._page: Page | None = None
        self._text: str | None = None
        self._posts = self._swaps = False

    def open(self, path: str, **headers: str) -> "Phone":
        """Opens a page; a path that begins without a slash is one of the table's."""
        self._shows(self.client.get(self._at(path), headers=NAVIGATION | headers, environ_overrides=self._from()))
        return self

    def _at(self, path: str) -> str:
        return path if path.startswith("/") else f"/t/{self.code}/{path}".rstrip("/").replace("/?", "?")

    def _from(self) -> dict[str, str]:
        return {"REMOTE_ADDR": self.address}

    def _shows(self, response: TestResponse) -> None:
        while response.status_code in {302, 303, 308}:
            response = self.client.get(response.location, headers=NAVIGATION, environ_overrides=self._from())
        self.response, self.status, self._sent = response, response.status_code, response.get_data(as_text=True)
        self._page = self._text = None
        self.code = next(iter(re.findall(r"^/t/([A-Z0-9]{5})\b", response.request.path)), self.code)
        if self.htmx:
            configs = re.findall(r"name=\"htmx-config\"\s+content='(.*?)'", self._sent, re.DOTALL)
            self._config = next(iter(configs), self._config)

    @property
    def page(self) -> Page:
        """The page that is open; it is read when first asked for."""
        if self._page is None:
            self._page = Page(self._sent)
        return self._page

    @page.setter
    def page(self, open_still: Page) -> None:
        """Go on with a page that was opened before."""
        self._page = open_still

    @property
    def text(self) -> str:
        """What was sent; a page as a browser takes it."""
        if self._text is None:
            self._text = in_one_line(self._sent) if self._sent.lstrip().startswith("<") else self._sent
        return self._text

    @property
    def says(self) -> str:
        """All that can be read."""
        return " ".join(self.page.words)

    @property
    def buttons(self) -> list[str]:
        """The buttons that can be pressed."""
        return [button.text for button in self.page.buttons if "disabled" not in button.attributes]

    @property
    def refused(self) -> str:
        """The sentence that refuses."""
        found = re.findall(r'role="alert"\s*>(.*?)</p>', self._sent, re.DOTALL)
        return " ".join(unescape(re.sub("<[^>]*>", "", in_one_line(sentence))).strip() for sentence in found)

    def filled(self, name: str) -> list[str]:
        """What stands in the fields of this name."""
        return [value for form in self.page.forms for key, value in form.filled if key == name]

    def press(self, words: str, fill: Mapping[str, Any] | None = None, *, of: str | None = None) -> "Phone":
        """Presses the button that begins with these words, after filling in its form."""
        path, sent = self.request_of(words, fill, of=of)
        return self.send(path, sent) if self._posts else self.open(f"{path}?{urlencode(list(sent.items(multi=True)))}")

    def request_of(
        self, words: str, fill: Mapping[str, Any] | None = None, *, of: str | None = None
    ) -> tuple[str, Any]:
        """Where a button of a form with these fields sends what."""
        fill = fill or {}
        button = next(
            button
            for button in self.page.buttons
            if button.text.startswith(words)
            and "disabled" not in button.attributes
            and of in (None, button.attributes.get("value"))
            and fill.keys() <= button.form.names
        )
        sent = [(name, held) for name, held in button.form.filled if name not in fill]
        sent += [(name, str(held)) for name, held in fill.items() if held is not None]
        if "name" in button.attributes:
            sent.append((button.attributes["name"], button.attributes.get("value", "")))
        return self._target(button), MultiDict(sent)

    def _target(self, button: Button) -> str:
        form, own = button.form.attributes, button.attributes
        self._posts = form.get("method") == "post"
        self._swaps = self.htmx and ("hx-post" in own or "hx-post" in form)
        plain = own.get("formaction") or form.get("action") or self.response.request.path
        return (own.get("hx-post") or own.get("formaction") or form["hx-post"]) if self._swaps else plain

    def send(self, path: str, data: Any = None, **headers: str) -> "Phone":
        """Sends a form."""
        asks = {"HX-Request": "true"} if self._swaps else {}
        response = self.client.post(
            self._at(path), data=data, headers=NAVIGATION | asks | headers, environ_overrides=self._from()
        )
        if asks and (moved := response.headers.get("HX-Redirect")):
            response = self.client.get(moved, headers=NAVIGATION, environ_overrides=self._from())
        elif asks:
            assert self._swapped_in(response.status_code), f"htmx would not show an answer of {response.status_code}"
        self._shows(response)
        return self

    def _swapped_in(self, status: int) -> bool:
        """Whether the page lets htmx show an answer of this status."""
        for rule in json.loads(self._config)["responseHandling"]:
            if re.search(rule["code"], str(status)):
                return bool(rule["swap"])
        return False

    def joins(self) -> "Phone":
        """Is of the household from now on, as the code in the terminal or another of its devices would let it in.

        Behind a server it is that already: it asks from the machine itself.
        """
        if not isinstance(self.client, FlaskClient):
            return self
        with self.client.session_transaction(environ_overrides=self._from()) as cookie:
            secret = cookie.setdefault("device", new_secret())
        self.client.application.extensions["companion"].household.admit(hashed(secret), "phone")
        return self

    def lets_write(self, other: "Phone") -> "Phone":
        """Shares the pencil with another phone, which then has the table open."""
        pencils = self.client.application.extensions["companion"].pencils
        token = pencils.invite(self.code, "the writer's phone", gives_away=False)
        return other.open(f"/in/{token}").press("Take the pencil")

    def chooses(self, game: str, at: str = "/lay") -> "Phone":
        """Opens the form in which this game of the gallery is begun, at a new table or another."""
        links = self.open(at).page.links.items()
        return self.open(next(link for words, link in links if words.startswith(f"{game} ")))

    def new_table(self, game: str = "Spoil-Five", *players: str) -> "Phone":
        """Opens the page on which a table of this game is laid, where these sit already; one that the household saved
        comes before those of the books, and one from outside is named by its key.
        """
        links = self.open("/rules").page.links.items()
        saved = next((to for said, to in links if said.startswith(game) and re.search("/rules/[0-9]+$", to)), "")
        address = (
            self.open(saved).page.links["Start a table with it"] if saved else f"/lay?game={CHOICES.get(game, game)}"
        )
        return self.open("&".join([address, *(urlencode({"player": name}) for name in players)]))

    def names(self, *players: str, game: str = "Spoil-Five") -> "Phone":
        """Fills in the form of a new table, a name at a time, on a device of the household."""
        self.joins().new_table(game)
        for name in players:
            self.press("Add", {"newcomer": name})
        return self

    def lays(self, *players: str, game: str = "Spoil-Five", each: int | None = None, **fill: Any) -> "Phone":
        """Lays a table with all the players at once, as its form sends it from a house that kept nothing yet; ``each``
        has as many real counters, if any. The phone is of the household then.
        """
        self.joins()
        if game not in CHOICES:
            return self.lays_by_its_form(*players, game=game, each=each, **fill)
        players = players or tuple(FOUR.split())
        path, form, names = start_form(game, len(players))
        assert fill.keys() <= names, f"no field is called {fill.keys() - names}"
        called = dict(zip(SEATED, players, strict=False))
        form = [(name, called.get(held, held)) for name, held in form if name not in fill]
        form += [(name, str(held)) for name, held in fill.items() if held is not None]
        sent = MultiDict(form)
        sent["keeps"], sent["start"] = "score" if each is None else "counters", str(each or 30)
        sent["key"] = token_hex(8)
        self._swaps = False
        return self.send(path, sent)

    def lays_by_its_form(
        self, *players: str, game: str = "Spoil-Five", each: int | None = None, **fill: Any
    ) -> "Phone":
        """Lays a table by its form as this house has it: a game of its own, or by the rules it played last."""
        path, form = self.new_table(game).request_of("Add")
        form.setlist("player", players or FOUR.split())
        path, form = self.send(path, form).request_of("Start", fill)
        form["keeps"] = "score" if each is None else "counters"
        form["start"] = str(each or 30)
        return self.send(path, form)


CHOICES = {game.title: key for key, game in catalogue().items()} | {
    told.name: f"{told.game.key}:{key}" for key, told in shelf().items()
}
"""The games of the books and of the shelf, which every house offers from the first, with how an address names them."""


SEATED = tuple(f"Seat {number}" for number in range(1, 61))
"""Who sits at the table whose form is learned."""


@cache
def start_form(game: str, players: int) -> tuple[str, list[tuple[str, str]], set[str]]:
    """Where a house that has kept nothing yet sends the form of a new table for so many players, what is filled in,
    and all its fields; the players are called by ``SEATED``.
    """
    with TemporaryDirectory() as folder, app_over(Path(folder)) as app:
        phone = Phone(app).joins()
        path, form = phone.new_table(game, *SEATED[:players]).request_of("Start")
        return path, list(form.items(multi=True)), set().union(*(form.names for form in phone.page.forms))
