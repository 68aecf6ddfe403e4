import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Checked, Made } from "../fixtures/crypto-exercise.ts";
import { ROOT, RUNTIMES, type Runtime, scriptLine } from "../support/command.ts";

const PAIRS = RUNTIMES.flatMap((maker) => RUNTIMES.map((checker) => [maker, checker] as const));

const made = {} as Record<Runtime, Made>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docgate-crypto-"));
  for (const runtime of RUNTIMES) made[runtime] = await exercise<Made>(runtime, "make");
});

afterAll(() => rm(folder, { recursive: true }));

describe("the output of one runtime", () => {
  it.each(PAIRS)(
    "%s to %s: is opened, verified and refused the same way",
    async (maker, checker) => {
      expect(await exercise<Checked>(checker, "check", made[maker])).toEqual({
        opened: true,
        openedElsewhere: "sealed-value",
        openedWithWrongKey: "wrong-master-key",
        rekeyed: true,
        secret: true,
        secretHash: true,
        pin: true,
        password: true,
        wrongPassword: false,
        thumbprint: true,
        applicationToken: { keyId: "key-1", clientId: "dgc_client", generation: 1 },
        changedApplicationToken: null,
        consumerTokenAsApplicationToken: null,
      });
    },
  );
});

describe.each(RUNTIMES)("on %s", (runtime) => {
  it("ATTACK-G103: the event loop runs while a password is hashed", () => {
    expect(made[runtime].turnsWhileHashing).toBeGreaterThan(2);
  });

  it("PIA §2: openssl verifies the certificate against itself, also under the strict rules", async () => {
    const pem = await save("certificate.pem", made[runtime].certificate.certificatePem);
    for (const strictness of [[], ["-x509_strict"], ["-check_ss_sig"]]) {
      // The fixture's time, not today's.
      const args = ["verify", ...strictness, "-attime", "1772366400", "-CAfile", pem, pem];
      expect(await openssl(args)).toBe(`${pem}: OK\n`);
    }
  });

  it("PIA §2: openssl reads purpose, subject and validity of the certificate", async () => {
    const pem = await save("certificate.pem", made[runtime].certificate.certificatePem);
    const shown = await openssl(["x509", "-in", pem, "-noout", "-text", "-nameopt", "utf8"]);

    expect(shown).toMatch(/Version: 3 /);
    expect(shown).toMatch(/Signature Algorithm: ecdsa-with-SHA256/);
    expect(shown).toMatch(/Issuer: CN ?= ?Acme, "Inc" \+ #1 🔑\n/);
    expect(shown).toMatch(/Subject: CN ?= ?Acme, "Inc" \+ #1 🔑\n/);
    expect(shown).toMatch(
      /Not Before: Mar {2}1 12:00:00 2026 GMT\s+Not After : Mar {2}1 12:00:00 2027 GMT/,
    );
    expect(shown).toMatch(/ASN1 OID: prime256v1/);
    expect(shown).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(shown).toMatch(/Key Usage: critical\s+Digital Signature\n/);
    expect(shown).toMatch(/Subject Key Identifier: \s+([0-9A-F]{2}:){19}/);
  });

  it("PIA §2: openssl accepts the private key", async () => {
    const pem = await save("key.pem", made[runtime].certificate.privateKeyPem);

    expect(await openssl(["pkey", "-in", pem, "-noout", "-check"])).toContain("Key is valid");
  });

  it("ATTACK-G100: openssl verifies a consumer token with the PEM, and not with another one", async () => {
    const other = RUNTIMES.find((name) => name !== runtime)!;
    const { accessToken, refreshToken } = made[runtime].consumerTokens;
    for (const token of [accessToken, refreshToken]) {
      expect(await verifyByOpenssl(token, made[runtime])).toBe("Verified OK\n");
      await expect(verifyByOpenssl(token, made[other])).rejects.toThrow("Verification failure");
    }
  });
});

async function exercise<T>(runtime: Runtime, step: string, input?: unknown): Promise<T> {
  const script = join(ROOT, "test/fixtures/crypto-exercise.ts");
  const [program, args] = scriptLine(runtime, [script, step]);
  return JSON.parse(await run(program, args, input));
}

async function verifyByOpenssl(token: string, { certificate }: Made): Promise<string> {
  const [header, payload, signature] = token.split(".");
  const pem = await save("certificate.pem", certificate.certificatePem);
  const key = await save("public.pem", await openssl(["x509", "-in", pem, "-pubkey", "-noout"]));
  const data = await save("data", `${header}.${payload}`);
  const der = await save("signature", toDer(Buffer.from(signature!, "base64url")));
  return openssl(["dgst", "-sha256", "-verify", key, "-signature", der, data]);
}

/** The two numbers of a JWS signature (RFC 7518 §3.4) as openssl reads them (RFC 3279 §2.2.3). */
function toDer(signature: Buffer): Buffer {
  const numbers = [signature.subarray(0, 32), signature.subarray(32)].map(toDerInteger);
  const content = Buffer.concat(numbers);
  return Buffer.concat([Buffer.of(0x30, content.length), content]);
}

function toDerInteger(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(start);
  const positive = digits[0]! > 0x7f ? Buffer.concat([Buffer.of(0), digits]) : digits;
  return Buffer.concat([Buffer.of(0x02, positive.length), positive]);
}

async function save(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

function openssl(args: readonly string[]): Promise<string> {
  return run("openssl", args);
}

/** @throws the program's output, if it failed */
async function run(program: string, args: readonly string[], input?: unknown): Promise<string> {
  const child = spawn(program, args, { env: { ...process.env, NO_COLOR: "1" } });
  // A program without input may already have ended.
  child.stdin.on("error", () => {});
  child.stdin.end(input === undefined ? "" : JSON.stringify(input));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}
