// Calls the numbers of Loto: says them aloud, draws them by itself, pauses when somebody claims.
import { remember, remembered } from "./remembered.js";

const KEPT = "companion.caller";
const voice = window.speechSynthesis;
const chosen = Object.assign({ name: "", rate: 1, cry: true, every: 5 }, remembered(KEPT));
let calling = false;
let said = "";
let claims = 0;
let timer = 0;

const caller = () => document.querySelector("[data-caller]");
const each = (what, then) => document.querySelectorAll(what).forEach(then);
const keep = () => remember(KEPT, chosen);

// The voice that was chosen, if it speaks the language of the page; else the first that does.
const page = document.documentElement.lang;
const speaks = (one) => one.lang.replace("_", "-").split("-")[0] === page.split("-")[0];
const voices = () => (voice ? voice.getVoices() : []);
const voiceOf = () => voices().find((one) => one.name === chosen.name && speaks(one)) || voices().find(speaks) || voices().find((one) => one.name === chosen.name);

function speak(words) {
  if (!voice || !voice.getVoices().length) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.voice = voiceOf() || null;
  spoken.lang = spoken.voice ? spoken.voice.lang : page;
  spoken.rate = Number(chosen.rate);
  voice.speak(spoken);
}

// The number, then digit by digit: "thirty-four. three, four".
function callNumber() {
  const { number, call } = caller().dataset;
  if (!number) return;
  if (voice) voice.cancel();
  speak([chosen.cry && call ? `${call}.` : "", `${number}.`, number.length > 1 ? [...number].join(", ") : ""].join(" "));
}

function next() {
  clearTimeout(timer);
  if (!calling || !caller() || caller().dataset.open !== "1") return;
  timer = setTimeout(() => {
    const draw = document.querySelector("[data-draw]");
    if (calling && draw && !draw.disabled && Number(caller().dataset.claims) === 0) draw.click();
    next(); // a tap that was lost is made again; one that is still on its way has the same key
  }, Number(chosen.every) * 1000);
}

function start(on) {
  calling = on;
  if (on) { callNumber(); if (caller().dataset.drawn === "0" && document.querySelector("[data-draw]")) document.querySelector("[data-draw]").click(); }
  show();
  next();
}

// The page's own controls, after every swap.
function show() {
  const here = caller();
  if (!here) return;
  each("[data-call-start]", (button) => { button.hidden = false; });
  each("[data-call-start-words]", (words) => { words.textContent = calling ? words.dataset.pause : words.dataset.start; });
  each("[data-call-again]", (button) => { button.hidden = !calling && !said; });
  each("[data-voice]", (panel) => { panel.hidden = false; panel.open = Boolean(chosen.open); });
  const all = [...voices()].sort((one, other) => speaks(other) - speaks(one));
  each("[data-voice-none]", (note) => { note.hidden = all.length > 0; });
  each("[data-voice-some]", (some) => { some.hidden = !all.length; });
  each("[data-voice-choice]", (list) => list.replaceChildren(...all.map((one) => new Option(`${one.name} (${one.lang})`, one.name, false, one === voiceOf()))));
  each("[data-voice-rate]", (slider) => { slider.value = chosen.rate; });
  each("[data-voice-cry]", (box) => { box.checked = chosen.cry; });
  each("[data-every]", (slider) => { slider.value = chosen.every; });
  each("[data-every-shown]", (shown) => { shown.textContent = shown.dataset.pattern.replace("{n}", chosen.every); });
}

// At a claim the calling pauses by itself (sounds.js rings it); a new number is called.
function look() {
  const here = caller();
  if (!here) return;
  const waiting = Number(here.dataset.claims);
  if (waiting > claims) calling = false;
  claims = waiting;
  const now = `${here.dataset.hand}:${here.dataset.drawn}`;
  if (calling && said !== now) callNumber();
  if (here.dataset.open !== "1") calling = false;
  said = now;
  show();
  next();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-call-start]")) start(!calling);
  if (event.target.closest("[data-call-again]")) callNumber();
});

document.addEventListener("toggle", (event) => { if (event.target.matches && event.target.matches("[data-voice]")) { chosen.open = event.target.open; keep(); } }, true);

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.matches("[data-voice-choice]")) { chosen.name = field.value; }
  else if (field.matches("[data-voice-rate]")) chosen.rate = field.value;
  else if (field.matches("[data-voice-cry]")) chosen.cry = field.checked;
  else if (field.matches("[data-every]")) chosen.every = field.value;
  else return;
  keep();
  show();
});

document.addEventListener("htmx:afterSwap", look);
document.addEventListener("DOMContentLoaded", () => { if (caller()) { claims = Number(caller().dataset.claims); said = `${caller().dataset.hand}:${caller().dataset.drawn}`; } show(); });
if (voice) voice.addEventListener("voiceschanged", show);
