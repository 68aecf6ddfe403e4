import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import type { Corpus } from "../../../../corpus/open/corpus.ts";
import { runSteps } from "../../../../corpus/run-steps.ts";
import { takeSnapshot } from "../../../../corpus/sections/snapshot.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { SnapshotHistory } from "../../../../runtime/docs/snapshots/history.ts";
import { createApp } from "../../../../runtime/serve/create-app.ts";
import { corpusFrom, makeDoc } from "../../../support/corpora.ts";
import { makeFolder } from "../../../support/tree.ts";

function corpusOf(text: string): Corpus {
  const body = `# Page\n\n${text}\n`;
  const headings = [{ depth: 1, text: "Page", anchor: "page", start: 0 }];
  return corpusFrom([makeDoc("page", { body, headings }), makeDoc("other")]);
}

it("keeps the last 20 states in a folder, also for the next start", async () => {
  const folder = await makeFolder();
  const corpora = Array.from({ length: 22 }, (_, at) => corpusOf(`State ${at}.`));
  const history = new SnapshotHistory({ folder });
  for (const corpus of corpora) void history.record(corpus);
  // A state that is being recorded is known already.
  expect(runSteps(history.find(corpora[21]!.sha256))).not.toBeNull();
  await history.record(corpora[21]!);

  const next = new SnapshotHistory({ folder });
  expect(await readdir(folder)).toHaveLength(20);
  expect(next.oldest).toBe(corpora[2]!.sha256);
  expect(runSteps(next.find(corpora[1]!.sha256))).toBeNull();
  for (const corpus of corpora.slice(2)) {
    expect(runSteps(next.find(corpus.sha256))).toEqual(runSteps(takeSnapshot(corpus)));
  }
  // A state that is served again is the newest.
  await next.record(corpora[2]!);
  expect(next.oldest).toBe(corpora[3]!.sha256);
  expect(await readdir(folder)).toHaveLength(20);
});

it("tells what changed since a state, by REST and GraphQL", async () => {
  const [older, newer] = [corpusOf("Before."), corpusOf("After.")];
  const history = new SnapshotHistory();
  await history.record(older);
  const docs = createDocs(newer, history);
  const { fetch } = createApp({ source: { current: () => docs } });
  const get = (path: string, init?: RequestInit) =>
    fetch(new Request(`http://localhost${path}`, init as RequestInit));
  const query = async (since: string) => {
    const text = `{ changes(since: "${since}") { since sha256
      pages { change id from slug title }
      sections { change id anchor from { id anchor } hash before } } }`;
    const init = { headers: { Accept: "application/json" } };
    return (await get(`/graphql?query=${encodeURIComponent(text)}`, init)).json();
  };
  const answer = await get(`/changes.json?since=${older.sha256}`);
  const changes = (await answer.json()) as { sections: { hash: string }[] };
  expect(changes).toMatchObject({
    since: older.sha256,
    sha256: newer.sha256,
    pages: [{ change: "changed", id: "page" }],
    sections: [{ change: "changed", id: "page", anchor: "page" }],
  });
  expect(await query(older.sha256)).toEqual({ data: { changes } });
  expect(await (await get(`/changes.json?since=${newer.sha256}`)).json()).toMatchObject({
    pages: [],
    sections: [],
  });
  const hashes = await get(
    `/graphql?query=${encodeURIComponent('{ doc(id: "page") { headings { anchor hash } } hits(query: "page after") { items { hash heading { hash } } } }')}`,
    { headers: { Accept: "application/json" } },
  );
  const { hash } = changes.sections[0]!;
  expect(await hashes.json()).toMatchObject({
    data: {
      doc: { headings: [{ anchor: "page", hash }] },
      hits: { items: [{ hash, heading: { hash } }] },
    },
  });

  const unknown = "0".repeat(64);
  const refused = await get(`/changes.json?since=${unknown}`);
  expect(refused.status).toBe(404);
  expect(await refused.json()).toMatchObject({ oldest: older.sha256 });
  expect(await query(unknown)).toMatchObject({
    errors: [{ extensions: { code: "BAD_USER_INPUT" } }],
  });
  expect((await get("/changes.json?since=1")).status).toBe(400);
  expect((await get(`/changes.json?since=${unknown}`, { method: "POST" })).status).toBe(405);
});
