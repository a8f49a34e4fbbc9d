"""The ways to install, as docs/INSTALL.md has them, as far as they can be tried without what they are for."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.packaging.conftest import CHECKOUT

INSTALL = (CHECKOUT / "docs" / "INSTALL.md").read_text("utf-8")


def block(kind: str) -> str:
    """What the page shows in a block of this kind."""
    found = re.search(rf"```{kind}\n(.*?)```", INSTALL, re.DOTALL)
    assert found
    return found[1]


def test_termux_is_set_up_in_one_line_which_starts_it_at_once_and_with_the_tablet(tmp_path: Path) -> None:
    home, tools = tmp_path / "home", tmp_path / "usr" / "bin"
    home.mkdir()
    tools.mkdir(parents=True)
    (home / "companion_scoresheet-1.0.0-py3-none-any.whl").touch()
    for name in ("pkg", "pip", "termux-wake-lock", "companion"):
        (tools / name).write_text(f'#!/bin/sh\necho {name} "$@" >> "$HOME/done"\n')
        (tools / name).chmod(0o700)
    (tools / "sh").symlink_to("/bin/sh")
    line = block("sh")
    assert line.count("\n") == 1
    termux = {"HOME": str(home), "PREFIX": str(tmp_path / "usr"), "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(["bash", "-c", line], env=termux, check=True, timeout=30)
    started = ["termux-wake-lock", "companion serve"]
    wheel = f"pip install {home}/companion_scoresheet-1.0.0-py3-none-any.whl"
    assert (home / "done").read_text().splitlines() == ["pkg install -y python", wheel, *started]
    subprocess.run([home / ".termux" / "boot" / "companion"], env=termux, check=True, timeout=30)
    assert (home / "done").read_text().splitlines()[-2:] == started


@pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="no systemd on this machine: the unit is not read by it"
)
def test_systemd_reads_the_unit_and_has_nothing_to_say(tmp_path: Path) -> None:
    started = tmp_path / ".local" / "bin" / "companion"
    started.parent.mkdir(parents=True)
    started.write_text("#!/bin/sh\n")
    started.chmod(0o700)
    unit = tmp_path / "companion.service"
    unit.write_text(block("ini"))
    home = {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path), "PATH": os.environ["PATH"]}
    command = ["systemd-analyze", "--user", "verify", str(unit)]
    read = subprocess.run(command, env=home, capture_output=True, text=True, timeout=60, check=False)
    assert (read.returncode, read.stdout + read.stderr) == (0, ""), "an option that it doesn't know is a line there"


def test_the_container_copies_what_is_there_and_has_no_more_rights_than_it_needs() -> None:
    recipe, compose = (CHECKOUT / "Dockerfile").read_text(), (CHECKOUT / "compose.yaml").read_text()
    copied = [name for line in re.findall(r"^COPY (?!--)(.+) \S+$", recipe, re.MULTILINE) for name in line.split()]
    assert {"companion", "templates", "static", "constraints.txt", "build_hook.py"} <= {*copied}
    assert all((CHECKOUT / name).exists() for name in copied)
    assert "USER companion\nVOLUME /tables\n" in recipe and "HEALTHCHECK" in recipe
    assert "read_only: true" in compose and "cap_drop: [ALL]" in compose and '["tables:/tables"]' in compose
