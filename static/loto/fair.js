// Check a bag of Loto on this phone: its seed has the fingerprint, and the numbers came in its order.
import { sha256 } from "./sha256.js";

for (const verdict of document.querySelectorAll("[data-fair]")) {
  const { seed, fingerprint, right, wrongSeed, wrongNumber } = verdict.dataset;
  const mixed = [seed, ...JSON.parse(verdict.dataset.words)].join(":");
  const drawn = verdict.dataset.drawn.split(" ").filter(Boolean).map(Number);
  const hashes = new Map(Array.from({ length: 90 }, (_, n) => [n + 1, sha256(`${mixed}:${n + 1}`)]));
  const order = [...hashes.keys()].sort((one, other) => (hashes.get(one) < hashes.get(other) ? -1 : 1));
  const wrong = drawn.findIndex((number, place) => number !== order[place]);
  const fits = sha256(seed) === fingerprint;
  verdict.textContent = !fits ? wrongSeed : wrong < 0 ? right : wrongNumber.replace("{place}", wrong + 1);
  verdict.classList.add(fits && wrong < 0 ? "right" : "wrong");
}
