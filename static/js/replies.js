// What players' phones say of their rows stands in the writer's form at once, but where the writer has touched it.
import { load, store } from "./device.js";
import { table } from "./live.js";

const TOUCHED = "companion.overruled"; // what the writer answered of the hand: rows, and questions that name one player
const OPENS = "#table :is(.calls, .own) a[href]"; // what stands beside a player, and opens the form
const part = () => document.querySelector("[data-replies]");
let touched = load(TOUCHED, "sessionStorage");
let byHand = false; // whether a finger or a key is being answered: what follows from it is the writer's, too

// What is told of the hand that the page shows; nothing where it is told of another one.
function told() {
  const found = part() ? JSON.parse(part().dataset.replies) : {};
  return table() && String(found.hand) === table().dataset.begun ? found : {};
}
// The writer's forms of it: one at the table, on a tablet that lies flat one for each shape of the screen.
const asking = ({ move }) => [...document.querySelectorAll("#asking, .together")]
  .filter((form) => move && new URL(form.action).pathname.endsWith(`/moves/${move}`));
const rowsOf = (form) => [...new Set([...form.elements].map((one) => one.closest("[data-row]")))].filter(Boolean);
const handOf = ({ hand, move }) => `${location.pathname} ${hand} ${move}`;

// A question of a row is named ``QUESTION:PLAYER``; one that names a player has the player as its answer.
const playerOf = ({ name, value }) => (name.includes(":") ? name.slice(name.indexOf(":") + 1) : value);

function overrule(found, names) {
  const hand = handOf(found), before = touched.hand === hand ? touched.what : [];
  touched = { hand, what: [...new Set([...before, ...names])] };
  store(TOUCHED, touched, "sessionStorage");
  show();
}

function touch({ isTrusted, target }) {
  const found = told(), { form, name } = target;
  if (!(isTrusted || byHand) || !form || !asking(found).includes(form) || !name) return;
  overrule(found, name.includes(":") ? [playerOf(target)] : [name, playerOf(target)]);
}

// A tap beside a player that opens the form answers what it names, unless that player's phone said the same.
function open({ target }) {
  const link = target.closest(OPENS), found = told();
  const asks = link ? [...new URL(link.href).searchParams] : [];
  if (!asks.some(([name, value]) => name === "move" && value === found.move)) return;
  const news = asks.filter(([name, value]) => name !== "move" && !found.rows.some(([, inputs]) => inputs[name] === value));
  overrule(found, news.flat());
}

// What the phone doesn't say stays as it is where a partner may have said it, but goes where it is taken back.
function put(row, inputs, before, overruled) {
  for (const field of row.querySelectorAll("input[name]")) {
    const { form, name, type } = field, isMark = !name.includes(":"), said = inputs.get(name);
    if (isMark && overruled.includes(name)) continue;
    if (said === undefined && !before.has(name) && !row.querySelector(".out")) continue;
    const wasMarked = isMark && field.checked;
    if (type === "radio") field.checked = (said ?? "") === field.value;
    else if (type === "checkbox") field.checked = said !== undefined;
    else {
      field.value = said ?? "";
      if (field === document.activeElement) field.select();
      delete field.dataset.rest; // it isn't what is left of a sum, nor as last time
      delete field.dataset.likely;
    }
    const nobody = wasMarked && !field.checked && form.querySelector(`[name="${CSS.escape(name)}"][value=""]`);
    if (nobody) nobody.checked = true;
  }
}

// All is filled in silently; then the form is told once, by the last row: by a field it would count as typed, which holds
// back news (holds.js). So is a form that comes filled.
const shown = new WeakSet();
let given = { hand: "", forms: {} }; // what was put into the forms of a hand, the inputs of each row
function fill(form, found) {
  const hand = handOf(found), overruled = touched.hand === hand ? touched.what : [];
  if (given.hand !== hand) given = { hand, forms: {} };
  const mine = given.forms[form.id] ??= new Map();
  const rows = new Map([...mine.keys()].map((player) => [player, new Map()])); // what is taken back first
  for (const [player, inputs] of found.rows) rows.set(player, new Map([...rows.get(player) ?? [], ...Object.entries(inputs)]));
  const held = () => new URLSearchParams(new FormData(form)).toString(), before = shown.has(form) ? held() : "";
  let last = form;
  for (const [player, inputs] of rows) {
    const row = rowsOf(form).find(({ dataset }) => dataset.row === player);
    if (!row || overruled.includes(player) || (row.contains(document.activeElement) && document.activeElement.value)) continue;
    put(row, inputs, mine.get(player) ?? new Map(), overruled);
    if (inputs.size) mine.set(player, inputs);
    else mine.delete(player);
    if (!inputs.size) last = row;
    else if (!row.querySelector(".out :checked")) last = row.querySelector(".cell :not(.out) > input") || row;
  }
  if (rows.size) shown.add(form);
  if (rows.size && before !== held()) last.dispatchEvent(new Event("input", { bubbles: true }));
}

// A small phone marks each row that a phone answered, and the button that would open the form with it.
function show() {
  const found = told(), rows = found.rows ?? [], forms = asking(found);
  const overruled = forms.length && touched.hand === handOf(found) ? touched.what : [];
  const mark = (what, isMarked) => {
    what.toggleAttribute("data-by-phone", isMarked);
    if (isMarked) what.setAttribute("aria-description", part().dataset.byPhoneSays);
    else what.removeAttribute("aria-description");
  };
  const saidBy = (row) => rows.some(([player]) => player === row.dataset.row && !overruled.includes(player));
  for (const row of forms.flatMap(rowsOf)) mark(row, saidBy(row));
  for (const link of document.querySelectorAll(OPENS)) {
    const asks = new URL(link.href).searchParams;
    const opens = rows.some(([, inputs]) => Object.entries(inputs).some(([name, value]) => asks.get(name) === value));
    mark(link, opens && asks.get("move") === found.move);
  }
}

function update() {
  const found = told();
  show();
  for (const form of asking(found)) fill(form, found);
}

for (const kind of ["input", "change"]) document.addEventListener(kind, touch);
document.addEventListener("click", ({ isTrusted }) => {
  byHand = isTrusted;
  setTimeout(() => { byHand = false; });
}, true);
document.addEventListener("click", open);
document.addEventListener("htmx:afterSettle", update);
document.addEventListener("DOMContentLoaded", update);

// Once the hand is written down nothing is overruled: where it is undone, what phones say is marked again. What was sent
// and refused is the writer's, also what a script filled in, but for the rows that phones answered.
document.addEventListener("htmx:beforeOnLoad", ({ detail: { requestConfig: { elt, verb }, xhr } }) => {
  const found = told();
  if (verb !== "post" || !asking(found).includes(elt)) return;
  if (xhr.status < 300) {
    touched = {};
    store(TOUCHED, touched, "sessionStorage");
    return;
  }
  const isSaid = ({ type, value, checked }) => (["radio", "checkbox"].includes(type) ? checked : value);
  const own = rowsOf(elt).filter((row) => !row.matches("[data-by-phone]") && [...row.querySelectorAll("input")].some(isSaid));
  overrule(found, own.map(({ dataset }) => dataset.row));
});

// A phone whose answer didn't come through says it once more when the line is back, or at the next tap, also on the same
// key. A hand that is over has another form by then.
function sayAgain(form) {
  if (!form?.isConnected || !("unsaid" in form.dataset)) return;
  delete form.dataset.unsaid;
  htmx.trigger(form, "submit");
}
document.addEventListener("htmx:sendError", ({ target }) => {
  if (!target.matches(".own-row")) return;
  target.dataset.unsaid = "";
  const heard = target.querySelector(".heard");
  heard.textContent = heard.dataset.unsent;
});
document.addEventListener("htmx:afterOnLoad", ({ target }) => {
  if (target.matches(".replies")) sayAgain(target.querySelector(".own-row"));
});
document.addEventListener("click", ({ target }) => { if (target.matches("input")) sayAgain(target.form); });
