// The device's own files (OPFS): what is written to one is flushed to the disk at once, and nobody else can open it.
export const NAMES = ["companion.sqlite3", "companion.sqlite3-wal", "companion.sqlite3-journal", "device.sqlite3", "device.sqlite3-journal"];
const WAIT = 4000; // milliseconds in which another tab closes its files
const LOCKED = ["NoModificationAllowedError", "InvalidStateError"]; // how browsers call a file that is open elsewhere

export class Trouble extends Error {
  constructor(trouble, error = "", ways = ["again"]) { super(trouble); Object.assign(this, { trouble, error, ways }); }
}

export const unwritten = (error) => new Trouble(error?.name === "QuotaExceededError" ? "full" : "unwritten", String(error));

// The files of this device, or null where the browser has none that are written at once.
export async function open(scope) {
  if (!navigator.storage?.getDirectory) return null;
  let folder, kept;
  try {
    const root = await navigator.storage.getDirectory();
    folder = await root.getDirectoryHandle(`companion${scope.replaceAll("/", "-")}`, { create: true });
    kept = await folder.getDirectoryHandle("backups", { create: true });
  } catch (error) {
    throw new Trouble(error.name === "QuotaExceededError" ? "full" : "private", String(error));
  }
  const files = {};
  const until = Date.now() + WAIT;
  for (const name of NAMES) {
    while (!files[name]) {
      const file = await folder.getFileHandle(name, { create: true });
      if (!file.createSyncAccessHandle) return null;
      try {
        files[name] = await file.createSyncAccessHandle();
        if (typeof files[name].getSize() !== "number") { await files[name].close(); return null; } // an older Chromium's
      } catch (error) {
        if (error.name === "NotSupportedError") return null;
        if (!LOCKED.includes(error.name)) throw new Trouble("private", String(error));
        if (Date.now() > until) throw new Trouble("held", String(error));
        await new Promise((later) => setTimeout(later, 100));
      }
    }
  }
  return {
    files,
    async settle() {}, // it is on the disk already

    // Databases that were replaced: each a file of its own.
    async keep(name, bytes) {
      const handle = await (await kept.getFileHandle(name, { create: true })).createSyncAccessHandle();
      try {
        handle.truncate(0);
        if (handle.write(bytes, { at: 0 }) < bytes.length) throw new DOMException("", "QuotaExceededError");
        handle.flush();
      } finally { handle.close(); }
    },
    async names() {
      const found = [];
      for await (const name of kept.keys()) found.push(name);
      return found;
    },
    async kept() {
      const found = [];
      for await (const [name, handle] of kept.entries()) {
        found.push([name, new Uint8Array(await (await handle.getFile()).arrayBuffer())]);
      }
      return found;
    },
    drop: (name) => kept.removeEntry(name),
  };
}
