"""A phone can be the server: whatever Companion needs at run time installs without a compiler."""

import re
import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

NAME = "companion-scoresheet"
MAY_BE_COMPILED = {"markupsafe"}
"""Its speed-ups are optional: where there is no compiler it installs as pure Python."""
HOUSE = Path(__file__).parents[2]
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
PINS = dict(line.split("==") for line in (HOUSE / "constraints.txt").read_text("utf-8").split())
COMPILED = re.compile(r"\.(so|pyd|dylib|dll)$|\.so\.[0-9.]+$")


def needed(name: str, found: dict[str, Distribution] | None = None) -> dict[str, Distribution]:
    """What a distribution needs at run time on this system, without extras, by name; itself left out."""
    found = {} if found is None else found
    for written in distribution(name).requires or []:
        requirement = Requirement(written)
        key = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if key not in found and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
            found[key] = distribution(requirement.name)
            needed(requirement.name, found)
    return found


def is_pure(found: Distribution) -> bool:
    """Whether it was installed from a wheel of pure Python, and holds nothing compiled."""
    compiled = [file for file in found.files or [] if COMPILED.search(file.name)]
    return "Root-Is-Purelib: true" in (found.read_text("WHEEL") or "") and not compiled


def test_everything_that_runs_is_pure_python() -> None:
    compiled = {name for name, found in needed(NAME).items() if not is_pure(found)}
    assert compiled <= MAY_BE_COMPILED


def test_the_dependencies_of_dependencies_are_looked_at() -> None:
    assert {"flask", "werkzeug", "attrs", "cheroot", "jaraco-functools", "markupsafe"} <= needed(NAME).keys()


def test_what_only_the_workshop_needs_is_not() -> None:
    assert not {"pytest", "mypy", "playwright", "hypothesis"} & needed(NAME).keys()


@pytest.mark.parametrize("name", ["coverage", "mypy", "markupsafe"])
def test_a_compiled_one_would_be_found(name: str) -> None:
    assert not is_pure(distribution(name))


def declared() -> list[Requirement]:
    """Everything that pyproject.toml asks for, extras included."""
    lists = (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    return [Requirement(written) for each in lists for written in each]


@pytest.mark.parametrize("requirement", declared(), ids=lambda requirement: requirement.name)
def test_a_range_begins_at_a_version_that_is_pinned_and_tested(requirement: Requirement) -> None:
    assert requirement.specifier.contains(PINS[requirement.name])
    assert distribution(requirement.name).version == PINS[requirement.name]


@pytest.mark.parametrize("requirement", [Requirement(each) for each in PROJECT["dependencies"]], ids=lambda r: r.name)
def test_a_fix_of_a_dependency_is_let_in(requirement: Requirement) -> None:
    major, minor, patch, *_ = (*map(int, PINS[requirement.name].split(".")), 0, 0)
    assert requirement.specifier.contains(f"{major}.{minor}.{patch + 1}")
    assert not requirement.specifier.contains(f"{major + 1}.0"), "an interface may change there"


def test_everything_that_is_installed_by_them_is_pinned() -> None:
    pinned = {re.sub(r"[-_.]+", "-", name).lower() for name in PINS}
    assert needed(NAME).keys() - {"pip"} <= pinned
