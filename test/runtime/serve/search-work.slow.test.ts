import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServer } from "../../../runtime/http/server.ts";
import { ANSWER_LIMITS } from "../../../runtime/serve/answer-limits.ts";
import { corpusFrom, makeDocs } from "../../support/corpora.ts";
import { turnTimesOf } from "../../support/cpu-time.ts";
import { callModern, LOCAL } from "../../support/mcp-server.ts";
import { BROWSER, serveCorpus } from "../../support/served-pages.ts";

/** Pages whose texts take many turns to read. */
const corpus = corpusFrom(makeDocs(200, { body: "one of `those odd` words, ".repeat(2_000) }));
/** These stand in every page. */
const PHRASE = '"d words, o"';
const OTHER_PHRASE = '"odd words"';

async function serve(maxTimeMs = ANSWER_LIMITS.maxTimeMs): Promise<string> {
  const limits = { ...ANSWER_LIMITS, maxTimeMs };
  const app = serveCorpus(corpus, { mcp: LOCAL, limits });
  const server = createServer({ fetch: (request, env) => app.fetch(request, env), limits: {} });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

async function get(url: string, accept = "application/json"): Promise<TextAnswer> {
  const response = await fetch(url, { headers: { accept } });
  return { status: response.status, text: await response.text() };
}

/** Each way to search in words: what it gives, and what it says at the limit of time. */
const DOORS = {
  "/search.json": {
    ask: (url: string, query: string) => get(`${url}/search.json?q=${encodeURIComponent(query)}`),
    finds: '"total":200',
    refused: {
      status: 503,
      text: '{"message":"The work takes more than 1 ms. Search for longer words, and put longer texts or none in quotes."}',
    },
  },
  GraphQL: {
    ask: (url: string, query: string) =>
      get(
        `${url}/graphql?query=${encodeURIComponent(`{ hits(query: ${JSON.stringify(query)}) { total } }`)}`,
      ),
    finds: '{"data":{"hits":{"total":200}}}',
    refused: {
      status: 200,
      text: '{"errors":[{"message":"Work limit of 1 ms exceeded (maxTimeMs).","extensions":{"code":"GRAPHQL_VALIDATION_FAILED","limit":"maxTimeMs"}}]}',
    },
  },
  MCP: {
    async ask(url: string, query: string) {
      const params = { name: "search_docs", arguments: { query } };
      const { status, body } = await callModern(`${url}/mcp`, { method: "tools/call", params });
      return { status, text: `${body.result.isError ?? false} ${body.result.content[0].text}` };
    },
    finds: "200 places",
    refused: {
      status: 200,
      text: expect.stringMatching(
        /^true Test · corpus \w+\nThe work takes more than 1 ms. Search for longer words, and put longer texts or none in quotes.$/,
      ),
    },
  },
  "the start page": {
    ask: (url: string, query: string) => get(`${url}/?q=${encodeURIComponent(query)}`, BROWSER),
    finds: "20 of 200 places.",
    refused: {
      status: 503,
      text: expect.stringContaining("The work takes more than 1 ms. Search"),
    },
  },
};

describe.each(Object.entries(DOORS))("search by %s", (_, { ask, finds, refused }) => {
  it("ATTACK-T231 lets other requests be answered while it reads all texts for a phrase", async () => {
    const url = await serve();
    // The first call of MCP loads its library.
    await ask(url, "nothing");

    const { longestMs, totalMs } = await turnTimesOf(async () => {
      expect(await ask(url, PHRASE)).toEqual({ status: 200, text: expect.stringContaining(finds) });
    });

    expect(longestMs).toBeLessThan(totalMs / 2);
  });

  it("ATTACK-T232 DOC-B10 ends at maxTimeMs, and says what to do", async () => {
    expect(await ask(await serve(1), OTHER_PHRASE)).toEqual(refused);
  });
});
