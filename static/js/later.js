// What a page doesn't begin with is loaded once it needs it, or at rest: what forms do, what shares an ending, what carries
// an evening on from this device. Where the line is away it is asked for again.
const RESTS = 1500; // milliseconds

const bring = (script) => import(script).catch(() => setTimeout(bring, RESTS, script));

function need() {
  if (document.querySelector("form")) bring("./writing.js");
  if (document.querySelector("[data-share], [data-share-now]")) bring("./share.js");
  if (document.querySelector("[data-arrives], [data-carry]:not([data-carry=waits])")) bring("./carry.js");
}
document.addEventListener("htmx:afterSettle", need);
need();
if (document.querySelector("[data-carry=waits]")) setTimeout(bring, RESTS, "./carry.js");
if (document.querySelector("[data-stream]")) setTimeout(bring, RESTS, "./writing.js"); // a form may come with the news
