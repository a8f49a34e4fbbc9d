// What forms do beyond HTML: counters by tapping, lists that grow, sums, choices that submit by themselves.

// A whole number or a sum of several, as people type it.
const DASHES = /[‐‑‒–—―⁻−﹣－]/g;
const terms = ({ value }) => (/^\s*[+-]?\d+(\s*[+-]\s*\d+)*\s*$/.test(value.replace(DASHES, "-"))
  ? value.replace(DASHES, "-").replace(/\s/g, "").match(/[+-]?\d+/g) : []);
const number = (field) => terms(field).reduce((sum, term) => sum + Number(term), 0);
const typedIn = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

// A choice made before this script was loaded counts as well.
for (const choice of document.querySelectorAll("[data-submits]")) {
  const shown = Math.max([...choice.options].findIndex((option) => option.defaultSelected), 0);
  if (choice.selectedIndex === shown) choice.addEventListener("change", () => choice.form.submit());
  else choice.form.submit();
}
for (const button of document.querySelectorAll("[data-with-select]")) button.hidden = true;
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// A tap on a heap lays one counter there; its minus takes one back.
document.addEventListener("click", (event) => {
  const heap = event.target.closest("[data-heap]");
  if (!heap) return;
  const field = heap.querySelector("input");
  const counters = number(field) + (event.target.closest("[data-less]") ? -1 : 1);
  field.value = counters > 0 ? counters : "";
  field.blur();
  event.preventDefault();
  typedIn(field);
});

// A list always has one more row to fill in.
document.addEventListener("input", (event) => {
  const row = event.target.closest("[data-repeat] > .item");
  if (!row || row !== row.parentElement.lastElementChild) return;
  const fresh = row.cloneNode(true);
  const list = row.parentElement.dataset.repeat; // the numbers of a list in another stand behind it
  const next = (name) => name.replace(new RegExp(`(${list}:)(\\d+)`), (_, before, number) => before + (Number(number) + 1));
  for (const part of fresh.querySelectorAll("[id]")) part.id = next(part.id);
  for (const label of fresh.querySelectorAll("[for]")) label.htmlFor = next(label.htmlFor);
  for (const inner of fresh.querySelectorAll("[data-repeat]")) inner.dataset.repeat = next(inner.dataset.repeat);
  for (const part of fresh.querySelectorAll("input, select, textarea")) {
    part.name = next(part.name);
    if (part.type === "radio") part.checked = !part.value;
    else if (part.type === "checkbox") part.checked = false;
    else part.value = "";
  }
  row.after(fresh);
});

// A question that goes with some answers to another is only seen with them, unless it was refused.
function showAsked() {
  for (const part of document.querySelectorAll("[data-with]")) {
    const { with: name, words } = part.dataset, { form } = part.querySelector("[name]");
    const other = [...form.elements].find((field) => field.name === name);
    const answer = other && !other.closest("[data-with][hidden]") ? new FormData(form).get(name) : "";
    const asked = words ? words.split(" ").includes(answer) : Boolean(answer);
    part.hidden = !asked && !part.querySelector("[aria-invalid]");
  }
}
for (const kind of ["change", "input", "htmx:afterSettle"]) document.addEventListener(kind, showAsked);
showAsked();

// Numbers tapped on a board stand in its holes in the order of the taps; where all are full a tap does nothing.
document.addEventListener("change", (event) => {
  const board = event.target.closest("[data-drawn]");
  if (!board || event.target.type !== "checkbox") return;
  const typed = board.querySelector("[data-typed]");
  const drawn = typed.value.split(/[\s,;]+/).filter((number) => number && number !== event.target.value);
  if (event.target.checked && drawn.length >= (Number(board.dataset.drawn) || Infinity)) event.target.checked = false;
  if (event.target.checked) drawn.push(event.target.value);
  typed.value = drawn.join(" ");
  board.querySelectorAll("[data-holes] li").forEach((hole, place) => { hole.textContent = drawn[place] || ""; });
});

document.addEventListener("click", (event) => {
  const more = event.target.closest("[data-more]");
  if (!more) return;
  const field = more.parentElement.querySelector("input");
  field.value = Math.max(number(field) + Number(more.dataset.more), 0);
  typedIn(field);
});

// What all players answer, wherever on the page the inputs of the form are.
const answersTo = (question, form) => [...form.elements].filter(({ name }) => name.startsWith(`${question}:`));

// A small number is tapped beside its field.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-of]");
  if (!button) return;
  const field = typedField(button);
  field.value = button.dataset.number;
  typedIn(field);
});

// The field into which a key types; a choice may have its name, too.
const typedField = ({ form, dataset }) => [...form.elements].find(({ name, inputMode }) => inputMode && name === dataset.of);

// The key of the number that stands in a field is filled.
function pressKeys() {
  for (const key of document.querySelectorAll("[data-of].key")) {
    key.setAttribute("aria-pressed", typedField(key).value === key.dataset.number);
  }
}
for (const kind of ["input", "change", "htmx:afterSettle"]) document.addEventListener(kind, () => setTimeout(pressKeys));
pressKeys();

// A word that is tapped stands where a formula was typed last.
let formula;
document.addEventListener("focusin", ({ target }) => { if (target.matches(".formula")) formula = target; });
document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-inserts]") || !formula) return;
  formula.focus();
  formula.setRangeText(target.closest("[data-inserts]").dataset.inserts, formula.selectionStart, formula.selectionEnd, "end");
  typedIn(formula);
});

// The number pads of some phones have no minus.
const turned = (text) => (/^[-−–]/.test(text) ? text.slice(1) : `−${text}`);
document.addEventListener("click", (event) => {
  const turn = event.target.closest("[data-turn]");
  if (!turn) return;
  const field = turn.parentElement.querySelector("input");
  field.value = turned(field.value);
  typedIn(field);
});

// The player who calls banco stakes as much as the bank holds, and nobody else stakes.
document.addEventListener("click", (event) => {
  const banco = event.target.closest("[data-banco]");
  if (!banco) return;
  const own = banco.parentElement.querySelector("input");
  const [question] = own.name.split(":");
  for (const field of answersTo(question, own.form)) field.value = "";
  own.value = banco.dataset.banco;
  typedIn(own);
});

// A number that is tapped leaves the rest to the only row that nobody answered, here or by phone; of two to the other.
document.addEventListener("input", ({ isTrusted, target }) => {
  const form = target.form || target.closest("form"), tapped = target.type === "radio" && isTrusted;
  if (tapped) target.closest(".taps")?.setAttribute("data-tapped", "");
  for (const sum of form ? form.querySelectorAll("[data-totals]") : []) {
    const taps = answersTo(sum.dataset.field, form).filter(({ type }) => type === "radio");
    const names = [...new Set(taps.map((tap) => tap.name))].filter((one) => !(tapped && one === target.name));
    const isOpen = (one) => !taps.some((tap) => tap.name === one && tap.closest("[data-tapped], [data-by-phone]"));
    const open = names.length === 1 ? names : names.filter(isOpen);
    const rest = Number(sum.dataset.totals) - add(taps.filter((tap) => tap.checked && tap.name !== open[0]));
    const last = open.length === 1 && taps.find((tap) => tap.name === open[0] && tap.value === `${rest}`);
    if (last) last.checked = true;
  }
});

// Where fingers type, numbers of every row are tapped on keys of our own, and no keyboard lies over the rows.
const typedRows = (pad) => [...pad.closest("fieldset").querySelectorAll("input")];
function typesIn(field) {
  if (!field.matches(".typed-in")) field.dataset.replaced = "";
  for (const other of typedRows(field)) other.classList.toggle("typed-in", other === field);
}
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("fieldset:has([data-keypad]) input")) typesIn(target);
  if (target.matches(".each .counts input")) target.dataset.replaced = "";
});
// What is typed into a number that stands there already takes its place.
document.addEventListener("click", ({ target }) => {
  if (target.matches("[data-replaced]") && target === document.activeElement) target.select();
});
document.addEventListener("input", ({ target: { dataset } }) => {
  if (!dataset) return;
  delete dataset.replaced;
  delete dataset.likely;
});
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  if (!key) return;
  const rows = typedRows(key);
  const row = rows.find((field) => field.matches(".typed-in")) || rows[0];
  if (key.dataset.key === "next") {
    const next = rows[(rows.indexOf(row) + 1) % rows.length];
    next.closest(".row").scrollIntoView({ block: "nearest" });
    return typesIn(next);
  }
  const typed = { back: row.value.slice(0, -1), turn: turned(row.value) };
  const stood = "replaced" in row.dataset || "rest" in row.dataset;
  const before = stood && key.dataset.key !== "+" ? row.dataset.replaced || "" : row.value;
  row.value = typed[key.dataset.key] ?? before + key.dataset.key;
  typedIn(row);
  // a number that stood there and was turned is still replaced by digits, and keeps its sign
  if (stood && key.dataset.key === "turn") row.dataset.replaced = row.value.replace(/\d.*/, "");
});

function showButtons() {
  for (const button of document.querySelectorAll("[data-more], [data-less], [data-turn], [data-banco], [data-of]")) button.hidden = false;
  if (!matchMedia("(pointer: coarse)").matches) return;
  for (const pad of document.querySelectorAll("[data-keypad][hidden]")) {
    pad.hidden = false;
    for (const field of typedRows(pad)) field.inputMode = "none";
    typesIn(typedRows(pad).find((field) => field === document.activeElement) || typedRows(pad)[0]);
  }
}
document.addEventListener("htmx:afterSwap", showButtons);
showButtons();

// Numbers that make a known sum: say what is missing, and fill in the only one that nobody typed. Where several sums can
// be, it is the least that isn't passed yet.
const add = (fields) => fields.reduce((all, field) => all + number(field), 0);
document.addEventListener("input", ({ target }) => {
  const { form, name = "" } = target.matches(".row") ? target.querySelector("input") : target;
  const [question] = name.split(":");
  const sum = form && form.querySelector(`[data-totals][data-field="${question}"]`);
  if (!sum) return;
  const fields = answersTo(question, form).filter((field) => field.inputMode);
  const taps = answersTo(question, form).filter(({ type, checked }) => type === "radio" && checked);
  delete target.dataset.rest;
  const open = fields.filter((field) => field !== target && (field.value === "" || "rest" in field.dataset));
  const totals = sum.dataset.totals.split(" ").map(Number);
  const others = add(fields.filter((field) => field !== open[0]));
  const total = totals.find((one) => one >= others) ?? totals[totals.length - 1];
  if (open.length === 1) {
    const [last] = open, left = total - others;
    const signed = last.parentElement.querySelector("[data-turn]");
    last.value = signed ? `${left}`.replace("-", "−") : Math.max(left, 0);
    last.dataset.rest = "";
  }
  const rest = total - add([...fields, ...taps]);
  const pattern = rest > 0 ? sum.dataset.missing : sum.dataset.tooMany;
  sum.textContent = rest === 0 ? `✓\u00a0${total}` : pattern.replace("{n}", Math.abs(rest));
});

// A sum is shown as what it comes to once it is typed.
document.addEventListener("change", ({ target }) => {
  if (target.inputMode && terms(target).length > 1) target.value = `${number(target)}`.replace("-", "−");
});

// Who is out holds no card: "out" and a number of the same row take each other's place, and so do "out" and a mark. The
// last row that is left open is out. A mark, and a number whose 0 goes without saying, are taken back by a second tap.
const outOf = (row) => row.querySelector(".out input");
const marksOf = (row) => [...row.querySelectorAll(".mark input")];
const heldIn = (row) => [...row.querySelectorAll(".cell input")].filter((field) => !field.closest(".out"));
const rowOf = (field) => field.closest(".each > .row");
const isHeld = (row) => [...heldIn(row), ...marksOf(row)].some((one) => (one.type === "radio" ? one.checked : one.value));
// What was tapped is taken back: nobody is named, or it is 0.
function unmark(tapped) {
  const none = [...tapped.form.elements].find(({ name, value }) => name === tapped.name && ["", "0"].includes(value));
  (none ?? tapped).checked = Boolean(none);
}

function leavesOut({ target }) {
  const row = rowOf(target);
  if (!row || !outOf(row) || (target.type === "text" && !target.value)) return;
  const out = outOf(row);
  if (target === out) {
    for (const field of heldIn(row)) {
      if (field.type === "radio") field.checked = false;
      else field.value = "";
    }
    marksOf(row).filter((mark) => mark.checked).forEach(unmark);
  } else {
    out.checked = false;
  }
  const rows = [...out.form.elements].filter((one) => one.closest(".out")).map((one) => one.closest(".row"));
  const open = rows.filter((one) => !isHeld(one));
  if (rows.length > 1 && open.length === 1 && !rows.some((one) => outOf(one).checked)) outOf(open[0]).checked = true;
}
document.addEventListener("input", leavesOut);

// The mark that was set already as a key came, or a finger: that may touch the words beside it.
let marked = null;
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, ({ target }) => {
    const field = target.closest("label")?.control ?? target;
    marked = field.matches(":is(.mark, .small, .parts) input:checked") ? field : null;
  });
}
document.addEventListener("click", ({ target }) => {
  if (target !== marked) return;
  unmark(target);
  typedIn(target);
});

// The player who answers one question has no row in another: one who is out holds no cards.
function hideNamedRows() {
  for (const asked of document.querySelectorAll("[data-except]")) {
    const answer = asked.form.elements[asked.dataset.except];
    for (const row of asked.querySelectorAll(".row")) row.hidden = Boolean(answer) && answer.value === row.dataset.row;
  }
}
document.addEventListener("change", hideNamedRows);
document.addEventListener("htmx:afterSettle", hideNamedRows);
hideNamedRows();

// A button that opens a page of its own with what is typed: its answer isn't swapped into this one.
document.addEventListener("submit", (event) => {
  if (event.submitter?.matches("[data-opens]")) event.stopImmediatePropagation();
}, true);
