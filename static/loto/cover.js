// The counters on a phone's cards: laid by a tap and kept here until the next deal. What is nearest to a prize lies first.
import { load, store } from "../js/companion.js";

const place = () => document.querySelector("[data-covers]");
const nameOf = ({ name, value }) => `${name}:${value}`;
let drawn = ""; // how many numbers were out when the cards were put in order
let order = [];

function kept() {
  const [code, deal] = place().dataset.covers.split(" "), key = `companion.covers.${code}`, before = load(key);
  return { key, deal, lie: before.deal === deal ? before.lie : [] };
}

// How many numbers a card lacks for the nearest prize that is still there; of two alike, for the whole card.
function lacks(card) {
  const open = (line) => line.querySelectorAll(":scope > :not(.blank, .out, :has(:checked))").length;
  const lines = [...card.querySelectorAll(".line")].map(open).sort((one, other) => one - other);
  const first = (rows) => lines.slice(0, rows).reduce((sum, missing) => sum + missing, 0);
  return 100 * Math.min(...place().dataset.rows.split(" ").map(first)) + first(lines.length);
}

// They change places when a number comes, not under the finger that covers one.
function arrange() {
  const cards = [...place().querySelectorAll(".held-card")], isNew = place().dataset.called !== drawn;
  if (isNew || order.length !== cards.length) {
    order = cards.map((card, at) => [lacks(card), at]).sort(([one], [other]) => one - other).map(([, at]) => at);
  }
  drawn = place().dataset.called;
  (place().querySelector("form") || place()).append(...order.map((at) => cards[at]));
}

function show() {
  if (!place()) return;
  const { lie } = kept();
  for (const box of place().querySelectorAll("input")) box.checked = lie.includes(nameOf(box));
  arrange();
}

document.addEventListener("change", ({ target }) => {
  if (!target.closest("[data-covers]")) return;
  const { key, deal, lie } = kept(), others = lie.filter((name) => name !== nameOf(target));
  store(key, { deal, lie: target.checked ? [...others, nameOf(target)] : others });
});
document.addEventListener("htmx:afterSwap", show);
show();
