"""The web server: cheroot with limits, deadlines, TLS, and threads for nothing but answers.

``serve``     starts and stops it, keeps threads ready, backups and the certificate up to date
``lobby``     where connections wait, in one thread, until they have sent a whole request
``inbox``     where a request ends among the bytes that have come
``http``      requests and connections; hands the socket of a stream over
``tls``       https, with the handshake in the lobby
``greeting``  the addresses and the QR code that are printed at the start

**Why cheroot.** A phone or a tablet may be the server, so everything that runs must install without a compiler. cheroot
is pure Python, alive, and reads HTTP strictly. One process serves plain http on a home network, and nothing ever needs
the internet.

**Threads.** A thread gets a connection when its request is there whole, and answers it. Ten are kept ready for pages,
and more are made while slow phones take their answers, up to 250. What waits, is silent or drips is looked after by the
one thread of the lobby, which never waits for any of it. A live stream holds none either: once its first lines are
sent, cheroot leaves the socket to the application, where one thread of the hub (``web.live``) writes to all of them.
Behind another WSGI server a stream is an answer that never ends, which holds a thread there.

**Places.** 400 connections and 1,000 streams are open at once, fewer where the system gives fewer files, 40 of each
for one address (``web.live.places``), this machine's own included: pages beyond these poll every few seconds.
At the limit the connection that has waited longest makes room, so that a tap gets in beside any number of silent ones.
Two things are not kept out: somebody with many addresses, as IPv6 gives everybody, can take all streams; and whole
requests may come as fast as the network goes.

**What it leans on.** These parts of cheroot are not promised by its documentation, so ``pyproject.toml`` lets in
fixes of this minor version only. Before raising it, read them again and run tests/server, tests/attacks and
tests/web/live:

- ``HTTPServer._connections``, made by ``prepare``: the lobby takes its place with ``run``, ``put``, ``stop``, ``close``
  and ``can_add_keepalive_connection``; ``process_conn`` gives a connection to the threads
- ``HTTPConnection.rfile``: what a thread reads a request from, here bytes that have come already
- ``HTTPRequest.read_request_headers`` and ``inheaders``: to refuse malformed headers, and a body of unknown length
- ``HTTPRequest.outheaders`` and ``response_protocol``: to send a stream as it is, not in chunks
- ``HTTPConnection.linger``: True keeps cheroot from closing a socket that was handed over
- ``HTTPConnection.wfile``: closed with the connection, so that no bytes are left to be sent later
- ``HTTPServer.requests``, with ``idle``, ``grow`` and ``shrink``: the pool of threads
- ``HTTPServer.ssl_adapter`` and ``ConnectionClass``: set after the server was made; what is accepted is wrapped here
- ``BuiltinSSLAdapter.wrap`` and ``context``: to wrap a socket without a handshake, and to load a new certificate

May import machine, store and web; only ``cli`` imports it.
"""
