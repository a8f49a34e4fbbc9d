// Compiles the modules that are used, and the templates, as they will be run; the others stay as they are:
// node compile.mjs PYODIDE LIBRARY CODE
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [pyodide, library, code] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const lockFileContents = readFileSync(`${pyodide}/pyodide-lock.json`, "utf-8");
const python = await loadPyodide({ lockFileContents });
for (const [root, folder] of [[library, "/library"], [code, "/companion"]]) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, folder);
}
python.FS.mkdirTree("/data");
python.runPython(`
import os, py_compile, shutil, sys

sys.dont_write_bytecode = True
sys.path[:0] = ["/companion", "/library"]
from companion.site.bridge import OnDevice

here = OnDevice("/data", "", "")
for path in ("/", "/lay", "/evenings", "/device", "/rules", "/static/css/tokens.css"):
    here.answer("GET", path, [], b"")
for name in here.application.jinja_env.list_templates(extensions=["html", "js", "txt"]):
    here.application.jinja_env.get_template(name)
shutil.copytree("/data/templates", "/companion/rendered")

used = {name.replace(".", "/") for name in sys.modules}
for root in ("/library", "/companion"):
    for folder, _, files in os.walk(root):
        for name in files:
            path = os.path.join(folder, name)
            module = os.path.relpath(path, root).removesuffix(".py").removesuffix("/__init__")
            if name.endswith(".py") and (module in used or module.startswith("companion/")):
                how = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile(path, path + "c", doraise=True, invalidation_mode=how, dfile=module)
                os.remove(path)
`);
