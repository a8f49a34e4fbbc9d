// Keep a table's page up to date over its stream, and say when it isn't.
import { BASE, load, store } from "./stored.js";
import { attends } from "./sounds.js";

const LOOKS = 1000; // milliseconds between two looks at the line
const NEWS = '[hx-trigger*="sse:news"]';
const HANGS_UP = 1000; // milliseconds after which a connection that doesn't answer is closed
const CONNECTIONS = 6; // those that a browser keeps to one server
const AWAY = 5000; // milliseconds for which a page that isn't live waits for an answer at most
const KINDS = ["beat", "version", "news", "drawn"]; // what the stream tells
const { code, version: sent } = document.body.dataset; // a page of a table has them
const SEEN = `companion.seen.${code}`;
const address = document.querySelector("[data-stream]")?.dataset.stream;
let stream = null;
let beat = 5000; // milliseconds between two heartbeats, as the stream says
let heard = 0; // when the stream told something last
let opened = 0; // when it was asked for, or was lost
let tried = 0; // when it last looked for news, or for a stream, by itself
let live = false;
let troubled = false; // whether anything went wrong since the page was in sight
let refused = false; // whether the last stream was not given
let answered = false; // whether the server answered the last request
let kept = performance.getEntriesByType("navigation")[0]?.type === "back_forward"; // whether the browser kept this page
let unwritten = false; // whether the last tap got no answer, and nothing newer has been shown since
let withheld = false; // whether news couldn't be shown when they came
let isFresh = true; // whether the page is as the server sent it: then the stream says first whether anything is newer
const waits = new Set(); // what isn't answered yet, by htmx's record, since when, and whether more came meanwhile
let game; // the game for which the page was made
let newest = 0; // the newest version that the stream or the page has named

export const table = () => document.getElementById("table");
export const begunBy = (part) => part?.dataset.begun ?? ""; // the entry with which the cards were dealt
export const handOf = (part) => part?.dataset.seen?.split(" ")[1] ?? "";
const notice = () => document.querySelector("[data-connection]");
const isSeen = () => !document.hidden || attends();
const isLate = (since, most) => Math.abs(Date.now() - since) > most; // a clock that was set back counts too
const isTap = ({ detail }) => detail.requestConfig.verb === "post";
const silence = () => 2.2 * beat; // milliseconds after which the line is dead: two heartbeats were missed

function setLive(isLive, isTroubled = !isLive) {
  [live, troubled] = [isLive, isTroubled];
  const { saysLive, saysNotLive } = document.body.dataset;
  document.body.classList.toggle("is-live", live);
  const says = live ? saysLive : saysNotLive;
  for (const text of document.querySelectorAll("[data-live]")) if (text.textContent !== says) text.textContent = says;
  showNotice();
}

// The way back shows a page that the browser kept: it may be older than what this tab has seen of the table since.
const shown = () => Number(table()?.dataset.version ?? sent);
const seen = () => load(SEEN, "sessionStorage").version || 0;
const isOld = () => kept && shown() < seen();
const note = () => code && store(SEEN, { version: Math.max(shown(), seen()) }, "sessionStorage");

async function renew() {
  tried = Date.now();
  showNotice();
  if ((await fetch(new URL("healthz", BASE), { cache: "no-store" })).ok) location.reload();
}

function why() {
  if (unwritten && !address) return "unanswered";
  if (unwritten) return live ? "again" : "unwritten";
  if (isOld()) return "older";
  if (withheld) return "waits";
  return refused && answered ? "polls" : "says";
}

// The notice over the page: it isn't live, or a tap was not written.
function showNotice() {
  const says = notice().dataset[why()];
  if (notice().textContent !== says) notice().textContent = says; // else it would be read aloud again
  notice().hidden = !(unwritten || (address ? troubled && table() : isOld()));
}

function catchUp() {
  if (table() && isSeen()) htmx.trigger(table(), "news");
}

// News that can't be shown now is fetched once it can. Meanwhile the page isn't live.
export function withhold() {
  withheld = true;
}
const isBehind = () => withheld || Number(table()?.dataset.version) < newest;
export function resume() {
  if (isBehind()) catchUp();
}

function hear(event) {
  heard = Date.now();
  if (event.type === "beat") beat = 1000 * Number(event.data);
  // An event that arrives while the table is being swapped reaches no element, so the version is kept here.
  if (event.type === "version") newest = Number(event.data);
  if (event.type === "drawn") document.dispatchEvent(new CustomEvent("drawn", { detail: event.data }));
  const listens = `[hx-trigger*="sse:${event.type}"]`;
  for (const wait of waits) wait.isOvertaken ||= wait.detail.requestConfig.elt.matches(listens);
  for (const part of document.querySelectorAll(listens)) htmx.trigger(part, `sse:${event.type}`, event);
}

// The light is lit by an answer that came while the stream was open: what is shown is as new as the server then.
function light() {
  if (stream?.readyState === EventSource.OPEN && !waits.size && !isBehind()) setLive(true);
}

function open() {
  leave();
  heard = opened = tried = Date.now();
  stream = new EventSource(address);
  for (const kind of KINDS) stream.addEventListener(kind, hear);
  stream.addEventListener("open", () => {
    refused = false;
    if (!waits.size && !isFresh) catchUp(); // else it was asked already
    isFresh = false;
    light();
  });
  stream.addEventListener("error", () => {
    if (live) opened = Date.now(); // from now on it isn't there
    refused = stream.readyState === EventSource.CLOSED; // where the line is away, the browser tries again
    setLive(false);
  });
}

function leave() {
  stream?.close();
  setLive(false, troubled);
}

// A new stream, and what is new. What the page still waits for may have been asked over a line that is dead by now.
function follow() {
  for (const wait of [...waits]) if (!isTap(wait)) giveUp(wait);
  open();
  catchUp();
}

// What isn't answered in time counts as what could not be sent.
function giveUp(wait) {
  wait.detail.xhr.abort();
  if (isTap(wait)) htmx.trigger(wait.detail.elt, "htmx:sendError", wait.detail);
}

// A browser asks again over connections that it kept, though the line died under them: a request that is given up closes
// its connection, so that the next one is asked over a new one.
function hangUp() {
  const given = new AbortController(), health = new URL("../../healthz", new URL(address, location));
  for (let each = 0; each < CONNECTIONS; each += 1) fetch(health, { cache: "no-store", signal: given.signal }).catch(() => {});
  setTimeout(() => given.abort(), HANGS_UP);
}

function look() {
  if (!isSeen()) return;
  const patience = (wait) => (live || isTap(wait) ? silence() : Math.min(silence(), AWAY));
  const late = [...waits].filter((wait) => isLate(wait.at, patience(wait)));
  late.forEach(giveUp);
  if (!address) return isOld() && isLate(tried, beat) && renew().catch(() => {});
  if (kept && !live && !troubled) setLive(false);
  const isDead = late.length > 0 || isLate(heard, silence());
  if (live && isDead) {
    stream.close();
    hangUp();
  }
  if (live && (isDead || withheld)) setLive(false);
  if (live || !isLate(tried, beat)) return;
  setLive(false);
  tried = Date.now();
  if (withheld && !isDead) return catchUp();
  const opens = stream.readyState === EventSource.CONNECTING;
  if (!opens && !waits.size) return follow();
  if (opens && isLate(opened, silence())) {
    stream.close(); // it waits for a connection that others have, as this page's own requests may
    refused = true;
  }
  catchUp();
}

// A page that nobody sees leaves its place, and the browser's connection, to others.
function attend() {
  troubled = false;
  for (const wait of waits) wait.at = Date.now(); // while it slept, nothing could be answered
  if (isSeen()) follow();
  else leave();
}

document.addEventListener("DOMContentLoaded", () => setInterval(look, LOOKS));
window.addEventListener("pageshow", ({ persisted }) => { kept ||= persisted; });
if (!kept) note();
if (address) {
  document.addEventListener("DOMContentLoaded", () => { if (isSeen()) open(); });
  document.addEventListener("visibilitychange", attend);
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) attend(); });
  window.addEventListener("online", attend);
}

// The version that made the table ask for news; one that the page shows already is none.
export const named = ({ detail }) => Number(detail.requestConfig.triggeringEvent?.detail?.data);
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt === table() && named(event) <= Number(table().dataset.version)) event.preventDefault();
});

// htmx takes leave of every part of the old table, with two events each, before the new one is drawn: of nothing is quick.
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  if (target.id === "table") target.replaceChildren();
});

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const { xhr } = detail, { elt } = detail.requestConfig, wait = { detail, at: Date.now() };
  waits.add(wait);
  if (elt === table()) withheld = false;
  xhr.addEventListener("loadend", () => {
    waits.delete(wait);
    // htmx forgets what it queued for a part that is replaced: what that was told while it asked is asked for anew.
    if (wait.isOvertaken && elt.matches(NEWS) && !elt.isConnected) htmx.trigger(document.body, "news");
    answered = isAnswered(xhr) && xhr.status < 500;
    if (answered) light();
    showNotice();
  });
});

// A preview whose form is gone isn't waited for: its answer would look for its place from there.
document.addEventListener("htmx:afterSwap", () => {
  for (const { detail } of [...waits]) if (detail.elt.matches(".outcome") && !detail.elt.isConnected) detail.xhr.abort();
});

// What a proxy says for Companion, or the door when it is full, isn't the table's: it counts as no answer, as does silence.
export const isAnswered = (xhr) => xhr.getResponseHeader("X-Companion") !== null;
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (isAnswered(event.detail.xhr)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  htmx.trigger(event.detail.elt, "htmx:sendError", event.detail);
});

// A tap without an answer isn't lost: its form is still there, and the form's key makes a second try safe. What the phone
// keeps and sends by itself needs no second tap.
document.addEventListener("htmx:sendError", (event) => {
  const { elt, verb, path } = event.detail.requestConfig;
  if (verb === "post" && !path.includes("/try") && !elt.matches("[data-kept]")) {
    unwritten = true;
    if (document.activeElement.matches("button, a")) document.activeElement.blur();
  }
  setLive(false);
});

// Once it is live again, the next tap of a key is that second one, or another that is meant. A scroll is none.
document.addEventListener("click", ({ target }) => {
  if (!live || !unwritten || !target.closest("button, a, label, input, select, summary")) return;
  unwritten = false;
  showNotice();
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
  const { id } = event.detail.target, fresh = table();
  if (!["table", "giving", "lay"].includes(id)) return;
  unwritten = kept = false;
  note();
  setLive(live, troubled);
  if (!fresh) return;
  game ??= fresh.dataset.game;
  if (fresh.dataset.game !== game) return location.reload(); // another game may look otherwise
  announce();
  const version = Number(fresh.dataset.version);
  if (version > newest) fresh.classList.add("counted");
  const isOld = version < newest;
  newest = version;
  if (isOld) catchUp();
});

document.addEventListener("DOMContentLoaded", () => {
  if (table()) [newest, game] = [Number(table().dataset.version), table().dataset.game];
  announced = announcement();
});
