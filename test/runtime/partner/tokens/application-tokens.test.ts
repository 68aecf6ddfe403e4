import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
} from "node:crypto";
import fc from "fast-check";
import { CompactEncrypt, CompactSign, decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createCode,
  createSecret,
  SECRET_PREFIXES,
} from "../../../../runtime/partner/secrets/secrets.ts";
import {
  createSigningKey,
  createTokenService,
  type SigningKey,
} from "../../../../runtime/partner/tokens/application-tokens.ts";
import { issueConsumerTokens } from "../../../../runtime/partner/tokens/consumer-tokens.ts";
import { issueCertificate, thumbprint } from "../../../../runtime/partner/tokens/x509.ts";
import { ANY_CHARACTER } from "../../../support/any-character.ts";

// Many small signatures or hashes: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const NOW = Date.parse("2026-03-01T12:00:00Z");
const OPTIONS = { issuer: "docgate-1", now: () => NOW, newId: randomUUID };
const CLAIMS = { keyId: "key-1", clientId: "dgc_client", generation: 3 };
const KEY = await createSigningKey();
const SERVICE = await serve([KEY]);
const TOKEN = await SERVICE.mint(CLAIMS);
const [HEADER, PAYLOAD, SIGNATURE] = TOKEN.split(".") as [string, string, string];

afterEach(() => {
  vi.useRealTimers();
});

describe("createTokenService", () => {
  it("mints a token that names the key, the client and the generation", async () => {
    expect(await SERVICE.verify(TOKEN)).toEqual(CLAIMS);
    expect(decodeProtectedHeader(TOKEN)).toEqual({
      alg: "EdDSA",
      typ: "docgate-app+jwt",
      kid: KEY.kid,
    });
    expect(decodeJwt(TOKEN)).toEqual({
      iss: "docgate-1",
      sub: "key-1",
      client_id: "dgc_client",
      gen: 3,
      iat: NOW / 1000,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it("PIA §5.2: returns exactly what was minted, and does not expire", async () => {
    const claims = fc.record({ keyId: fc.string(), clientId: fc.string(), generation: fc.nat() });
    await fc.assert(
      fc.asyncProperty(claims, async (told) => {
        const token = await SERVICE.mint(told);
        expect(await SERVICE.verify(token)).toEqual(told);
        expect(decodeJwt(token)).not.toHaveProperty("exp");
      }),
    );
  });

  it("ATTACK-C30: survives a restart and a clock that jumps ten years ahead or back", async () => {
    for (const date of ["2036-03-01", "2016-03-01"]) {
      vi.useFakeTimers({ now: Date.parse(date), toFake: ["Date"] });
      expect(await (await serve([KEY])).verify(TOKEN)).toEqual(CLAIMS);
    }
  });

  it("ATTACK-C34: the newest key signs, an older one verifies while it is kept", async () => {
    const next = await createSigningKey();
    const rotated = await serve([next, KEY]);
    const removed = await serve([next]);

    expect(decodeProtectedHeader(await rotated.mint(CLAIMS)).kid).toBe(next.kid);
    expect(await rotated.verify(TOKEN)).toEqual(CLAIMS);
    expect(await removed.verify(TOKEN)).toBeNull();
    expect(await removed.verify(await rotated.mint(CLAIMS))).toEqual(CLAIMS);
  });

  it("verifies a signature once: a known token is answered from the cache", async () => {
    const token = await SERVICE.mint(CLAIMS);

    expect(await SERVICE.verify(token)).toBe(await SERVICE.verify(token));
    expect(Object.isFrozen(await SERVICE.verify(token))).toBe(true);
  });

  it("refuses to start without a key", async () => {
    await expect(serve([])).rejects.toThrow(TypeError);
  });

  it("refuses the tokens of another installation that has the same key", async () => {
    const other = await createTokenService({ ...OPTIONS, keys: [KEY], issuer: "docgate-2" });

    expect(await other.verify(TOKEN)).toBeNull();
  });
});

describe("verify", () => {
  const header = { alg: "EdDSA", typ: "docgate-app+jwt", kid: KEY.kid };
  const publicKey = createPublicKey({ key: JSON.parse(KEY.publicJwk), format: "jwk" });
  const publicPem = publicKey.export({ type: "spki", format: "pem" }) as string;
  const forger = generateKeyPairSync("ed25519");
  const forgerJwk = forger.publicKey.export({ format: "jwk" });

  it.each<[string, object, (input: string) => Buffer]>([
    ["alg none, no signature", { ...header, alg: "none" }, () => Buffer.of()],
    ["alg none, a signature", { ...header, alg: "none" }, signOurs],
    ["alg None in another spelling", { ...header, alg: "nOnE" }, () => Buffer.of()],
    ["HS256 under the public PEM", { ...header, alg: "HS256" }, mac(publicPem)],
    ["HS256 under the public JWK", { ...header, alg: "HS256" }, mac(KEY.publicJwk)],
    ["HS256 under nothing", { ...header, alg: "HS256" }, mac("")],
    ["ES256 in the header over our signature", { ...header, alg: "ES256" }, signOurs],
    ["RS256 in the header over our signature", { ...header, alg: "RS256" }, signOurs],
    ["an unknown kid", { ...header, kid: "other" }, signForged],
    ["no kid", { alg: header.alg, typ: header.typ }, signOurs],
    ["a kid that is not a string", { ...header, kid: [KEY.kid] }, signOurs],
    ["a kid of the prototype", { ...header, kid: "__proto__" }, signForged],
    ["its own key", { ...header, jwk: forgerJwk }, signForged],
    ["its own key, signed by us", { ...header, jwk: forgerJwk }, signOurs],
    ["a key elsewhere", { ...header, jku: "https://evil.example/jwks" }, signForged],
    ["a key elsewhere, signed by us", { ...header, jku: "https://evil.example/jwks" }, signOurs],
    ["a certificate elsewhere", { ...header, x5u: "https://evil.example/pem" }, signOurs],
    ["its own certificate", { ...header, x5c: ["AAAA"] }, signForged],
    ["an unknown crit", { ...header, crit: ["x"], x: 1 }, signOurs],
    ["an empty crit", { ...header, crit: [] }, signOurs],
    ["an unencoded payload", { ...header, b64: false, crit: ["b64"] }, signOurs],
    ["compression", { ...header, zip: "DEF" }, signOurs],
    ["the type of any JWT", { ...header, typ: "JWT" }, signOurs],
    ["the type of an OAuth access token", { ...header, typ: "at+jwt" }, signOurs],
    ["no type", { alg: header.alg, kid: header.kid }, signOurs],
    ["a forged signature", header, signForged],
  ])("ATTACK-C26: refuses %s", async (_, changed, signature) => {
    const input = `${encode(changed)}.${PAYLOAD}`;

    expect(await SERVICE.verify(`${input}.${signature(input).toString("base64url")}`)).toBeNull();
  });

  it("ATTACK-C26: refuses a detached payload and an encrypted token", async () => {
    const key = new Uint8Array(32);
    const encrypted = await new CompactEncrypt(Buffer.from(PAYLOAD, "base64url"))
      .setProtectedHeader({ ...header, alg: "dir", enc: "A256GCM" })
      .encrypt(key);

    expect(encrypted.split(".")).toHaveLength(5);
    expect(await SERVICE.verify(`${HEADER}..${SIGNATURE}`)).toBeNull();
    expect(await SERVICE.verify(encrypted)).toBeNull();
  });

  it.each([
    ["invalid JSON", "text"],
    ["null", "null"],
    ["a list", "[]"],
    ["no claims", "{}"],
    ["no subject", '{"iss":"docgate-1","client_id":"x","gen":1}'],
    ["no generation", '{"iss":"docgate-1","sub":"x","client_id":"x"}'],
    ["a generation as text", '{"iss":"docgate-1","sub":"x","client_id":"x","gen":"1"}'],
    ["a client as a list", '{"iss":"docgate-1","sub":"x","client_id":["x"],"gen":1}'],
    ["another issuer", '{"iss":"other","sub":"x","client_id":"x","gen":1}'],
  ])("refuses %s as the payload, even if we signed it", async (_, payload) => {
    const token = await new CompactSign(Buffer.from(payload))
      .setProtectedHeader(header)
      .sign(createPrivateKey({ key: JSON.parse(KEY.privateJwk), format: "jwk" }));

    expect(await SERVICE.verify(token)).toBeNull();
  });

  it("ATTACK-C28: refuses every other secret and token of ours", async () => {
    const others = await otherTokens();

    for (const token of others) expect(await SERVICE.verify(token)).toBeNull();
  });

  it("ATTACK-C29: refuses each flip of each bit, even if it spells the same bytes", async () => {
    const flipped = Array.from(TOKEN, (_, at) =>
      Array.from({ length: 8 }, (_, bit) => flip(TOKEN, at, bit)),
    ).flat();
    const spelled = spellings(SIGNATURE).map((text) => `${HEADER}.${PAYLOAD}.${text}`);

    expect(spelled.length).toBeGreaterThan(1);
    for (const token of [...flipped, ...spelled]) expect(await SERVICE.verify(token)).toBeNull();
  });

  it("ATTACK-C29: refuses it truncated, doubled, padded, surrounded by blanks, and 64 KB of anything", async () => {
    const cut = Array.from({ length: TOKEN.length }, (_, length) => TOKEN.slice(0, length));
    const others = [
      TOKEN + TOKEN,
      `${TOKEN}.`,
      `.${TOKEN}`,
      `${TOKEN}=`,
      `${TOKEN}==`,
      ` ${TOKEN}`,
      `${TOKEN}\n`,
      TOKEN.replace(".", ".."),
      `${HEADER}.${PAYLOAD}.${SIGNATURE}.${SIGNATURE}`,
      "..",
      "x".repeat(65_536),
      `${HEADER}.${"A".repeat(65_536)}.${SIGNATURE}`,
      ".".repeat(65_536),
    ];

    for (const token of [...cut, ...others]) expect(await SERVICE.verify(token)).toBeNull();
  });

  it("ATTACK-C29: refuses a token of more than 8 KiB, even if we signed it", async () => {
    const token = await SERVICE.mint({ ...CLAIMS, clientId: "x".repeat(8192) });

    expect(await SERVICE.verify(token)).toBeNull();
  });

  it("ATTACK-C29: accepts any text without an exception", async () => {
    const part = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.base64String(),
      fc.constantFrom(HEADER, PAYLOAD, SIGNATURE),
      fc.json().map((text) => Buffer.from(text).toString("base64url")),
    );
    const text = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("."));
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        fc.pre(token !== TOKEN);
        expect(await SERVICE.verify(token)).toBeNull();
      }),
    );
  });

  function signOurs(input: string): Buffer {
    const key = createPrivateKey({ key: JSON.parse(KEY.privateJwk), format: "jwk" });
    return sign(null, Buffer.from(input), key);
  }

  function signForged(input: string): Buffer {
    return sign(null, Buffer.from(input), forger.privateKey);
  }

  function mac(key: string): (input: string) => Buffer {
    return (input) => createHmac("sha256", key).update(input).digest();
  }
});

describe("createSigningKey", () => {
  it("creates an Ed25519 key whose public half contains nothing private", async () => {
    const { kid, alg, publicJwk, privateJwk } = await createSigningKey();

    expect(alg).toBe("EdDSA");
    expect(JSON.parse(publicJwk)).toEqual({ kty: "OKP", crv: "Ed25519", x: expect.any(String) });
    expect(JSON.parse(privateJwk)).toHaveProperty("d");
    expect(kid).toMatch(/^[\w-]{43}$/);
    expect(kid).not.toBe(KEY.kid);
  });
});

function serve(keys: readonly SigningKey[]) {
  return createTokenService({ ...OPTIONS, keys });
}

async function otherTokens(): Promise<string[]> {
  const { privateKeyPem, certificatePem } = await issueCertificate({ name: "x", now: () => NOW });
  const { accessToken, refreshToken } = await issueConsumerTokens({
    ...OPTIONS,
    privateKeyPem,
    thumbprint: thumbprint(certificatePem),
    consumerId: CLAIMS.keyId,
    contractKey: "AAAA-BBBB-CCCC-DDDD",
  });
  const disguised = await new SignJWT({ ...decodeJwt(TOKEN) })
    .setProtectedHeader({ alg: "ES256", typ: "docgate-app+jwt", kid: KEY.kid })
    .sign(createPrivateKey(privateKeyPem));
  const secrets = Object.values(SECRET_PREFIXES).map(createSecret);
  return [accessToken, refreshToken, disguised, createCode(), ...secrets];
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Returns the text with one bit of one character changed. */
function flip(text: string, at: number, bit: number): string {
  const code = text.charCodeAt(at) ^ (1 << bit);
  return text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
}

/** Returns other texts that a lenient decoder reads as the same bytes. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text, "base64url");
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...alphabet]
    .map((last) => text.slice(0, -1) + last)
    .concat(bytes.toString("base64"))
    .filter((other) => other !== text && Buffer.from(other, "base64url").equals(bytes));
}
