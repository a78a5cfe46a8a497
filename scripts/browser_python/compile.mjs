// A zip of Python modules on stdin, compiled on stdout: node compile.mjs PYODIDE
import { buffer } from "node:stream/consumers";
import path from "node:path";
import { pathToFileURL } from "node:url";

const COMPILE = `
import importlib.util, marshal, zipfile

# Pyodide shows the docstrings of its own functions to the language around it.
LEVELS = {"_pyodide": 0, "pyodide": 0}

def code_of(name, source):
    level = LEVELS.get(name.split("/")[0], 2)
    return compile(source, "/lib/" + name, "exec", dont_inherit=True, optimize=level)

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
`;

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
// Lines are enough in a traceback; columns would be a fifth of all bytes.
const python = await loadPyodide({ indexURL: folder, env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.writeFile("/modules.zip", await buffer(process.stdin));
python.runPython(COMPILE);
process.stdout.write(python.FS.readFile("/compiled.zip"));
