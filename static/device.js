// The switches of this device: keep the screen on, sound, vibrate.
import { remember, remembered } from "./remembered.js";

const KEPT = "companion.device";

export const chosen = Object.assign({ awake: true, sound: false, touch: false, told: false }, remembered(KEPT));

export function choose(what, value) {
  chosen[what] = value;
  remember(KEPT, chosen);
  document.dispatchEvent(new CustomEvent("chosen", { detail: what }));
}

// A switch turned in another window of this browser holds here too.
window.addEventListener("storage", (event) => {
  if (event.key !== KEPT) return;
  Object.assign(chosen, remembered(KEPT));
  document.dispatchEvent(new CustomEvent("chosen"));
});

function show() {
  for (const part of document.querySelectorAll("[data-switches]")) part.hidden = false;
  for (const part of document.querySelectorAll("[data-where-touch]")) part.hidden = !navigator.vibrate;
  for (const box of document.querySelectorAll("[data-switch]")) box.checked = chosen[box.dataset.switch];
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-switch]")) choose(event.target.dataset.switch, event.target.checked);
});
document.addEventListener("chosen", show);
show();

// Where the address is secure, a page takes the place of the browser's own while the server is away.
if (window.isSecureContext && navigator.serviceWorker) navigator.serviceWorker.register("/sw.js").catch(() => {});

// Some browsers offer by themselves to install a page as an app; the offer is kept for the button.
let offer = null;
const offered = () => { for (const part of document.querySelectorAll("[data-install]")) part.hidden = !offer; };
window.addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); offer = event; offered(); });
window.addEventListener("appinstalled", () => { offer = null; offered(); });
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-install]") && offer) { offer.prompt(); offer = null; offered(); }
});
