/**
 * Loads a corpus and searches it for some texts, and tells the milliseconds of each search as JSON.
 * Arguments: the corpus file, how many docs to find, and the texts in their order.
 */
import { loadCorpus } from "../corpus/exports.ts";
import { timeOf } from "./measure.ts";

const [corpus, limit, ...texts] = process.argv.slice(2);
const { search } = await loadCorpus(corpus!);
const times = texts.map((text) => timeOf(() => search.ranked(text, { limit: Number(limit) })));
process.stdout.write(JSON.stringify(times));
