"""``make lock``: every version that the two commands install, with its hashes, and the table of licences."""

import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

HOUSE = Path(__file__).parents[2]
UV = str(Path(sys.executable).with_name("uv"))
LICENCES = HOUSE / "docs" / "LICENCES.md"
NOT_INSTALLED = ("django", "asgiref", "sqlparse", "pip")
"""What django-htmx and sqlite-utils name and the build doesn't touch, and pip, which is there already."""
HEAD = """# Licences

What Companion is installed with, run-time and build, each with its licence; its own is MIT. `make lock` writes it.

"""


def main() -> None:
    """Pin anew, keeping each version that still fits; with ``--upgrade`` take the newest."""
    compile_pins("constraints.txt", *sys.argv[1:])
    compile_pins("constraints-dev.txt", "--extra", "dev", *sys.argv[1:])
    LICENCES.write_text(HEAD + licences(), "utf-8")


def compile_pins(file: str, *more: str) -> None:
    """Write the pins of all Pythons and systems into a file, hashes included."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))
    left_out = [word for name in NOT_INSTALLED for word in ("--no-emit-package", name)]
    command = [UV, "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate"]
    subprocess.run(
        [*command, *left_out, *more, "--python-version", "3.11", "--output-file", file, "pyproject.toml", "-"],
        input="\n".join(project["build-system"]["requires"]),
        text=True,
        check=True,
        cwd=HOUSE,
        stdout=subprocess.DEVNULL,
    )


def pins(file: str) -> dict[str, str]:
    """Return the version of each name in a file of pins, as it is on this Python and system."""
    lines = [line.removesuffix(" \\") for line in (HOUSE / file).read_text("utf-8").splitlines() if "==" in line]
    wanted = [Requirement(line) for line in lines]
    return {
        each.name: next(iter(each.specifier)).version
        for each in wanted
        if each.marker is None or each.marker.evaluate()
    }


def licences() -> str:
    """Return the licences of what a household installs, as a table."""
    command = [
        UV,
        "tool",
        "run",
        "pip-licenses==5.5.5",
        "--python",
        sys.executable,
        "--format=markdown",
        "--from=mixed",
    ]
    command += ["--with-urls", "--packages", *pins("constraints.txt")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
