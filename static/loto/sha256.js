// SHA-256 (FIPS 180-4), since browsers offer theirs on https alone. Returns the hexadecimal digits of a text in UTF-8.
const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, place) => blocks.setUint8(place, byte));
  blocks.setUint8(bytes.length, 128);
  blocks.setBigUint64(blocks.byteLength - 8, BigInt(bytes.length) * 8n);
  const state = [...START];
  for (let block = 0; block < blocks.byteLength; block += 64) mix(state, blocks, block);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mix(state, blocks, block) {
  const words = Array.from({ length: 16 }, (_, place) => blocks.getInt32(block + place * 4));
  let [a, b, c, d, e, f, g, h] = state;
  for (let round = 0; round < 64; round += 1) {
    if (round > 15) {
      const [early, late] = [words[round - 15], words[round - 2]];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[round] = (words[round - 16] + low + words[round - 7] + high) | 0;
    }
    const chosen = (e & f) ^ (~e & g);
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[round] + words[round];
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] = (state[place] + word) | 0; });
}
