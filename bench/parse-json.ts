/** Reads and parses the JSON file it is given, and tells how long the parsing took, in milliseconds. */
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2]!, "utf8");
const start = performance.now();
JSON.parse(text);
process.stdout.write(`${performance.now() - start}\n`);
