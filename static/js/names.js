// The form of a new table asks the server one thing after another: names typed and buttons tapped meanwhile wait in line.
import { isAnswered, load, store } from "./companion.js";
import { drags } from "./drag.js";

const KEPT = `companion.lay ${location.pathname}${location.search}`; // where this tab keeps it until the table is laid
const OWN = ["key", "newcomer"]; // what a page has of its own, and what isn't added yet
const ADD = { name: "enter", value: "1", action: null };
const SEAT = "seat"; // what a name asks for that was dragged to another seat
const kept = load(KEPT, "sessionStorage"); // as it was left in this tab
const form = () => document.querySelector("#lay form");
const newcomer = () => form().elements.newcomer;
const all = (name) => [...form().querySelectorAll(`[name=${name}]`)].map(({ value }) => value);
const bare = (names) => (names || "").replace(/[\s,]+$/, "").trim();
const one = (...names) => names.map(bare).filter(Boolean).join(", ");

let waiting = []; // buttons that were pressed, each with the names that were typed before
let asked = null; // the one that was sent and isn't answered yet
let sending = false;
let isDown = false; // whether a finger or a mouse is: what it is on must still be there when it is lifted
let isLaid = false;
let isBack = false; // whether what was kept in this tab is shown: until then nothing takes its place

const buttonOf = ({ name, value, action }) => [...form().querySelectorAll("button:enabled")].find(
  (button) => button.name === name && button.value === value && button.getAttribute("formaction") === action,
);

function send() {
  if (asked || isDown || !waiting.length || !form() || document.querySelector("#lay .htmx-request")) return;
  if (!isBack) return bringBack();
  asked = waiting.shift();
  while (waiting.length && asked.name === ADD.name && waiting[0].name === ADD.name) {
    asked.names = one(asked.names, waiting.shift().names);
  }
  if (asked.name === SEAT) sits(asked.value, asked.place);
  const button = buttonOf(asked) || ((asked.names || asked.name === SEAT) && buttonOf(ADD));
  if (!button) { // it was tapped twice, and has done its work
    asked = null;
    return send();
  }
  sending = true;
  button.click();
  sending = false;
}

function press(button) {
  const { name, value } = button || ADD;
  const action = button && button.getAttribute("formaction");
  const names = one(newcomer().value);
  newcomer().value = "";
  waits({ name, value, action, names });
}

function waits(what) {
  waiting.push(what);
  setTimeout(send); // no form is sent while it is being sent
  showWaiting();
  keep();
}

// A name is on the list as soon as it is typed, paler until it is there.
function showWaiting() {
  for (const row of document.querySelectorAll("#lay .waits")) row.remove();
  for (const name of one(asked && asked.names, ...waiting.map(({ names }) => names)).split(", ").filter(Boolean)) {
    const row = document.createElement("li");
    row.className = "sits waits";
    row.textContent = name;
    form().querySelector(".seats").append(row);
  }
}

// What wasn't taken is typed again, before what has been typed since; the table isn't laid without it.
function putBack(names) {
  const field = newcomer();
  field.value = one(names, ...waiting.map((each) => each.names), field.value === names ? "" : field.value);
  waiting = waiting.filter((each) => !each.names && !each.action);
}

// Without an answer everything waits for another try, and a name that is typed now stands apart.
function putBackAll(names = "") {
  const typed = newcomer().value;
  putBack(names);
  waiting = [];
  if (!typed && newcomer().value) newcomer().value += ", ";
}

for (const kind of ["pointerdown", "pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => {
    isDown = kind === "pointerdown";
    if (!isDown) setTimeout(send);
  }, true);
}
document.addEventListener("submit", (event) => {
  if (sending || event.target !== form()) return;
  event.preventDefault();
  event.stopPropagation();
  press(event.submitter);
}, true);
// A name put right is sent with what is typed beside it; any other answer alone, so that the lines say it in words.
document.addEventListener("change", ({ target }) => {
  if (!form() || !form().contains(target) || target === newcomer()) return;
  if (target.name === "player") press(null);
  else waits({ ...ADD, names: "" });
});

// The order of the seats in the form is that of the players.
function sits(name, place) {
  const seats = [...form().querySelectorAll(".sits:not(.waits)")];
  const from = seats.findIndex((seat) => seat.querySelector("[name=was]").value === name);
  if (from < 0 || !seats[place] || from === place) return;
  const sides = seats.map(({ className }) => className);
  seats[place][from < place ? "after" : "before"](seats[from]);
  form().querySelectorAll(".sits:not(.waits)").forEach((seat, at) => { seat.className = sides[at]; });
}

function nearest({ clientX, clientY }) {
  const seats = [...form().querySelectorAll(".sits:not(.waits)")];
  const { left, top } = form().querySelector(".seats").getBoundingClientRect();
  const away = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => Math.hypot(
    left + offsetLeft + offsetWidth / 2 - clientX, top + offsetTop + offsetHeight / 2 - clientY,
  );
  return seats.reduce((best, seat) => (away(seat) < away(best) ? seat : best));
}

drags("#lay .sits:not(.waits, :focus-within)", {
  moves(event) {
    document.activeElement.blur();
    for (const seat of form().querySelectorAll(".over")) seat.classList.remove("over");
    nearest(event).classList.add("over");
  },
  ends() { for (const seat of form().querySelectorAll(".over")) seat.classList.remove("over"); },
  drops(event, card) {
    const name = card.querySelector("[name=was]").value;
    const place = [...form().querySelectorAll(".sits:not(.waits)")].indexOf(nearest(event));
    sits(name, place);
    waits({ name: SEAT, value: name, action: null, names: "", place });
  },
});
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!sending || detail.elt !== form()) return;
  asked.request = detail;
  asked.renamed = new Map(all("was").map((was, place) => [was, all("player")[place].trim()]));
  detail.parameters.newcomer = asked.names;
});
document.addEventListener("htmx:beforeSend", () => {
  const isUnsent = (sending || !isBack) && form() && newcomer().value;
  if (isUnsent) newcomer().dispatchEvent(new Event("input", { bubbles: true })); // it stays
});

// What was opened stays open, and the picture on the table is not drawn again.
let opened = [];
const picture = document.querySelector("#lay .emblem");
document.addEventListener("htmx:beforeSwap", () => {
  opened = [...document.querySelectorAll("#lay details[open]")].map(({ id }) => id);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of opened) if (id) document.getElementById(id)?.setAttribute("open", "");
  if (picture) document.querySelector("#lay .emblem")?.replaceWith(picture);
});

document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  if (!form() || (asked ? requestConfig !== asked.request : !isAnswered(xhr))) return;
  if (asked && !isAnswered(xhr)) putBackAll(asked.names);
  else if (asked && xhr.status >= 400) putBack(newcomer().getAttribute("value"));
  else isBack = true; // nothing else is asked before
  for (const each of waiting) each.value = (asked && asked.renamed.get(each.value)) || each.value;
  asked = null;
  if (xhr.getResponseHeader("HX-Redirect")) forget();
  if (isLaid) return;
  showWaiting();
  keep();
  setTimeout(send); // once htmx has put this request away
});

function forget() {
  isLaid = isBack = true;
  store(KEPT, null, "sessionStorage");
}
document.addEventListener("click", ({ target }) => { if (target.closest("[data-clear]")) forget(); });

function keep() {
  if (isLaid) return;
  const typed = one(asked && asked.names, ...waiting.map(({ names }) => names), newcomer().value);
  const shown = [["newcomer", typed], ...[...new FormData(form())].filter(([name]) => !OWN.includes(name))];
  store(KEPT, isBack ? shown : [["newcomer", one(kept[0][1], typed)], ...kept.slice(1)], "sessionStorage");
}
document.addEventListener("input", ({ target }) => { if (form() && form().contains(target)) keep(); });

// The form as it was left in this tab, drawn by the server. A page that answers a form is newer than what was kept.
async function bringBack() {
  if (!form()) return;
  const isAnswer = "answers" in document.getElementById("lay").dataset;
  isBack = isAnswer || !kept.length;
  if (isAnswer) keep();
  if (isBack) return;
  const [[, typed], ...entries] = kept;
  const values = new FormData();
  values.set("newcomer", "");
  for (const [name, value] of entries) values.append(name, value);
  // a button that htmx has seen pressed would be sent along
  form().querySelector("button").dispatchEvent(new Event("focusout", { bubbles: true }));
  const as = { source: form(), target: "#lay", swap: "outerHTML", values };
  await htmx.ajax("POST", form().getAttribute("action"), as).catch(() => {}); // the page says so itself
  if (!form()) return;
  if (!isBack) putBackAll();
  else if (typed) putBack(typed);
  showWaiting();
  keep();
}
bringBack();
