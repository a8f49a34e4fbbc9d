"""``make dist``: makes what is given away, into ``dist``; of the same commit, it always has the same bytes."""

import gzip
import hashlib
import io
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from build_hook import BILL, bill_of_materials
from companion.site.build import NoPyodide, build, pack

HOUSE = Path(__file__).parents[2]


def make(folder: Path) -> Path:
    """Write wheel, source archive, build context of the container and bill of materials; return the source archive."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, check=True, capture_output=True, cwd=HOUSE)
    (source,) = folder.glob("*.tar.gz")
    name = source.name.removesuffix(".tar.gz")
    (folder / f"{name}-container.tar.gz").write_bytes(context(source))
    (folder / f"{name}.{BILL}").write_text(bill_of_materials((HOUSE / "constraints.txt").read_text("utf-8")), "utf-8")
    return source


def context(source: Path) -> bytes:
    """Return what the Dockerfile copies, and itself, taken from the source archive."""
    dockerfile = (HOUSE / "Dockerfile").read_text("utf-8")
    copied = {word for line in re.findall(r"^COPY (?!--)(.+) \S+$", dockerfile, re.MULTILINE) for word in line.split()}
    wanted, packed = {"Dockerfile", "compose.yaml", *copied}, io.BytesIO()
    with tarfile.open(source) as found, tarfile.open(fileobj=packed, mode="w") as kept:
        for member in found:
            path = member.name.partition("/")[2]
            if path.partition("/")[0] in wanted:
                member.name, member.pax_headers = path, {}
                kept.addfile(member, found.extractfile(member))
    return gzip.compress(packed.getvalue(), mtime=0)


def make_site(source: Path) -> None:
    """Write the site without a server beside the source archive, as a zip for any web space. Raises NoPyodide."""
    with TemporaryDirectory() as place:
        site = build(Path(place, "companion"))
        pack(site.parent, source.with_name(source.name.replace(".tar.gz", "-site.zip")))


def sums(folder: Path) -> str:
    """Return a line for each file, as ``sha256sum --check`` reads it."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def main() -> None:
    """Make all into an empty folder, and say how large each file is."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HOUSE / "dist"
    for left in folder.glob("*"):
        left.unlink()
    source = make(folder)
    try:
        make_site(source)
    except NoPyodide as error:
        sys.exit(str(error))
    (folder / "SHA256SUMS").write_text(sums(folder), "utf-8")
    for path in sorted(folder.iterdir()):
        sys.stdout.write(f"{path.stat().st_size / 1000:>9,.0f} kB  {path.name}\n")


if __name__ == "__main__":
    main()
