"""What a device has or may do: ``/device``, ``/household``, ``/language``, ``/certificate``; following and writing.

- ``/t/CODE/follow`` shows the address at which others follow, ``/t/CODE/pencil`` shares the right to write or hands it
  on; ``store/pencils.py`` has its rules.
- The screen, the sounds and the vibration are switches in the storage of the device; the server doesn't know them. The
  page says what the last tap was, and the device plays a sound to it.
- The service worker keeps one page for the time when the server is away, and nothing of a table.
- The language is a choice in the device's cookie (``web/i18n`` reads it).
- ``certificate`` makes the file that ``companion serve --https`` uses. It is for the machine's names and addresses, and
  is made anew when these change or it runs out; the key that signed it is never written down.
- A guest's device follows tables and is a player's; one of the household also starts tables and keeps house rules and
  cards (``web/request/household.py``). Of the household are the machine itself, a device that opened the QR code of the
  terminal, and one that either let in by a tap: none by opening a page. In a database from before this rule those that
  laid a table or hold a pencil are: somebody trusted them, and what worked yesterday works today.
- An invitation to write is good once, for ten minutes: as a QR code for the first that scans it, or as an offer to one
  device that follows (``offers``), which alone hears of it and may take it. Offers are stored: a phone that sleeps or a
  server that starts again finds them. The machine that keeps the tables may take any pencil up.

- ``/site/`` is Companion without a server, where ``make site`` has built it: the same application, in the browser.

``certificate`` is used outside this folder, the other modules are pages.
"""

from flask import Blueprint

bp = Blueprint("devices", __name__)
