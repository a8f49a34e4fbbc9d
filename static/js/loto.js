// Call the numbers of Loto: say them aloud, draw them automatically, and pause when somebody claims.
import { load, store } from "./device.js";

const KEY = "companion.caller";
const speech = window.speechSynthesis;
const settings = Object.assign({ name: "", rate: 1, cry: true, every: 5 }, load(KEY));
let calling = false;
let called = ""; // the hand, and how many numbers were drawn when the last one was called
let claims = 0;
let paused = false; // by a claim: it goes on when that is cleared
let timer = 0;

const caller = () => document.querySelector("[data-caller]");
const each = (selector, then) => document.querySelectorAll(selector).forEach(then);
const save = () => store(KEY, settings);
const drawnNow = () => `${caller().dataset.hand}:${caller().dataset.drawn}`;

// The chosen voice if it speaks the language of the page, else the first that does, else the chosen one.
const language = document.documentElement.lang;
const speaks = (voice) => voice.lang.replace("_", "-").split("-")[0] === language.split("-")[0];
const voices = () => (speech ? speech.getVoices() : []);
function currentVoice() {
  const chosen = voices().find((voice) => voice.name === settings.name);
  return chosen && speaks(chosen) ? chosen : voices().find(speaks) || chosen;
}

function speak(words) {
  if (!voices().length) return;
  const sentence = new SpeechSynthesisUtterance(words);
  sentence.voice = currentVoice() || null;
  sentence.lang = sentence.voice ? sentence.voice.lang : language;
  sentence.rate = Number(settings.rate);
  speech.speak(sentence);
}

// The number, then digit by digit: "thirty-four. three, four".
function callNumber() {
  const { number, call } = caller().dataset;
  if (!number) return;
  if (speech) speech.cancel();
  const digits = number.length > 1 ? [...number].join(", ") : "";
  speak([settings.cry && call ? `${call}.` : "", `${number}.`, digits].join(" "));
}

function scheduleDraw() {
  clearTimeout(timer);
  if (!calling || !caller() || caller().dataset.open !== "1") return;
  timer = setTimeout(() => {
    const draw = document.querySelector("[data-draw]");
    if (calling && draw && !draw.disabled && Number(caller().dataset.claims) === 0) draw.click();
    scheduleDraw(); // a lost tap is made again; one that is still on its way has the same key
  }, Number(settings.every) * 1000);
}

function setCalling(on) {
  calling = on;
  paused = false;
  if (on) {
    callNumber();
    const draw = document.querySelector("[data-draw]");
    if (caller().dataset.drawn === "0" && draw) draw.click();
  }
  showControls();
  scheduleDraw();
}

// The controls are hidden in the page as it comes, so this runs after every swap.
function showControls() {
  if (!caller()) return;
  each("[data-call-start]", (button) => { button.hidden = false; });
  each("[data-call-start-words]", (words) => { words.textContent = calling ? words.dataset.pause : words.dataset.start; });
  each("[data-call-again]", (button) => { button.hidden = !calling && !called; });
  each("[data-voice]", (panel) => { panel.hidden = false; panel.open = Boolean(settings.open); });
  const sorted = [...voices()].sort((one, other) => speaks(other) - speaks(one));
  each("[data-voice-none]", (note) => { note.hidden = sorted.length > 0; });
  each("[data-voice-some]", (part) => { part.hidden = !sorted.length; });
  each("[data-voice-choice]", (list) => {
    const current = currentVoice();
    list.textContent = "";
    for (const voice of sorted) list.add(new Option(`${voice.name} (${voice.lang})`, voice.name, false, voice === current));
  });
  each("[data-voice-rate]", (slider) => { slider.value = settings.rate; });
  each("[data-voice-cry]", (box) => { box.checked = settings.cry; });
  each("[data-every]", (slider) => { slider.value = settings.every; });
  each("[data-every-shown]", (shown) => { shown.textContent = shown.dataset.pattern.replace("{n}", settings.every); });
}

// A claim pauses the calling; a new number is called.
function follow() {
  if (!caller()) return;
  const waiting = Number(caller().dataset.claims);
  if (waiting > claims && calling) [calling, paused] = [false, true];
  if (!waiting && paused) [calling, paused] = [true, false];
  claims = waiting;
  if (calling && called !== drawnNow()) callNumber();
  if (caller().dataset.open !== "1") calling = false;
  called = drawnNow();
  showControls();
  scheduleDraw();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-call-start]")) setCalling(!calling);
  if (event.target.closest("[data-call-again]")) callNumber();
});

document.addEventListener("toggle", ({ target }) => {
  if (!target.matches || !target.matches("[data-voice]")) return;
  settings.open = target.open;
  save();
}, true);

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-voice-choice]")) settings.name = target.value;
  else if (target.matches("[data-voice-rate]")) settings.rate = target.value;
  else if (target.matches("[data-voice-cry]")) settings.cry = target.checked;
  else if (target.matches("[data-every]")) settings.every = target.value;
  else return;
  save();
  showControls();
});

document.addEventListener("htmx:afterSwap", follow);
document.addEventListener("DOMContentLoaded", () => {
  if (!caller()) return;
  claims = Number(caller().dataset.claims);
  called = drawnNow();
  showControls();
});
if (speech) speech.addEventListener("voiceschanged", showControls);
