"""Following a table: a QR code that others scan to watch it."""

from flask import render_template, url_for

from companion.web.devices import bp
from companion.web.request.access import table_or_404, visitor
from companion.web.request.qr import other_hosts, public_url, qr_svg

bp.add_app_template_global(other_hosts)


@bp.get("/t/<code>/follow")
def follow(code: str) -> str:
    """Show the QR code with which others follow the table."""
    table = table_or_404(code)
    address = public_url(url_for("table.page", code=table.code))
    return render_template(
        "devices/follow.html", table=table, visitor=visitor(table), address=address, qr=qr_svg(address)
    )
