// The crib lies over the table at a tap. It is fetched with the page and whenever it is opened, and stays for when the
// line is gone; the suit that was tapped as trumps stays for the hand.
import { load, store } from "./device.js";
import { table } from "./live.js";

const KEPT = "companion.trumps";
const over = () => document.getElementById("crib");
const told = () => over()?.querySelector("article");
const inHand = () => `${location.pathname} ${told()?.dataset.hand}`;

// What lies in the pots is hidden where it may have changed since.
function compare() {
  over().classList.toggle("stale", told()?.dataset.version !== table()?.dataset.version);
}

function refresh() {
  compare();
  htmx.trigger(over().querySelector("[hx-get]"), "fresh");
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (target === over() || target.closest("#crib .closes")) over().close();
  if (!target.closest("[data-crib]") || !told()) return;
  event.preventDefault();
  over().showModal();
  refresh();
});

document.addEventListener("change", ({ target }) => {
  if (target.closest("#crib .suits")) store(KEPT, { [inHand()]: target.value }, "sessionStorage");
});

document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target.id === "table" && over()?.open) refresh();
  if (!target.closest("#crib")) return;
  compare();
  const suit = over().querySelector(`.suits [value="${load(KEPT, "sessionStorage")[inHand()]}"]`);
  if (suit) suit.checked = true;
});
