// An evening goes on elsewhere: a device hands over what it kept of the journal, or the file that its server gives.
import { BASE, PREFIX, load, store } from "./companion.js";

const AWAY = 15_000; // milliseconds without the server before it is offered
const LOOKS = 1000; // milliseconds between two looks
const ARRIVES = "companion.arrives"; // an evening that waits until this device may take it in
const KINDS = { json: "application/json", txt: "text/plain" }; // not every browser shares the first
const LONG = 60_000; // bytes from which a file is packed: a page takes in twice as many
const part = document.querySelector("[data-carry]");
const find = (name) => part.querySelector(`[data-${name}]`);

// What this device kept of an evening, as its file; null where that doesn't begin with the first entry.
function kept(code) {
  const { head, hand, at, base = BASE.pathname, kept: entries = [] } = load(PREFIX + code);
  const whole = head && base === BASE.pathname && (entries[0] || { number: 1 }).number === 1;
  return whole ? { code, hand, at, file: { ...head, entries } } : null;
}

// All evenings that this device kept, the one that was shown last first.
function all() {
  let keys = [];
  try { keys = Object.keys(localStorage); } catch { /* this browser stores nothing */ }
  const codes = keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  return codes.map(kept).filter(Boolean).sort((one, other) => other.at - one.at);
}

const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

async function isPacked(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

async function packed(file) {
  const done = await isPacked(file);
  if (!done && !window.CompressionStream) return file.text();
  const stream = done ? file.stream() : file.stream().pipeThrough(new CompressionStream("gzip"));
  return base64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

// A file as it is saved and shared: text that a page can take in.
const asText = async (file) => (file.size > LONG || await isPacked(file) ? new Blob([await packed(file)]) : file);

async function offer({ code, hand, file }) {
  const tongue = document.documentElement.lang.replace(/^en$/, "en-GB");
  const names = file.title || new Intl.ListFormat(tongue).format(file.players);
  const words = { HAND: hand, MOVES: file.entries.length, NAMES: names };
  find("says").textContent = find("says").dataset.says.replace(/HAND|MOVES|NAMES/g, (word) => words[word]);
  part.hidden = false;
  part.dataset.code = code;
  const whole = new Blob([JSON.stringify(file)]);
  give(code, async () => whole).catch(() => {});
  find("save").download = `companion-${code}-evening.json`;
  find("save").href = URL.createObjectURL(new Blob([await asText(whole)], { type: KINDS.json }));
}

// Every way in which a file leaves this page; it is read once one is taken.
async function give(code, read) {
  const named = (file) => Object.entries(KINDS).map(([end, type]) => new File([file], `companion-${code}-evening.${end}`, { type }));
  const sharable = (file) => named(file).find((one) => navigator.canShare?.({ files: [one] }));
  const share = find("send");
  share.hidden = !sharable("");
  share.onclick = () => read().then(asText).then((file) => navigator.share({ files: [sharable(file)] })).catch(({ name }) => {
    if (name !== "AbortError") find("save").click(); // not cancelled: what can't be shared is saved
  });
  let link = null; // what it carries stands behind its #, so that nobody logs it
  const carried = async () => `#evening=${encodeURIComponent(await packed(await read()))}`;
  const handed = () => (link ||= carried().catch((error) => { link = null; throw error; }));
  const [here, go, address, site] = ["here", "go", "address", "site"].map(find);
  if (here) here.href = here.dataset.here + await handed();
  if (here) here.hidden = false;
  if (!go) return;
  const typed = () => placed(address.value.trim());
  const lead = async () => {
    if (typed()) go.href = typed() + await handed();
    go.hidden = !typed();
  };
  address.oninput = () => { go.hidden = true; lead().catch(() => {}); };
  address.oninput();
  // What was played since this page was opened goes along: it is read once more before the link is followed.
  const anew = () => { link = null; lead().catch(() => {}); };
  for (const kind of ["pointerenter", "pointerdown", "focus"]) go.addEventListener(kind, anew);
  const own = site && await navigator.serviceWorker?.getRegistration(new URL("site/", BASE));
  if (!own?.scope.endsWith("/site/")) return;
  site.href = own.scope + await handed();
  site.hidden = false;
}

// The first page at an address as people type it, or copy it from a page of a table; empty where it is none.
function placed(typed) {
  try {
    const there = new URL(/^https?:/i.test(typed) ? typed : `http://${typed}`);
    const path = there.pathname.replace(/\/(app|t|lay|evenings)(\/.*)?$/, "/").replace(/\/?$/, "/");
    return typed && there.origin + path;
  } catch {
    return "";
  }
}

// A page that waits for its server offers what was kept once that has been away for a while.
function wait() {
  let seenLive = Date.now();
  document.addEventListener("visibilitychange", () => { seenLive = Date.now(); }); // a hidden page doesn't follow
  const named = part.dataset.code || location.pathname.match(/\/t\/([^/]+)/)?.[1];
  setInterval(() => {
    if (document.hidden) return;
    if (document.body.classList.contains("is-live")) {
      seenLive = Date.now();
      part.hidden = true;
      recall();
    } else if (part.hidden && Date.now() - seenLive > AWAY) {
      const evening = named ? kept(named.toUpperCase()) : all()[0];
      if (evening) offer(evening);
    }
  }, LOOKS);
}

// The server is back: this device says where it handed the evening on to meanwhile.
function recall() {
  const note = document.querySelector("[data-handed]");
  const { handed } = load(PREFIX + note?.dataset.handed);
  if (!handed || !note.hidden || BASE.href.startsWith(handed.at)) return; // there the evening goes on
  const [says, there, here] = ["says", "there", "stays"].map((name) => note.querySelector(`[data-${name}]`));
  says.textContent = says.dataset.says.replace(/PLACE|MOVES/g, (word) => (word === "PLACE" ? handed.to : handed.moves));
  there.href = handed.at;
  here.onclick = () => {
    const { handed: done, ...rest } = load(PREFIX + note.dataset.handed);
    store(PREFIX + note.dataset.handed, rest);
    note.hidden = true;
  };
  note.hidden = false;
}

// Another server answers at this address, which doesn't know the table: its own page says so, and offers what was kept.
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.xhr.status === 404 && detail.requestConfig.verb === "get" && part?.dataset.code) location.reload();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go], [data-site]");
  if (link) {
    const there = new URL(link.href);
    const { kept: entries = [], ...rest } = load(PREFIX + part.dataset.code);
    const handed = { to: there.host, at: there.origin + there.pathname, moves: entries.length };
    if (rest.head) store(PREFIX + part.dataset.code, { ...rest, kept: entries, handed });
  }
  if (event.target.closest("[data-drop]")) {
    store(PREFIX + part.dataset.code, {});
    part.hidden = true;
  }
});

// The page with the files hands over the one that the server gives.
async function whole() {
  const answer = await fetch(part.dataset.file);
  if (!answer.ok) throw new Error(answer.status);
  return answer.blob();
}

// The first page of a new server asks which of the evenings kept from this address it hasn't got.
async function missing() {
  const evenings = all();
  if (!evenings.length) return;
  const asked = new URLSearchParams(evenings.map(({ code }) => ["code", code]));
  const codes = await (await fetch(`${part.dataset.asks}?${asked}`)).json();
  const lost = evenings.find(({ code }) => codes.includes(code));
  if (lost) offer(lost);
}

// An evening that another place handed over comes in by the first page, once this device may take it in.
function arrive(waits) {
  const { arrives } = waits.dataset;
  let [, evening] = location.hash.split("#evening=");
  if (evening) history.replaceState(null, "", location.pathname);
  try {
    evening ||= sessionStorage.getItem(ARRIVES);
    if (evening && !arrives) sessionStorage.setItem(ARRIVES, evening);
    else sessionStorage.removeItem(ARRIVES);
  } catch { /* this browser stores nothing: the evening comes in at once or not at all */ }
  waits.hidden = !evening;
  // Back from scanning the household's code in another tab, this page may take it in.
  if (evening && !arrives) addEventListener("visibilitychange", () => document.hidden || location.reload());
  if (evening && arrives) location.replace(`${arrives}#evening=${evening}`);
}

const waits = document.querySelector("[data-arrives]");
if (waits) arrive(waits);
if (part?.dataset.carry === "waits") wait();
else if (part?.dataset.asks) missing().catch(() => {});
else if (part?.dataset.file) give(part.dataset.code, whole).catch(() => {});
else if (part && kept(part.dataset.code)) offer(kept(part.dataset.code));
