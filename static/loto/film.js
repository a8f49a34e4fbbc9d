// Over plain http no page can ask for the screen to stay on. It does while a film plays that is in sight, has a sound
// track, isn't muted and doesn't loop by itself: a small silent one of our own, begun by a tap.
import { settings } from "../js/companion.js";

const FILES = [["awake.mp4", "video/mp4"], ["awake.webm", "video/webm"]];
const REWIND = 3; // seconds, before its end
const AT_MOST = 2000; // milliseconds until it plays, or won't
const film = document.createElement("video");
let failed = !FILES.some(([, kind]) => film.canPlayType(kind));

export const isNeeded = () => settings.awake && !navigator.wakeLock;
export const plays = () => !film.paused;
export const fails = () => failed;

function place(title) {
  Object.assign(film, { playsInline: true, title, hidden: false });
  film.classList.add("film");
  film.append(...FILES.map(([name, type]) => Object.assign(document.createElement("source"), { src: new URL(name, import.meta.url), type })));
  document.querySelector(".top nav").prepend(film);
  film.addEventListener("timeupdate", () => { if (film.currentTime > REWIND) film.currentTime = 0; });
  for (const kind of ["play", "pause"]) film.addEventListener(kind, show);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) play(); });
}

// What the page says of the screen follows the film.
function show() {
  film.hidden = film.paused;
  film.toggleAttribute("data-keeps-awake", plays());
  document.dispatchEvent(new CustomEvent("settings"));
}

async function play() {
  film.hidden = false;
  await Promise.race([film.play(), new Promise((late, rejected) => { setTimeout(rejected, AT_MOST); })])
    .then(() => { failed = false; }, () => { failed = true; });
  show();
}

// Returns whether the calling may start: the screen stays on, or people were told before that it may not.
export async function keepOn(title) {
  const told = failed;
  if (!isNeeded() || plays()) return true;
  if (!film.isConnected) place(title);
  await play();
  return plays() || told;
}
