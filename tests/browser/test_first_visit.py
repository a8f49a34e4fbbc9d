"""What a guest's phone asks for on its first visit to a table, and on its second: requests, and bytes as they come."""

from playwright.sync_api import Request, expect

from tests.browser.conftest import Device, lay
from tests.browser.engines import needs
from tests.tools import costs

COMES_LAST = {"first": "**/journal/since?*", "second": "**/stream"}
"""What a page asks for last as it is shown; the journal is kept on the phone from the first visit on.

What comes once the page is at rest isn't waited for: the crib, and what carries an evening on.
"""


@needs("what a visit loads")
def test_what_a_guest_loads(device: Device) -> None:
    code, guest, counts = lay(device()), device(), dict[str, int]()
    for visit, last in COMES_LAST.items():
        asked: list[Request] = []

        def hears(request: Request, asked: list[Request] = asked) -> None:
            asked.append(request)

        guest.on("request", hears)
        with guest.expect_response(last):
            guest.goto(f"/t/{code}")
        expect(guest.locator("body.is-live")).to_be_attached()
        guest.remove_listener("request", hears)
        stays_open = [request for request in asked if request.resource_type == "eventsource"]
        sizes = [request.sizes() for request in asked if request not in stays_open and "icon" not in request.url]
        sent = [size for size in sizes if size["responseBodySize"] > 0]  # the rest was kept by the browser
        counts[f"{visit} visit: requests"] = len(sent) + len(stays_open)
        counts[f"{visit} visit: bytes"] = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sent)
    costs.hold(counts, 0.01)
