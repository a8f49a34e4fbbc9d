// Bring to the eye what must be read now, and keep the keyboard where it was.
import { table } from "./live.js";

let byKeys = false; // whether the last input came from the keyboard
let left = null; // the text of the button that was in focus when the table was swapped

function reveal(part, block = "nearest") {
  if (part) part.scrollIntoView({ block });
}

document.addEventListener("keydown", () => { byKeys = true; });
document.addEventListener("pointerdown", () => { byKeys = false; });
document.addEventListener("htmx:beforeSwap", () => {
  const focused = document.activeElement;
  left = byKeys && table() && table().contains(focused) ? focused.textContent : null;
});

// The same button has the focus again, else what is asked now, else the main button.
function keepFocus(fresh) {
  if (left === null || document.activeElement !== document.body) return;
  const same = [...fresh.querySelectorAll("button, a[href]")].find((part) => part.textContent === left);
  const answers = ["button", "a", "input:not([type=hidden])", "select"].map((part) => `#asking ${part}`);
  const next = same || fresh.querySelector(answers.join()) || fresh.querySelector(".action-bar .button");
  if (next) next.focus({ preventScroll: true });
}

// The link at the foot that leads to a question hides while the question is in sight.
const sight = new IntersectionObserver(([question]) => {
  for (const link of document.querySelectorAll("a.below")) link.classList.toggle("seen", question.isIntersecting);
}, { rootMargin: "0px 0px -30%" });
function watch(question) {
  sight.disconnect();
  if (question) sight.observe(question);
}

document.addEventListener("DOMContentLoaded", () => watch(document.getElementById("asking")));
document.addEventListener("htmx:afterSettle", (event) => {
  const fresh = table();
  if (!fresh || event.detail.target.id !== "table") return;
  keepFocus(fresh);
  watch(fresh.querySelector("#asking"));
  if (!("tapped" in fresh.dataset)) return;
  const asked = fresh.querySelector("#asking") || fresh.querySelector(".panel");
  reveal(asked, asked.getBoundingClientRect().top < 0 ? "start" : "nearest");
});

// What was refused is brought up, else what the written answer changed. The server has marked the answers it refused.
document.addEventListener("htmx:afterSettle", (event) => {
  const { requestConfig, target } = event.detail;
  if (!requestConfig || requestConfig.verb !== "post" || !["table", "giving", "lay"].includes(target.id)) return;
  const sent = requestConfig.elt.closest("#asking");
  reveal(document.getElementById("refused") || (sent && document.querySelector(`#${target.id} .strip`)));
});
document.addEventListener("DOMContentLoaded", () => reveal(document.getElementById("refused")));
document.addEventListener("input", ({ target }) => {
  const refused = target.closest("[aria-invalid]");
  if (refused) refused.removeAttribute("aria-invalid");
});

document.addEventListener("click", (event) => {
  const { target } = event;
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
  const link = target.closest("a[href^='#']");
  const there = link && document.querySelector(link.hash);
  const fold = there && there.closest("details");
  if (fold) fold.open = true;
  if (there && link.matches(".below")) { // without a place in the history
    event.preventDefault();
    there.scrollIntoView();
  }
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
