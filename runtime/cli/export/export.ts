import { ENGINES, type Engine } from "../../../corpus/export/engines.ts";
import { placeRecords } from "../../../corpus/export/records.ts";
import { loadCorpusFile } from "../../../corpus/read/read.ts";
import { inSiteOrder } from "../../../corpus/site-order.ts";
import { makeFolderOf, replaceBy } from "../../../corpus/write/replace-file.ts";
import { withRemedy } from "../../docs/corpus-source.ts";
import { webFolder } from "../../serve/assets.ts";
import { printChunks, say } from "../output.ts";
import { readCorpus } from "../read-corpus.ts";
import { exportStatic } from "./export-static.ts";

const STANDARD_OUTPUT = "-";
/** Lines are joined into chunks of this length before they are written. */
const CHUNK_LENGTH = 2 ** 18;

/** Writes the static form of a corpus into a folder. */
export async function writeStatic(file: string, dir: string): Promise<void> {
  const corpus = await loadCorpusFile(file).catch((error) => {
    throw withRemedy(error, file);
  });
  const { files, bytes } = await exportStatic(corpus, { dir, web: webFolder() });
  const size = (bytes / 1e6).toFixed(1);
  say(`${files} files, ${size} MB, of ${corpus.docs.length} docs written to ${dir}`);
}

interface RecordsOptions {
  readonly out: string;
  readonly engine: Engine;
}

/** Writes the places of a corpus as lines for a search engine. */
export async function writeRecords(file: string, { out, engine }: RecordsOptions): Promise<void> {
  const corpus = await readCorpus(file);
  let count = 0;
  function* counted() {
    for (const record of placeRecords(corpus)) {
      count++;
      yield record;
    }
  }
  const chunks = toChunks(ENGINES[engine](counted()));
  if (out === STANDARD_OUTPUT) return printChunks(chunks);
  await writeChunks(out, chunks);
  say(`${count} places of ${inSiteOrder(corpus).length} docs written to ${out}`);
}

function* toChunks(lines: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

async function writeChunks(file: string, chunks: Iterable<string>): Promise<void> {
  await makeFolderOf(file);
  await replaceBy(file, async (handle) => {
    for (const chunk of chunks) await handle.writeFile(chunk);
  });
}
