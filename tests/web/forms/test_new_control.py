"""A control that no game has: with one class, one macro and one line it is asked, read, shown again and refused."""

from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from attrs import frozen
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from companion.engine.errors import Malformed
from companion.engine.fields import Within
from companion.engine.message import say
from companion.engine.structure import note_of, read
from companion.web.forms.answers import InvalidAnswer
from companion.web.forms.controls import Number
from companion.web.forms.fields import part_fields
from companion.web.forms.form import CONTROLS, Field, redisplay
from companion.web.forms.reading import answers, path_of
from tests.tools.evening import Evening

TEMPLATE = (
    "{% macro slider(field, rows, id) %}"
    '<input type="range" name="{{ field.name }}" max="{{ field.within.most }}"'
    ' value="{{ field.value }}"{{ field.marks() | xmlattr }}>'
    "{% endmacro %}"
)


class Slid:
    """The note of a number that is slid, not typed."""


@frozen
class Speed:
    """A declared class with a slider among its parts."""

    per_hour: Annotated[int, Within(0, 100), Slid(), "How fast?"]
    again: Annotated[int, Within(0, 100), Slid(), "And then?"] = 50


@frozen
class Race:
    """A declared class with a list of such."""

    laps: Annotated[list[Speed], "Which laps?"]


@pytest.fixture
def slider(app: Flask, monkeypatch: pytest.MonkeyPatch) -> type[Field]:
    """The one class, the one template and the first line of the list."""

    class Slider(Number):
        template = "slider.html"
        macro = "slider"

        def read(self, text: str) -> int:
            number = super().read(text)
            if number % 5:
                raise InvalidAnswer(say("{label} In steps of five.", label=self.label), self.path)
            return number

    loader = ChoiceLoader([DictLoader({"slider.html": TEMPLATE}), app.jinja_env.loader])  # type: ignore[list-item]
    monkeypatch.setattr(app.jinja_env, "loader", loader)
    asks_for = (lambda base, notes: note_of(Slid, notes), Slider)
    monkeypatch.setattr("companion.web.forms.form.CONTROLS", [asks_for, *CONTROLS])
    return Slider


def rendered(app: Flask, asked: list[Field]) -> str:
    with app.test_request_context():
        return str(app.jinja_env.globals["ui"].questions(asked))


def fields_of(owner: Any, values: Mapping[str, Any] | None = None) -> list[Field]:
    return part_fields(owner, Evening("spoil-five").state, values or {})


def test_a_new_control_is_asked_read_shown_again_and_refused(app: Flask, slider: type[Field]) -> None:
    asked = fields_of(Speed)
    assert all(type(field) is slider for field in asked)
    assert 'type="range" name="again" max="100" value="50">' in rendered(app, asked)
    form = {"per_hour": "35", "again": "41"}
    assert answers(asked[:1], form) == {"per_hour": 35}
    with pytest.raises(Malformed, match=r"And then\? In steps of five\.") as refused:
        answers(asked, form)
    path = path_of(refused.value)
    again = [field.marked(path) for field in fields_of(Speed, redisplay(asked, form))]
    assert 'name="per_hour" max="100" value="35">' in rendered(app, again)
    assert 'name="again" max="100" value="41" aria-invalid="true" aria-describedby="refused">' in rendered(app, again)


@pytest.mark.usefixtures("slider")
def test_a_new_control_stands_in_lists_too(app: Flask) -> None:
    asked = fields_of(Race)
    form = {"laps:0:per_hour": "20", "laps:0:again": "50", "laps:4:per_hour": "105", "laps:4:again": "50"}
    assert answers(asked, form) == {"laps": [{"per_hour": 20}, {"per_hour": 105}]}
    with pytest.raises(Malformed, match="from 0 to 100") as refused:
        read(Race, answers(asked, form), "race")
    path = path_of(refused.value)
    again = rendered(app, [field.marked(path) for field in fields_of(Race, redisplay(asked, form))])
    assert again.count("aria-invalid") == 1
    assert 'name="laps:1:per_hour" max="100" value="105" aria-invalid="true"' in again
