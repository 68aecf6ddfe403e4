import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { checkTree } from "../../../generator/generate.ts";
import {
  checkExternal,
  type ExternalOptions,
  type ExternalReport,
} from "../../../generator/online/external-links.ts";
import { NO_PRIVATE, parseAllowance } from "../../../generator/online/reachable.ts";
import { makeFolder, makeTree } from "../../support/tree.ts";

type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server on this machine. @returns its port */
async function serve(answer: Answerer): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** All names are this machine, except those of hosts that do not exist. */
async function lookUp(host: string): Promise<string[]> {
  if (host.startsWith("gone")) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
  return ["127.0.0.1"];
}

const OPTIONS: ExternalOptions = {
  siteUrl: null,
  isSettled: () => false,
  cacheDir: null,
  allow: parseAllowance(["127.0.0.1"]),
  userAgent: "docgate/test",
  now: () => 1_000_000_000_000,
  lookUp,
};

async function check(
  text: string,
  options: Partial<ExternalOptions> = {},
): Promise<ExternalReport> {
  const root = await makeTree({ "page.md": text });
  const { sources } = await checkTree({ root, config: parseConfig({}) });
  return checkExternal(sources.files, { ...OPTIONS, ...options });
}

function messagesOf({ problems }: ExternalReport): string[] {
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe("external-link", () => {
  it("an address that answers 404 or 410, and a host that does not exist, are broken", async () => {
    const port = await serve((request, response) => {
      response.statusCode = { "/gone": 410, "/no": 404 }[request.url!] ?? 200;
      response.end();
    });
    const host = `http://docs.acme.io:${port}`;

    const report = await check(
      `[a](${host}/ok#part)\n[b](${host}/no)\n- [c](http://gone.acme.io/)\n- ![d](${host}/gone)`,
    );

    expect(messagesOf(report)).toEqual([
      `2:1 Link to "${host}/no" leads nowhere: it answers 404`,
      `3:3 Link to "http://gone.acme.io/" leads nowhere: its host does not exist`,
      `4:3 Link to "${host}/gone" leads nowhere: it answers 410`,
    ]);
    expect(report.undecided.size).toBe(0);
  });

  it("errors of servers, refusals, time-outs and endless redirects never count as broken", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/slow") return;
      if (request.url === "/reset") {
        request.socket.destroy();
        return;
      }
      const loops = request.url === "/loop";
      response.statusCode = loops ? 302 : Number(request.url!.slice(1));
      if (loops) response.setHeader("Location", "/loop");
      response.end();
    });
    const paths = ["500", "503", "429", "403", "401", "loop", "reset", "slow"];

    const report = await check(
      paths.map((path) => `[x](http://docs.acme.io:${port}/${path})`).join("\n"),
      { timeoutMs: 300 },
    );

    expect(messagesOf(report)).toEqual([]);
    expect(Object.fromEntries(report.undecided)).toEqual({
      [`http://docs.acme.io:${port}/500`]: "it answers 500",
      [`http://docs.acme.io:${port}/503`]: "it answers 503",
      [`http://docs.acme.io:${port}/429`]: "it answers 429",
      [`http://docs.acme.io:${port}/403`]: "it answers 403",
      [`http://docs.acme.io:${port}/401`]: "it answers 401",
      [`http://docs.acme.io:${port}/loop`]: "it is redirected too often",
      [`http://docs.acme.io:${port}/reset`]: expect.stringContaining("the connection fails"),
      [`http://docs.acme.io:${port}/slow`]: "it does not answer in time",
    });
  });

  it("a host that answers HEAD with an error is asked with GET", async () => {
    const methods: string[] = [];
    const port = await serve(({ method }, response) => {
      methods.push(method!);
      response.writeHead(method === "HEAD" ? 404 : 200).end("text");
    });

    expect(messagesOf(await check(`[x](http://docs.acme.io:${port}/)`))).toEqual([]);
    expect(methods).toEqual(["HEAD", "GET"]);
  });

  it("only public addresses are asked, also where a name or a redirect leads", async () => {
    const requests: string[] = [];
    const port = await serve(({ url, headers }, response) => {
      requests.push(`${headers.host}${url}`);
      response.writeHead(302, { Location: "http://169.254.169.254/latest/" }).end();
    });
    const private_ = await check(
      `[a](http://docs.acme.io:${port}/) [b](http://127.0.0.1:${port}/) [c](http://[::1]:${port}/)`,
      { allow: NO_PRIVATE },
    );

    expect(requests).toEqual([]);
    expect([...private_.undecided.values()]).toEqual(
      Array.from({ length: 3 }, () => "its host is not on the internet"),
    );

    const redirected = await check(`[a](http://docs.acme.io:${port}/)`);
    expect(requests).toEqual([`docs.acme.io:${port}/`]);
    expect([...redirected.undecided.values()]).toEqual(["its host is not on the internet"]);
    expect(messagesOf(redirected)).toEqual([]);
  });

  it("without a network nothing is broken", async () => {
    const report = await check("[a](http://gone1.acme.io/) [b](http://gone2.acme.io/)");

    expect(report.problems).toEqual([]);
    expect(report.undecided.size).toBe(2);
  });

  it("links of the site, reserved names and templates are not asked for", async () => {
    const text =
      "[a](https://docs.acme.io/x) [b](https://api.example.com/) [c](http://localhost:1/) [d](https://{{host}}/)";
    const report = await check(text, {
      siteUrl: "https://docs.acme.io",
      lookUp: () => {
        throw new Error("no host is looked up");
      },
    });

    expect(report).toEqual({ problems: [], undecided: new Map() });
  });

  it("a host is asked for 4 addresses at a time", async () => {
    let active = 0;
    let most = 0;
    const port = await serve(async (_, response) => {
      most = Math.max(most, ++active);
      await new Promise((resolve) => setTimeout(resolve, 20));
      active--;
      response.end();
    });
    const text = Array.from({ length: 20 }, (_, at) => `[x](http://docs.acme.io:${port}/${at})`);

    expect((await check(text.join("\n"))).undecided.size).toBe(0);
    expect(most).toBe(4);
  });

  it("Retry-After is honoured once; a long pause is not waited for", async () => {
    let asked = 0;
    const port = await serve(({ url, method }, response) => {
      if (url === "/long") response.writeHead(429, { "Retry-After": "3600" }).end();
      else if (method === "GET" && ++asked === 1) {
        response.writeHead(429, { "Retry-After": "0" }).end();
      } else response.writeHead(asked === 0 ? 429 : 200).end();
    });

    const short = await check(`[x](http://docs.acme.io:${port}/short)`);
    expect([...short.undecided]).toEqual([]);

    const long = await check(`[x](http://docs.acme.io:${port}/long)`);
    expect([...long.undecided.values()]).toEqual(["it answers 429"]);
  });

  it("answers are kept for a day, except undecided ones", async () => {
    let requests = 0;
    const port = await serve(({ url }, response) => {
      requests++;
      response.writeHead(url === "/no" ? 404 : 200).end();
    });
    const cacheDir = await makeFolder();
    const text = `[a](http://docs.acme.io:${port}/) [b](http://docs.acme.io:${port}/no)`;
    const messages = messagesOf(await check(text, { cacheDir }));
    const first = requests;

    expect(messagesOf(await check(text, { cacheDir }))).toEqual(messages);
    expect(requests).toBe(first);
    const later = OPTIONS.now() + 25 * 60 * 60_000;
    expect(messagesOf(await check(text, { cacheDir, now: () => later }))).toEqual(messages);
    expect(requests).toBe(2 * first);
    expect(await readFile(join(cacheDir, "external-links.json"), "utf8")).toContain(
      "it answers 404",
    );
  });

  it("everything ends when the time is over", async () => {
    const port = await serve(() => {});
    const report = await check(`[x](http://docs.acme.io:${port}/)`, { totalMs: 100 });

    expect([...report.undecided.values()]).toEqual(["there was no time left"]);
  });
});
