// The page that stays: it loads Companion onto the device, owns its worker, and shows its pages in a frame.
import { Trouble } from "./files.js";
const SCOPE = new URL("./", location.href).pathname;
const APP = `${SCOPE}app`;
const LOCK = `companion ${SCOPE}`;
const channel = new BroadcastChannel(LOCK);
const panel = document.getElementById("panel");
const progress = document.getElementById("progress");
const PATIENCE = 4000; // milliseconds that another tab has to give way

let words = {};
let worker = null;
let edition = ""; // of what the worker runs
let giveUp = null; // lets go of the lock

const say = (key, error = "") => (words[key] || key).replace("{error}", error);

function show(key, { error = "", part = null, ways = [] } = {}) {
  document.getElementById("says").textContent = say(key, error);
  progress.hidden = part === null;
  if (part !== null) progress.value = part;
  document.getElementById("ways").replaceChildren(...ways.map((way) => {
    const button = document.createElement("button");
    button.textContent = say(way);
    button.dataset.way = way;
    button.addEventListener("click", WAYS[way]);
    return button;
  }));
  panel.hidden = false;
}

const WAYS = {
  again: () => location.reload(),
  here: () => begin(true),
  get: async () => {
    await (await navigator.serviceWorker.ready).update().catch(() => {});
    location.reload();
  },
  save: async () => {
    const copy = await told({ save: true });
    if (typeof copy === "string") { show("failed", { error: copy, ways: ["again"] }); return; }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([copy]));
    link.download = "companion.sqlite3";
    link.click();
  },
  restore: () => document.getElementById("file").click(),
  anew: async () => {
    for (const name of await caches.keys()) if (name.startsWith(LOCK)) await caches.delete(name);
    location.reload();
  },
};

document.getElementById("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const error = await told({ restore: await file.arrayBuffer() });
  if (error) show(error, { ways: ["restore", "again"] });
  else location.reload();
});

// What a worker that can't open the evenings still does.
function told(what) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(what, [port2]);
  });
}

async function language() {
  const all = await (await fetch("words.json")).json();
  const found = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => all[tag]) || "en";
  document.documentElement.lang = found;
  words = all[found];
}

// Everything that is needed is asked for before anything is loaded.
async function able() {
  if (!window.isSecureContext) throw new Trouble("insecure", "", []);
  const has = navigator.serviceWorker && navigator.locks && window.DecompressionStream && window.WebAssembly
    && (navigator.storage?.getDirectory || window.indexedDB);
  if (!has) throw new Trouble("old_browser", "", []);
  try { await navigator.storage?.getDirectory?.(); } catch { throw new Trouble("private", "", ["again"]); }
}

// The service worker must answer for this page and its frame before there is any.
async function controlled() {
  let registration;
  try {
    registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  } catch (error) {
    registration = await navigator.serviceWorker.getRegistration();
    if (!registration) throw new Trouble(error.name === "SecurityError" ? "private" : "half", String(error));
  }
  const { waiting } = registration;
  if (waiting && registration.active) { // loaded at the last opening: used from this one on
    const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
    waiting.postMessage("now");
    await changed;
    location.reload();
    await new Promise(() => {});
  }
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  const claimed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  active.postMessage("claim");
  await claimed;
}

// What isn't on the device yet is loaded, held to its hash and kept; what is, stays there when the rest fails.
async function loaded() {
  const list = await (await fetch("parts.json")).json();
  const { parts } = list;
  ({ edition } = list);
  const cache = await caches.open(`${LOCK} ${edition}`);
  const missing = [];
  for (const part of parts) if (!await cache.match(`py/${part.name}`)) missing.push(part);
  const all = missing.reduce((sum, part) => sum + part.bytes, 0);
  let got = 0;
  if (all) show("loading", { part: 0 });
  for (const part of missing) {
    const counted = (packed) => packed.pipeThrough(new TransformStream({
      transform(chunk, sink) {
        got += chunk.length;
        show("loading", { part: Math.min(got / all, 1) * 0.8 });
        sink.enqueue(chunk);
      },
    }));
    const answer = await fetchPart(part, counted).catch((error) => {
      throw new Trouble("half", String(error), error.another ? ["again", "anew"] : ["again"]);
    });
    try {
      await cache.put(`py/${part.name}`, answer);
    } catch { throw new Trouble("full"); }
  }
  return missing.length > 0;
}

// One tab has the evenings. Another that wants them asks for them, and takes them where it gets no answer. What this tab
// showed before it was loaded again lets go of them a moment later.
async function locked(insist) {
  const again = performance.getEntriesByType("navigation")[0]?.type === "reload";
  const hold = (options) => new Promise((resolve, reject) => {
    navigator.locks.request(LOCK, options, (lock) => {
      resolve(Boolean(lock));
      return lock && new Promise((done) => { giveUp = done; });
    }).catch((error) => { if (giveUp) gone(); else reject(error); });
  });
  if (await hold({ ifAvailable: true })) return;
  if (!insist && again && await hold({ signal: AbortSignal.timeout(PATIENCE) }).catch(() => false)) return;
  if (!insist) throw new Trouble("other_tab", "", ["here"]);
  channel.postMessage("give way");
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try { await hold({ signal: patience.signal }); } catch { await hold({ steal: true }); }
  clearTimeout(timer);
}

// Another tab has the evenings now, or they can't be written: nothing more is written from here.
function gone(why = "taken") {
  worker?.terminate();
  worker = null;
  giveUp?.();
  giveUp = null;
  document.querySelector("iframe")?.remove();
  show(why, { ways: [why === "taken" ? "here" : "again"] });
}

channel.addEventListener("message", ({ data }) => { if (data === "give way" && giveUp) gone(); });

function started(first) {
  return new Promise((resolve, reject) => {
    worker = new Worker("worker.js", { type: "module" });
    worker.onerror = (event) => reject(new Trouble("failed", event.message || "", ["again", "anew"]));
    worker.onmessage = ({ data }) => {
      if (data.part) show(first ? "loading" : "starting", { part: (first ? 0.8 : 0) + data.part * (first ? 0.2 : 1) });
      if (data.trouble) reject(new Trouble(data.trouble, data.error, data.ways));
      if (data.stopped) gone(data.stopped);
      if (data.ready) resolve();
    };
    worker.postMessage({ start: { scope: SCOPE, app: APP, channel: LOCK, origin: location.origin } });
  });
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (!data.ask) return;
  port.postMessage({ mine: worker && edition });
  if (worker) worker.postMessage(data, [port]);
});
navigator.serviceWorker?.startMessages();

// The frame's address stands after the #, so that the page comes back as it was.
function framed() {
  const frame = document.createElement("iframe");
  frame.allow = "screen-wake-lock; web-share; fullscreen; clipboard-write";
  frame.title = "Companion";
  const wanted = location.hash.slice(1).replace(/^evening=/, "/#$&"); // an evening that a phone hands over
  frame.src = APP + (/^\/(?!\/)/.test(wanted) ? wanted : "/");
  frame.addEventListener("load", () => {
    const { pathname, search } = frame.contentWindow.location;
    if (!pathname.startsWith(APP)) return;
    document.title = frame.contentDocument.title;
    history.replaceState(null, "", `#${pathname.slice(APP.length)}${search}`);
    panel.hidden = true;
    document.body.dataset.open = "";
  });
  document.body.append(frame);
  frame.focus();
}

// The browser is asked to keep the evenings, and may ask people first; the page in the frame says what it answered.
async function promised() {
  if (!await navigator.storage?.persisted?.()) await navigator.storage?.persist?.();
  document.querySelector("iframe")?.contentWindow.dispatchEvent(new Event("promised"));
}

async function begin(insist = false) {
  try {
    await language();
    show("starting", { part: 0 });
    await able();
    await controlled();
    const first = await loaded();
    await locked(insist);
    await started(first);
    promised().catch(() => {});
    framed();
  } catch (error) {
    const found = error instanceof Trouble ? error : new Trouble("failed", String(error), ["again", "anew"]);
    if (found.trouble !== "newer" && found.trouble !== "broken") { worker?.terminate(); worker = null; giveUp?.(); giveUp = null; }
    show(found.trouble, found);
  }
}

// A page that is left may live on for a while, unseen: it holds no files then, and begins anew when it is shown again.
window.addEventListener("pagehide", () => { worker?.terminate(); giveUp?.(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// The browser offers an app to this page; the button for it is on the application's own, in the frame.
let offer = null;
window.addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); offer = event; });
window.companionOffer = () => { const taken = offer; offer = null; return taken; };
window.companionCanOffer = () => Boolean(offer);

begin();
