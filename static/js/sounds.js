// Play a tick, two tones or a chord for what just happened at the table, and vibrate, where the device's switches say so.
import { settings } from "./device.js";

// Each tone: its start and its length in seconds, its pitch in hertz, its loudness of 1.
const TONES = {
  draw: [[0, 0.12, 740, 0.08]],
  bell: [[0, 0.5, 988, 0.12], [0.16, 0.7, 784, 0.12]],
  claim: [[0, 0.6, 880, 0.3], [0.25, 0.6, 1175, 0.3]],
  won: [[0, 1.1, 523, 0.1], [0.09, 1.1, 659, 0.1], [0.18, 1.2, 784, 0.1]],
};
const VIBRATIONS = { draw: 25, claim: [200, 100, 200], won: [60, 60, 140] }; // milliseconds
const LATE = 1000; // milliseconds; some browsers play nothing before a tap, and by then the sound may be old
const wasTapped = () => !navigator.userActivation || navigator.userActivation.hasBeenActive;
export const attends = () => document.querySelector("[data-attends]"); // what waits here is heard at once, seen or not
let speaker = null;
let slept = false; // whether the page was hidden, and hasn't caught up

function open() {
  speaker = speaker || new window.AudioContext();
  return speaker.resume();
}

function sound(what) {
  const asked = Date.now();
  if (!window.AudioContext || !wasTapped()) return;
  open().then(() => { if (Date.now() - asked < LATE) TONES[what].forEach(tone); });
}

function tone([start, length, pitch, loudness]) {
  const from = speaker.currentTime + start;
  const voice = speaker.createOscillator();
  const fade = speaker.createGain();
  voice.frequency.value = pitch;
  fade.gain.setValueAtTime(loudness, from);
  fade.gain.exponentialRampToValueAtTime(0.001, from + length);
  voice.connect(fade).connect(speaker.destination);
  voice.start(from);
  voice.stop(from + length);
}

function vibrate(what) {
  if (navigator.vibrate && wasTapped()) navigator.vibrate(VIBRATIONS[what]);
}

// The device that attends always plays a claim, even while its page is hidden, and its own chime for what is drawn.
function play(what) {
  const always = what === "claim" && attends();
  if (document.hidden && !always) return;
  const chime = what === "draw" && attends() && document.body.dataset.chime;
  if (settings.sound || always || chime) sound(chime || what);
  if (settings.touch || always) vibrate(what);
}

function current() {
  const table = document.querySelector("#table[data-sound]");
  if (!table) return null;
  return { sound: table.dataset.sound, entry: Number(table.dataset.entry), waiting: table.querySelectorAll("[data-rings]").length };
}

let before = current();
document.addEventListener("htmx:afterSettle", () => {
  const now = current();
  if (!now) return;
  const what = before && now.waiting > before.waiting ? "claim" : before && now.entry > before.entry ? now.sound : "";
  before = now;
  if (what && !slept) play(what);
});

// What happened while the page was hidden is no news: the first look after it is silent.
document.addEventListener("visibilitychange", () => { slept ||= document.hidden && !attends(); });
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, successful } }) => {
  if (!slept || document.hidden || !successful || requestConfig.elt.id !== "table") return;
  slept = false;
  before = current();
});

// Some browsers let a page play sounds only after a tap has opened its speaker.
document.addEventListener("click", () => { if (window.AudioContext && (settings.sound || attends())) open(); });

document.addEventListener("click", (event) => {
  const sample = event.target.closest("[data-listen]");
  if (!sample) return;
  sound(sample.dataset.listen);
  vibrate(sample.dataset.listen);
});
