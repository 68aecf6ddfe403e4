import { createHash } from "node:crypto";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generalVerify, importJWK } from "jose";
import { describe, expect, it } from "vitest";
import { parsePrivateKey } from "../../corpus/signature/private-key.ts";
import { signStatement } from "../../corpus/signature/sign.ts";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { type CommandOptions, RUNTIMES, runShared } from "../support/command.ts";
import { makeTree, type TreeFiles } from "../support/tree.ts";

const ENDS_AT = /^ {2}expires {4}(?<end>\S+)$/m;

/** Makes a folder with `corpus.json`, and runs commands in it. */
async function makePublisher(files: TreeFiles = { "docs/a.md": "# A\n\nText.\n" }) {
  const cwd = await makeTree(files);
  const outputs: string[] = [];

  async function run(line: string, options: Omit<CommandOptions, "cwd"> = {}) {
    const result = await runShared(line.split(" "), { ...options, cwd });
    outputs.push(result.stdout, result.stderr);
    return result;
  }

  const { content } = await generate({ root: join(cwd, "docs"), config: parseConfig({}) });
  await replaceFile(join(cwd, "corpus.json"), serializeCorpus(content));
  return { cwd, run, outputs };
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, "utf8"));
}

describe.each(RUNTIMES)("keygen, sign and verify on %s", (runtime) => {
  it("publish a corpus that others can verify, and leave it as it is", async () => {
    const { cwd, run } = await makePublisher();
    const before = await readFile(join(cwd, "corpus.json"));

    const key = (await run("keygen docs-ci --out key.json", { runtime })).stdout.trim();
    const signed = await run("sign corpus.json --key key.json --sequence 7 --expires 30", {
      runtime,
      env: { GITHUB_SHA: "5c0ffee" },
    });
    const verified = await run(`verify corpus.json --trust ${key}`, { runtime });

    expect(key).toMatch(/^docs-ci:[A-Za-z0-9_-]{43}$/);
    expect((await stat(join(cwd, "key.json"))).mode & 0o777).toBe(0o600);
    expect(signed).toMatchObject({ code: 0 });
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toMatch(/^corpus\.json is signed by docs-ci\.$/m);
    expect(verified.stdout).toMatch(/^ {2}sequence {3}7$/m);
    expect(verified.stdout).toMatch(/^ {2}commit {5}5c0ffee$/m);
    expect(ENDS_AT.exec(verified.stdout)?.groups?.end).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await readFile(join(cwd, "corpus.json"))).toEqual(before);
  });
});

describe("the signature file", () => {
  it("is a JWS in general JSON form over the statement, as any JOSE library verifies it", async () => {
    const { cwd, run } = await makePublisher();
    const [name, x] = (await run("keygen docs-ci --out key.json")).stdout.trim().split(":");
    await run("sign corpus.json --key key.json --sequence 7 --expires 30", {
      env: { GITHUB_SHA: "5c0ffee" },
    });
    const bytes = await readFile(join(cwd, "corpus.json"));
    const { formatVersion, sha256: digest } = JSON.parse(bytes.toString());

    const publicKey = await importJWK({ kty: "OKP", crv: "Ed25519", x: x! }, "EdDSA");
    const jws = await readJson(join(cwd, "corpus.json.sig"));
    const { payload, protectedHeader } = await generalVerify(jws, publicKey);
    const statement = JSON.parse(Buffer.from(payload).toString());

    expect(protectedHeader).toEqual({ alg: "EdDSA", kid: name, typ: "docgate-corpus+jws" });
    expect(statement).toEqual({
      format: formatVersion,
      file: "corpus.json",
      sha256: createHash("sha256").update(bytes).digest("hex"),
      digest,
      addresses: expect.stringMatching(/^[0-9a-f]{64}$/),
      sequence: 7,
      issuedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      commit: "5c0ffee",
    });
    const days = (Date.parse(statement.expiresAt) - Date.parse(statement.issuedAt)) / 86_400_000;
    expect(days).toBe(30);
  });
});

describe("docgate keygen", () => {
  it("never overwrites a file", async () => {
    const { cwd, run } = await makePublisher();
    await writeFile(join(cwd, "ci.key.json"), "mine");

    const { code, stderr } = await run("keygen ci");

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('"ci.key.json" exists already.'),
    });
    expect(await readFile(join(cwd, "ci.key.json"), "utf8")).toBe("mine");
  });

  it("refuses a name that could not be written as NAME:KEY", async () => {
    const { run } = await makePublisher();

    expect(await run("keygen a:b")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("docgate sign", () => {
  it("takes the key from an environment variable, and never shows it", async () => {
    const { cwd, run, outputs } = await makePublisher();
    const key = (await run("keygen ci")).stdout.trim();
    const secret = await readFile(join(cwd, "ci.key.json"), "utf8");

    const signed = await run("sign corpus.json --key env:SIGNING_KEY", {
      env: { SIGNING_KEY: secret },
    });
    const spoiled = await run("sign corpus.json --key env:SIGNING_KEY", {
      env: { SIGNING_KEY: secret.replace("Ed25519", "Ed448") },
    });
    const missing = await run("sign corpus.json --key env:SIGNING_KEY");

    expect(signed.code).toBe(0);
    expect(await run(`verify corpus.json --trust ${key}`)).toMatchObject({ code: 0 });
    expect(spoiled).toMatchObject({ code: 2, stderr: expect.stringContaining("SIGNING_KEY") });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("SIGNING_KEY") });
    expect(outputs.join("")).not.toContain(JSON.parse(secret).d);
  });

  it("refuses a key that others can read", async () => {
    const { cwd, run } = await makePublisher();
    await run("keygen ci");
    await chmod(join(cwd, "ci.key.json"), 0o640);

    expect(await run("sign corpus.json --key ci.key.json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("chmod 600 ci.key.json"),
    });
    await expect(stat(join(cwd, "corpus.json.sig"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("adds the signature of another key to the same statement, and replaces its own", async () => {
    const { cwd, run } = await makePublisher();
    const [a, b] = [(await run("keygen a")).stdout.trim(), (await run("keygen b")).stdout.trim()];
    await run("sign corpus.json --key a.key.json --sequence 4 --expires 9");
    const first = await readJson(join(cwd, "corpus.json.sig"));

    expect(await run("sign corpus.json --key b.key.json --sequence 4 --expires 9")).toMatchObject({
      code: 0,
    });
    await run("sign corpus.json --key b.key.json");
    const both = await readJson(join(cwd, "corpus.json.sig"));
    const other = await run("sign corpus.json --key b.key.json --sequence 5");

    expect(both.payload).toBe(first.payload);
    expect(both.signatures).toHaveLength(2);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("with sequence 4") });
    expect(await run(`verify corpus.json --trust ${a} --trust ${b}`)).toMatchObject({
      stdout: expect.stringContaining("signed by a, b."),
    });
  });

  it("replaces the signature of a corpus that was generated again", async () => {
    const { cwd, run } = await makePublisher();
    const key = (await run("keygen ci")).stdout.trim();
    await run("sign corpus.json --key ci.key.json --sequence 4");
    await writeFile(join(cwd, "docs/a.md"), "# A\n\nOther text.\n");
    await run("generate docs --no-cache --out corpus.json");

    expect(await run("sign corpus.json --key ci.key.json --sequence 5")).toMatchObject({ code: 0 });
    expect(await run(`verify corpus.json --trust ${key}`)).toMatchObject({ code: 0 });
  });
});

describe("docgate addresses", () => {
  it("writes the addresses of a corpus, which its signature is over", async () => {
    const { cwd, run } = await makePublisher();
    const printed = await run("addresses --corpus corpus.json");
    const unsigned = await run("addresses --corpus corpus.json --out new/addresses.json");
    await run("keygen ci");
    await run("sign corpus.json --key ci.key.json");
    const signed = await run("addresses --corpus corpus.json --out new/addresses.json");

    const list = await readFile(join(cwd, "new/addresses.json"));
    const { payload } = await readJson(join(cwd, "new/addresses.json.sig"));
    const { addresses } = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(printed).toMatchObject({ code: 0, stdout: list.toString(), stderr: "" });
    expect(unsigned.stderr).toContain("not signed");
    expect(signed).toMatchObject({ code: 0, stdout: "" });
    expect(addresses).toBe(createHash("sha256").update(list).digest("hex"));
  });
});

describe("docgate verify", () => {
  it("ATTACK-N161, ATTACK-N167: refuses other bytes than those that were signed", async () => {
    const { cwd, run } = await makePublisher();
    const key = (await run("keygen ci")).stdout.trim();
    await run("sign corpus.json --key ci.key.json");
    const signature = await readFile(join(cwd, "corpus.json.sig"));
    await writeFile(join(cwd, "docs/b.md"), "# B\n");
    await run("generate docs --no-cache --out other.json");
    await writeFile(join(cwd, "other.json.sig"), signature);

    expect(await run(`verify other.json --trust ${key}`)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining('does not have the bytes that "ci" signed'),
    });
  });

  it("exits with 1 for a key that is not trusted, and for a signature that has expired", async () => {
    const { cwd, run } = await makePublisher();
    const key = (await run("keygen ci")).stdout.trim();
    await run("sign corpus.json --key ci.key.json --expires 1");
    const unknown = await run(`verify corpus.json --trust other:${"A".repeat(43)}`);
    const { payload } = await readJson(join(cwd, "corpus.json.sig"));
    const statement = {
      ...JSON.parse(Buffer.from(payload, "base64url").toString()),
      expiresAt: "2026-01-01T00:00:00.000Z",
    };
    const secret = parsePrivateKey(await readFile(join(cwd, "ci.key.json"), "utf8"), "key");
    const signed = await signStatement(statement, secret);
    await writeFile(join(cwd, "corpus.json.sig"), JSON.stringify(signed));
    const expired = await run(`verify corpus.json --trust ${key}`);

    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is signed by "ci", but trusted is only "other"'),
    });
    expect(expired).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("expired at 2026-01-01T00:00:00.000Z"),
    });
  });

  it("says that there is no signature", async () => {
    const { run } = await makePublisher();

    expect(await run(`verify corpus.json --trust ci:${"A".repeat(43)}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Corpus "corpus.json" has no signature'),
    });
  });

  it("asks for something to verify", async () => {
    const { run } = await makePublisher();

    expect(await run("verify corpus.json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--trust"),
    });
  });

  it("--rebuild: exits with 0 for the tree that the corpus was generated from", async () => {
    const { run } = await makePublisher();
    expect(await run("generate docs --no-cache --out corpus.json")).toMatchObject({ code: 0 });

    expect(await run("verify corpus.json --rebuild docs")).toMatchObject({
      code: 0,
      stdout: "corpus.json is what docs generates, byte for byte.\n",
    });
  });

  it("--rebuild --config: generates with that configuration", async () => {
    const { cwd, run } = await makePublisher();
    await writeFile(join(cwd, "release.json"), '{ "name": "Release" }');
    await run("generate docs --no-cache --out corpus.json --config release.json");

    expect(await run("verify corpus.json --rebuild docs --config release.json")).toMatchObject({
      code: 0,
    });
    expect(await run("verify corpus.json --rebuild docs")).toMatchObject({ code: 1 });
  });

  it.each([
    ["a changed page", { "docs/b.md": "# B\n\nOther.\n" }, 'page "b.md" has another "body".'],
    ["a page that is missing", { "docs/aa.md": "# New\n" }, 'it lacks page "aa.md".'],
    [
      "another configuration",
      { "docgate.config.json": '{ "name": "Other" }' },
      'all pages are the same, but "meta" is not. Use the same configuration.',
    ],
  ])("--rebuild: names the first difference: %s", async (_, change, difference) => {
    const { cwd, run } = await makePublisher({
      "docs/a.md": "# A\n",
      "docs/b.md": "# B\n\nText.\n",
      "docs/c.md": "# C\n",
    });
    for (const [path, text] of Object.entries(change)) await writeFile(join(cwd, path), text);

    expect(await run("verify corpus.json --rebuild docs")).toMatchObject({
      code: 1,
      stderr: `docgate: Corpus "corpus.json" is not what "docs" generates: ${difference}\n`,
    });
  });
});
