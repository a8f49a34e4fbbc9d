"""Live state, in memory and gone with the process: streams, and what is limited.

A live event carries a table's version number, or says to look who asks or what is offered; the page then fetches what
it shows, so that the database stays the truth and a screen is a cache. All devices that see the same share one
rendering of a version. Only a number drawn is told itself, before its version, for hundreds of phones that cover it.

One thread of the hub writes to all streams without waiting for any; a subscriber that doesn't read is dropped. Under
``companion.server`` a subscriber is a bare socket, which holds no thread; under another WSGI server it is an answer
that never ends, which holds one there. A page whose stream broke, or found no room, polls and says so.
"""
