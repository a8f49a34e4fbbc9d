"""QR codes of addresses and of other texts: as SVG, and as text for a terminal."""

import io
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any

from flask import g, request
from markupsafe import Markup

from companion.machine.addresses import LOOPBACK, in_url, normalize_host, own_addresses, without_port
from companion.web.request.services import services

BORDER = 2
"""White squares around a code."""


@lru_cache(maxsize=128)  # one takes as long as several pages, and a sheet of cards has two dozen
def qr_svg(text: str, *, dense: bool = False, quick: bool = False) -> Markup:
    """Draw an address, or another text, as SVG.

    ``dense`` holds more and forgives less. ``quick`` is for hundreds: it takes the first mask, not the best of eight.
    """
    import qrcode  # a start doesn't load it

    forgives = qrcode.ERROR_CORRECT_L if dense else qrcode.ERROR_CORRECT_M
    code: Any = qrcode.QRCode(error_correction=forgives, border=BORDER, mask_pattern=0 if quick else None)
    code.add_data(text)
    rows = code.get_matrix()
    size, path = len(rows), "".join(f"M{x} {y}h{dark}v1h-{dark}z" for x, y, dark in _runs(rows))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}mm" height="{size}mm" viewBox="0 0 {size} {size}"'
    return Markup(f'{head} shape-rendering="crispEdges"><path d="{path}"/></svg>')  # made here, holds no text


def _runs(rows: list[list[bool]]) -> Iterator[tuple[int, int, int]]:
    """Yield where each row of dark squares begins, across and down, and how many they are."""
    for y, row in enumerate(rows):
        x = 0
        for dark, squares in groupby(row):
            many = len([*squares])
            if dark:
                yield x, y, many
            x += many


def in_terminal(address: str) -> str:
    """Draw an address in blocks for a terminal."""
    import qrcode

    code = qrcode.QRCode(border=1)
    code.add_data(address)
    text = io.StringIO()
    code.print_ascii(out=text, invert=True)
    return text.getvalue()


def public_url(path: str) -> str:
    """Return the URL at which other devices reach a path, also where this page was opened as localhost."""
    if services().proxy:
        return f"{request.scheme}://{request.host}{path}"
    port = request.host.removeprefix(without_port(request.host))
    return f"{request.scheme}://{in_url(public_hosts()[0])}{port}{path}"


def public_hosts() -> list[str]:
    """Return the hosts by which other devices may reach this machine: the one for QR codes, then others to try.

    It is the one that was chosen on the page, else that by which the page was opened, but for localhost.
    """
    if configured := services().address:
        return [configured]
    if "public_hosts" not in g:
        requested = without_port(request.host)
        opened_by = [] if normalize_host(requested) in LOOPBACK else [requested]
        hosts = list(dict.fromkeys([*opened_by, *own_addresses()])) or [requested]
        chosen = request.values.get("address")
        g.public_hosts = sorted(hosts, key=lambda host: host != chosen)
    found: list[str] = g.public_hosts
    return found


def is_alone() -> bool:
    """Return whether no other device reaches this machine, as it listens to itself alone, or has no network."""
    return not services().proxy and normalize_host(public_hosts()[0]) in LOOPBACK


def other_hosts() -> list[str]:
    """Return the hosts to try where phones can't reach the one of the QR code; behind a proxy there is none."""
    return [] if services().proxy else public_hosts()[1:]
