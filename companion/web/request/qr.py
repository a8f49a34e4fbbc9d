"""QR codes of addresses and of other texts: as SVG, and as text for a terminal."""

import io
from typing import Any

from flask import request
from markupsafe import Markup

from companion.machine.addresses import LOOPBACK, in_url, normalize_host, own_addresses, without_port
from companion.web.request.services import services


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
    requested, configured = without_port(request.host), services().address
    port = request.host.removeprefix(requested)
    host = configured or requested
    if not configured and normalize_host(requested) in LOOPBACK:
        host = next(iter(own_addresses()), requested)
    return f"{request.scheme}://{in_url(host)}{port}{path}"
