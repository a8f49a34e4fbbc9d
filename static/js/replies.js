// What players' phones say of their rows stands in the writer's form at once, but where the writer has touched it.
import { load, store, whenWhole } from "./stored.js";
import { isAnswered, table } from "./live.js";

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
const inputsOf = (row) => [...row.querySelectorAll("input[name]")];
const isMark = ({ name }) => !name.includes(":");
const named = (form, name) => [...form.elements].filter((field) => field.name === name);
const isTick = ({ type }) => ["radio", "checkbox"].includes(type);
const heldIn = (form, name) => new FormData(form).get(name) ?? "";
const touchedIn = (found) => (touched.hand === handOf(found) ? touched.what : []);

function overrule(found, names) {
  touched = { hand: handOf(found), what: [...new Set([...touchedIn(found), ...names])] };
  store(TOUCHED, touched, "sessionStorage");
  show();
}

function touch({ isTrusted, target }) {
  const found = told(), { form, name } = target;
  if (!(isTrusted || byHand) || !form || !asking(found).includes(form) || !name) return;
  overrule(found, [name]);
  setTimeout(() => tell(form, found, touchedIn(found))); // once what goes with it is tapped
}

// A tap beside a player that opens the form answers what it names.
function open({ target }) {
  const link = target.closest(OPENS), found = told();
  const asks = link ? [...new URL(link.href).searchParams] : [];
  if (asks.some(([name, value]) => name === "move" && value === found.move)) {
    overrule(found, asks.filter(([name]) => name !== "move").map(([name]) => name));
  }
}

// What the writer said of who is out holds for the row, too: that player has no card, and no other phone is out instead.
function isOverruled(field, row, overruled) {
  const out = row.querySelector(".out input");
  if (overruled.includes(field.name)) return true;
  if (!out || field === out) return out && inputsOf(row).some((one) => !isMark(one) && overruled.includes(one.name));
  return out.checked && overruled.includes(out.name);
}

// What the phone doesn't say stays as it is where a partner may have said it, but goes where it is taken back; not where
// it only goes because the phone says what the writer said otherwise.
function put(row, inputs, before, overruled) {
  const { form } = inputsOf(row)[0];
  const isDenied = [...inputs].some(([name, value]) => overruled.includes(name) && heldIn(form, name) !== value);
  for (const field of inputsOf(row)) {
    const { name, type } = field, said = inputs.get(name);
    if (isOverruled(field, row, overruled) || (said === undefined && isDenied)) continue;
    if (said === undefined && !before.has(name) && !row.querySelector(".out")) continue;
    const wasMarked = isMark(field) && field.checked;
    if (type === "radio") field.checked = (said ?? "") === field.value;
    else if (type === "checkbox") field.checked = said !== undefined;
    else {
      field.value = said ?? "";
      if (field === document.activeElement) field.select();
      delete field.dataset.rest; // it isn't what is left of a sum, nor as last time
      delete field.dataset.likely;
    }
    const nobody = wasMarked && !field.checked && named(form, name).find(({ value }) => !value);
    if (nobody) nobody.checked = true;
  }
}

// What several say is nobody's until the writer has decided; then nobody can be tapped, too.
function dispute(form, contested, overruled) {
  for (const field of form.elements) {
    const said = contested[field.name], row = field.closest("[data-row]")?.dataset.row;
    const isSaid = said?.some(([player, value]) => player === row && value === field.value);
    if (isTick(field)) field.closest("label").toggleAttribute("data-contested", Boolean(said && (isSaid || !row)));
    if (said && isMark(field) && !overruled.includes(field.name)) field.checked = false;
  }
}

// What a phone says otherwise than the writer is told beside it.
function tell(form, found, overruled) {
  const contested = Object.entries(found.contested ?? {}).flatMap(([name, said]) => said.map(([player, value]) => [player, name, value]));
  const all = [...found.rows.flatMap(([player, inputs]) => Object.entries(inputs).map(([name, value]) => [player, name, value])), ...contested];
  const other = all.filter(([, name, value]) => overruled.includes(name) && heldIn(form, name) !== value);
  const words = ([, name, value]) => named(form, name).find((field) => isTick(field) && field.value === value)?.nextElementSibling.textContent ?? value;
  const says = (each) => part().dataset.says.replace(/[#*]/g, (mark) => (mark === "#" ? each[0] : words(each).trim()));
  const line = form.querySelector("[data-told]"), text = [...new Set(other.map(says))].join(" · ");
  if (line && line.textContent !== text) line.textContent = text;
  if (form.elements.heard && "heard" in found) form.elements.heard.value = found.heard;
}

// All is filled in silently; then the form is told once, by the last row: by a field it would count as typed, which holds
// back news (typing.js). So is a form that comes filled.
const shown = new WeakSet();
let given = { hand: "", forms: {} }; // what was put into the forms of a hand, the inputs of each row
function fill(form, found) {
  const hand = handOf(found), overruled = touchedIn(found);
  if (given.hand !== hand) given = { hand, forms: {} };
  const mine = given.forms[form.id] ??= new Map();
  const rows = new Map([...mine.keys()].map((player) => [player, new Map()])); // what is taken back first
  for (const [player, inputs] of found.rows) rows.set(player, new Map([...rows.get(player) ?? [], ...Object.entries(inputs)]));
  const held = () => new URLSearchParams(new FormData(form)).toString(), before = shown.has(form) ? held() : "";
  let last = form;
  for (const [player, inputs] of rows) {
    const row = rowsOf(form).find(({ dataset }) => dataset.row === player);
    if (!row || (row.contains(document.activeElement) && document.activeElement.value)) continue;
    put(row, inputs, mine.get(player) ?? new Map(), overruled);
    if (inputs.size) mine.set(player, inputs);
    else mine.delete(player);
    if (row.querySelector(".out :checked")) continue;
    last = inputs.size ? row.querySelector(".cell :not(.out) > input") || row : row;
  }
  dispute(form, found.contested ?? {}, overruled);
  tell(form, found, overruled);
  if (rows.size) shown.add(form);
  if (rows.size && before !== held()) last.dispatchEvent(new Event("input", { bubbles: true }));
}

// A small phone marks each row that a phone answered, and the button that would open the form with it.
function show() {
  const found = told(), rows = found.rows ?? [], forms = asking(found);
  const overruled = forms.length ? touchedIn(found) : [];
  const mark = (what, isMarked) => {
    what.toggleAttribute("data-by-phone", isMarked);
    if (isMarked) what.setAttribute("aria-description", part().dataset.byPhoneSays);
    else what.removeAttribute("aria-description");
  };
  const answers = (row, inputs) => inputsOf(row).some((field) => field.name in inputs && !isOverruled(field, row, overruled));
  const saidBy = (row) => rows.some(([player, inputs]) => player === row.dataset.row && answers(row, inputs));
  for (const row of forms.flatMap(rowsOf)) mark(row, saidBy(row));
  for (const link of document.querySelectorAll(OPENS)) {
    const asks = new URL(link.href).searchParams;
    const opens = rows.some(([, inputs]) => Object.entries(inputs).some(([name, value]) => asks.get(name) === value));
    mark(link, opens && asks.get("move") === found.move);
  }
}

// A hand of which every phone has said its part opens by itself, once, unless the writer is in the middle of something.
let offered = ""; // what was said as it did
function offer(found) {
  const now = JSON.stringify(found), isBusy = document.querySelector("#asking, .together, dialog[open], details[open]:has(a, button)")
    || document.activeElement.matches("input, select, textarea");
  if (!found.ready || now === offered || isBusy || "tapped" in table().dataset) return;
  offered = now;
  const to = new URL(table().getAttribute("hx-get"), location);
  htmx.ajax("GET", `${to.pathname}?move=${found.move}`, { source: document.body, target: "#table", swap: "outerHTML" });
}

function update() {
  const found = told();
  show();
  for (const form of asking(found)) fill(form, found);
  offer(found);
}

for (const kind of ["input", "change"]) document.addEventListener(kind, touch);
document.addEventListener("click", ({ isTrusted }) => {
  byHand = isTrusted;
  setTimeout(() => { byHand = false; });
}, true);
document.addEventListener("click", open);
for (const kind of ["focusout", "toggle"]) document.addEventListener(kind, () => setTimeout(() => offer(told())), true);
document.addEventListener("htmx:afterSettle", update);
whenWhole(update);

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
  const isSaid = (field) => (isTick(field) ? field.checked : field.value);
  const own = rowsOf(elt).filter((row) => !row.matches("[data-by-phone]")).flatMap(inputsOf);
  overrule(found, own.filter(isSaid).map(({ name }) => name));
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
document.addEventListener("htmx:afterOnLoad", ({ target, detail: { xhr } }) => {
  if (target.matches(".replies") && isAnswered(xhr)) sayAgain(target.querySelector(".own-row"));
});
document.addEventListener("click", ({ target }) => { if (target.matches("input")) sayAgain(target.form); });

// Who folds the own row sees the table behind it until another hand asks.
let folded = "";
const handIn = (form) => form?.elements.hand.value;
document.addEventListener("toggle", ({ target }) => {
  const form = target.closest(".own-row");
  if (form) folded = target.open ? "" : handIn(form);
}, true);
document.addEventListener("htmx:afterSwap", () => {
  const form = document.querySelector(".own-row");
  if (form && handIn(form) === folded) form.querySelector("details").open = false;
});

// What is being typed on the own phone stays while the line below it says something new.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const own = detail.target.matches(".replies") && document.activeElement.inputMode && document.activeElement.closest(".own-row");
  const fresh = own && new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector(".own-row");
  if (!fresh || fresh.elements.hand.value !== own.elements.hand.value) return;
  detail.shouldSwap = false;
  own.querySelector(".heard").textContent = fresh.querySelector(".heard").textContent;
});
