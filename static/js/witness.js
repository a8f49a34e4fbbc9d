// A page is a witness: it keeps the whole journal of its table, and notices a server that knows less or something else.
import { BASE, PREFIX, load, store } from "./stored.js";

const MOST_EVENINGS = 5; // the one that was shown longest ago is forgotten first
const QUIET = 300; // milliseconds after the last change
const place = document.getElementById("witness");
const key = place && `${PREFIX}${place.dataset.code}`;
let timer = 0;

function shown() {
  const [last, hand, head] = document.getElementById("table").dataset.seen.split(" ");
  return { last: Number(last), hand, head, version: document.getElementById("table").dataset.version };
}

const last = (kept) => kept[kept.length - 1] || { number: 0, hash: "" };

async function look() {
  const { hand = "0", version, kept = [] } = load(key);
  const now = shown(), newest = last(kept);
  const same = newest.number === now.last && newest.hash === now.head;
  if (same) said("");
  if (same && version === now.version) return;
  const lost = kept.filter((entry) => entry.number > now.last);
  const before = kept.find((entry) => entry.number === now.last) || { hash: "" };
  const asked = { last: newest.number, head: newest.hash, hand, lost: lost.length, before: before.hash };
  const answer = await fetch(`${place.dataset.asks}?${new URLSearchParams(asked)}`, { cache: "no-store" });
  if (answer.status === 409) said(await answer.text(), lost);
  if (!answer.ok) return;
  said("");
  const { head, entries } = await answer.json();
  const { kept: quicker = [], handed } = load(key); // another window of this browser may have been so
  if (last(quicker).number !== newest.number) return;
  const all = [...kept, ...entries];
  const at = Math.max(0, ...others().map(shownAt)) + 1; // an order that no clock turns round
  store(key, { hand: now.hand, version: now.version, at, base: BASE.pathname, head, kept: all, handed });
  forgetOld();
}

const others = () => Object.keys(localStorage).filter((other) => other.startsWith(PREFIX) && other !== key);
const shownAt = (other) => load(other).at || 0;

function forgetOld() {
  const latest = others().sort((one, other) => shownAt(other) - shownAt(one));
  for (const old of latest.slice(MOST_EVENINGS - 1)) localStorage.removeItem(old);
}

function said(notice, lost) {
  if (place.innerHTML || notice) place.innerHTML = notice;
  const entries = place.querySelector("[name=entries]");
  if (entries) entries.value = JSON.stringify(lost);
}

function lookSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => look().catch(() => {}), QUIET);
}

if (place) {
  place.addEventListener("click", (event) => {
    if (!event.target.closest("[data-forget]")) return;
    store(key, {});
    look();
  });
  document.addEventListener("htmx:afterSettle", lookSoon);
  lookSoon();
}
