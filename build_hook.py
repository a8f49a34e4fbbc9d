"""What the build adds to a checkout: htmx, compiled languages, a bill of materials, addresses in the metadata.

htmx is brought so that no third-party code is committed.

``python build_hook.py`` compiles the languages alone; it needs nothing but Babel.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
BILL = "companion.cdx.json"
"""The name of the bill of materials (SBOM) that a wheel carries."""
TRANSLATIONS = ROOT / "companion" / "translations"


def get_build_hook() -> type:
    """Return the class that Hatchling runs; imported here, since only a build has Hatchling."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class BuildHook(BuildHookInterface):  # type: ignore[misc]
        """Run before a wheel, an editable install or an sdist is made."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Bring htmx, compile the languages, and give a wheel ``static`` and its bill of materials."""
            copy_htmx()
            compile_translations(TRANSLATIONS)
            if self.target_name == "wheel" and version == "standard":
                build_data["force_include"] |= of_static(ROOT / "static")
                bill = Path(self.directory) / BILL
                bill.parent.mkdir(parents=True, exist_ok=True)
                bill.write_text(bill_of_materials((ROOT / "constraints.txt").read_text("utf-8")), "utf-8")
                build_data["sbom_files"].append(str(bill))

        def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
            """Leave no bill beside the wheel that carries it."""
            (Path(self.directory) / BILL).unlink(missing_ok=True)

    return BuildHook


def get_metadata_hook() -> type:
    """Return the class that Hatchling asks for what pyproject.toml leaves open."""
    from hatchling.metadata.plugin.interface import MetadataHookInterface

    class MetadataHook(MetadataHookInterface):  # type: ignore[misc]
        """Name the repository that this is a clone of, and let the README's links lead there."""

        def update(self, metadata: dict[str, Any]) -> None:
            """Add the addresses and the README."""
            home = repository()
            metadata["urls"] = project_urls(home)
            text = outside_the_repository((ROOT / "README.md").read_text("utf-8"), home)
            metadata["readme"] = {"content-type": "text/markdown", "text": text}

    return MetadataHook


def repository() -> str:
    """Return the repository's public address, from an sdist or the clone's origin; "" where there is none."""
    package_info = ROOT / "PKG-INFO"
    if package_info.is_file():
        written = re.search(r"^Project-URL: Repository, (\S+)$", package_info.read_text("utf-8"), re.MULTILINE)
        return written[1] if written else ""
    command = ["git", "-C", str(ROOT), "config", "--get", "remote.origin.url"]
    try:
        origin = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
    return public_address(origin)


def public_address(origin: str) -> str:
    """Return the https address of a git origin, "" for a folder of this machine."""
    host_and_path = re.fullmatch(r"(?:https://|ssh://git@|git@)(?:[^/@]+@)?([^/:]+)[/:](.+?)(?:\.git)?/?", origin)
    return f"https://{host_and_path[1]}/{host_and_path[2]}" if host_and_path else ""


def project_urls(home: str) -> dict[str, str]:
    """Return the addresses to show beside the package."""
    if not home:
        return {}
    pages = {"Documentation": "docs/ARCHITECTURE.md", "Changelog": "CHANGELOG.md"}
    return {"Repository": home, "Issues": f"{home}/issues"} | {
        n: f"{home}/blob/HEAD/{path}" for n, path in pages.items()
    }


def outside_the_repository(readme: str, home: str) -> str:
    """Lead every relative link and picture to the repository; without an address their words alone are left."""

    def moved(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        if not home:
            return f"*{words}*" if picture else words
        return f"{picture}[{words}]({home}/{'raw' if picture else 'blob'}/HEAD/{path})"

    return re.sub(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)]+)\)", moved, readme)


def copy_htmx() -> None:
    """Copy htmx from the django-htmx wheel, a requirement of the build alone."""
    original, vendor = files("django_htmx") / "static" / "django_htmx" / "htmx-2.min.js", ROOT / "static" / "vendor"
    vendor.mkdir(parents=True, exist_ok=True)
    with original.open("rb") as wheel_file, (vendor / "htmx.min.js").open("wb") as copy:
        shutil.copyfileobj(wheel_file, copy)


def of_static(folder: Path) -> dict[str, str]:
    """Return what a wheel has of ``static``, with where it lies there.

    A site that was built there (12 MB) is left out unless ``COMPANION_WITH_SITE`` is 1.
    """
    without = set() if os.environ.get("COMPANION_WITH_SITE") == "1" else {"site"}
    return {str(path): f"companion/static/{path.name}" for path in folder.iterdir() if path.name not in without}


def bill_of_materials(pins: str) -> str:
    """Return a CycloneDX document of what Companion is tested with and what it copies, from the text of the pins."""
    components = []
    for name, version, rest in re.findall(r"^([\w.-]+)==(\S+)([^\n]*\n(?:    --hash\S+[^\n]*\n)*)", pins, re.MULTILINE):
        components.append(
            {
                "type": "library",
                "bom-ref": f"pkg:pypi/{name}@{version}",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name}@{version}",
                "hashes": [{"alg": "SHA-256", "content": digest} for digest in re.findall(r"sha256:(\w+)", rest)],
            }
        )
    document = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": components}
    return json.dumps(document, indent=1)


def compile_translations(folder: Path) -> None:
    """Write a ``messages.mo`` beside every ``messages.po`` that is newer; leave out one that can't be read."""
    for po in sorted(folder.glob("*/LC_MESSAGES/messages.po")):
        mo = po.with_suffix(".mo")
        if not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime:
            try:
                compile_po(po, mo)
            except Exception as error:  # a language that is broken stops neither the build nor the others
                sys.stderr.write(f"{po} can't be compiled: {error}\n")


def compile_po(po: Path, mo: Path) -> None:
    """Compile one file; the result gets its name when it is whole, as a server may be reading it."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    partial = mo.with_suffix(".part")
    with po.open("rb") as source, partial.open("wb") as compiled:
        write_mo(compiled, read_po(source, locale=po.parent.parent.name))
    partial.replace(mo)


if __name__ == "__main__":
    compile_translations(TRANSLATIONS)
