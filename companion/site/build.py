"""``make site``: builds the folder of static files that is Companion without a server."""

import base64
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo

from companion.engine.message import Message, translate
from companion.site.notices import WORDS
from companion.web.i18n.language import catalogues

HOUSE = Path(__file__).parents[2]
PAGES = Path(__file__).parent / "pages"
SITE = HOUSE / "static" / "site"
PYODIDE = "314.0.7"
PYODIDE_HASH = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The package that npm has of this version, by its SHA-512."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
WITHOUT = ("h11", "ifaddr", "pip")
"""Dependencies that a browser has no use for; of ifaddr it needs an empty list of addresses."""
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip", ".json": "application/json"}
LOCALES = {"root", "en", "en_001", "en_GB", "fr", "de"}


class NoPyodide(Exception):
    """Pyodide can't be had: npm is missing, or reaches nothing."""


def build(site: Path = SITE) -> Path:
    """Build the site into a folder, whose former content goes, and return it. Raises NoPyodide."""
    with TemporaryDirectory() as place:
        parts, code = Path(place, "parts"), Path(place, "code")
        parts.mkdir()
        bring_pyodide(parts)
        bring_code(code)
        compile_python(parts, code)
        pack(code, parts / "companion.zip")
        shutil.rmtree(site, ignore_errors=True)
        lay_out(site, parts)
    return site


def bring_pyodide(parts: Path) -> None:
    """Fetch Pyodide's files by npm, held to their hash. Raises NoPyodide."""
    with TemporaryDirectory() as place:
        command = ["npm", "pack", f"pyodide@{PYODIDE}", "--silent", "--prefer-offline", "--pack-destination", place]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
        except FileNotFoundError:
            raise NoPyodide("npm is missing: the site is built with npm and Node.js.") from None
        except subprocess.SubprocessError as error:
            raise NoPyodide(f"npm can't fetch pyodide {PYODIDE}: {getattr(error, 'stderr', '') or error}") from None
        (archive,) = Path(place).glob("*.tgz")
        if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != PYODIDE_HASH:
            raise NoPyodide(f"What npm brought as pyodide {PYODIDE} is not what it was: its hash is another.")
        with tarfile.open(archive) as packed:
            for name in PYODIDE_FILES:
                content = packed.extractfile(f"package/{name}")
                assert content
                (parts / name).write_bytes(content.read())
    lock = json.loads((parts / "pyodide-lock.json").read_text("utf-8"))
    (parts / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": {}}), "utf-8")


def bring_code(code: Path) -> None:
    """Lay this package's wheel and what it depends on into one folder."""
    with TemporaryDirectory() as place:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place]
        alone = os.environ | {"COMPANION_WITH_SITE": ""}
        subprocess.run(command, check=True, capture_output=True, cwd=HOUSE, env=alone)
        (wheel,) = Path(place).glob("*.whl")
        with ZipFile(wheel) as packed:
            # the application asks for no others
            packed.extractall(code, [name for name in packed.namelist() if not name.endswith((".po", ".png", ".pyi"))])
    for name in sorted(closure("companion-scoresheet")):
        found = distribution(name)
        for file in found.files or ():
            source = Path(str(found.locate_file(file)))
            if wanted(str(file)) and source.is_file():
                target = code / str(file)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
    (code / "ifaddr.py").write_text(
        '"""No addresses: nothing is served here."""\n\n\ndef get_adapters():\n    return []\n'
    )


def closure(name: str) -> set[str]:
    """Return the names of everything that a package needs, however far away, without extras."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for needed in needs(waiting.pop()):
            if needed not in found and needed not in WITHOUT:
                found.add(needed)
                waiting.append(needed)
    return found


def needs(name: str) -> Iterator[str]:
    """Yield the names of what a package needs on a system like a browser's."""
    from packaging.requirements import Requirement

    system = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "extra": ""}
    for text in distribution(name).requires or ():
        requirement = Requirement(text)
        if not requirement.marker or requirement.marker.evaluate(system):
            yield requirement.name


def wanted(file: str) -> bool:
    """Return whether a file of a package is needed: no compiled code, no tests, and the languages that we speak."""
    path = Path(file)
    if ".." in path.parts or path.suffix in {".so", ".pyd", ".pyc", ".c", ".pyi"} or {"tests", "bin"} & {*path.parts}:
        return False
    if path.parent.name == "locale-data":
        return path.stem in LOCALES
    return path.suffix in {".py", ".dat", ".json", ".txt", ".mo", ".html"} or path.name in {
        "METADATA",
        "entry_points.txt",
    }


def compile_python(parts: Path, code: Path) -> None:
    """Compile the code, the standard library and the templates with the Python that will run them. Raises NoPyodide."""
    library = code.with_name("library")
    with ZipFile(parts / "python_stdlib.zip") as packed:
        packed.extractall(library)
    try:
        subprocess.run(
            ["node", str(PAGES.with_name("compile.mjs")), str(parts), str(library), str(code)],
            check=True,
            capture_output=True,
            text=True,
            timeout=600,
        )
    except FileNotFoundError:
        raise NoPyodide("Node.js is missing: the site is built with npm and Node.js.") from None
    except subprocess.CalledProcessError as error:
        raise NoPyodide(f"Companion can't be compiled for the browser: {error.stderr[-2000:]}") from None
    pack(library, parts / "python_stdlib.zip")


def pack(folder: Path, file: Path) -> None:
    """Put a folder into one file, always with the same bytes; what is sent of it is compressed as a whole."""
    with ZipFile(file, "w") as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            packed.writestr(ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())


def lay_out(site: Path, parts: Path) -> None:
    """Write the parts, packed and under the names of their hashes, and the pages that belong to them."""
    (site / "parts").mkdir(parents=True)
    listed = []
    for part in sorted(parts.iterdir()):
        content = part.read_bytes()
        packed = gzip.compress(content, 9, mtime=0)
        sha256 = hashlib.sha256(content).hexdigest()
        # no .gz: some servers would say that it is encoded so, and browsers would unpack it themselves
        file = f"parts/{part.stem}-{sha256[:12]}{part.suffix}.part"
        (site / file).write_bytes(packed)
        kind = TYPES[part.suffix]
        listed.append({"name": part.name, "file": file, "bytes": len(packed), "sha256": sha256, "type": kind})
    files = pages(site)
    fingerprint = hashlib.sha256(json.dumps(listed).encode())
    for file in (*files, "index.html"):
        fingerprint.update((site / file).read_bytes())
    fingerprint.update((PAGES / "sw.js").read_bytes())
    edition = fingerprint.hexdigest()[:16]
    (site / "parts.json").write_text(json.dumps({"edition": edition, "parts": listed}), "utf-8")
    script = (PAGES / "sw.js").read_text("utf-8")
    kept = json.dumps(["./", "parts.json", *files])
    (site / "sw.js").write_text(script.replace('"{edition}"', json.dumps(edition)).replace("{files}", kept), "utf-8")


def pages(site: Path) -> list[str]:
    """Write the pages beside the service worker, and return the names of those that it keeps."""
    for name in ("shell.js", "shell.css", "parts.js", "worker.js", "files.js", "blocks.js", "index.html"):
        shutil.copyfile(PAGES / name, site / name)
    static = HOUSE / "static"
    shutil.copyfile(static / "css" / "tokens.css", site / "tokens.css")
    shutil.copyfile(static / "icon.svg", site / "icon.svg")
    shutil.copytree(static / "icons", site / "icons")
    (site / "words.json").write_text(json.dumps(words(), ensure_ascii=False), "utf-8")
    manifest = json.loads((static / "manifest.webmanifest").read_text("utf-8"))
    icons = [icon | {"src": icon["src"].removeprefix("static/")} for icon in manifest["icons"]]
    here = {"id": "./", "name": "Companion", "start_url": "./", "scope": "./", "icons": icons}
    (site / "manifest.webmanifest").write_text(json.dumps(manifest | here), "utf-8")
    names = (path.relative_to(site).as_posix() for path in sorted(site.rglob("*")) if path.is_file())
    return [name for name in names if not name.startswith("parts/") and name != "index.html"]


def words() -> dict[str, dict[str, str]]:
    return {
        tag: {
            key: str.__str__(translate(text, catalogue) if isinstance(text, Message) else text)
            for key, text in WORDS.items()
        }
        for tag, catalogue in catalogues().items()
    }


def main() -> None:
    """Build the site, and say where it lies and how much a device loads."""
    try:
        site = build(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE)
    except NoPyodide as error:
        sys.exit(str(error))
    loaded = sum(file.stat().st_size for file in (site / "parts").iterdir())
    sys.stdout.write(f"{site}: a device loads {loaded / 1_000_000:.1f} MB, once.\n")


if __name__ == "__main__":
    main()
