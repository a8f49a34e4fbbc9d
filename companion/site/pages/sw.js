// Answers the application's addresses by asking the worker of the page that has the evenings; all else is kept here.
"use strict";
importScripts("parts.js");
const EDITION = "{edition}";
const FILES = {files};
const SCOPE = new URL("./", self.location.href).pathname;
const APP = `${SCOPE}app/`;
const NAME = `companion ${SCOPE}`;
const KEPT = `${NAME} ${EDITION}`;
const PATIENCE = 3000; // milliseconds in which a page says whether it has the evenings
let owner = ""; // the page that had them last

self.addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const kept = await caches.open(KEPT);
  await kept.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  if (!self.registration.active) return; // the page loads the rest, and shows how far it is
  const { parts } = await (await kept.match("parts.json")).json();
  for (const part of parts) {
    const before = await caches.match(`${SCOPE}py/${part.name}`);
    if (before && before.headers.get("X-Sha256") === part.sha256) { await kept.put(`${SCOPE}py/${part.name}`, before); continue; }
    await kept.put(`${SCOPE}py/${part.name}`, await fetchPart(part));
  }
}

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(`${NAME} `) && name !== KEPT) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("message", ({ data }) => {
  if (data === "claim") self.clients.claim();
  if (data === "now") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(SCOPE)) return;
  if (url.pathname.startsWith(`${APP}static/`)) event.respondWith(picture(event.request, url));
  else if (url.pathname.startsWith(APP)) event.respondWith(ask(event.request, url));
  else event.respondWith(part(event.request, url));
});

// A page or a part of Companion: the one that belongs to this worker, else the one in the network.
async function part(request, url) {
  const kept = await caches.open(KEPT);
  const name = url.pathname === `${SCOPE}index.html` ? SCOPE : url.pathname;
  return await kept.match(name) || fetch(request);
}

// What the application only sends as it is, it is asked for once; not of one of another edition, as an older tab may be.
async function picture(request, url) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(url.pathname);
  if (found) return found;
  const answer = await ask(request, url);
  const own = answer.headers.get("X-Edition") === EDITION;
  if (answer.ok && own && request.method === "GET") await kept.put(url.pathname, answer.clone());
  return answer;
}

async function ask(request, url) {
  const body = ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer();
  const question = {
    ask: { method: request.method, target: url.pathname.slice(APP.length - 1) + url.search, headers: headers(request), body },
  };
  for (const page of await pages()) {
    const { answer, edition } = await askPage(page, question);
    if (!answer) continue;
    owner = page.id;
    return new Response(answer.body, { status: answer.status, headers: [...answer.headers, ["X-Edition", edition]] });
  }
  if (request.mode === "navigate" && request.method === "GET") {
    return Response.redirect(`${self.location.origin}${SCOPE}#${question.ask.target}`, 302);
  }
  return new Response("", { status: 503 });
}

// Whose page sends it a worker learns from the referrer alone: the browser writes Origin later.
function headers(request) {
  const sent = [...request.headers].filter(([name]) => name !== "accept-encoding");
  const origin = request.referrer ? new URL(request.referrer).origin : "null";
  const more = [["Accept-Language", navigator.languages.join(",")], ["User-Agent", navigator.userAgent], ["Origin", origin]];
  return [...sent, ...more.filter(([name]) => !request.headers.has(name))];
}

// The pages that may have the evenings, the one that had them last first.
async function pages() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shells = all.filter((page) => [SCOPE, `${SCOPE}index.html`].includes(new URL(page.url).pathname));
  return shells.sort((one, other) => (other.id === owner) - (one.id === owner));
}

function askPage(page, question) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve({}), PATIENCE);
    let edition = "";
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      if (data.mine) edition = data.mine;
      else resolve({ answer: data.answer, edition });
    };
    page.postMessage(question, [port2]);
  });
}
