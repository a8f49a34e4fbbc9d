// Runs the application. SQLite works on files in memory, and what it writes there is written to the device first.
import * as own from "./files.js";
import * as blocks from "./blocks.js";
const { Trouble, unwritten } = own;
const FOLDER = "/data";
const CODE = "/companion";
const NO_ROOM = 51, BROKEN = 29; // how the system calls a full disk, and one that fails
const REST = 5000; // milliseconds between two looks at whether nothing changes

let place = null; // where the evenings lie on this device: files.js or blocks.js
let files = null; // its open files, by name
let unsynced = null; // the file that was written to since the last flush
let filling = false;
let python = null;
let bridge = null; // companion/site/bridge.py
let device = null;
let asked = null;
let news = null;
let turn = Promise.resolve(); // one request after another

const report = (part) => postMessage({ part });
const lastLine = (error) => String(error.message || error).trim().split("\n").pop();

// Where evenings were written once, the next are written too.
async function placeOf(scope) {
  const found = await blocks.there(scope) ? null : await own.open(scope);
  return found || blocks.open(scope);
}

// Before another file is written to, what was written to the last one is on the disk: SQLite counts on that order.
function touch(FS, file, write) {
  if (filling) return;
  try {
    if (unsynced && unsynced !== file) unsynced.flush();
    unsynced = file;
    write();
  } catch (error) {
    throw new FS.ErrnoError(error.name === "QuotaExceededError" ? NO_ROOM : BROKEN);
  }
}

async function sync() {
  if (unsynced) unsynced.flush();
  unsynced = null;
  await place.settle();
}

// A folder in memory in which the files named above are those of the device.
function storage(FS) {
  const { MEMFS } = FS.filesystems;
  const write = (file, bytes, at) => {
    if (file.write(bytes, { at }) < bytes.length) throw new DOMException("", "QuotaExceededError");
  };
  function hold(node, file) {
    const { stream_ops: stream, node_ops: own } = node;
    node.stream_ops = {
      ...stream,
      write(opened, buffer, offset, length, position) {
        touch(FS, file, () => write(file, buffer.subarray(offset, offset + length), position));
        return stream.write(opened, buffer, offset, length, position, false);
      },
    };
    node.node_ops = {
      ...own,
      setattr(changed, attributes) {
        if (attributes.size !== undefined) touch(FS, file, () => file.truncate(attributes.size));
        own.setattr(changed, attributes);
      },
    };
  }
  function release(node) {
    node.stream_ops = MEMFS.ops_table.file.stream;
    node.node_ops = MEMFS.ops_table.file.node;
  }
  return {
    mount(mount) {
      const root = MEMFS.mount(mount);
      const plain = root.node_ops;
      root.node_ops = {
        ...plain,
        mknod(parent, name, mode, dev) {
          const node = plain.mknod(parent, name, mode, dev);
          if (files[name]) hold(node, files[name]);
          return node;
        },
        unlink(parent, name) {
          if (files[name]) touch(FS, files[name], () => files[name].truncate(0));
          plain.unlink(parent, name);
        },
        rename(node, folder, name) {
          const from = files[node.name], to = folder === root && files[name];
          plain.rename(node, folder, name);
          if (from) release(node);
          if (to) {
            touch(FS, to, () => { to.truncate(0); write(to, MEMFS.getFileDataAsTypedArray(node), 0); });
            hold(node, to);
          }
          if (from) touch(FS, from, () => from.truncate(0));
        },
      };
      return root;
    },
  };
}

function fill(FS) {
  filling = true;
  for (const [name, file] of Object.entries(files)) {
    const bytes = new Uint8Array(file.getSize());
    file.read(bytes, { at: 0 });
    if (bytes.length) FS.writeFile(`${FOLDER}/${name}`, bytes);
  }
  filling = false;
}

// Databases that were replaced lie beside the one that is used.
async function fetchAside(FS) {
  FS.mkdirTree(`${FOLDER}/backups`);
  for (const [name, bytes] of await place.kept()) FS.writeFile(`${FOLDER}/backups/${name}`, bytes);
}

async function dropAside() {
  const here = new Set(python.FS.readdir(`${FOLDER}/backups`));
  for (const name of await place.names()) if (!here.has(name)) await place.drop(name);
}

async function start({ scope, app, channel, origin }) {
  news = new BroadcastChannel(`${channel} news`);
  const ours = placeOf(scope);
  ours.catch(() => {});
  const { loadPyodide } = await import(`${scope}py/pyodide.mjs`);
  const lock = await (await fetch(`${scope}py/pyodide-lock.json`)).text();
  report(0.1);
  const code = fetch(`${scope}py/companion.zip`).then((answer) => answer.arrayBuffer());
  python = await loadPyodide({ indexURL: `${scope}py/`, lockFileContents: lock });
  report(0.5);
  python.unpackArchive(await code, "zip", { extractDir: CODE });
  report(0.6);
  place = await ours;
  ({ files } = place);
  const { FS } = python;
  FS.mkdirTree(FOLDER);
  FS.mount(storage(FS), {}, FOLDER);
  fill(FS);
  await fetchAside(FS);
  python.runPython(`import sys, shutil; sys.path.insert(0, "${CODE}"); sys.dont_write_bytecode = True
shutil.copytree("${CODE}/rendered", "${FOLDER}/templates", dirs_exist_ok=True)`);
  report(0.7);
  bridge = python.pyimport("companion.site.bridge");
  report(0.9);
  const [opened, trouble, error] = taken(bridge.opened(FOLDER, app, origin));
  await sync();
  if (trouble) throw new Trouble(trouble, error, trouble === "newer" ? ["get", "save"] : ["restore", "save", "again"]);
  device = opened;
  asked = python.runPython("lambda here, method, target, headers, body: here.answer(method, target, headers.to_py(), body.to_bytes())");
  setInterval(() => { turn = turn.then(rest); }, REST);
}

async function rest() {
  try {
    device.rest();
    await sync();
  } catch (error) { // anything else is tried again
    if (error.trouble === "taken") postMessage({ stopped: "taken" });
  }
}

// What Python returned, as JavaScript has it.
function taken(result) {
  const found = result.toJs();
  result.destroy();
  return found;
}

// A backup that the application took in takes the place of the evenings once they are kept aside.
async function restore() {
  const [name, bytes] = taken(device.put_aside());
  await place.keep(name, bytes);
  device.restore();
  await sync();
  await dropAside();
}

async function answer({ method, target, headers, body }) {
  const [status, sent, content, changed] = taken(asked(device, method, target, headers, new Uint8Array(body)));
  await sync();
  if (device.has_backup) await restore();
  for (const [code, version] of changed) news.postMessage({ code, version });
  const empty = [204, 304].includes(status) || method === "HEAD";
  return { status, headers: sent, body: empty ? null : content };
}

self.addEventListener("message", ({ data, ports: [port] }) => {
  turn = turn.then(() => heard(data, port)).catch(console.error);
});

async function heard(data, port) {
  if (data.start) {
    try {
      await start(data.start);
      postMessage({ ready: true });
    } catch (error) {
      const known = error instanceof Trouble ? error : new Trouble("failed", lastLine(error), ["again", "anew"]);
      postMessage({ trouble: known.trouble, error: known.error, ways: known.ways });
    }
  } else if (data.ask) {
    try {
      port.postMessage({ answer: await answer(data.ask) });
    } catch (error) { // what was asked may be written or not: the page asks again
      console.error(error);
      port.postMessage({ answer: { status: 503, headers: [], body: null } });
      if (error instanceof Trouble || error instanceof DOMException) postMessage({ stopped: error.trouble || unwritten(error).trouble });
    }
  } else if (data.save) {
    try { port.postMessage(taken(bridge.as_it_is(FOLDER))[1]); } catch (error) { port.postMessage(lastLine(error)); }
  } else if (data.restore) {
    try {
      const [name, bytes] = taken(bridge.as_it_is(FOLDER));
      if (bytes.length) await place.keep(name, bytes);
      const why = python.runPython("lambda put_back, folder, file: put_back(folder, file.to_bytes())")(bridge.put_back, FOLDER, new Uint8Array(data.restore));
      await sync();
      port.postMessage(why);
    } catch (error) { port.postMessage(error.trouble || unwritten(error).trouble); }
  }
}
