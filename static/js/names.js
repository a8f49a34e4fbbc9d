// The form of a new table asks the server one thing after another: names typed and buttons tapped meanwhile wait in line.
import { load, store } from "./companion.js";

const KEPT = `companion.lay ${location.pathname}${location.search}`; // where this tab keeps it until the table is laid
const OWN = ["key", "newcomer"]; // what a page has of its own, and what isn't added yet
const ADD = { name: "enter", value: "1", action: null };
const form = () => document.querySelector("#lay form");
const newcomer = () => form().elements.newcomer;
const all = (name) => [...form().querySelectorAll(`[name=${name}]`)].map(({ value }) => value);
const one = (...names) => names.filter(Boolean).join(", ");

let waiting = []; // buttons that were pressed, each with the names that were typed before
let asked = null; // the one that was sent and isn't answered yet
let sending = false;
let isLaid = false;

const buttonOf = ({ name, value, action }) => [...form().querySelectorAll("button:enabled")].find(
  (button) => button.name === name && button.value === value && button.getAttribute("formaction") === action,
);

function send() {
  if (asked || !waiting.length || !form() || document.querySelector("#lay .htmx-request")) return;
  asked = waiting.shift();
  while (waiting.length && asked.name === ADD.name && waiting[0].name === ADD.name) {
    asked.names = one(asked.names, waiting.shift().names);
  }
  const button = buttonOf(asked) || (asked.names && buttonOf(ADD));
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
  waiting.push({ name, value, action, names: newcomer().value.trim() });
  newcomer().value = "";
  setTimeout(send); // no form is sent while it is being sent
  showWaiting();
  keep();
}

// A name is on the list as soon as it is typed, paler until it is there.
function showWaiting() {
  for (const row of document.querySelectorAll("#lay .waits")) row.remove();
  for (const name of one(asked && asked.names, ...waiting.map(({ names }) => names)).split(", ").filter(Boolean)) {
    const row = document.createElement("li");
    row.className = "row waits";
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
function putBackAll() {
  const typed = newcomer().value;
  putBack(asked.names);
  waiting = [];
  if (!typed && newcomer().value) newcomer().value += ", ";
}

document.addEventListener("submit", (event) => {
  if (sending || event.target !== form()) return;
  event.preventDefault();
  event.stopPropagation();
  press(event.submitter);
}, true);
document.addEventListener("change", ({ target }) => {
  if (target.matches("#lay [name=player]")) press(null);
});
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!sending || detail.elt !== form()) return;
  asked.request = detail;
  asked.renamed = new Map(all("was").map((was, place) => [was, all("player")[place].trim()]));
  detail.parameters.newcomer = asked.names;
});
document.addEventListener("htmx:beforeSend", () => {
  if (sending && newcomer().value) newcomer().dispatchEvent(new Event("input", { bubbles: true })); // it isn't sent yet
});
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  if (!form() || (asked && requestConfig !== asked.request)) return;
  if (asked && xhr.status === 0) putBackAll();
  else if (asked && xhr.status >= 400) putBack(newcomer().getAttribute("value"));
  for (const each of waiting) each.value = (asked && asked.renamed.get(each.value)) || each.value;
  asked = null;
  if (xhr.getResponseHeader("HX-Redirect")) forget();
  if (isLaid) return;
  showWaiting();
  keep();
  setTimeout(send); // once htmx has put this request away
});

function forget() {
  isLaid = true;
  store(KEPT, null, "sessionStorage");
}
document.addEventListener("click", ({ target }) => { if (target.closest("[data-clear]")) forget(); });

function keep() {
  if (isLaid) return;
  const typed = one(asked && asked.names, ...waiting.map(({ names }) => names), newcomer().value);
  const entries = [["newcomer", typed], ...[...new FormData(form())].filter(([name]) => !OWN.includes(name))];
  store(KEPT, entries, "sessionStorage");
}
document.addEventListener("input", ({ target }) => { if (form() && form().contains(target)) keep(); });

// The form as it was left in this tab, drawn by the server. A page that answers a form is newer than what was kept.
async function bringBack() {
  const kept = load(KEPT, "sessionStorage");
  if (!form()) return;
  if ("answers" in document.getElementById("lay").dataset) return keep();
  if (!kept.length) return;
  const [[, typed], ...entries] = kept;
  const values = new FormData();
  values.set("newcomer", "");
  for (const [name, value] of entries) values.append(name, value);
  await htmx.ajax("POST", form().getAttribute("action"), { source: form(), target: "#lay", swap: "outerHTML", values });
  if (typed && form()) putBack(typed);
}
bringBack();
