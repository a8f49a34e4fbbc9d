"""QR codes of addresses and of other texts: as SVG, and as text for a terminal."""

import io
from functools import lru_cache
from typing import Any

from flask import g, request
from markupsafe import Markup

from companion.machine.addresses import LOOPBACK, in_url, normalize_host, own_addresses, without_port
from companion.web.request.services import services


@lru_cache(maxsize=128)  # one takes as long as several pages, and a sheet of cards has two dozen
def qr_svg(text: str, *, dense: bool = False) -> Markup:
    """Draw an address, or another text, as SVG; ``dense`` holds more and forgives less."""
    import qrcode  # a start doesn't load it
    from qrcode.image.svg import SvgPathImage

    forgives = qrcode.ERROR_CORRECT_L if dense else qrcode.ERROR_CORRECT_M
    image: Any = qrcode.make(text, error_correction=forgives, image_factory=SvgPathImage, border=2)
    return Markup(image.to_string(encoding="unicode"))  # made here, holds no text


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


def other_hosts() -> list[str]:
    """Return the hosts to try where phones can't reach the one of the QR code; behind a proxy there is none."""
    return [] if services().proxy else public_hosts()[1:]
