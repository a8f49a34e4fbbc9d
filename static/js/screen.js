// Keep the screen on while a table is shown; where the browser can't, say so once. Fill it where a page offers that.
import { change, settings } from "./device.js";

const isWanted = () => document.querySelector("[data-stream], [data-awake-here]");
let lock = null;
let asking = false;

// Why the browser can't keep the screen on; empty where it can.
function obstacle() {
  return !window.isSecureContext ? "insecure" : !navigator.wakeLock ? "missing" : "";
}

function showState(wanted) {
  const plays = document.querySelector("[data-keeps-awake]"); // a film that does what no lock can here
  const state = plays ? "on" : wanted;
  for (const words of document.querySelectorAll("[data-awake]")) words.hidden = words.dataset.awake !== state;
  for (const box of document.querySelectorAll("[data-switch=awake]")) {
    box.disabled = Boolean(obstacle());
    box.checked = settings.awake && !obstacle();
  }
  for (const note of document.querySelectorAll("[data-awake-note]")) {
    note.hidden = !obstacle() || plays || settings.told || !settings.awake;
  }
}

// The browser takes the lock back whenever the page is hidden, and may refuse it, as with an empty battery.
async function keepOn() {
  if (obstacle() || !settings.awake) {
    if (lock) await lock.release();
    return showState(obstacle() || "off");
  }
  if (lock || asking || document.hidden || !isWanted()) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; showState(settings.awake ? "refused" : "off"); });
    showState("on");
  } catch { showState("refused"); }
  asking = false;
  if (!settings.awake) keepOn();
}

document.addEventListener("visibilitychange", keepOn);
document.addEventListener("settings", keepOn);
document.addEventListener("click", (event) => { if (event.target.closest("[data-awake-seen]")) change("told", true); });
keepOn();

document.body.classList.toggle("can-fill", Boolean(document.fullscreenEnabled));

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-fill]")) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => document.body.classList.remove("can-fill"));
});
