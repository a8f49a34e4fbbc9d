// Keeps the screen on while a table is shown, where the browser lets a page do that; where it doesn't, says so, once.
import { chosen, choose } from "./device.js";

const wanted = () => document.querySelector("[sse-connect], [data-awake-here]");
let lock = null;
let asking = false;

function able() {
  return !window.isSecureContext ? "insecure" : !navigator.wakeLock ? "missing" : "";
}

function tell(state) {
  for (const words of document.querySelectorAll("[data-awake]")) words.hidden = words.dataset.awake !== state;
  for (const box of document.querySelectorAll("[data-switch=awake]")) {
    box.disabled = Boolean(able());
    box.checked = chosen.awake && !able();
  }
  for (const note of document.querySelectorAll("[data-awake-note]")) note.hidden = !able() || chosen.told || !chosen.awake;
}

// The browser gives the lock back whenever the page is hidden, and may refuse it, as with an empty battery.
async function keepOn() {
  if (able() || !chosen.awake) {
    if (lock) await lock.release();
    return tell(able() || "off");
  }
  if (lock || asking || document.hidden || !wanted()) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; tell(chosen.awake ? "refused" : "off"); });
    tell("on");
  } catch { tell("refused"); }
  asking = false;
  if (!chosen.awake) keepOn();
}

document.addEventListener("visibilitychange", keepOn);
document.addEventListener("chosen", keepOn);
document.addEventListener("click", (event) => { if (event.target.closest("[data-awake-seen]")) choose("told", true); });
keepOn();
