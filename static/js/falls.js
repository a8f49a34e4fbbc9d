// What falls to the players, such as tricks, is tapped on their rows as it falls; with the last one the hand is written down.
import { begunBy, table } from "./live.js";

const TREMBLES = 350; // milliseconds within which a second tap of the same row is no other one
let tapped = { row: null, at: -Infinity };
let written = { hand: "", order: [] }; // what was sent last: where it is taken back, all but its last tap is there again

const partOf = () => table()?.querySelector("[data-falls]");
const rowsOf = (part) => [...part.querySelectorAll("button.row")];
const fieldOf = (part) => part.form.elements[`${part.dataset.falls}-order`];
const orderOf = (part) => fieldOf(part).value.split(" ").filter((place) => place && rowsOf(part)[place]).map(Number);
const keyOf = (part, row, many) => [...part.form.elements[`${part.dataset.falls}:${row.value}`]].find(({ value }) => value === `${many}`);

function say(part, order) {
  fieldOf(part).value = order.join(" ");
  fieldOf(part).dispatchEvent(new Event("input", { bubbles: true }));
}

// The order says who won first, where several did.
function winnersIn(part, order) {
  const rows = rowsOf(part), made = {}, winners = {};
  for (const { dataset: { side, toWin }, value } of order.map((place) => rows[place])) {
    made[side] = (made[side] || 0) + 1;
    if (made[side] >= Number(toWin)) winners[side] ??= value;
  }
  return Object.values(winners);
}

function draw(part) {
  const order = orderOf(part), winners = winnersIn(part, order);
  rowsOf(part).forEach((row, place) => {
    const many = order.filter((one) => one === place).length;
    row.querySelector(".pips").textContent = "●".repeat(many) + "○".repeat(Number(part.dataset.most) - many);
    row.querySelector(".sr").textContent = many;
    keyOf(part, row, many).checked = true;
  });
  const first = winners.length > 1 ? winners[0] : "";
  for (const choice of part.form.elements[part.dataset.first]) choice.checked = choice.value === first;
}

// The keys that a page without scripts has give way to the rows; what they say already is there.
function show() {
  const part = partOf();
  if (!part || !part.hidden) return;
  part.hidden = false;
  keyOf(part, rowsOf(part)[0], 0).closest("fieldset").hidden = true;
  part.form.elements[part.dataset.first][0].closest("fieldset").hidden = true;
  const said = rowsOf(part).flatMap((row, place) => {
    const many = [...part.form.elements[`${part.dataset.falls}:${row.value}`]].find(({ checked }) => checked);
    return Array(Number(many ? many.value : 0)).fill(place);
  });
  const sent = written.hand === begunBy(table()) ? written.order : [];
  if (sent.length) written = { hand: "", order: [] };
  const back = said.length === sent.length ? sent : said; // what was refused is there again, in its order
  if (said.length || sent.length) say(part, said.length ? back : sent.slice(0, -1));
  else draw(part);
}

document.addEventListener("click", ({ target, timeStamp: at }) => {
  const row = target.closest("[data-falls] button.row");
  if (!row || (row === tapped.row && at - tapped.at < TREMBLES)) return;
  const part = partOf(), order = orderOf(part);
  if (order.length === Number(part.dataset.most)) return;
  tapped = { row, at };
  say(part, [...order, rowsOf(part).indexOf(row)]);
  if (order.length + 1 === Number(part.dataset.most)) table().querySelector(`[form="${part.form.id}"]`).click();
});

// Undo takes back the last tap, also one that isn't written down yet.
document.addEventListener("click", (event) => {
  const part = partOf(), undo = event.target.closest('[hx-post$="/undo"]');
  if (!undo || !part || !orderOf(part).length) return;
  event.preventDefault();
  event.stopPropagation();
  say(part, orderOf(part).slice(0, -1));
}, true);

document.addEventListener("input", ({ target }) => {
  const part = partOf();
  if (part && target === fieldOf(part)) draw(part);
});
document.addEventListener("submit", ({ target }) => {
  const part = partOf();
  if (part?.form === target) written = { hand: begunBy(table()), order: orderOf(part) };
}, true);
document.addEventListener("htmx:afterSwap", show);
show();
