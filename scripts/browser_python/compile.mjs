// A zip of Python modules on stdin, compiled on stdout: node compile.mjs PYODIDE [CALLED]
// With CALLED, a file that says which functions are called, the bodies of others are put aside, in an entry of their own.
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import path from "node:path";
import { pathToFileURL } from "node:url";

const COMPILE = `
import importlib.util, json, marshal, os, zipfile
from bodies import Bodies

LEVEL = 2  # without docstrings
cutting = Bodies(LEVEL)
called = json.load(open("/called.json")) if os.path.exists("/called.json") else None

def code_of(name, source):
    if called is None or name == "rest_of_library.py":  # which brings the bodies
        return compile(source, "/lib/" + name, "exec", dont_inherit=True, optimize=LEVEL)
    return cutting.cut(source, "/lib/" + name, {tuple(one) for one in called.get(name, ())})

with zipfile.ZipFile("/modules.zip") as old, zipfile.ZipFile("/compiled.zip", "w") as new:
    for entry in old.infolist():
        data = old.read(entry)
        name = entry.filename
        if name.endswith(".py"):
            # A header that says: by hash of the source, not to be checked.
            header = importlib.util.MAGIC_NUMBER + b"\\1\\0\\0\\0" + bytes(8)
            data = header + marshal.dumps(code_of(name, data))
            name += "c"
        new.writestr(zipfile.ZipInfo(name), data)
    if called is not None:
        new.writestr(zipfile.ZipInfo("bodies"), marshal.dumps(cutting.found))
`;

const [folder, called] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
// Lines are enough in a traceback; columns would be a fifth of all bytes.
const python = await loadPyodide({ indexURL: folder, env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.writeFile("/modules.zip", await buffer(process.stdin));
python.FS.writeFile(`${python.runPython("import os; os.getcwd()")}/bodies.py`, readFileSync(new URL("bodies.py", import.meta.url)));
if (called) python.FS.writeFile("/called.json", readFileSync(called));
python.runPython(COMPILE);
process.stdout.write(python.FS.readFile("/compiled.zip"));
