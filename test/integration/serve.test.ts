import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { FORMAT_VERSION } from "../../corpus/layout.ts";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { RUNTIMES, type Runtime } from "../support/command.ts";
import { makeDoc, makeDocs, seal, writeCorpus } from "../support/corpora.ts";
import { runtimesOf } from "../support/extent.ts";
import { freePort } from "../support/free-port.ts";
import { dataOf, get, post } from "../support/graphql-client.ts";
import { launch } from "../support/launch.ts";
import { connectRaw, postText } from "../support/raw-client.ts";
import { type ServerOptions, startServer, type TestServer } from "../support/server.ts";
import { shareServer } from "../support/shared-server.ts";
import { makeFolder } from "../support/tree.ts";

/** Time to wait for what must happen soon. */
const SOON = { timeout: 10_000, interval: 20 };
/** An index of words of the right shape, but of no pages. */
const EMPTY_INDEX = { units: "", terms: "", postings: "" };
const NAME_BODY = JSON.stringify({ query: "{ meta { name } }" });
const NAME_ANSWER = '{"data":{"meta":{"name":"Acme"}}}';

let folder: string;
let corpus: string;

beforeEach(async () => {
  folder = await makeFolder();
  corpus = await writeCorpus(join(folder, "corpus.json"), { docs: makeDocs(2), name: "First" });
});

/** Options with which the tests of a describe start docgate on a runtime. */
function servingOn(runtime: Runtime) {
  function serve(args: readonly string[], env: Record<string, string> = {}) {
    return launch(["serve", ...args], { runtime, cwd: folder, env });
  }

  /** A server that is stopped at the end of the test, if it still runs. */
  async function start(options: ServerOptions = {}): Promise<TestServer> {
    const server = await startServer({ runtime, ...options });
    onTestFinished(async () => {
      server.process.kill("SIGKILL");
      await server.stop();
    });
    return server;
  }

  return { serve, start };
}

async function nameAt(url: string): Promise<string> {
  return (await dataOf({ url }, "{ meta { name } }")).meta.name;
}

describe.each(RUNTIMES)("docgate serve on %s", (runtime) => {
  const { serve, start } = servingOn(runtime);

  describe("start", () => {
    it("prints one line with its address on standard output once it can answer", async () => {
      const server = serve(["--no-partner", "--port", "0", "--corpus", corpus]);
      const url = await server.address();

      expect(await nameAt(url)).toBe("First");
      expect(server.stdout()).toMatch(/^docgate listening on http:\/\/127\.0\.0\.1:\d+\n$/);
      expect(server.stderr()).toBe("");
    });

    it("names a page whose address is a route of docgate, in one line", async () => {
      const docs = [makeDoc("graph", { slug: "/graph" }), makeDoc("other")];
      await writeCorpus(corpus, { docs });
      const server = serve(["--no-partner", "--port", "0", "--corpus", corpus]);
      await server.address();

      expect(server.stderr()).toMatch(
        /^The page graph\.md cannot be read at \/graph: \/graph is docgate's own route[^\n]*\n$/,
      );
    });

    it("listens on the given port", async () => {
      const port = await freePort();
      const server = serve(["--no-partner", "--port", String(port), "--corpus", corpus]);

      expect(await server.address()).toBe(`http://127.0.0.1:${port}`);
    });

    it("DOC-A12 a missing corpus is exit 1 and one line on standard error", async () => {
      const file = join(folder, "nothing.json");
      const server = serve(["--no-partner", "--port", "0", "--corpus", file]);

      expect(await server.exited).toBe(1);
      expect(server.stderr()).toBe(
        `docgate: There is no corpus at "${file}". ` +
          'Run "docgate generate" first, or name the file with --corpus.\n',
      );
      expect(server.stdout()).toBe("");
    });

    it("a port in use is exit 1 and one line on standard error", async () => {
      const other = createServer();
      other.listen(0, "127.0.0.1");
      await once(other, "listening");
      onTestFinished(() => void other.close());
      const { port } = other.address() as { port: number };
      const server = serve(["--no-partner", "--port", String(port), "--corpus", corpus]);

      expect(await server.exited).toBe(1);
      expect(server.stderr()).toMatch(/^docgate: [^\n]+\n$/);
      expect(server.stderr()).toContain(String(port));
    });
  });

  describe("reload", () => {
    const ALL = "{ meta { name docCount } docs(limit: 1000) { id title } graph { nodes { id } } }";

    function replaceWith(name: string, count: number): Promise<string> {
      return writeCorpus(corpus, { docs: makeDocs(count, { title: name }), name });
    }

    it("DOC-A12 loads a replaced corpus without dropping or mixing a request", async () => {
      const server = await start({ corpus });
      const answers = new Set<string>();
      let isDone = false;

      async function ask(): Promise<void> {
        while (!isDone) {
          const { status, text } = await post(server, { query: ALL });
          expect(status).toBe(200);
          answers.add(text);
        }
      }

      async function replace(): Promise<void> {
        for (const [name, count] of Object.entries({ Second: 300, Third: 3, Fourth: 200 })) {
          await replaceWith(name, count);
          await vi.waitFor(async () => expect(await nameAt(server.url)).toBe(name), SOON);
        }
        isDone = true;
      }

      await Promise.all([replace(), ...Array.from({ length: 6 }, ask)]);
      const seen = [...answers].map((text) => JSON.parse(text).data);
      for (const { meta, docs, graph } of seen) {
        expect(docs).toHaveLength(meta.docCount);
        expect(graph.nodes).toHaveLength(meta.docCount);
        if (meta.name === "First") continue;
        expect(new Set(docs.map(({ title }: { title: string }) => title))).toEqual(
          new Set([meta.name]),
        );
      }
      const counts = seen.map(({ meta }) => [meta.name, meta.docCount]);
      expect(Object.fromEntries(counts)).toMatchObject({ Second: 300, Third: 3 });
      expect(answers.size).toBeLessThanOrEqual(4);
    });

    it.each([
      ["truncated", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1), "truncated"],
      ["changed", (bytes: Buffer) => bytes.toString().replace("First", "Worst"), "SHA-256"],
      ["foreign", () => "{}", "not a docgate corpus"],
    ])(
      "DOC-A12 logs a %s replacement, keeps the old corpus, loads the next good one",
      async (_, change, reason) => {
        const server = await start({ corpus });
        const bytes = await readFile(corpus);
        await replaceFile(corpus, Buffer.from(change(bytes) as string));
        await vi.waitFor(() => expect(server.log()).toContain(reason), SOON);

        expect(server.log()).toMatch(/^[^\n]+\n$/);
        expect(server.log()).toContain(corpus);
        expect(await nameAt(server.url)).toBe("First");
        await replaceWith("Second", 3);
        await vi.waitFor(async () => expect(await nameAt(server.url)).toBe("Second"), SOON);
      },
    );

    it("DOC-A12 keeps the old corpus while the file is missing, loads it when it is back", async () => {
      const server = await start({ corpus });
      await rm(corpus);
      await vi.waitFor(() => expect(server.log()).toContain(corpus), SOON);

      expect(await nameAt(server.url)).toBe("First");
      await replaceWith("Second", 3);
      await vi.waitFor(async () => expect(await nameAt(server.url)).toBe("Second"), SOON);
    });

    it("DOC-A14: warns when a replacement has less than half of the pages, and says how many there were", async () => {
      const server = await start({ corpus, args: ["--log-format", "json"] });
      for (const [name, count] of Object.entries({ Second: 9, Third: 5, Fourth: 2 })) {
        await replaceWith(name, count);
        await vi.waitFor(async () => expect(await nameAt(server.url)).toBe(name), SOON);
      }
      await vi.waitFor(() => expect(server.log()).toContain(": 2 docs"), SOON);

      const lines = server.log().trimEnd().split("\n");
      const told = lines.map((line): { level: string; msg: string } => JSON.parse(line));
      expect(told.map(({ level }) => level)).toEqual(["info", "info", "warn"]);
      expect(told[2]!.msg).toContain("It had 5 before");
    });

    it("names the pages of a replacement whose address is a route of docgate", async () => {
      const server = await start({ corpus });
      await writeCorpus(corpus, { docs: [makeDoc("graph", { slug: "/graph" }), makeDoc("other")] });

      await vi.waitFor(() => expect(server.log()).toContain("docgate's own route"), SOON);
      expect(server.log()).toContain("The page graph.md cannot be read at /graph");
    });

    it("--no-reload keeps the corpus that it started with", async () => {
      const [still, following] = await Promise.all([
        start({ corpus, args: ["--no-reload"] }),
        start({ corpus }),
      ]);
      for (const name of ["Second", "Third", "Fourth"]) {
        await replaceWith(name, 3);
        await vi.waitFor(async () => expect(await nameAt(following.url)).toBe(name), SOON);
      }

      expect(await nameAt(still.url)).toBe("First");
      expect(still.log()).toBe("");
    });
  });

  describe("stop", () => {
    /** Maximum time between the last answer and the end. */
    const END_MS = 3_000;

    it.each(["SIGTERM", "SIGINT"] as const)(
      "on %s an idle server ends at once with 0, even while clients keep connections open",
      async (signal) => {
        const server = serve(["--no-partner", "--port", "0", "--corpus", corpus]);
        const url = await server.address();
        const client = await connectRaw(url);
        client.send(postText(NAME_BODY));
        await client.response();
        const start = performance.now();
        server.signal(signal);

        expect(await server.exited).toBe(0);
        expect(performance.now() - start).toBeLessThan(END_MS);
        expect(server.stderr()).toBe("");
      },
    );

    it("SIGTERM during a request: it is answered, new ones are refused, exit 0", async () => {
      const server = await start();
      const client = await connectRaw(server.url);
      const text = postText(NAME_BODY);
      client.send(text.slice(0, -10));
      // An answer on another connection shows that the first part has been read by now.
      await dataOf(server, "{ meta { name } }");
      const stopped = server.stop();
      await vi.waitFor(
        () => expect(fetch(`${server.url}/healthz`)).rejects.toThrow("fetch failed"),
        SOON,
      );

      client.send(text.slice(-10));
      const { status, body } = await client.response();
      const answered = performance.now();
      expect({ status, body }).toEqual({ status: 200, body: NAME_ANSWER });
      expect(await stopped).toBe(0);
      expect(performance.now() - answered).toBeLessThan(END_MS);
      expect(server.log()).toBe("");
    });
  });

  describe("access log", () => {
    it("is off by default", async () => {
      const server = await start();
      await get(server, { query: "{ meta { name } }" });
      await fetch(`${server.url}/nothing`);

      expect(await server.stop()).toBe(0);
      expect(server.log()).toBe("");
    });

    it.each([
      ["--access-log", { args: ["--access-log"] }],
      ["DOCGATE_ACCESS_LOG=1", { env: { DOCGATE_ACCESS_LOG: "1" } }],
    ])("%s: one line a request, without query string, headers and body", async (_, options) => {
      const server = await start(options);
      const secret = { Authorization: "Bearer sesame", Cookie: "id=sesame", "X-Id": "sesame" };
      await get(server, { query: '{ docs(search: "sesame") { id } }' }, secret);
      await post(server, { query: '{ docs(search: "sesame") { id } }' }, secret);
      await fetch(`${server.url}/nothing?token=sesame`, { method: "DELETE", headers: secret });
      await fetch(`${server.url}/healthz#sesame`, { headers: { Referer: "http://x/sesame" } });
      const requests = [
        "GET /graphql 200",
        "POST /graphql 200",
        "DELETE /nothing 404",
        "GET /healthz 200",
      ];
      await vi.waitFor(() => expect(linesOf(server.log())).toHaveLength(4), SOON);

      expect(server.log()).not.toContain("sesame");
      expect(linesOf(server.log()).map((line) => line.replace(/^\S+ | \S+$/g, ""))).toEqual(
        requests,
      );
      for (const line of linesOf(server.log())) {
        expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z \S+ \S+ \d{3} \d+\.\dms$/);
      }
    });

    it("no address can forge a line, or colour the terminal", async () => {
      const server = await start({ args: ["--access-log"] });
      await fetch(`${server.url}/a%0A2026-01-01T00:00:00.000Z%20GET%20/forged%20200%200.1ms`);
      await fetch(`${server.url}/b%1B[31m%0D%E2%80%A8`);
      await fetch(`${server.url}/healthz`);
      await vi.waitFor(() => expect(server.log()).toContain("/healthz"), SOON);

      expect(linesOf(server.log())).toHaveLength(3);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may occur.
      expect(server.log()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u2028]/);
    });

    it("a client that disconnects during a request is not the server's fault", async () => {
      const server = await start();
      const client = await connectRaw(server.url);
      client.send(postText(NAME_BODY).slice(0, -10));
      await dataOf(server, "{ meta { name } }");
      client.close();
      await dataOf(server, "{ meta { name } }");

      expect(await server.stop()).toBe(0);
      expect(server.log()).toBe("");
    });
  });

  describe("routes", () => {
    const server = shareServer({ runtime });

    async function fetchText(path: string, headers: Record<string, string> = {}) {
      const response = await fetch(`${server.url}${path}`, { headers });
      const type = response.headers.get("content-type") ?? "";
      return { status: response.status, type, text: await response.text() };
    }

    it("/ describes the server, as JSON", async () => {
      const { status, type, text } = await fetchText("/");

      expect(status).toBe(200);
      expect(type).toMatch(/^application\/json/);
      expect(JSON.parse(text)).toMatchObject({
        name: "Acme",
        description: "The Acme handbook.",
        docCount: 7,
        routes: { "/graphql": expect.any(String), "/healthz": expect.any(String) },
      });
    });

    it("/ describes the server for people, as HTML", async () => {
      const { status, type, text } = await fetchText("/", { Accept: "text/html,*/*;q=0.8" });

      expect(status).toBe(200);
      expect(type).toBe("text/html; charset=utf-8");
      expect(text).toContain("<h1><bdi>Acme</bdi></h1>");
      expect(text).toContain('href="./graphql"');
    });

    it("/healthz reports that it is alive", async () => {
      const { status, text } = await fetchText("/healthz");

      expect({ status, body: JSON.parse(text) }).toEqual({ status: 200, body: { status: "ok" } });
    });

    it("/readyz reports which corpus is loaded", async () => {
      const { status, text } = await fetchText("/readyz");
      const { sha256 } = JSON.parse(await readFile(server.corpus, "utf8"));

      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({
        status: "ready",
        corpus: sha256,
        checks: { corpus: { state: "ok" } },
      });
    });

    it.each([
      "/nothing",
      "/graphql/",
      "/graphql/x",
      "/assets/../docgate.ts",
      "/%2e%2e/package.json",
    ])("%s, an unknown path, is 404 in JSON", async (path) => {
      const { status, type, text } = await fetchText(path);

      expect(status).toBe(404);
      expect(type).toMatch(/^application\/json/);
      expect(JSON.parse(text).message).toMatch(/^There is nothing at /);
    });
  });
});

describe.each(runtimesOf("node"))("the inputs of docgate serve on %s", (runtime) => {
  const { serve } = servingOn(runtime);

  describe("its corpus and its arguments", () => {
    const changes: [string, RegExp, (bytes: Buffer) => Buffer | string][] = [
      ["truncated", /truncated/, (bytes) => bytes.subarray(0, bytes.length >> 1)],
      ["empty", /truncated/, () => ""],
      ["changed", /SHA-256/, (bytes) => bytes.toString().replace("First", "Worst")],
      ["another program's", /not a docgate corpus/, () => '{"lockfileVersion": 3}'],
      [
        "of another version",
        new RegExp(`format version ${FORMAT_VERSION + 1}, expected ${FORMAT_VERSION}`),
        (bytes) => seal({ ...JSON.parse(bytes.toString()), formatVersion: FORMAT_VERSION + 1 }),
      ],
      [
        "intact, but with a broken index",
        /search|index/,
        (bytes) => seal({ ...JSON.parse(bytes.toString()), words: EMPTY_INDEX }),
      ],
    ];

    it.each(changes)(
      "DOC-A12 a corpus that is %s is exit 1 and one line on standard error: %s",
      async (_, reason, change) => {
        await writeFile(corpus, change(await readFile(corpus)));
        const server = serve(["--no-partner", "--port", "0", "--corpus", corpus]);

        expect(await server.exited).toBe(1);
        expect(server.stderr()).toMatch(/^docgate: [^\n]+\n$/);
        expect(server.stderr()).toContain(corpus);
        expect(server.stderr()).toMatch(reason);
        expect(server.stdout()).toBe("");
      },
    );

    it.each([
      ["a port that is too high", ["--port", "65536"], '"65536"'],
      ["a negative port", ["--port=-1"], '"-1"'],
      ["a port that is a fraction", ["--port", "80.5"], '"80.5"'],
      ["a port that is a word", ["--port", "http"], '"http"'],
      ["an empty port", ["--port="], '""'],
      ["an unknown flag", ["--colour"], "--colour"],
      ["a flag without its value", ["--corpus"], "--corpus"],
      ["an argument too many", ["corpus.json"], "argument"],
    ])("wrong usage, %s, is exit 2 and says what is wrong", async (_, args, named) => {
      const server = serve(args);

      expect(await server.exited).toBe(2);
      expect(server.stderr()).toContain(named);
      expect(server.stdout()).toBe("");
    });
  });

  describe("settings", () => {
    beforeEach(async () => {
      for (const name of ["flag", "env", "file"]) {
        await writeCorpus(join(folder, `${name}.json`), { docs: makeDocs(1), name });
      }
    });

    function configure(settings: Record<string, unknown>): Promise<void> {
      return writeFile(join(folder, "docgate.config.json"), JSON.stringify({ serve: settings }));
    }

    it("come from the configuration file, if no other source has them", async () => {
      const port = await freePort();
      await configure({ host: "0.0.0.0", port, corpus: "file.json", accessLog: true });
      const server = serve(["--no-partner"]);
      const url = await server.address();

      expect(url).toBe(`http://0.0.0.0:${port}`);
      expect(await nameAt(`http://127.0.0.1:${port}`)).toBe("file");
      await vi.waitFor(() => expect(server.stderr()).toContain("POST /graphql 200"), SOON);
    });

    it("come from the environment before the configuration file", async () => {
      const [port, other] = [await freePort(), await freePort()];
      await configure({ host: "0.0.0.0", port: other, corpus: "file.json", accessLog: true });
      const server = serve(["--no-partner"], {
        DOCGATE_HOST: "127.0.0.1",
        DOCGATE_PORT: String(port),
        DOCGATE_CORPUS: "env.json",
        DOCGATE_ACCESS_LOG: "0",
      });
      const url = await server.address();

      expect(url).toBe(`http://127.0.0.1:${port}`);
      expect(await nameAt(url)).toBe("env");
      expect(server.stderr()).toBe("");
    });

    it("come from flags before the environment and the configuration file", async () => {
      const [port, ...others] = [await freePort(), await freePort(), await freePort()];
      await configure({ host: "127.0.0.1", port: others[0], corpus: "file.json" });
      const server = serve(
        ["--no-partner", "--host", "0.0.0.0", "--port", `${port}`, "--corpus", "flag.json"],
        {
          DOCGATE_HOST: "127.0.0.1",
          DOCGATE_PORT: String(others[1]),
          DOCGATE_CORPUS: "env.json",
        },
      );

      expect(await server.address()).toBe(`http://0.0.0.0:${port}`);
      expect(await nameAt(`http://127.0.0.1:${port}`)).toBe("flag");
    });

    it("are combined one by one from the three sources", async () => {
      const port = await freePort();
      await configure({ port, corpus: "file.json" });
      const server = serve(["--no-partner", "--host", "0.0.0.0"], { DOCGATE_CORPUS: "env.json" });

      expect(await server.address()).toBe(`http://0.0.0.0:${port}`);
      expect(await nameAt(`http://127.0.0.1:${port}`)).toBe("env");
    });

    it("have defaults: dist/corpus.json on 127.0.0.1", async () => {
      await writeCorpus(join(folder, "dist/corpus.json"), { docs: makeDocs(1), name: "default" });
      const server = serve(["--no-partner", "--port", "0"]);
      const url = await server.address();

      expect(new URL(url).hostname).toBe("127.0.0.1");
      expect(await nameAt(url)).toBe("default");
    });

    it("from an invalid variable are exit 2 and one line that names it", async () => {
      const server = serve(["--no-partner"], { DOCGATE_PORT: "http" });

      expect(await server.exited).toBe(2);
      expect(server.stderr()).toMatch(/^docgate: [^\n]*DOCGATE_PORT[^\n]*"http"[^\n]*\n$/);
    });

    it.each([
      ["an unknown key", { prot: 8080 }, "prot"],
      ["a port that is not a number", { port: "8080" }, "serve.port"],
      ["a port that is too high", { port: 65536 }, "serve.port"],
    ])("of the file with %s are exit 2 and one line that names it", async (_, settings, named) => {
      await configure(settings);
      const server = serve(["--no-partner"]);

      expect(await server.exited).toBe(2);
      expect(server.stderr()).toMatch(/^docgate: [^\n]+\n$/);
      expect(server.stderr()).toContain(named);
    });
  });
});

function linesOf(log: string): string[] {
  return log.split("\n").slice(0, -1);
}
