// A claim that could not be sent is kept on this phone, stays in sight, and is sent when the line is back.
import { load, store } from "../js/companion.js";

const KEY = `companion.claims.${location.pathname.split("/").pop()}`;
const caller = () => document.querySelector("[data-caller]");
const form = () => document.querySelector("[data-claiming]");
const isOfClaim = ({ elt }) => elt.matches("[data-claiming]");
const kept = load(KEY); // by prize: what was tapped, by whom, in which hand, with which key, and what became of it
const keep = () => { store(KEY, kept); show(); };
const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function show() {
  const place = document.querySelector("[data-unsent]");
  if (!place) return;
  const claims = Object.entries(kept).filter(([, claim]) => claim.fate !== "sent");
  place.hidden = !claims.length;
  place.replaceChildren(...claims.map(([prize, { words, fate }]) => {
    const line = document.getElementById("unsent").content.cloneNode(true);
    line.querySelector("[data-words]").textContent = place.dataset[fate].replace("{words}", words);
    const button = line.querySelector("button");
    button.textContent = fate === "late" ? button.dataset.seen : button.dataset.withdraw;
    button.value = prize;
    return line;
  }));
}

// The page is as new as the server: what is still good is sent with its first key, what is not is too late.
function send() {
  for (const [prize, claim] of Object.entries(kept)) {
    if (claim.fate === "late" || !caller()) continue;
    const button = form() && form().querySelector(`[value="${prize}"]`);
    const isGood = button && form().dataset.claiming === claim.player && caller().dataset.hand === claim.hand;
    if (isGood) return button.click(); // its answer sends the next one
    const isThere = `[name="withdraw"] ~ [value="${prize}"], [action$="/dismiss"] [value="${prize}"], [data-answered="${prize}"]`;
    if (document.querySelector(isThere)) delete kept[prize]; // the caller has it, or it was answered
    else claim.fate = "late";
    keep();
  }
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!isOfClaim(detail)) return;
  const { parameters } = detail, prize = parameters.prize, hand = caller().dataset.hand;
  const same = kept[prize] && kept[prize].hand === hand && kept[prize].fate !== "late" && kept[prize];
  const words = detail.elt.querySelector(`[value="${prize}"] .sr`).textContent;
  kept[prize] = same || { words, hand, player: detail.elt.dataset.claiming, key: newKey(), fate: "sent" };
  [parameters.key, parameters.hand] = [kept[prize].key, hand];
  store(KEY, kept);
});

function notSent({ parameters: { prize } }) {
  if (kept[prize]) kept[prize].fate = "unsent"; // unless it was withdrawn on its way
  keep();
}

document.addEventListener("htmx:sendError", ({ detail }) => {
  if (isOfClaim(detail)) notSent(detail.requestConfig);
});

document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, xhr } }) => {
  if (!isOfClaim(requestConfig)) return;
  if (xhr.status >= 500) return notSent(requestConfig);
  delete kept[requestConfig.parameters.prize];
  keep();
});

document.addEventListener("htmx:afterSettle", ({ detail: { target, xhr } }) => {
  if (target.id !== "table") return;
  show();
  if (xhr.status < 500) send();
});
document.addEventListener("htmx:afterRequest", ({ target, detail: { xhr } }) => {
  if (target.id === "table" && xhr.status === 204) send(); // another part that shows what is new says nothing of the hand
});
show();
send();

document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-unsent] button")) return;
  delete kept[target.closest("button").value];
  keep();
});
