/** Reads and parses a JSON file, and prints the duration of the parsing in milliseconds. */
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2]!, "utf8");
const start = performance.now();
JSON.parse(text);
process.stdout.write(`${performance.now() - start}\n`);
