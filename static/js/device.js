// The switches of this device: keep the screen on, sound, vibrate. They are stored on the device and nowhere else.
const KEY = "companion.device";
export const PREFIX = "companion.table."; // what is kept of a table, by its code
export const BASE = new URL("../../../", import.meta.url); // where this Companion is served: one address may have two

// What runs once the page is whole, also where its script comes later.
export function whenWhole(run) {
  if (document.readyState === "complete") run();
  else addEventListener("load", run);
}

// A private window forgets what is stored, and a browser may refuse to store anything.
export function load(key, place = "localStorage") {
  try { return JSON.parse(window[place].getItem(key)) || {}; } catch { return {}; }
}

export function store(key, value, place = "localStorage") {
  try { window[place].setItem(key, JSON.stringify(value)); } catch { /* it holds as long as the page */ }
}

export const settings = Object.assign({ awake: true, sound: false, touch: false, told: false }, load(KEY));

export function change(name, value) {
  settings[name] = value;
  store(KEY, settings);
  document.dispatchEvent(new CustomEvent("settings"));
}

// An evening that another place handed over comes in by the first page, whatever page its address names.
if (location.hash.startsWith("#evening=") && !document.querySelector("[data-arrives], [data-import]")) {
  location.replace(BASE.href + location.hash);
}

// A switch turned in another window of this browser holds here too.
window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  Object.assign(settings, load(KEY));
  document.dispatchEvent(new CustomEvent("settings"));
});

function showSwitches() {
  for (const part of document.querySelectorAll("[data-switches]")) part.hidden = false;
  for (const part of document.querySelectorAll("[data-where-touch]")) part.hidden = !navigator.vibrate;
  for (const box of document.querySelectorAll("[data-switch]")) box.checked = settings[box.dataset.switch];
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-switch]")) change(event.target.dataset.switch, event.target.checked);
});
document.addEventListener("settings", showSwitches);
showSwitches();

// At a secure address the service worker shows a page of ours while the server is away.
const worker = new URL("sw.js", BASE);
const away = window.isSecureContext && navigator.serviceWorker && !("here" in document.body.dataset);
if (away) navigator.serviceWorker.register(worker).catch(() => {});

// The browser's offer to install the page as an app is kept for the button.
let offer = null;
function showOffer() {
  for (const part of document.querySelectorAll("[data-install]")) part.hidden = !offer;
}
window.addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); offer = event; showOffer(); });
window.addEventListener("appinstalled", () => { offer = null; showOffer(); });
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-install]") || !offer) return;
  offer.prompt();
  offer = null;
  showOffer();
});

// Times are this device's, written as the page's language writes them.
const clock = new Intl.DateTimeFormat(document.documentElement.lang.replace(/^en$/, "en-GB"), { timeStyle: "short" });
for (const time of document.querySelectorAll("time[data-clock]")) time.textContent = clock.format(new Date(time.dateTime));
