// What a page doesn't begin with is loaded once it needs it: what forms do, what shares an ending, and, at rest, what
// carries an evening on from this device.
const RESTS = 1500; // milliseconds

function need() {
  if (document.querySelector("form")) import("./writing.js");
  if (document.querySelector("[data-share], [data-share-now]")) import("./share.js");
  if (document.querySelector("[data-arrives], [data-carry]:not([data-carry=waits])")) import("./carry.js");
}
document.addEventListener("htmx:afterSettle", need);
need();
if (document.querySelector("[data-carry=waits]")) setTimeout(() => import("./carry.js"), RESTS);
