"""``python -m tests.tools.size``: holds the files and lines of each folder to ``tests/size.txt``, or writes it anew.

Translations, sheets and shelf files are not counted, nor what is built or brought from elsewhere. Where no formatter
breaks a line that is longer than 120 characters, it counts as the lines that it would fill.
"""

import sys
from collections import Counter
from pathlib import Path

HOUSE = Path(__file__).parents[2]
KEPT = HOUSE / "tests/size.txt"
COUNTED = {"companion": "*.py", "docs": "*.md", "static": "*.[cj]s*", "templates": "*.*", "tests": "*.py"}
WIDTH = 120
BUILT = ("static/vendor/", "static/site/")


def sizes(house: Path = HOUSE) -> list[str]:
    """A line for each folder, with its files and lines, and one for each whole."""
    files, lines = Counter[str](), Counter[str]()
    for top, kind in COUNTED.items():
        for file in (house / top).rglob(kind):
            name = file.relative_to(house).as_posix()
            if name.startswith(BUILT):
                continue
            read = file.read_text(encoding="utf-8").splitlines()
            depth = 3 if top == "companion" else 2
            for folder in ("/".join(name.split("/")[:-1][:depth]), f"{top} in all"):
                files[folder] += 1
                lines[folder] += sum(max(1, -(-len(line) // WIDTH)) for line in read)
    return [f"{folder:32} {files[folder]:5} files {lines[folder]:7} lines" for folder in sorted(files)]


def changed(now: list[str], kept: list[str]) -> list[str]:
    """What differs between two lists, the kept line before the new one."""
    return sorted(
        {*(f"{line}  kept" for line in kept if line not in now), *(f"{line}  now" for line in now if line not in kept)}
    )


def main() -> None:
    """Prints what differs and ends with status 1, or writes the file anew."""
    now = sizes()
    if "--write" in sys.argv[1:]:
        KEPT.write_text("\n".join(now) + "\n", encoding="utf-8")
    if differing := changed(now, KEPT.read_text(encoding="utf-8").splitlines()):
        sys.exit(
            "\n".join([*differing, "Sizes differ: make sizes writes them; the commit says what came and what went."])
        )


if __name__ == "__main__":
    main()
