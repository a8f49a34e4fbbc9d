// What somebody types stays: an answer is drawn around the field that has the focus, and takes no letter back.
import { handOf, resume, withhold } from "./live.js";

const FIELDS = "input:not([type=hidden]), select, textarea";
const UNCOPIED = ["open", "data-touched", "autofocus", "inputmode"]; // what is as it is by somebody's hand, or a script's
const typedAt = new WeakMap(); // when a field was typed in, as a number that rises
const sentAt = new WeakMap(); // the same when a request was sent
let clock = 0;
let typing = false; // whether somebody typed on until the last answer came
let newer = []; // what was typed since the request was sent, and isn't written down: each field with its place in the new part
let around = []; // the new part, and the field in it that takes the place of the one in focus
let late = null; // what was typed into a question since it was sent, which is written down without it
let isNews = false; // whether the answer is news, and nothing that was typed is in it

const fieldsIn = (part) => [...part.querySelectorAll(FIELDS)];
export const isTick = ({ type }) => type === "radio" || type === "checkbox";
const seenBy = ({ form }) => form && form.elements.seen && form.elements.seen.value;

// The field of the new part that asks the same: one that showed the same at first, else the one at the same place.
function twinOf(field, part, fresh) {
  const action = (one) => one.form && one.form.getAttribute("action");
  const same = (other) => other.name === field.name && other.type === field.type && action(other) === action(field)
    && other.dataset.setting === field.dataset.setting && (!isTick(field) || other.value === field.value);
  const twins = fieldsIn(fresh).filter(same);
  const first = (one) => one.getAttribute("value");
  return twins.find((twin) => first(twin) === first(field)) || twins[fieldsIn(part).filter(same).indexOf(field)];
}

function placeOf(field, part) {
  const tags = [];
  for (let node = field; node !== part; node = node.parentElement) tags.push(node.tagName);
  return tags.join();
}

function copyAttributes(to, from) {
  for (const { name } of [...to.attributes]) if (!UNCOPIED.includes(name) && !from.hasAttribute(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (!UNCOPIED.includes(name)) to.setAttribute(name, value);
}

// Draw a part anew, all but one field, which never leaves the page: a keyboard stays open, a word goes on.
function drawAround(part, fresh, field, twin) {
  if (part === field) {
    const looks = field.className;
    copyAttributes(field, twin);
    field.className = looks;
    return;
  }
  const inside = [...part.childNodes].find((node) => node.contains(field));
  const place = [...fresh.childNodes].findIndex((node) => node.contains(twin));
  for (const node of [...part.childNodes]) if (node !== inside) node.remove();
  const nodes = [...fresh.childNodes];
  inside.before(...nodes.slice(0, place));
  inside.after(...nodes.slice(place + 1));
  copyAttributes(part, fresh);
  drawAround(inside, nodes[place], field, twin);
}

export const isTyping = () => typing;
export const tooLate = () => late;

function inFocus(part) {
  const { activeElement } = document;
  return part.contains(activeElement) && activeElement.matches(FIELDS) ? activeElement : null;
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => { typedAt.set(target, ++clock); }, true);
}
document.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => { sentAt.set(xhr, clock); });

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { requestConfig: { elt, verb }, serverResponse, target, xhr } = detail;
  [newer, late] = [[], null];
  typing = false;
  isNews = verb === "get" && elt === target;
  if (!detail.shouldSwap || !target.id) return;
  const field = inFocus(target), since = isNews ? 0 : sentAt.get(xhr);
  const typed = fieldsIn(target).filter((one) => typedAt.get(one) > since);
  typing = typed.includes(field);
  if (!field && !typed.length) return;
  const fresh = new DOMParser().parseFromString(serverResponse, "text/html").getElementById(target.id);
  if (!fresh) return;
  const twin = field && twinOf(field, target, fresh);
  const isAnswer = ({ form }) => verb === "post" && form === elt.closest("form"); // a question that is written down is over
  const isSame = (one, other) => (isNews ? handOf(target) === handOf(fresh) : seenBy(one) === seenBy(other) || !isAnswer(one));
  const goesOn = (one, other) => other && isSame(one, other);
  newer = typed.map((one) => [one, twinOf(one, target, fresh)]).filter(([one, other]) => goesOn(one, other));
  late = typed.find((one) => isAnswer(one) && !newer.some(([kept]) => kept === one)) ?? null;
  newer = newer.map(([one, other]) => [one, fieldsIn(fresh).indexOf(other)]);
  if (isNews && ((field && !twin) || newer.length < typed.length)) {
    detail.shouldSwap = false; // it can wait
    withhold();
    return;
  }
  const answered = verb === "post" && !goesOn(field, twin);
  if (twin && !answered && placeOf(field, target) === placeOf(twin, fresh)) {
    detail.swapOverride = "around";
    around = [fresh, twin];
  }
});

htmx.defineExtension("around", {
  handleSwap(style, target) {
    const field = style === "around" && inFocus(target);
    if (!field) return false;
    const [fresh, twin] = around;
    for (const other of fresh.querySelectorAll("[autofocus]")) other.removeAttribute("autofocus");
    const mine = newer.some(([one]) => one === field) ? field : twin;
    const { checked, value } = mine;
    drawAround(target, fresh, field, twin);
    if (isTick(field)) field.checked = checked;
    else if (field.value !== value) field.value = value;
    return [target];
  },
});

document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  const fields = newer.length ? fieldsIn(document.getElementById(target.id)) : [];
  for (const [one, place] of newer) {
    const { checked, value } = one, other = fields[place];
    if (isTick(one)) other.checked = checked;
    else if (other !== one) other.value = value;
    const tell = () => other.dispatchEvent(new Event("input", { bubbles: true }));
    document.addEventListener("htmx:afterSettle", tell, { once: true });
  }
  newer = [];
});

document.addEventListener("focusout", () => setTimeout(resume));
