// The counters on a phone's cards: laid by a tap and kept here until the next deal. What is nearest to a prize lies first.
import { load, store } from "../js/companion.js";

const place = () => document.querySelector("[data-covers]");
const boxes = () => [...place().querySelectorAll("input")];
const nameOf = ({ name, value }) => `${name}:${value}`;
let drawn = ""; // how many numbers were out when the cards were put in order
let order = [];

function keep(lie) {
  const [code, deal] = place().dataset.covers.split(" ");
  store(`companion.covers.${code}`, { deal, lie });
}

function lay() {
  const { covers, back } = place().dataset, [code, deal] = covers.split(" ");
  const kept = load(`companion.covers.${code}`), lie = kept.deal === deal ? kept.lie : [];
  for (const box of boxes()) box.checked = lie.includes(nameOf(box)) && !back.split(" ").includes(box.value);
  if (back) keep(boxes().filter(({ checked }) => checked).map(nameOf));
}

// How many numbers a card lacks for the nearest prize that is still there; of two alike, for the whole card.
function lacks(card) {
  const open = (line) => line.querySelectorAll(":scope > :not(.blank, .out, :has(:checked))").length;
  const lines = [...card.querySelectorAll(".line")].map(open).sort((one, other) => one - other);
  const first = (rows) => lines.slice(0, rows).reduce((sum, missing) => sum + missing, 0);
  return Math.min(...place().dataset.rows.split(" ").map(first)) * 100 + first(lines.length);
}

// They change places when a number comes, not under the finger that covers one.
function arrange() {
  const cards = [...place().querySelectorAll(".held-card")];
  if (place().dataset.drawn !== drawn || order.length !== cards.length) {
    order = cards.map((card, at) => [lacks(card), at]).sort(([one], [other]) => one - other).map(([, at]) => at);
  }
  drawn = place().dataset.drawn;
  place().append(...order.map((at) => cards[at]));
}

function show() {
  if (!place()) return;
  lay();
  arrange();
}

document.addEventListener("change", ({ target }) => {
  if (target.closest("[data-covers]")) keep(boxes().filter(({ checked }) => checked).map(nameOf));
});
document.addEventListener("htmx:afterSwap", show);
show();
