// The table view: ask for a second tap before anything is written, drag names to where their players sit.
import { TREMBLE, drags } from "./drag.js";

const EDGES = ["near", "left", "far", "right"];
const overhead = () => document.querySelector(".overhead");
const version = () => Number(overhead().dataset.version);
let shown = version() || 0; // the page on which names are dragged has no version

document.addEventListener("htmx:afterSettle", () => {
  if (version() > shown) overhead().classList.add("counted");
  shown = Math.max(shown, version() || 0);
});

// A tap turns the question of a hand to the next edge; there the next ones are as well, unless a seat opened them.
const turned = {};
document.addEventListener("click", ({ target }) => {
  const card = target.closest("[data-turn-on]")?.form;
  for (const shape of card ? ["wide", "tall"] : []) turned[shape] = EDGES[(EDGES.indexOf(card.dataset[shape]) + 1) % EDGES.length];
  if (card) Object.assign(card.dataset, turned);
});
document.addEventListener("htmx:afterSettle", () => {
  for (const card of document.querySelectorAll("#table:not([data-tapped]) .together")) Object.assign(card.dataset, turned);
});

function edgeAt({ clientX, clientY }) {
  const box = overhead().getBoundingClientRect();
  const distances = [box.bottom - clientY, clientX - box.left, clientY - box.top, box.right - clientX];
  return distances.indexOf(Math.min(...distances));
}

// The place under a finger: how far along its edge, clockwise. Half a name's length stays free at both ends.
function placeAt(event, length) {
  const edge = edgeAt(event), isHorizontal = edge % 2 === 0;
  const box = overhead().querySelector(`[data-edge=${EDGES[edge]}]`).getBoundingClientRect();
  const starts = [box.right - event.clientX, box.bottom - event.clientY, event.clientX - box.left, event.clientY - box.top];
  const along = (starts[edge] - length / 2) / ((isHorizontal ? box.width : box.height) - length);
  const last = Number(overhead().dataset.anEdge) - 1;
  return edge * (last + 1) + Math.round(Math.min(1, Math.max(0, along || 0)) * last);
}

drags(".arranging .place", {
  moves(event) { overhead().dataset.over = EDGES[edgeAt(event)]; },
  ends() { delete overhead().dataset.over; },
  drops(event, card) {
    const box = card.getBoundingClientRect(), isHorizontal = card.closest(".near, .far");
    card.querySelector("input").checked = true;
    overhead().elements.to.value = placeAt(event, isHorizontal ? box.width : box.height);
    overhead().requestSubmit();
  },
});

// The first tap opens a button, the second writes while a ring beside it empties. Keys and those who hear the page have as long as they
// like: no sleeve types. A tap is short, stays where it is, and is made with one finger; an arm that lies here makes none.
const AGAIN = 2500, LONG = 600, SHAKES = 120; // milliseconds
const opened = () => document.querySelectorAll(".sure[open]");
const fingers = new Set();
let press = null; // where and when the only finger came down
let armed = null; // when the first tap was made; null by keys
let waiting = 0;

document.addEventListener("pointerdown", ({ pointerId, clientX, clientY, timeStamp }) => {
  fingers.add(pointerId);
  press = fingers.size === 1 ? { x: clientX, y: clientY, time: timeStamp } : null;
}, true);
for (const gone of ["pointerup", "pointercancel"]) {
  document.addEventListener(gone, ({ pointerId }) => fingers.delete(pointerId), true);
}

function isTap({ clientX, clientY, timeStamp }) {
  return press && timeStamp - press.time < LONG && Math.hypot(clientX - press.x, clientY - press.y) < 2 * TREMBLE;
}

document.addEventListener("click", (event) => {
  const sure = event.target.closest(".sure"), byKeys = event.detail === 0;
  for (const other of opened()) if (other !== sure) other.open = false;
  if (!sure) return;
  const shakes = sure.open && armed !== null && event.timeStamp - armed < SHAKES;
  if (byKeys || (isTap(event) && !shakes)) {
    if (!sure.open) armed = byKeys ? null : event.timeStamp;
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("toggle", ({ target: sure }) => {
  if (!sure.matches || !sure.matches(".sure")) return;
  clearTimeout(waiting);
  sure.classList.toggle("waits", sure.open && armed !== null);
  if (!sure.open) return;
  sure.querySelector("button").focus({ preventScroll: true });
  if (armed !== null) waiting = setTimeout(() => { for (const late of opened()) late.open = false; }, AGAIN);
}, true);
