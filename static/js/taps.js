// Every tap counts once, for what it was meant for: taps wait for each other, and none meets what wasn't there to be seen.
import { catchUp, table } from "./live.js";

const UNSEEN = 350; // milliseconds: a trembling hand touches again within 250, and what is new isn't seen and reached before
const PATIENCE = 15000; // milliseconds that a tap waits for its answer
const MOST = 3; // taps that may wait behind it
const TAPPABLE = "button, a[href], label, summary";
const STAMP = ["csrf_token", "key", "seen"]; // what is new in every form of a page
let pressed = false;
let withheld = false; // whether an answer came while a finger was down
let held = null; // the control under the finger that is down
let clicks = 0;
let sent = null; // the tap that is on its way
let last = { name: "", at: -Infinity }; // the tap that was sent last
let stood = []; // what stood where before the swap
const waiting = []; // the taps that were made since

const part = () => document.getElementById("giving") || table();
const controls = () => (part() ? [...part().querySelectorAll(TAPPABLE)] : []);
const closest = (target) => target.closest && target.closest(TAPPABLE);
const isKept = (control) => control && !control.disabled;

// What a control does: where it sends what. The same control of another page has the same name.
function nameOf(control) {
  const { form, name = "", value = "" } = control.control || control;
  const own = control.getAttribute("hx-post") || control.getAttribute("hx-get") || control.getAttribute("href");
  const hidden = form ? [...form.elements].filter((field) => field.type === "hidden" && !STAMP.includes(field.name)) : [];
  const to = own || (form && form.getAttribute("hx-post"));
  return [to, name || own ? name : control.textContent, value, ...hidden.map((field) => `${field.name}=${field.value}`)].join("\n");
}
const wordsOf = (control) => (control.getAttribute("aria-label") || control.innerText).trim().replace(/\s+/g, " ");
const sameAs = (name) => controls().find((control) => nameOf(control) === name);

function show(control, isPending) {
  control.classList.toggle("pending", isPending);
  if (isPending) control.setAttribute("aria-busy", "true");
  else control.removeAttribute("aria-busy");
}

// Whether somebody is filling in a form of the table.
function isBusy() {
  return table() && table().querySelector("form[data-touched]");
}

document.addEventListener("input", (event) => {
  if (event.target.form && table() && table().contains(event.target)) event.target.form.dataset.touched = "";
});

// What is dropped is said, to eye and ear, until the next tap.
function drop({ words }, why) {
  const notice = document.querySelector("[data-dropped]");
  if (!notice) return;
  const before = notice.hidden ? "" : `${notice.textContent} `;
  notice.textContent = before + notice.dataset[why].replace("{tap}", words);
  notice.hidden = false;
}

// The table on which the finger came down may be swapped away before it is lifted: then the same control of the new one is meant.
document.addEventListener("pointerdown", ({ target }) => {
  pressed = true;
  const control = closest(target);
  held = control && part() && part().contains(control) ? { control, name: nameOf(control), words: wordsOf(control) } : null;
});
document.addEventListener("click", ({ isTrusted, target, clientX: x, clientY: y }) => {
  if (!isTrusted) return;
  if (closest(target)) clicks += 1;
  else if (part() && part().contains(target)) sayIgnored(x, y);
}, true);
function released({ type }) {
  const lifted = type === "pointerup" && held && !held.control.isConnected && held;
  const before = clicks;
  setTimeout(() => {
    pressed = false;
    if (withheld) catchUp();
    withheld = false;
    if (!lifted || clicks > before) return;
    const control = sameAs(lifted.name);
    if (isKept(control)) control.click();
    else drop(lifted, "gone");
  }, 60);
  held = null;
}
document.addEventListener("pointerup", released);
document.addEventListener("pointercancel", released);

document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, target } = event.detail;
  if (requestConfig.elt === table() && (pressed || sent || isBusy())) {
    event.detail.shouldSwap = false;
    withheld = pressed || Boolean(sent);
  } else if (target === part()) {
    stood = controls().filter(isInSight).map((control) => ({ name: nameOf(control), box: control.getBoundingClientRect() }));
  }
});

// htmx takes leave of every part of the old table, with two events each, before the new one is drawn: of nothing is quick.
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  if (target.id === "table") target.replaceChildren();
});

// A finger that is on its way to what stood here, or that trembles, doesn't meet another control, nor the same one again.
const OVER = 8; // pixels
const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > OVER
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > OVER;
const isAt = (one, other) => Math.abs(one.left - other.left) < OVER && Math.abs(one.top - other.top) < OVER;

// Whether it can be tapped: it isn't folded away, beyond the window, or beneath the buttons at the foot.
function isInSight(control) {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  return control.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}

function ignoreTaps(control) {
  control.classList.add("ignore-taps");
  setTimeout(() => control.classList.remove("ignore-taps"), UNSEEN);
}

// The second tap of one that trembles is no other tap; any other that was ignored is said.
function sayIgnored(x, y) {
  const isHere = ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom;
  const ignored = [...document.querySelectorAll(".ignore-taps")].find((control) => isHere(control.getBoundingClientRect()));
  const trembles = Date.now() - last.at < 2 * UNSEEN && last.box && isHere(last.box);
  if (ignored && !trembles) drop({ words: wordsOf(ignored) }, "gone");
}

document.addEventListener("htmx:afterSettle", ({ detail: { target } }) => {
  if (!stood.length || !part() || target.id !== part().id) return;
  for (const control of controls()) {
    const name = nameOf(control), box = control.getBoundingClientRect();
    const under = stood.filter((other) => meet(box, other.box));
    const isOld = under.every((other) => other.name === name) || under.some((other) => other.name === name && isAt(box, other.box));
    const trembles = name === last.name && Date.now() - last.at < UNSEEN && !("again" in control.dataset);
    if (!isOld || trembles) ignoreTaps(control);
  }
  stood = [];
});

// One tap is on its way at a time: the others wait, and go out from the page that answers, by the same control, with the
// entry that this page saw last. Where somebody else wrote in between, the server refuses.
const isTap = ({ elt, triggeringEvent }) => part() && elt !== table() && part().contains(elt)
  && triggeringEvent && ["click", "submit"].includes(triggeringEvent.type) && !elt.matches(".outcome, [data-kept]");

function tapOf({ elt, triggeringEvent }) {
  const control = triggeringEvent.submitter || elt;
  const { form = elt } = control;
  const isAgain = "again" in control.dataset;
  return { control, name: nameOf(control), words: wordsOf(control), isAgain, isTyped: form && "touched" in form.dataset };
}

document.addEventListener("htmx:confirm", (event) => {
  if (!sent || !isTap(event.detail)) return;
  event.preventDefault();
  const tap = tapOf(event.detail);
  if (!tap.isAgain && [sent, ...waiting].some(({ name }) => name === tap.name)) return;
  if (tap.isTyped || waiting.length === MOST) return drop(tap, tap.isTyped ? "gone" : "full");
  waiting.push(tap);
  show(tap.control, true);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig, xhr } = event.detail;
  if (elt === table()) return checkNews(event);
  if (!isTap(requestConfig)) return;
  for (const notice of document.querySelectorAll("[data-dropped]")) notice.hidden = true;
  sent = { ...tapOf(requestConfig), requestConfig };
  last = { name: sent.name, at: Date.now(), box: sent.control.getBoundingClientRect() };
  xhr.timeout = PATIENCE;
  show(sent.control, true);
});

function checkNews(event) {
  const cause = event.detail.requestConfig.triggeringEvent;
  const version = cause && cause.detail && Number(cause.detail.data);
  const isSending = sent || table().querySelector(".htmx-request"); // its answer is newer, and must find the table in its place
  if (isBusy() || isSending || (version && version <= Number(table().dataset.version))) event.preventDefault();
}

document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  if (!sent || requestConfig !== sent.requestConfig) return;
  show(sent.control, false);
  sent = null;
  const isWritten = xhr.status >= 200 && xhr.status < 400;
  if (!isWritten) waiting.splice(0).forEach((tap) => { show(tap.control, false); drop(tap, "gone"); });
  for (const { name } of waiting) if (sameAs(name)) show(sameAs(name), true);
  setTimeout(sendNext);
});

function sendNext() {
  while (waiting.length && !sent) {
    const tap = waiting.shift(), control = sameAs(tap.name);
    if (isKept(control)) control.click();
    if (!sent) drop(tap, "gone");
  }
  if (withheld && !sent && !pressed) { withheld = false; catchUp(); }
}
