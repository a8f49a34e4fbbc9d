"""Companion without a server: the application in a browser, over a database in the device's own storage.

``build``   makes the folder of static files: Pyodide, this package with its dependencies, the pages below
``bridge``  runs there: it calls the application as a server would, keeps its cookies, backs up and restores
``pages``   what the browser runs: ``shell.js`` owns the worker and shows the application in a frame, ``worker.js``
            runs Python over the device's storage (``files.js``, ``blocks.js``), ``sw.js`` answers the application's
            addresses by asking the worker
``notices`` what is said before the application answers

**Why a frame.** Python takes seconds to start and must not end with a page; but only a dedicated worker may write to
the device's storage at once, and that ends with the page that made it. So one page stays, and the application's pages
change in a frame within it. The address after the ``#`` is the one in the frame.

**Why nothing is lost.** SQLite works on files in memory, and every byte that it writes there is first written to the
same place of a file in the device's storage; before it writes to another file, and before an answer is given, what was
written is brought onto the disk. So after a kill those files are as SQLite left them, and it recovers as everywhere.
The file that is open belongs to one worker: no other tab can open it. A browser whose files aren't written at once,
as WebKitGTK, has the same files in blocks of its own database, where all that a request wrote is one transaction.

May import machine, store and web; nothing imports it but the build and the worker.
"""
