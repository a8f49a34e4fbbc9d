// The page that is shown while the server is away: asks again every few seconds, and comes back by itself.
"use strict";
const AGAIN = 3000; // milliseconds
let asking = false;

async function ask() {
  if (asking || document.hidden) return;
  asking = true;
  try { if ((await fetch("/healthz", { cache: "no-store" })).ok) location.reload(); } catch { /* still away */ }
  asking = false;
}

setInterval(ask, AGAIN);
document.addEventListener("visibilitychange", ask);
window.addEventListener("online", ask);
