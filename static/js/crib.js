// The crib lies over the table at a tap. It is fetched at rest and whenever it is opened, and kept for when the line is
// gone; the suit that was tapped as trumps is kept for the hand.
import { load, store } from "./stored.js";
import { table } from "./live.js";

const KEPT = "companion.trumps";
let kept = ""; // the crib as it was fetched last: closed, it is no part of the page
let wanted = null; // the link that was tapped before it came
const over = () => document.getElementById("crib");
const part = () => over().querySelector("[hx-get]");
const told = () => over().querySelector("article");
const inHand = () => `${location.pathname} ${told().dataset.hand}`;

// What lies in the pots is hidden where it may have changed since.
function show() {
  over().classList.toggle("stale", told().dataset.version !== table()?.dataset.version);
  const suit = over().querySelector(`.suits [value="${load(KEPT, "sessionStorage")[inHand()]}"]`);
  if (suit) suit.checked = true;
}

function lay() {
  part().innerHTML = kept;
  show();
  over().showModal();
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (target === over() || target.closest("#crib .closes")) over().close();
  const link = target.closest("[data-crib]");
  if (!link) return;
  event.preventDefault();
  if (kept) lay();
  else wanted = link;
  htmx.trigger(part(), "fresh");
});
document.addEventListener("close", ({ target }) => { if (target === over()) part().replaceChildren(); }, true);

document.addEventListener("change", ({ target }) => {
  if (target.closest("#crib .suits")) store(KEPT, { [inHand()]: target.value }, "sessionStorage");
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || !detail.target.closest("#crib")) return;
  kept = detail.serverResponse;
  over().dataset.kept = "";
  detail.shouldSwap = over().open;
  if (wanted) lay();
  wanted = null;
});
for (const failed of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failed, ({ detail: { elt } }) => {
    if (wanted && over()?.contains(elt)) location = wanted.href;
    wanted = null;
  });
}
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (!over()?.open) return;
  if (target.closest("#crib")) show();
  else if (target.id === "table") htmx.trigger(part(), "fresh");
});
