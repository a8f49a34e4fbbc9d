"""One table, two languages: each phone is told in its own, live, and may change it."""

from playwright.sync_api import expect

from tests.browser.conftest import Device, lay, tap


def test_two_phones_follow_one_table_in_two_languages(device: Device) -> None:
    host, guest = device(locale="en-GB"), device(locale="fr-FR")
    code = lay(host, "Ann", "Ben", "Cleo", "Dan")
    guest.goto(f"/t/{code}")
    expect(guest.locator("body.is-live")).to_be_attached()
    tap(host, "Deal")
    expect(guest.locator(".strip")).to_contain_text("Ann met 3 dans la cagnotte, les autres 2 chacun")
    expect(host.locator(".strip")).to_contain_text("Ann puts 3 into the pool, the others 2 each")
    tap(host, "Cleo")
    expect(guest.locator(".strip")).to_contain_text("Cleo prend 9")
    expect(host.locator(".strip")).to_contain_text("Cleo takes 9 from the pool")
    assert guest.locator("html").get_attribute("lang") == "fr"
