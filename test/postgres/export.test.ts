import pg from "pg";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { ENGINES } from "../../corpus/export/engines.ts";
import { placeRecords } from "../../corpus/export/records.ts";
import type { Corpus } from "../../corpus/open/corpus.ts";
import { corpusFrom, makeDoc } from "../support/corpora.ts";
import { queryPostgres } from "../support/postgres.ts";

const SUBJECTS = [
  "backup restore",
  "certificate renewal",
  "disk quota",
  "email templates",
  "firewall rules",
  "graph layout",
  "host names",
  "image upload",
  "job queue",
  "keyboard shortcuts",
  "load balancing",
  "mirror sites",
  "network timeouts",
  "object storage",
  "password reset",
  "query planner",
  "rate limits",
  "session cookies",
  "time zones",
  "user avatars",
];

/** One place for each subject, among pages that mention several of them. */
function makeCorpus(): Corpus {
  const pages = SUBJECTS.map((subject, at) => {
    const body = `See the ${SUBJECTS[(at + 1) % 20]}.\n\n## The ${subject}\n\nA tab\tand a \\ backslash: how the ${subject} works, and what the ${subject} costs.\n`;
    const headings = [
      { depth: 2, text: `The ${subject}`, anchor: `a${at}`, start: body.indexOf("##") },
    ];
    return makeDoc(`guide/page-${at}`, { title: `Page ${at}`, body, headings });
  });
  const hostile = makeDoc("hostile", {
    title: "\\. \\N 'quoted' $$",
    body: `\\.\n\n${"word ".repeat(400_000)}`,
  });
  return corpusFrom([...pages, hostile]);
}

describe("places for PostgreSQL", () => {
  const corpus = makeCorpus();
  const script = `${[...ENGINES.postgresql(placeRecords(corpus))].join("\n")}\n`;
  let url = "";

  beforeAll(async () => {
    await queryPostgres(`${inject("postgres")}postgres`, "create database places");
    url = `${inject("postgres")}places`;
    await runScript(script);
  });

  /** Runs a script as psql does: what follows `copy … from stdin` is sent as data. */
  async function runScript(text: string): Promise<void> {
    const [, before, copy, data, after] =
      /^(.*?)(copy [^;]* from stdin;)\n(.*?)\\\.\n(?=\ncommit)(.*)$/s.exec(text)!;
    const client = new pg.Client(url);
    await client.connect();
    try {
      await client.query(before!);
      await copyInto(client, { copy: copy!, data: data! });
      await client.query(after!);
    } finally {
      await client.end();
    }
  }

  it("are all there, as they were written", async () => {
    const rows = await queryPostgres(
      url,
      `select id, page, address, title, breadcrumbs, heading, text, section, "order" from docgate_places order by "order"`,
    );

    expect(rows).toEqual([...placeRecords(corpus)]);
  });

  it.each(SUBJECTS)(
    "are searched by docgate_search, which finds the best place of docgate: %s",
    async (subject) => {
      const [best] = corpus.search.hits(subject).items;
      const [first] = await queryPostgres(url, `select * from docgate_search('${subject}')`);

      expect(first).toMatchObject({
        address: best!.slug,
        title: best!.title,
        heading: best!.heading,
        excerpt: expect.stringContaining(subject),
      });
    },
  );

  it("are replaced by running the script again, in one transaction", async () => {
    const others = corpusFrom([makeDoc("only", { body: "Only this." })]);
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());

    await runScript([...ENGINES.postgresql(placeRecords(others)), ""].join("\n"));
    const { rows } = await client.query("select id from docgate_places");
    await runScript(script);

    expect(rows).toEqual([{ id: "only" }]);
    expect((await client.query("select from docgate_places")).rowCount).toBe(
      [...placeRecords(corpus)].length,
    );
  });
});

/** Sends data for a COPY statement, with the parts of pg that speak the protocol. */
function copyInto(
  client: pg.Client,
  { copy, data }: { readonly copy: string; readonly data: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: Connection) => connection.query(copy),
      handleCopyInResponse(connection: Connection) {
        connection.sendCopyFromChunk(Buffer.from(data));
        connection.endCopyFrom();
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as unknown as pg.Submittable);
  });
}

interface Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
