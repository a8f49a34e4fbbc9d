// What is typed in a form that writes is kept by this tab until it is written, dropped, or its question is over.
import { load, store, whenWhole } from "./stored.js";
import { isTick } from "./typing.js";
import { begunBy, table } from "./live.js";
import { say } from "./taps.js";

const KEPT = "companion.typed";
const MOST = 20; // forms
const FIELDS = "input:not([type=hidden], [type=password], [type=file]), select, textarea";
const here = location.pathname + location.search.replace(/[?&]done=[^&]*/, ""); // what was done just now is told there
const fieldsOf = (form) => [...form.elements].filter((field) => field.name && field.matches(FIELDS));
const actOf = (form) => (form.elements.act ? form.elements.act.value : "");
// Two forms of a page that send the same to the same place have ids.
const keyOf = (form, to = form.getAttribute("action"), at = here) => [at, to, actOf(form), form.getAttribute("id") || ""].join(" ");
const writes = (form) => form && form.matches("form[method=post]:not(#lay *)") && (form.elements.key || form.matches("#description"));

let drafts = load(KEPT, "sessionStorage");

function change(key, draft) {
  if (!draft && !(key in drafts)) return;
  delete drafts[key];
  if (draft) drafts[key] = draft;
  drafts = Object.fromEntries(Object.entries(drafts).slice(-MOST));
  store(KEPT, drafts, "sessionStorage");
}

// The last entry that the page shows, and the one with which the hand began that is on.
function nowOf(form) {
  const last = table()?.dataset.seen?.split(" ")[0];
  return { seen: form?.elements.seen ? form.elements.seen.value : last, hand: begunBy(table()) };
}

function keep(form) {
  const at = table() && "tapped" in table().dataset && table().contains(form) ? table().getAttribute("hx-get") : null;
  const values = fieldsOf(form).map((field) => [field.name, field.value, isTick(field) ? field.checked : null]);
  change(keyOf(form), { ...nowOf(form), at, values });
}

// At the table the question is another once its hand is past; on a page of its own it is the same until it is written.
function isOver({ hand, seen, sent }, now) {
  if (seen === now.seen) return sent && seen === undefined;
  return sent || hand !== now.hand;
}

let bringing = false;
function bringBack(form) {
  const draft = drafts[keyOf(form)];
  if (!draft) return null;
  if (isOver(draft, nowOf(form))) {
    change(keyOf(form), null);
    return null;
  }
  let brought = false;
  bringing = true;
  for (const [name, value, checked] of draft.values) {
    const ticked = checked !== null;
    const field = fieldsOf(form).find((one) => one.name === name && isTick(one) === ticked && (!ticked || one.value === value));
    if (!field || (ticked ? field.checked === checked : field.value === value)) continue;
    brought = true;
    if (ticked) field.checked = checked;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (ticked && !field.closest("[data-drawn]")) field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  for (const board of form.querySelectorAll("[data-drawn]")) {
    const last = board.querySelector("[data-typed]").value.split(/[\s,;]+/).pop();
    const box = last && board.querySelector(`[type=checkbox][value="${CSS.escape(last)}"]`);
    if (box) box.dispatchEvent(new Event("change", { bubbles: true })); // the holes are filled again
  }
  bringing = false;
  return draft.seen !== nowOf(form).seen ? "again" : brought && "unsaved";
}

function bringAllBack(part, but) {
  const forms = [...part.querySelectorAll("form")].filter((form) => writes(form) && form.getAttribute("action") !== but);
  const why = forms.map(bringBack).find(Boolean);
  if (why && !table()) say(why);
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => {
    if (!bringing && writes(target.form) && target.matches(FIELDS)) keep(target.form);
  });
}

// What a plain form sent was written if the page has moved on when it is next seen. A page of its refusal shows what was
// sent, and not what was typed on such a page before.
document.addEventListener("submit", ({ defaultPrevented, target }) => {
  if (!writes(target) || defaultPrevented) return;
  const to = target.getAttribute("action");
  if (to !== here) change(keyOf(target, to, to), null);
  const draft = drafts[keyOf(target)];
  if (draft) change(keyOf(target), { ...draft, sent: true });
});
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig: { elt, path, verb }, xhr } }) => {
  if (verb !== "post" || xhr.status < 200 || xhr.status >= 300) return;
  const form = elt.form || elt.closest("form");
  if (form) change(keyOf(form, path), null);
});
// What is passed over for now, or answered on a page of its own, is dropped, but for counters that took many taps to lay:
// they lie there again next time.
document.addEventListener("click", ({ target }) => {
  const asking = target.closest("#table a.undo, #asking a:not([hx-get])") && document.getElementById("asking");
  if (!asking) return;
  const draft = asking.querySelector("[data-heap]") && drafts[keyOf(asking)];
  change(keyOf(asking), draft ? { ...draft, at: null } : null);
}, true);

// What was chosen on the way to a question is kept as what is typed there.
function keepTheWay() {
  const form = document.getElementById("asking");
  if (!form || !("tapped" in table().dataset)) return;
  for (const [key, draft] of Object.entries(drafts)) if (key.startsWith(`${here} `) && draft.at) change(key, { ...draft, at: null });
  keep(form);
}
document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig, target } }) => {
  if (target.id !== "table" || !requestConfig) return;
  bringAllBack(table(), requestConfig.verb === "post" && requestConfig.path);
  if (requestConfig.verb === "get") keepTheWay();
});
whenWhole(() => {
  bringAllBack(document);
  const rows = [...document.querySelectorAll("fieldset:has([data-keypad]:not([hidden])) input")];
  rows.find((row) => !row.value)?.dispatchEvent(new Event("focusin", { bubbles: true })); // the pad goes on where it was
  const left = Object.entries(drafts).find(([key, { at }]) => key.startsWith(`${here} `) && at);
  if (!left || !table() || "tapped" in table().dataset || isOver(left[1], nowOf())) return;
  htmx.ajax("GET", left[1].at.replace(/[?&]v=[^&]*/, ""), { target: "#table", swap: "outerHTML" });
});
