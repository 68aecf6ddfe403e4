import { createHash } from "node:crypto";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { parsePrivateKey } from "../../corpus/signature/private-key.ts";
import { signStatement } from "../../corpus/signature/sign.ts";
import { datesOf } from "../../corpus/signature/statement.ts";
import { RUNTIMES, type Runtime, runShared } from "../support/command.ts";
import { makeDocs, writeCorpus } from "../support/corpora.ts";
import { launch } from "../support/launch.ts";
import { makeSharedFolder } from "../support/tree.ts";

const SOON = { timeout: 15_000, interval: 50 };

/**
 * A folder with corpora of the publisher: `first` (sequence 2), `second` (3) and `older` (1), and
 * `expired`. The server reads `corpus.json`.
 */
function makePublisher() {
  const folder = makeSharedFolder();
  let key = "";

  async function run(line: string) {
    const result = await runShared(line.split(" "), { cwd: folder() });
    expect(result).toMatchObject({ code: 0 });
    return result.stdout.trim();
  }

  /** Makes the key and all corpora, once. */
  async function prepare(): Promise<void> {
    if (key !== "") return;
    key = await run("keygen ci");
    for (const [name, sequence] of Object.entries({ older: 1, first: 2, second: 3 })) {
      await writeCorpus(join(folder(), `${name}.json`), { docs: makeDocs(sequence), name });
      await run(`sign ${name}.json --key ci.key.json --sequence ${sequence} --expires 30`);
    }
    await writeCorpus(join(folder(), "unsigned.json"), { docs: makeDocs(2), name: "unsigned" });
    await writeExpired("expired");
  }

  /** Writes a corpus with a signature that was valid for one day. */
  async function writeExpired(name: string): Promise<void> {
    const file = join(folder(), `${name}.json`);
    await writeCorpus(file, { docs: makeDocs(4), name });
    const bytes = await readFile(file);
    const { sha256: digest, formatVersion: format } = JSON.parse(bytes.toString());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const dates = datesOf({ issuedAtMs: Date.parse("2026-01-01T00:00:00Z"), days: 1 });
    const statement = { format, file: `${name}.json`, sha256, digest, sequence: 9, ...dates };
    const secret = parsePrivateKey(await readFile(join(folder(), "ci.key.json"), "utf8"), "key");
    await writeFile(`${file}.sig`, JSON.stringify(await signStatement(statement, secret)));
  }

  /** Replaces the served file and its signature, one after the other. */
  async function publish(name: string, { signature = name } = {}): Promise<void> {
    await copyFile(join(folder(), `${name}.json`), join(folder(), "corpus.json"));
    const target = join(folder(), "corpus.json.sig");
    if (signature === "none") await rm(target, { force: true });
    else await copyFile(join(folder(), `${signature}.json.sig`), target);
  }

  async function serve(runtime: Runtime) {
    const args = ["serve", "--no-partner", "--port", "0", "--corpus", "corpus.json"];
    return launch([...args, "--trust", key], {
      runtime,
      cwd: folder(),
      env: { DOCGATE_METRICS: "loopback" },
    });
  }

  const signatureOf = (name: string) => readFile(join(folder(), `${name}.json.sig`), "utf8");

  return { folder, prepare, publish, serve, signatureOf, trustedKey: () => key };
}

async function nameAt(url: string): Promise<string> {
  const response = await fetch(`${url}/graphql?query={meta{name}}`);
  return ((await response.json()) as { data: { meta: { name: string } } }).data.meta.name;
}

function signatureAt(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/corpus.json.sig`, { headers });
}

async function corpusCheckAt(url: string): Promise<object> {
  const readiness = (await (await fetch(`${url}/readyz`)).json()) as { checks: { corpus: object } };
  return readiness.checks.corpus;
}

describe.each(RUNTIMES)("docgate serve --trust on %s", (runtime) => {
  const { prepare, publish, serve, signatureOf } = makePublisher();

  it("serves a signed corpus, says who signed it, and loads a signed replacement", async () => {
    await prepare();
    await publish("first");
    const url = await (await serve(runtime)).address();

    expect(await nameAt(url)).toBe("first");
    expect(await (await signatureAt(url)).text()).toBe(await signatureOf("first"));
    expect(await corpusCheckAt(url)).toMatchObject({
      state: "ok",
      signature: { by: ["ci"], sequence: 2 },
    });
    await publish("second");
    await vi.waitFor(async () => expect(await nameAt(url)).toBe("second"), SOON);
    expect(await (await signatureAt(url)).text()).toBe(await signatureOf("second"));
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('docgate_corpus_signature_sequence{signer="ci"} 3');
    expect(metrics).toMatch(/^docgate_corpus_signature_expires_timestamp_seconds \d{10}/m);
    expect(metrics).toContain('docgate_corpus_reloads_total{outcome="refused"} 0');
  });

  it("refuses to start with an unsigned corpus", async () => {
    await prepare();
    await publish("unsigned", { signature: "none" });
    const server = await serve(runtime);

    expect(await server.exited).toBe(1);
    expect(server.stderr()).toContain('Corpus "corpus.json" has no signature');
    expect(server.stdout()).toBe("");
  });
});

describe("docgate serve --trust", () => {
  const { folder, prepare, publish, serve, signatureOf, trustedKey } = makePublisher();

  it.each([
    [
      "ATTACK-N166: an older one",
      "older",
      "older",
      "has sequence 1, but the one that is served has 2",
    ],
    ["ATTACK-N161: other bytes", "unsigned", "first", 'does not have the bytes that "ci" signed'],
    ["ATTACK-N165: one that has expired", "expired", "expired", "expired at 2026-01-02T"],
    ["one without a signature", "second", "none", "has no signature"],
  ])("refuses a replacement and keeps the old corpus: %s", async (_, name, signature, reason) => {
    await prepare();
    await publish("first");
    const server = await serve("node");
    const url = await server.address();

    await publish(name, { signature });
    await vi.waitFor(() => expect(server.stderr()).toContain(reason), SOON);

    expect(await nameAt(url)).toBe("first");
    expect(await (await signatureAt(url)).text()).toBe(await signatureOf("first"));
    expect(await corpusCheckAt(url)).toMatchObject({
      state: "warn",
      message: expect.stringContaining(reason),
      signature: { by: ["ci"], sequence: 2 },
    });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'docgate_corpus_reloads_total{outcome="refused"} 1',
    );
    await publish("second");
    await vi.waitFor(async () => expect(await nameAt(url)).toBe("second"), SOON);
    expect(await corpusCheckAt(url)).toMatchObject({ state: "ok" });
  });

  it("refuses what is wrong before it opens a port or a store", async () => {
    await prepare();
    await publish("unsigned", { signature: "first" });
    const args = ["serve", "--port", "0", "--corpus", "corpus.json", "--trust", trustedKey()];
    const server = launch([...args, "--data", "fresh"], { cwd: folder() });

    expect(await server.exited).toBe(1);
    await expect(rm(join(folder(), "fresh"), { recursive: true })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  it("docgate doctor: says who signed the corpus, or why its signature does not count", async () => {
    await prepare();
    const doctor = (args: string) =>
      runShared(`doctor --corpus ${args} --data nowhere`.split(" "), { cwd: folder() });

    const signed = await doctor(`first.json --trust ${trustedKey()}`);
    const other = await doctor(`first.json --trust ci:${"A".repeat(43)}`);

    expect(signed.stdout).toMatch(
      /^ok {4}signature: ci signed the corpus at \S+, sequence 2, until /m,
    );
    expect(other).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^fail {2}signature: The signature of "ci" .* is not valid/m),
    });
  });
});
