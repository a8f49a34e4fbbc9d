// The page that is shown while the server is away: ask every few seconds, and reload once the server answers.
const INTERVAL = 3000; // milliseconds
const HEALTH = new URL("../../../healthz", document.currentScript.src);
let asking = false;

async function ask() {
  if (asking || document.hidden) return;
  asking = true;
  try { if ((await fetch(HEALTH, { cache: "no-store" })).ok) location.reload(); } catch { /* still away */ }
  asking = false;
}

setInterval(ask, INTERVAL);
document.addEventListener("visibilitychange", ask);
window.addEventListener("online", ask);
