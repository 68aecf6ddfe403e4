/**
 * Loads a corpus, searches it for some texts, and prints the duration of each search in
 * milliseconds as JSON. Arguments: the corpus file, the number of docs to find, and the texts in
 * order.
 */
import { loadCorpus } from "../../corpus/exports.ts";
import { timeOf } from "../support/measure.ts";

const [corpus, limit, ...texts] = process.argv.slice(2);
const { search } = await loadCorpus(corpus!);
const times = texts.map((text) => timeOf(() => search.ranked(text, { limit: Number(limit) })));
process.stdout.write(JSON.stringify(times));
