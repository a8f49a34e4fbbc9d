"""A phone can be the server: whatever Companion needs at run time installs without a compiler."""

import re
import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.conftest import pip
from tests.tools.lock import LICENCES, pins

NAME = "companion-scoresheet"
MAY_BE_COMPILED = {"markupsafe"}
"""Its speed-ups are optional: where there is no compiler it installs as pure Python."""
HOUSE = Path(__file__).parents[2]
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
PINS = pins("constraints-dev.txt")
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
    assert {"flask", "werkzeug", "attrs", "h11", "markupsafe"} <= needed(NAME).keys()


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
    pinned = PINS[canonicalize_name(requirement.name)]
    assert requirement.specifier.contains(pinned)
    assert distribution(requirement.name).version == pinned


@pytest.mark.parametrize("requirement", [Requirement(each) for each in PROJECT["dependencies"]], ids=lambda r: r.name)
def test_a_fix_of_a_dependency_is_let_in(requirement: Requirement) -> None:
    major, minor, patch, *_ = (*map(int, PINS[canonicalize_name(requirement.name)].split(".")), 0, 0)
    assert requirement.specifier.contains(f"{major}.{minor}.{patch + 1}")
    assert not requirement.specifier.contains(f"{major + 1}.0"), "an interface may change there"


def test_everything_that_is_installed_by_them_is_pinned() -> None:
    assert needed(NAME).keys() - {"pip"} <= pins("constraints.txt").keys()


def test_both_lists_name_the_same_versions() -> None:
    assert pins("constraints.txt").items() <= PINS.items()


@pytest.mark.parametrize("file", ["constraints.txt", "constraints-dev.txt"])
def test_every_version_has_the_hashes_of_its_files(file: str) -> None:
    entries = re.split(r"\n(?! )", (HOUSE / file).read_text("utf-8").strip())
    assert [entry.splitlines()[0] for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", entry)] == []


def test_a_file_that_was_changed_is_not_installed(tmp_path: Path) -> None:
    entries = re.split(r"\n(?! )", (HOUSE / "constraints.txt").read_text("utf-8"))
    (flask,) = (entry for entry in entries if entry.startswith("flask=="))
    download = ("download", "--no-cache-dir", "--no-deps", "--require-hashes", "--dest", str(tmp_path), "-r")
    (tmp_path / "true.txt").write_text(flask)
    if pip(*download, str(tmp_path / "true.txt")).returncode:
        pytest.skip("no network to download a package from: this test is skipped")
    (tmp_path / "false.txt").write_text(re.sub(r"(?<=sha256:)\w", lambda first: "1" if first[0] == "0" else "0", flask))
    refused = pip(*download, str(tmp_path / "false.txt"))
    assert refused.returncode and "HASHES" in refused.stderr


def test_the_table_of_licences_has_every_package_at_its_version() -> None:
    rows = re.findall(r"^\| ([\w.-]+) +\| (\S+) +\| (\S.*?) +\|", LICENCES.read_text("utf-8"), re.MULTILINE)
    said = {canonicalize_name(name): version for name, version, _ in rows if name != "Name" and name.strip("-")}
    here = {name: version for name, version in pins("constraints.txt").items() if name != "colorama"}
    assert said == here
    assert "UNKNOWN" not in {licence for _, _, licence in rows}
