// Keep a table's page up to date over its stream, and say when it isn't.
const CATCH_UP = 4000; // milliseconds between two requests while the stream is away
let live = false;
let unwritten = false; // whether the last tap got no answer, and nothing newer has been shown since
let newest = 0; // the newest version that the stream or the page has named
let stream = null;

export const table = () => document.getElementById("table");

function setLive(isLive) {
  live = isLive;
  const { saysLive, saysNotLive } = document.body.dataset;
  document.body.classList.toggle("is-live", live);
  for (const text of document.querySelectorAll("[data-live]")) text.textContent = live ? saysLive : saysNotLive;
  showNotice();
}

// The notice over the table: the page isn't live, or a tap was not written.
function showNotice() {
  const notice = document.querySelector("[data-connection]");
  if (!notice) return;
  notice.textContent = unwritten ? notice.dataset.unwritten : notice.dataset.says;
  notice.hidden = (live && !unwritten) || !table();
}

export function catchUp() {
  if (table() && !document.hidden) htmx.trigger(table(), "news");
}

// htmx waits longer and longer before it opens a lost stream again; this opens it at once.
function reconnect() {
  catchUp();
  if (live || !stream || stream.readyState === EventSource.CONNECTING) return;
  for (const part of document.querySelectorAll("[sse-connect], [hx-trigger*='sse:']")) htmx.trigger(part, "htmx:afterProcessNode");
}

// An event that arrives while the table is being swapped reaches no element, so the version is kept here.
htmx.createEventSource = (url) => {
  if (stream) stream.close();
  stream = new EventSource(url);
  stream.addEventListener("version", (event) => { newest = Number(event.data); });
  return stream;
};

document.addEventListener("htmx:sseOpen", () => { setLive(true); catchUp(); });
document.addEventListener("htmx:sseError", () => setLive(false));
document.addEventListener("visibilitychange", catchUp);
window.addEventListener("pageshow", (event) => { if (event.persisted) catchUp(); });
window.addEventListener("online", reconnect);
setInterval(() => { if (!live) reconnect(); }, CATCH_UP);

// A tap without an answer isn't lost: its form is still there, and the form's key makes a second try safe. What the phone
// keeps and sends by itself needs no second tap.
document.addEventListener("htmx:sendError", (event) => {
  const { elt, verb, path } = event.detail.requestConfig;
  if (verb === "post" && !path.includes("/try") && !elt.matches("[data-kept]")) {
    unwritten = true;
    document.activeElement.blur();
  }
  setLive(false);
});

// The live region stands outside the table: inside it would be new with every move, and read again or not at all.
const sentence = ({ textContent }) => textContent.trim().replace(/[^.!?]$/, "$&.");
const announcement = () => [...document.querySelectorAll("#table [data-says]")].map(sentence).join(" ");
let announced = "";
function announce() {
  const region = document.querySelector("[data-said]");
  const now = announcement();
  if (region && now !== announced) region.textContent = now;
  announced = now;
}

// htmx gives a new element the classes of its answer once it has settled; others may be added only then.
document.addEventListener("htmx:afterSettle", (event) => {
  const fresh = table();
  if (!fresh || event.detail.target.id !== "table") return;
  unwritten = false;
  setLive(live);
  announce();
  const version = Number(fresh.dataset.version);
  if (version > newest) fresh.classList.add("counted");
  const overtaken = version < newest;
  newest = version;
  if (overtaken) catchUp();
});

document.addEventListener("DOMContentLoaded", () => {
  if (table()) newest = Number(table().dataset.version);
  announced = announcement();
});
