{# Rendered, so that another away page, style or script is another worker. #}
// Shows one friendly page while the server is away. Of tables it keeps nothing.
"use strict";
const KEPT = "away-{{ edition }}";
const PARTS = {{ parts | tojson }};

self.addEventListener("install", (event) => {
  const fresh = PARTS.map((part) => new Request(part, { cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(fresh)).then(() => self.skipWaiting()));
});

// What Companion without a server keeps beneath /site/ of the same address stays.
const older = (name) => name.startsWith("away-") && name !== KEPT;

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter(older).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

// A form that could not be sent is left to the browser, which can send it again: its key makes that safe.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const part = new URL(request.url).pathname;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(PARTS[0])));
  else if (PARTS.includes(part)) event.respondWith(fetch(request).catch(() => caches.match(part)));
});
