"""The SHA-256 of the phones, held to the vectors of the standard (FIPS 180-4) and to Python's."""

from hashlib import sha256

import pytest

from tests.browser.conftest import Device

VECTORS = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    "a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}
OTHERS = [character * length for character in ("x", "é", "字") for length in range(54, 130)]
"""Texts whose bytes end before, at and after the edges of blocks."""


@pytest.fixture
def hashed(device: Device):  # type: ignore[no-untyped-def]
    page = device()
    page.goto("/")
    return lambda texts: page.evaluate(
        "async texts => { const { sha256 } = await import('/static/loto/sha256.js'); return texts.map(sha256); }", texts
    )


def test_the_vectors_of_the_standard(hashed) -> None:  # type: ignore[no-untyped-def]
    assert hashed([*VECTORS]) == [*VECTORS.values()]


def test_every_length_and_letter(hashed) -> None:  # type: ignore[no-untyped-def]
    assert hashed(OTHERS) == [sha256(text.encode()).hexdigest() for text in OTHERS]
