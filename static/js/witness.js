// A page is a witness: it keeps the newest entries that it saw of its table, and notices a server that knows less.
import { load, store } from "./device.js";

const KEPT = 100; // entries
const QUIET = 1000; // milliseconds after the last change
const place = document.getElementById("witness");
const key = `companion.table.${place.dataset.code}`;
let timer = 0;

function shown() {
  const [last, hand, head] = document.getElementById("table").dataset.seen.split(" ");
  return { last: Number(last), hand, head };
}

const last = (kept) => kept[kept.length - 1] || { number: 0, hash: "" };

async function look() {
  const { hand = "0", kept = [] } = load(key);
  const now = shown(), newest = last(kept);
  if (newest.number === now.last && newest.hash === now.head) return said("");
  const lost = kept.filter((entry) => entry.number > now.last);
  const before = kept.find((entry) => entry.number === now.last) || { hash: "" };
  const asked = { last: newest.number, head: newest.hash, hand, lost: lost.length, before: before.hash };
  const answer = await fetch(`${place.dataset.asks}?${new URLSearchParams(asked)}`, { cache: "no-store" });
  if (answer.status === 409) said(await answer.text(), lost);
  if (!answer.ok) return;
  said("");
  const fresh = await answer.json();
  const { kept: others = [] } = load(key); // another window of this browser may have been quicker
  if (fresh.length && last(others).number === newest.number) {
    store(key, { hand: now.hand, kept: [...kept, ...fresh].slice(-KEPT) });
  }
}

function said(notice, lost) {
  place.innerHTML = notice;
  const entries = place.querySelector("[name=entries]");
  if (entries) entries.value = JSON.stringify(lost);
}

function lookSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => look().catch(() => {}), QUIET);
}

place.addEventListener("click", (event) => {
  if (!event.target.closest("[data-forget]")) return;
  store(key, {});
  look();
});
document.addEventListener("htmx:afterSettle", lookSoon);
lookSoon();
