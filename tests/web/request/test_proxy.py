"""Which page a request is for behind a proxy that hands the prefix on, and behind one that takes it off."""

from typing import Any

import pytest
from werkzeug.test import create_environ, run_wsgi_app

from companion.web.request.proxy import Proxy


def reached(prefix: str, path: str, **headers: str) -> tuple[str, str]:
    """The prefix of every address of the application, and the page that it is asked for."""
    found: dict[str, Any] = {}

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        found.update(environ)
        start_response("204 No Content", [])
        return []

    sent = create_environ(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    run_wsgi_app(Proxy.serving([f"cards.example{prefix}"]).before(application), sent)
    return found["SCRIPT_NAME"], found["PATH_INFO"]


@pytest.mark.parametrize("prefix", ["/t", "/cards", ""])
@pytest.mark.parametrize("page", ["/", "/t/ABCDE", "/t/t/moves/t", "/cards", "/cards/1", "/tables"])
def test_the_prefix_is_taken_off_once(prefix: str, page: str) -> None:
    assert reached(prefix, prefix + page) == (prefix, page)
    assert reached(prefix, page, X_Forwarded_Prefix=prefix) == (prefix, page)


def test_a_proxy_that_does_not_say_that_it_took_the_prefix_off_has_one_that_no_page_begins_with() -> None:
    assert reached("/score", "/t/ABCDE") == ("/score", "/t/ABCDE")
