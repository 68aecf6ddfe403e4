import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { makeDocs, writeCorpus } from "../support/corpora.ts";
import { runtimesOf } from "../support/extent.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";
import { expectHealed, vitalsOf } from "../support/vitals.ts";

const ALL = "{ meta { name docCount } docs(limit: 1000) { title body } }";
const SOON = { timeout: 15_000, interval: 50 };
const ROUNDS = 12;
const WARM_ROUNDS = 3;
/** Each is several megabytes, so that loading takes a while. */
const BODY = "Some words of a page. ".repeat(300);

interface CorpusAnswer {
  readonly meta: { readonly name: string; readonly docCount: number };
  readonly docs: readonly { readonly title: string; readonly body: string }[];
}

async function ask({ url }: TestServer): Promise<CorpusAnswer> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Connection: "close" },
    body: JSON.stringify({ query: ALL }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: CorpusAnswer }).data;
}

it.each(runtimesOf("deno"))(
  "a corpus that garbage replaces while it is loaded, on %s: whole answers of a good one throughout",
  async (runtime) => {
    const folder = await makeFolder();
    const corpus = join(folder, "corpus.json");
    const write = (name: string, file: string) =>
      writeCorpus(file, { docs: makeDocs(500, { title: name, body: BODY }), name });
    await write("first", corpus);
    const good = readFileSync(await write("good", join(folder, "good.json")));
    const server = await startServer({ runtime, corpus });
    onTestFinished(() => void server.process.kill("SIGKILL"));
    for (let warm = 0; warm < 20; warm++) await ask(server);
    let before = vitalsOf(server);
    const names = new Set<string>();
    let isOver = false;

    async function keepAsking(): Promise<void> {
      while (!isOver) {
        const { meta, docs } = await ask(server);
        names.add(meta.name);
        expect(docs).toHaveLength(meta.docCount);
        expect(docs.every(({ title, body }) => title === meta.name && body === BODY)).toBe(true);
      }
    }

    const asking = [keepAsking(), keepAsking()];
    for (let round = 0; round < ROUNDS; round++) {
      // The heaps have their size once corpora of each kind were loaded.
      if (round === WARM_ROUNDS) before = vitalsOf(server);
      // In place, piece by piece, as nobody should, and with other content before it is complete.
      writeSlowly(corpus, good.subarray(0, good.length >> 1));
      await sleep(60);
      writeSlowly(corpus, Buffer.alloc(good.length, 0xa5));
      await sleep(Math.random() * 60);
      await replaceFile(corpus, good.subarray(0, -round - 1));
      await sleep(Math.random() * 60);
      await replaceFile(corpus, Buffer.from(round % 2 === 0 ? "{}" : "null\n"));
      await sleep(Math.random() * 120);
    }
    expect([...names]).toEqual(["first"]);
    expect(server.log()).toContain("The loaded one is kept.");
    await replaceFile(corpus, good);
    await expect.poll(async () => (await ask(server)).meta.name, SOON).toBe("good");
    isOver = true;
    await Promise.all(asking);
    expect([...names].toSorted()).toEqual(["first", "good"]);
    await expectHealed(server, before);
    expect(await server.stop()).toBe(0);
  },
);

/** Truncates the file, then writes over it. */
function writeSlowly(file: string, bytes: Buffer): void {
  const handle = openSync(file, "w");
  for (let at = 0; at < bytes.length; at += 65_536) {
    writeSync(handle, bytes.subarray(at, at + 65_536));
  }
  closeSync(handle);
}
