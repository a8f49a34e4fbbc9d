"""What a device has or may do: ``/device``, ``/household``, ``/language``, ``/certificate``; following and writing.

- ``/t/CODE/follow`` shows the address at which others follow, ``/t/CODE/pencil`` shares the right to write or hands it
  on; ``store/devices.py`` has its rules.
- The screen, the sounds and the vibration are switches in the storage of the device; the server doesn't know them. The
  page says what the last tap was, and the device plays a sound to it.
- The service worker keeps one page for the time when the server is away, and nothing of a table.
- The language is a choice in the device's cookie (``web/i18n`` reads it).
- What a device may do is its rung: guest, player, writer, household (``request/access.py``). Of the household are the
  machine itself, a device that took the code in the terminal, and one that another lets in: none by opening a page.
- An invitation to write, or into the household, is good once, for ten minutes: as a QR code for the first that scans
  it, or by name for one device that follows, which alone hears of it and may take it. It is stored: a phone that sleeps
  or a server that starts again finds it. Any device of the household may take any pencil up.
- ``/site/`` is Companion without a server, where ``make site`` has built it: the same application, in the browser.
"""

from flask import Blueprint

bp = Blueprint("devices", __name__)

from companion.web.devices import device, household, pencil  # noqa: E402, F401 -- its pages
