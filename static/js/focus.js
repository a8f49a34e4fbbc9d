// Bring to the eye what must be read now, and keep the keyboard where it was.
import { isTyping } from "./typing.js";
import { load, store } from "./stored.js";
import { table } from "./live.js";

let byKeys = false; // whether the last input came from the keyboard
let left = null; // the text of what was in focus when a part was swapped

function reveal(part) {
  if (part) part.scrollIntoView({ block: "nearest" });
}

// What ends a game is no tap beside another button.
document.addEventListener("toggle", ({ target }) => { if (target.open && target.matches(".ends")) reveal(target); }, true);

document.addEventListener("keydown", () => { byKeys = true; });
document.addEventListener("pointerdown", () => { byKeys = false; left = null; });
// A tapped button gives its focus up before the new table is drawn: taken away with the old one, it costs another styling.
// A second table may come before the focus has its place in the first: it has the place that was left then.
document.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target } }) => {
  const focused = document.activeElement;
  const isSwapped = target.contains(focused);
  if (focused !== document.body) left = byKeys && isSwapped ? focused.textContent : null;
  if (shouldSwap && target === table() && isSwapped && focused.matches("button, a")) focused.blur();
});

// The same button has the focus again, else what is asked now, else the next name, else the main button.
function keepFocus(fresh) {
  if (left === null || document.activeElement !== document.body) return;
  const same = [...fresh.querySelectorAll("button:enabled, a[href]")].find((part) => part.textContent === left);
  const next = same || fresh.querySelector("#asking :is(button, a, input:not([type=hidden]), select)")
    || fresh.querySelector("[name=newcomer]") || fresh.querySelector(".action-bar .button");
  if (next) next.focus({ preventScroll: true });
  left = null;
}

// A new table begins at its first button for the keys, at its name for fingers and for the ear.
const BY_KEYS = "companion.keys";
document.addEventListener("DOMContentLoaded", () => {
  const name = table()?.querySelector("h1"); // the tablet that lies flat has none
  if (!name || table().dataset.version !== "1" || document.activeElement !== document.body) return;
  name.tabIndex = -1;
  const buttons = table().querySelectorAll("#asking :is(button, a, [type=radio], [type=checkbox]), .action-bar .button");
  const first = load(BY_KEYS, "sessionStorage") === true && [...buttons].find((button) => button.checkVisibility());
  (first || name).focus({ preventScroll: true });
});

// Once the page is scrolled, what lies in the pots is shown small beside what changes hands.
const head = new IntersectionObserver((seen) => document.body.classList.toggle("scrolled", !seen.at(-1).isIntersecting));
document.addEventListener("DOMContentLoaded", () => {
  for (const top of document.querySelectorAll(".table-with-top > .top")) head.observe(top);
});
// After a tap the page is back at its top, with what is asked now in sight; a board or a row on which one thing after
// another is tapped stays where it is.
document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig, target } }) => {
  const fresh = target.id && document.getElementById(target.id);
  if (fresh) keepFocus(fresh);
  if (!fresh || fresh !== table()) return;
  const { elt, triggeringEvent } = requestConfig || {};
  if (triggeringEvent && triggeringEvent.isTrusted && !elt.closest(".calls, [data-stays]")) scrollTo(0, 0);
  if ("tapped" in fresh.dataset) reveal(fresh.querySelector("#asking") || fresh.querySelector(".panel"));
});

// The page of an error takes the place of any other, and looks as it does by itself.
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target === document.body) target.className = "paper-page";
});

// On a form that grows by taps the button that was tapped stays under the finger.
let tapped = null;
const topOf = (button) => button.getBoundingClientRect().top;
document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, target } }) => {
  const button = requestConfig.triggeringEvent?.submitter;
  tapped = target.id === "lay" && button ? { name: button.name, value: button.value, top: topOf(button) } : null;
});
document.addEventListener("htmx:afterSettle", ({ detail: { target } }) => {
  if (target.id !== "lay" || !tapped) return;
  const same = [...document.querySelectorAll("#lay button")].find(({ name, value }) => name === tapped.name && value === tapped.value);
  if (same && !document.querySelector("[aria-invalid]")) scrollBy(0, topOf(same) - tapped.top);
});

const AGAIN = 250; // milliseconds until WebKit has scrolled to where a field was that the new form took away

function revealRefused() {
  const refused = document.querySelector("[aria-invalid]");
  const field = refused && (refused.matches("input, select, textarea") ? refused : refused.querySelector("input"));
  if (field && !isTyping()) field.focus({ preventScroll: true });
  const reveals = () => {
    reveal(refused);
    reveal(document.getElementById("refused"));
  };
  reveals();
  setTimeout(reveals, AGAIN);
}

// What was refused is brought up. The server has marked the answers it refused.
document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig, target } }) => {
  if (!requestConfig || requestConfig.verb !== "post" || !["table", "giving", "lay"].includes(target.id)) return;
  revealRefused();
});
document.addEventListener("DOMContentLoaded", revealRefused);
document.addEventListener("input", ({ target }) => {
  const refused = target.closest("[aria-invalid]");
  if (refused) refused.removeAttribute("aria-invalid");
});

// What was refused is said once, and goes once other answers are right, or lack something else.
document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig, target } }) => {
  const why = document.getElementById("refused"), lacks = target.querySelector("[data-lacks]");
  if (!why || !target.matches(".outcome")) return;
  if (lacks?.textContent.trim() === why.textContent.trim()) lacks.remove();
  else if (requestConfig?.triggeringEvent) why.remove();
});

// A tap beside an open menu closes it and does nothing else.
document.addEventListener("click", (event) => {
  const menu = document.querySelector("details.menu[open]");
  if (!menu || menu.contains(event.target)) return;
  menu.open = false;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("click", (event) => {
  const { target } = event;
  const link = target.closest("a[href^='#']");
  const there = link && document.querySelector(link.hash);
  const fold = there && there.closest("details");
  if (fold) fold.open = true;
  if (target.closest("svg a[hx-get]")) event.preventDefault(); // htmx does that for links, but not inside a drawing
});

// The phone's own way back leaves the move that is being asked for, not the table: one place in the history for all.
let placed = history.state === "tapped";
document.addEventListener("htmx:afterSettle", () => {
  if (placed || !table() || !("tapped" in table().dataset)) return;
  history.pushState("tapped", "");
  placed = true;
});
window.addEventListener("popstate", (event) => {
  if (!placed || event.state) return;
  placed = false;
  if ("tapped" in table().dataset) table().querySelector("a.undo").click();
  else history.back();
});

// What a form began takes the form's place in the history: the way back leads to no second one.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const to = event.detail.xhr.getResponseHeader("HX-Redirect");
  if (!to) return;
  event.preventDefault();
  store(BY_KEYS, byKeys, "sessionStorage");
  location.replace(to);
});
