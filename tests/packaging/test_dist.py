"""What is given away: the same bytes each time, and each file as who takes it would use it."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml

from tests.packaging.conftest import CHECKOUT
from tests.tools import dist

WORKFLOWS = CHECKOUT / ".github" / "workflows"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that is given away but the site."""
    made = tmp_path_factory.mktemp("dist")
    dist.make(made)
    return made


def test_all_files_have_the_same_bytes_a_second_time(folder: Path, tmp_path: Path) -> None:
    dist.make(tmp_path)
    assert dist.sums(tmp_path) == dist.sums(folder)
    endings = ["-container.tar.gz", "-py3-none-any.whl", ".companion.cdx.json", ".tar.gz"]
    assert [path.name.removeprefix("companion_scoresheet-1.0.0") for path in sorted(folder.iterdir())] == endings


def test_the_context_of_the_container_has_all_that_it_copies(folder: Path) -> None:
    (context,) = folder.glob("*-container.tar.gz")
    with tarfile.open(context) as packed:
        names = packed.getnames()
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", (CHECKOUT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert all(any(f"{name}/".startswith(f"{word}/") for name in names) for line in copied for word in line.split())
    assert {"Dockerfile", "compose.yaml", "static/vendor/htmx.min.js"} <= {*names}
    assert not [name for name in names if name.startswith("tests")]


@pytest.mark.thorough
def test_the_source_archive_serves_by_make_run(folder: Path, tmp_path: Path) -> None:
    (source,) = folder.glob("*[0-9].tar.gz")
    with tarfile.open(source) as packed:
        packed.extractall(tmp_path, filter="data")
    (checkout,) = (path for path in tmp_path.iterdir() if path.is_dir())
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = ["make", "--silent", "run", f"PYTHON={sys.executable}", "ARGS=--host 127.0.0.1 --port 0"]
    with subprocess.Popen(command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://127\S+/", line)))
        assert "What are we playing?" in urlopen(address, timeout=20).read().decode()
        server.terminate()


def test_the_workflows_try_every_python_that_is_promised() -> None:
    promised = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
    tested = yaml.safe_load((WORKFLOWS / "test.yml").read_text("utf-8"))["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert tested == [found[1] for line in promised if (found := re.search(r":: (3\.\d+)$", line))]


@pytest.mark.parametrize("workflow", sorted(path.name for path in WORKFLOWS.iterdir()))
def test_a_workflow_may_only_what_it_says_and_names_what_it_runs_by_its_hash(workflow: str) -> None:
    told = yaml.safe_load((WORKFLOWS / workflow).read_text("utf-8"))
    assert "permissions" in told and "secrets." not in (WORKFLOWS / workflow).read_text("utf-8")
    used = [step["uses"] for job in told["jobs"].values() for step in job.get("steps", ()) if "uses" in step]
    assert used and all(re.search(r"@[0-9a-f]{40}$", name) for name in used)
