"""The web server: cheroot with limits, deadlines, TLS, and live streams that hold no thread.

``serve``     starts and stops it, keeps threads ready, backups and the certificate up to date
``http``      limits and deadlines of a request; hands the socket of a stream over
``tls``       https, with the handshake in the connection's own thread
``greeting``  the addresses and the QR code that are printed at the start

**Why cheroot.** A phone or a tablet may be the server, so everything that runs must install without a compiler. cheroot
is pure Python, alive, and reads HTTP strictly. One process serves plain http on a home network, and nothing ever needs
the internet.

**Threads.** Ten are kept ready for pages, and more are made while slow phones hold some, up to 250. A live stream
holds none: once its first lines are sent, cheroot leaves the socket to the application, where one thread of the hub
(``web.live``) writes to all of them. Behind another WSGI server a stream is an answer that never ends, which holds a
thread there. Beyond a thousand streams a page polls every few seconds instead.

**What it leans on.** These parts of cheroot are not promised by its documentation, so ``pyproject.toml`` lets in
fixes of this minor version only. Before raising it, read them again and run tests/server, tests/attacks and
tests/web/live:

- ``HTTPRequest.read_request_headers``, ``inheaders`` and ``chunked_read``: to refuse a body of unknown length, and to
  know when a request is read
- ``HTTPRequest.outheaders`` and ``response_protocol``: to send a stream as it is, not in chunks
- ``HTTPConnection.linger``: True keeps cheroot from closing a socket that was handed over
- ``HTTPConnection.communicate``: reads one request and answers it; here the deadline begins and ends
- ``HTTPConnection.wfile``: closed with the connection, so that no bytes are left to be sent later
- ``HTTPServer.requests``, with ``idle``, ``grow`` and ``shrink``: the pool of threads
- ``HTTPServer.ssl_adapter`` and ``ConnectionClass``: set after the server was made
- ``BuiltinSSLAdapter.wrap`` and ``context``: to wrap a socket without a handshake, and to load a new certificate

May import machine, store and web; only ``cli`` imports it.
"""
