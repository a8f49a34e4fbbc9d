// The evening outlives its server: while that is away, the open page hands over what it kept of the journal.
import { PREFIX, load } from "./device.js";

const AWAY = 15_000; // milliseconds without the server before it is offered
const LOOKS = 1000; // milliseconds between two looks
const part = document.querySelector("[data-carry]");
const { code } = document.getElementById("witness").dataset;
const [says, save, go, address] = ["[data-says]", "[data-save]", "[data-go]", "input"].map((one) => part.querySelector(one));
let seenLive = Date.now();
let handed = "";

// The whole journal, as a file; null where this device doesn't have it from the first entry on.
function evening() {
  const { head, kept = [] } = load(PREFIX + code);
  return head && (kept[0] || { number: 1 }).number === 1 ? { ...head, entries: kept } : null;
}

async function packed(text) {
  if (!window.CompressionStream) return text;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

async function offer(whole) {
  const text = JSON.stringify(whole);
  const { hand } = load(PREFIX + code);
  says.textContent = says.dataset.says.replace("HAND", hand).replace("MOVES", whole.entries.length);
  save.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  save.download = `companion-${code}-evening.json`;
  part.hidden = false;
  handed = encodeURIComponent(await packed(text));
  lead();
}

// A link, which the browser follows to another house; what it carries stands behind the #, so that nobody logs it.
function lead() {
  const typed = address.value.trim();
  try {
    const there = new URL(/^https?:/i.test(typed) ? typed : `http://${typed}`);
    const site = /\/site\/?$/.test(there.pathname); // Companion without a server has its pages behind a # of its own
    const path = site ? there.pathname.replace(/\/?$/, "/#/") : there.pathname.replace(/[^/]*$/, "");
    go.href = `${there.origin}${path}evenings/import#evening=${handed}`;
    go.hidden = !typed || !handed;
  } catch {
    go.hidden = true;
  }
}

function look() {
  if (document.body.classList.contains("is-live")) {
    seenLive = Date.now();
    part.hidden = true;
  } else if (part.hidden && Date.now() - seenLive > AWAY) {
    const whole = evening();
    if (whole) offer(whole);
  }
}

address.addEventListener("input", lead);
setInterval(look, LOOKS);
