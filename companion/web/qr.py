"""QR codes: the address of a table as a picture, and in the terminal."""

import io
from typing import Any

from flask import request
from markupsafe import Markup

from companion.web.addresses import LOOPBACK, asked_for, own_addresses, without_port
from companion.web.services import services


def picture(address: str) -> Markup:
    """The address as an SVG picture. The drawing of codes is only loaded where one is drawn: a start is quicker so."""
    import qrcode
    from qrcode.image.svg import SvgPathImage

    drawn: Any = qrcode.make(address, image_factory=SvgPathImage, border=2)
    return Markup(drawn.to_string(encoding="unicode"))  # drawn by us, holds no text


def in_terminal(address: str) -> str:
    """The address as blocks for a terminal."""
    import qrcode

    code = qrcode.QRCode(border=1)
    code.add_data(address)
    written = io.StringIO()
    code.print_ascii(out=written, invert=True)
    return written.getvalue()


def reachable(path: str) -> str:
    """The address under which others on the network reach a path, also where this page was opened as localhost."""
    asked, chosen = without_port(request.host), services().address
    port = request.host.removeprefix(asked)
    host = chosen or asked
    if not chosen and asked_for(asked) in LOOPBACK:
        host = next(iter(own_addresses()), asked)
    return f"{request.scheme}://{host}{port}{path}"
