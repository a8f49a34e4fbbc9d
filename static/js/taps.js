// Swap nothing away under a finger or a half-filled form, and let a double tap count once.
import { catchUp, table } from "./live.js";

const GUARD = 350; // milliseconds
const button = (part) => part && part.closest("button, a, label");
let pressed = false;
let withheld = false; // whether an answer came while a finger was down
let finger = null; // where it came down last, and on which text

// Whether somebody is filling in a form of the table.
function isBusy() {
  return table() && table().querySelector("form[data-touched]");
}

document.addEventListener("input", (event) => {
  if (event.target.form && table() && table().contains(event.target)) event.target.form.dataset.touched = "";
});

// A button that is swapped while it is pressed would lose the tap.
const released = () => setTimeout(() => {
  pressed = false;
  if (withheld) catchUp();
  withheld = false;
}, 60);
document.addEventListener("pointerdown", ({ clientX: x, clientY: y, target }) => {
  pressed = true;
  finger = { x, y, text: (button(target) || target).textContent };
});
document.addEventListener("pointerup", released);
document.addEventListener("pointercancel", released);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!(pressed || isBusy()) || event.detail.requestConfig.elt !== table()) return;
  event.detail.shouldSwap = false;
  withheld = pressed;
});

// htmx takes leave of every part of the old table, with two events each, before the new one is drawn: of nothing is quick.
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  if (target.id === "table") target.replaceChildren();
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const asking = event.detail.elt;
  if (asking !== table()) return;
  const cause = event.detail.requestConfig.triggeringEvent;
  const version = cause && cause.detail && Number(cause.detail.data);
  const sending = asking.querySelector(".htmx-request"); // its answer is newer, and must find the table in its place
  if (isBusy() || sending || (version && version <= Number(asking.dataset.version))) event.preventDefault();
});

// The answer to a tap may put another button under the finger. The second tap of a double tap must miss it, and so must
// a slow one, unless it meets the same button again.
function guardDoubleTap(fresh) {
  ignoreTaps(fresh);
  setTimeout(() => {
    const under = finger && button(document.elementFromPoint(finger.x, finger.y));
    if (under && under.textContent !== finger.text) ignoreTaps(under);
  }, GUARD);
}

function ignoreTaps(part) {
  part.classList.add("ignore-taps");
  setTimeout(() => part.classList.remove("ignore-taps"), GUARD);
}

document.addEventListener("htmx:afterSettle", (event) => {
  const { requestConfig, target } = event.detail;
  if (!requestConfig || requestConfig.verb !== "post" || !["table", "giving"].includes(target.id)) return;
  guardDoubleTap(document.getElementById(target.id));
});
