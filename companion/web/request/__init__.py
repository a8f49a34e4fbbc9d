"""What every request needs, whichever page it asks for.

- One way to write: ``with writing(code) as table``. The pencil is asked for within the transaction, so that a device
  that lost it while it waited for its turn writes nothing; what raises inside leaves the database as it was.
- A submission is written once. Every form that writes carries a key made when it was rendered: the same answer sent
  twice is one entry, an answer that was changed in between is another. It carries the last entry that its page
  showed, too: an answer to an older page is refused, and told what is new.
- Three refusals: malformed 422, illegal 409, stale 409; and 503 where the disk refuses. ``shows`` answers them
  with one sentence beside the form, which keeps what was typed. Everything else has a page of its own: 403 without
  the pencil, 404, 410 for an invitation that is not good any more, 429 for too many wrong codes.
- A code can't be found by trying: ``live/limits`` counts wrong codes by address, in memory; the same one counts once.
  What the page of another site loads from here is counted apart, so that it shuts nobody out.
- A proxy on the machine that keeps the tables is not that machine: it says so in a header. ``proxy`` is one that the
  owner told of: then nobody is that machine.

It imports the store and live; no page.
"""
