// A script on stdin, on stdout without what nothing refers to, under shorter names: node shorten.mjs
import { text } from "node:stream/consumers";
import { minifySync } from "../../web/node_modules/rolldown/dist/utils-index.mjs";

const OPTIONS = { module: true, compress: { unused: true }, mangle: true, codegen: { removeWhitespace: true } };
const { code, errors } = minifySync("script.js", await text(process.stdin), OPTIONS);
if (errors.length) throw new Error(JSON.stringify(errors));
process.stdout.write(code);
