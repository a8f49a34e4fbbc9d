// Files in blocks of the browser's own database (IndexedDB), for a browser whose files aren't written at once. All that a
// request wrote comes onto the disk in one transaction; the tab that opened them last owns them, and others may not write.
import { NAMES, Trouble, unwritten } from "./files.js";
const BLOCK = 16384;
const nameOf = (scope) => `companion ${scope}`;
const blocksOf = (name, from = 0) => IDBKeyRange.bound([name, from], [name, Infinity]);

const answered = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

class File {
  changed = new Set(); // the numbers of the blocks that aren't on the disk yet
  cut = false; // whether there are blocks on the disk that are no longer

  constructor(bytes) { this.bytes = bytes; this.size = bytes.length; }
  getSize() { return this.size; }
  read(bytes, { at }) { bytes.set(this.bytes.subarray(at, Math.min(at + bytes.length, this.size))); }
  flush() {} // settle() does it

  write(bytes, { at }) {
    if (at + bytes.length > this.size) this.truncate(at + bytes.length);
    this.bytes.set(bytes, at);
    this.touch(at, at + bytes.length);
    return bytes.length;
  }

  truncate(size) {
    if (size > this.bytes.length) {
      const longer = new Uint8Array(Math.max(size, 2 * this.bytes.length));
      longer.set(this.bytes);
      this.bytes = longer;
    }
    if (size < this.size) { this.bytes.fill(0, size, this.size); this.cut = true; }
    this.touch(Math.min(size, this.size), Math.max(size, this.size));
    this.size = size;
  }

  touch(from, to) { for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) this.changed.add(block); }

  put(name, store) {
    if (this.cut) store.delete(blocksOf(name, Math.ceil(this.size / BLOCK)));
    for (const block of this.changed) {
      const from = block * BLOCK;
      if (from < this.size) store.put(this.bytes.slice(from, Math.min(from + BLOCK, this.size)), [name, block]);
    }
  }
}

// Whether evenings were written here before.
export async function there(scope) {
  const all = await self.indexedDB?.databases?.().catch(() => []);
  return (all || []).some(({ name }) => name === nameOf(scope));
}

export async function open(scope) {
  const me = crypto.randomUUID();
  let database;
  try {
    const asked = indexedDB.open(nameOf(scope), 1);
    asked.onupgradeneeded = () => { for (const name of ["blocks", "kept"]) asked.result.createObjectStore(name); };
    database = await answered(asked);
  } catch (error) { throw new Trouble("private", String(error)); }

  // One transaction, which is on the disk when it is over.
  async function write(stores, work) {
    try {
      const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
      const over = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      work(transaction);
      await over;
    } catch (error) { throw unwritten(error); }
  }

  await write(["blocks"], (transaction) => transaction.objectStore("blocks").put(me, "owner"));
  const store = database.transaction("blocks").objectStore("blocks");
  const loaded = NAMES.map(async (name) => new File(await whole(await answered(store.getAll(blocksOf(name))))));
  const files = Object.fromEntries((await Promise.all(loaded)).map((file, number) => [NAMES[number], file]));
  return {
    files,

    async settle() {
      const changed = Object.entries(files).filter(([, file]) => file.cut || file.changed.size);
      if (!changed.length) return;
      let mine = true;
      await write(["blocks"], (transaction) => {
        const blocks = transaction.objectStore("blocks");
        blocks.get("owner").onsuccess = ({ target }) => {
          mine = target.result === me;
          if (mine) for (const [name, file] of changed) file.put(name, blocks);
        };
      });
      if (!mine) throw new Trouble("taken", "", ["here"]);
      for (const [, file] of changed) { file.changed.clear(); file.cut = false; }
    },

    keep: (name, bytes) => write(["kept"], (transaction) => transaction.objectStore("kept").put(bytes, name)),
    names: () => answered(database.transaction("kept").objectStore("kept").getAllKeys()),
    async kept() {
      const all = database.transaction("kept").objectStore("kept");
      const [names, contents] = await Promise.all([answered(all.getAllKeys()), answered(all.getAll())]);
      return names.map((name, number) => [name, contents[number]]);
    },
    drop: (name) => write(["kept"], (transaction) => transaction.objectStore("kept").delete(name)),
  };
}

const whole = async (blocks) => new Uint8Array(await new Blob(blocks).arrayBuffer());
