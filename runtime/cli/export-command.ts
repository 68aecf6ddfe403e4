import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command, Option } from "commander";
import { DocgateError } from "../../corpus/error.ts";
import { ENGINES, type Engine } from "../../corpus/export/engines.ts";
import { placeRecords } from "../../corpus/export/records.ts";
import { loadCorpus, loadCorpusFile } from "../../corpus/read/read.ts";
import { makeFolderOf, replaceBy } from "../../corpus/write/replace-file.ts";
import { withRemedy } from "../docs/corpus-source.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { webFolder } from "../serve/web-folder.ts";
import { type CommandContext, loadSettings, withSettings } from "./command-settings.ts";
import { exportStatic } from "./export-static.ts";
import { say } from "./output.ts";

interface ExportFlags extends SettingFlags {
  readonly records?: string;
  readonly for: Engine;
}

const STANDARD_OUTPUT = "-";
/** Lines are joined into chunks of this length before they are written. */
const CHUNK_LENGTH = 2 ** 18;

/** The command that writes a corpus as files for a static site, or its places for another search. */
export function exportCommand(context: CommandContext): Command {
  return withSettings(new Command("export"), ["corpus"])
    .description("write the search of a corpus as static files, or its places for another search")
    .argument("[dir]", "the folder to write static files to")
    .option("--records <file>", "write the places instead, one on a line; - prints them")
    .addOption(
      new Option("--for <engine>", "the search engine that will read them")
        .choices(Object.keys(ENGINES))
        .default("any"),
    )
    .action(async (dir: string | undefined, { records, for: engine, ...flags }: ExportFlags) => {
      if ((dir === undefined) === (records === undefined)) {
        const message = "Expected either a folder to write static files to, or --records.";
        throw new DocgateError("setting", message);
      }
      const { corpus: file } = await loadSettings(flags, context);
      if (dir !== undefined) await writeStatic(file, dir);
      else await writeRecords(file, { out: records!, engine });
    });
}

async function writeStatic(file: string, dir: string): Promise<void> {
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

async function writeRecords(file: string, { out, engine }: RecordsOptions): Promise<void> {
  const corpus = await loadCorpus(file).catch((error) => {
    throw withRemedy(error, file);
  });
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
  say(`${count} places of ${corpus.docs.length} docs written to ${out}`);
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

async function printChunks(chunks: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), process.stdout, { end: false });
  } catch (error) {
    // A reader such as `head` closes the pipe early.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

async function writeChunks(file: string, chunks: Iterable<string>): Promise<void> {
  await makeFolderOf(file);
  await replaceBy(file, async (handle) => {
    for (const chunk of chunks) await handle.writeFile(chunk);
  });
}
