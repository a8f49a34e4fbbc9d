"""The web server: h11 reads HTTP, one thread waits for all requests, and a thread answers each.

``serve``       starts and stops it, says where it is reached, keeps backups and the certificate up to date
``lobby``       where connections wait, in one thread, until they have sent a whole request
``connection``  one of them: limits and deadlines, TLS, the answer; hands the socket of a stream over
``certificate`` the file that ``--https`` uses, for this machine's names and addresses

**Why h11 and a lobby.** A phone or a tablet may be the server, so everything that runs must install without a compiler.
h11 is pure Python, alive, reads HTTP strictly, and touches no socket: so who waits, and for how long, is decided here,
by documented interfaces alone. One process serves plain http on a home network, and nothing ever needs the internet.

**Threads.** A request gets one when it is there whole; there may be as many as connections. What waits, is silent or
drips is looked after by the one thread of the lobby, which never waits for any of it, and in each turn reads a bounded
part of what each has said. A live stream holds none either: once its first lines
are sent, the application has the socket, and one thread of the hub (``web.live``) writes to all of them.
Behind another WSGI server a stream is an answer that never ends, which holds a thread there.

**Places.** 400 connections and 1,000 streams are open at once, fewer where the system gives fewer files, 40 of each
for one address (``web.live.limits``), this machine's own included: pages beyond these poll every few seconds.
At the limit the connection that has waited longest makes room, so that a tap gets in beside any number of silent ones.
Two things are not kept out: somebody with many addresses, as IPv6 gives everybody, can take all streams; and whole
requests may come as fast as the network goes.

May import machine, store and web; only ``cli`` imports it.
"""
