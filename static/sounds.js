// A tick, two tones, a chord: what just happened at the table, for ears and fingers, on the devices that were told to.
import { chosen } from "./device.js";

// When it begins and how long it lasts, in seconds; how high, in hertz; how loud, of 1.
const TONES = {
  draw: [[0, 0.12, 740, 0.08]],
  claim: [[0, 0.6, 880, 0.3], [0.25, 0.6, 1175, 0.3]],
  won: [[0, 1.1, 523, 0.1], [0.09, 1.1, 659, 0.1], [0.18, 1.2, 784, 0.1]],
};
const TOUCHES = { draw: 25, claim: [200, 100, 200], won: [60, 60, 140] }; // milliseconds
const LATE = 1000; // a browser may wait for a tap before it sounds; after so many milliseconds it is no news any more
const tapped = () => !navigator.userActivation || navigator.userActivation.hasBeenActive;
const caller = () => document.querySelector("[data-draw], [data-call-start]");
let speaker = null;

function open() {
  speaker = speaker || new window.AudioContext();
  return speaker.resume();
}

function sound(what) {
  const asked = Date.now();
  if (window.AudioContext && tapped()) open().then(() => { if (Date.now() - asked < LATE) TONES[what].forEach(tone); });
}

function tone([at, lasts, pitch, loud]) {
  const from = speaker.currentTime + at;
  const voice = speaker.createOscillator();
  const fade = speaker.createGain();
  voice.frequency.value = pitch;
  fade.gain.setValueAtTime(loud, from);
  fade.gain.exponentialRampToValueAtTime(0.001, from + lasts);
  voice.connect(fade).connect(speaker.destination);
  voice.start(from);
  voice.stop(from + lasts);
}

function touch(what) {
  if (navigator.vibrate && tapped()) navigator.vibrate(TOUCHES[what]);
}

// Whoever calls the numbers must hear a claim, whatever was chosen here, also while looking at something else.
function hear(what) {
  const calls = what === "claim" && caller();
  if (document.hidden && !calls) return;
  if (chosen.sound || calls) sound(what);
  if (chosen.touch || calls) touch(what);
}

function shown() {
  const table = document.querySelector("#table[data-heard]");
  return table && { heard: table.dataset.heard, entry: Number(table.dataset.entry), claims: Number(table.dataset.claims) };
}

let before = shown();
document.addEventListener("htmx:afterSettle", () => {
  const now = shown();
  if (!now) return;
  const what = before && now.claims > before.claims ? "claim" : before && now.entry > before.entry ? now.heard : "";
  before = now;
  if (what) hear(what);
});

// Some browsers let a page sound only if its speaker was opened by a tap.
document.addEventListener("click", () => { if (window.AudioContext && (chosen.sound || caller())) open(); });

document.addEventListener("click", (event) => {
  const sample = event.target.closest("[data-listen]");
  if (sample) { sound(sample.dataset.listen); touch(sample.dataset.listen); }
});
