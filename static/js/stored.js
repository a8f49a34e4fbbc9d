// What the browser stores of this Companion, and when a page is whole. It does nothing by itself: the page that is shown
// while the server is away has it alone.
export const PREFIX = "companion.table."; // what is kept of a table, by its code
export const BASE = new URL("../../../", import.meta.url); // where this Companion is served: one address may have two

// A private window forgets what is stored, and a browser may refuse to store anything.
export function load(key, place = "localStorage") {
  try { return JSON.parse(window[place].getItem(key)) || {}; } catch { return {}; }
}

export function store(key, value, place = "localStorage") {
  try { window[place].setItem(key, JSON.stringify(value)); } catch { /* it holds as long as the page */ }
}

// What runs once the page is whole, also where its script comes later.
const whole = document.readyState === "complete" ? Promise.resolve() : new Promise((resolve) => {
  document.addEventListener("DOMContentLoaded", resolve);
  addEventListener("load", resolve);
});
export const whenWhole = (run) => whole.then(run);
