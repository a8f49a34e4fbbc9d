// Call the numbers of Loto: say each aloud, draw the next when it is said, and pause when somebody claims.
import { fails, isNeeded, keepOn, plays } from "./film.js";
import { choice, currentVoice, hush, isSpeaking, language, languages, save, settings, speak, speaksPage, voices } from "./voice.js";

const BREATH = 1000; // milliseconds, at least, from the end of a sentence to the next draw
let calling = false;
let before = {}; // what the page showed last: the hand, its numbers, the claims
let paused = false; // by a claim: it goes on when that is cleared
let timer = 0;
let from = 0, until = 0; // the pause before the next draw

const caller = () => document.querySelector("[data-caller]");
const draws = () => document.querySelector("[data-draw]");
const each = (selector, then) => document.querySelectorAll(selector).forEach(then);

function shown() {
  const { hand, drawn, claims, open, takenBack } = caller().dataset;
  return { hand, drawn: Number(drawn), claims: Number(claims), open: open === "1", takenBack };
}

// The number, then digit by digit: "thirty-four. three, four". A voice of another language says the number alone. Where
// the table plays with words, the word, by a voice of its language.
function callNumber(chimes) {
  const { number, call, word, wordLanguage } = caller().dataset;
  if (!number) return;
  const heard = word.replace(/^\p{Extended_Pictographic}\s+/u, ""); // a picture goes without saying
  if (word && word !== number) return speak(`${heard}.`, chimes, wordLanguage);
  const digits = number.length > 1 ? [...number].join(", ") : "";
  speak([settings.cry && call && speaksPage() ? `${call}.` : "", `${number}.`, digits].join(" "), chimes);
}

function waitFrom(now, end) {
  [from, until] = [now, end];
  scheduleDraw();
}

function waitAnew() {
  const now = Date.now();
  waitFrom(now, now + Number(settings.every) * 1000);
}

// Nothing is drawn while a sentence is being said, a claim waits or the page is hidden.
function scheduleDraw() {
  clearTimeout(timer);
  const waits = calling && caller() && shown().open && !shown().claims && !isSpeaking() && !document.hidden;
  showCountdown(waits);
  if (!waits) return;
  timer = setTimeout(() => {
    if (draws() && !draws().disabled) draws().click();
    waitAnew(); // a lost tap is made again; one that is still on its way has the same key
  }, until - Date.now());
}

// The ring round the ball is full while the number is said, and empty when the next is drawn.
function showCountdown(runs) {
  each("[data-countdown]", (ring) => {
    ring.classList.toggle("counting", calling);
    ring.classList.toggle("runs", Boolean(runs));
    ring.style.setProperty("--pause", `${until - from}ms`);
    ring.style.setProperty("--gone", `${from - Date.now()}ms`);
  });
}

// Where the numbers come out of a real bag there is nothing to start but the voice. Where the screen turns out to go dark,
// that is said before the first number: the next tap starts.
const isOn = () => (draws() ? calling : settings.say);
async function turn(on) {
  if (on && !(await keepOn(document.querySelector("[data-film-note]").dataset.title))) return showControls();
  if (on === isOn()) return; // tapped twice meanwhile
  if (draws()) [calling, paused] = [on, false];
  else settings.say = on;
  save();
  if (!on && !draws()) hush();
  if (on && settings.say) { hush(); callNumber(); }
  if (calling && !shown().drawn) draws().click();
  else if (draws()) fetch(document.querySelector("[data-pause-at]").dataset.pauseAt, { method: "POST", body: new URLSearchParams(on ? {} : { on: "1" }) });
  showControls();
  waitAnew();
}

// The controls are hidden in the page as it comes, so this runs after every swap.
function showControls() {
  document.body.dataset.chime = settings.chime;
  if (!caller()) return;
  const some = voices().length > 0;
  each("[data-call-start]", (button) => { button.hidden = !draws() && !some; });
  each("[data-call-start-words]", (words) => { words.textContent = isOn() ? words.dataset.pause : words.dataset.start; });
  each("[data-call-again]", (button) => { button.hidden = !some; });
  each("[data-voice]", (panel) => { panel.hidden = false; panel.open = Boolean(settings.open); });
  each("[data-film-note]", (note) => {
    note.hidden = !isNeeded() || plays() || shown().drawn > 0;
    note.textContent = fails() || !(draws() || some) ? note.dataset.fails : note.dataset.offers;
  });
  each("[data-voice-none]", (note) => { note.hidden = some; });
  each("[data-voice-some]", (part) => { part.hidden = !some; });
  const names = new Intl.DisplayNames([document.documentElement.lang], { type: "language" });
  const list = (all, text, value, current) => (select) => {
    select.replaceChildren(...all.map((one) => new Option(text(one), value(one), false, one === current)));
  };
  each("[data-setting=lang]", list(languages(), (tag) => names.of(tag), (tag) => tag, language()));
  each("[data-setting=name]", list(choice(), (one) => `${one.name} (${one.lang})`, ({ name }) => name, currentVoice()));
  each("[data-setting]", (field) => {
    if (field.type === "checkbox") field.checked = settings[field.dataset.setting];
    else if (!field.matches("[data-setting=lang], [data-setting=name]")) field.value = settings[field.dataset.setting];
  });
  each("[data-every-shown]", (words) => { words.textContent = words.dataset.pattern.replace("{n}", settings.every); });
}

// A new number is said, and a claim pauses the calling.
function follow() {
  if (!caller()) return;
  const now = shown();
  if (now.claims > before.claims && calling) [calling, paused] = [false, true];
  if (!now.claims && paused) [calling, paused] = [true, false];
  if (!now.open) [calling, paused] = [false, false];
  const isNew = now.drawn > (now.hand === before.hand ? before.drawn : 0);
  const isBack = now.takenBack && now.takenBack !== before.takenBack;
  const isOther = isNew || now.claims !== before.claims || now.drawn !== before.drawn;
  before = now;
  const says = settings.say && !document.hidden && document.querySelector("[data-call-start]");
  if (says && isBack) { hush(); speak(now.takenBack, false, document.documentElement.lang.split("-")[0]); }
  if (says && isNew) callNumber(true);
  showControls();
  if (isOther) waitAnew();
  else scheduleDraw();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-call-start]")) turn(!isOn());
  if (!event.target.closest("[data-call-again]")) return;
  hush();
  callNumber();
  scheduleDraw();
});

document.addEventListener("toggle", ({ target }) => {
  if (!target.matches || !target.matches("[data-voice]")) return;
  settings.open = target.open;
  save();
}, true);

document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-setting]")) return;
  settings[target.dataset.setting] = target.type === "checkbox" ? target.checked : target.value;
  save();
  showControls();
});

document.addEventListener("said", () => waitFrom(Date.now(), Math.max(until, Date.now() + BREATH)));
document.addEventListener("visibilitychange", waitAnew);
document.addEventListener("voices", showControls);
document.addEventListener("htmx:afterSwap", follow);
if (caller()) {
  before = shown();
  showControls();
}
