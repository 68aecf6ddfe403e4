import { randomUUID as newId } from "node:crypto";
import fc from "fast-check";
import { importX509 } from "jose";
import { describe, expect, it } from "vitest";
import { isBase64url } from "../../../runtime/partner/secrets/base64.ts";
import { issueConsumerTokens } from "../../../runtime/partner/tokens/consumer-tokens.ts";
import { readSignedToken } from "../../../runtime/partner/tokens/signed-token.ts";
import { issueCertificate, thumbprint } from "../../../runtime/partner/tokens/x509.ts";
import { isCanonicalToken } from "../../../runtime/partner-client/canonical-token.ts";
import { createTokenVerifier } from "../../../runtime/partner-client/exports.ts";
import { ANY_CHARACTER } from "../../support/any-character.ts";

const ISSUER = "https://docs.example";
const AUDIENCE = "AAAA-BBBB-CCCC-DDDD";
const CERTIFICATE = await issueCertificate({ name: "Acme", now: Date.now });
const { accessToken: TOKEN } = await issueConsumerTokens({
  privateKeyPem: CERTIFICATE.privateKeyPem,
  thumbprint: thumbprint(CERTIFICATE.certificatePem),
  issuer: ISSUER,
  consumerId: "consumer-1",
  contractKey: AUDIENCE,
  now: Date.now,
  newId,
});
const PARTS = TOKEN.split(".") as [string, string, string];

/** Changes the last character of a part in bits that a decoder ignores. */
function withStrayBits(part: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const unused = { 2: 4, 3: 2 }[part.length % 4];
  if (unused === undefined) return part;
  return part.slice(0, -1) + digits[digits.indexOf(part.at(-1)!) + 1];
}

/** Other spellings of the same token. */
const SPELLINGS: readonly (readonly [what: string, token: string])[] = PARTS.flatMap(
  (part, place) => {
    const changed: Record<string, string> = {
      "a space": `${part.slice(0, 9)} ${part.slice(9)}`,
      "a space before": ` ${part}`,
      "a line feed": `${part.slice(0, 9)}\n${part.slice(9)}`,
      "a line feed after": `${part}\n`,
      "a tab": `${part}\t`,
      padding: `${part}${"=".repeat((4 - (part.length % 4)) % 4 || 4)}`,
      "one equals sign": `${part}=`,
      "stray bits": withStrayBits(part),
      "the other alphabet": part.replaceAll("-", "+").replaceAll("_", "/"),
    };
    return Object.entries(changed)
      .filter(([, text]) => text !== part)
      .map(
        ([what, text]) =>
          [`${what} in part ${place + 1}`, PARTS.with(place, text).join(".")] as const,
      );
  },
);

async function acceptedByPartner(token: string): Promise<boolean> {
  const verifier = createTokenVerifier({ docgateUrl: ISSUER });
  await verifier.trust(CERTIFICATE.certificatePem);
  return verifier.verify(token, { audience: AUDIENCE }).then(
    () => true,
    ({ code }) => {
      expect(code).toBe("consumer-token-invalid");
      return false;
    },
  );
}

async function acceptedByServer(token: string): Promise<boolean> {
  const key = await importX509(CERTIFICATE.certificatePem, "ES256");
  const rules = { algorithm: "ES256", typ: "JWT", findKey: async () => key } as const;
  return (await readSignedToken(token, rules)) !== null;
}

describe("ATTACK-T260: of a consumer's token, one text is accepted", () => {
  it("by docgate/partner and by docgate: the token as it was written", async () => {
    expect(await acceptedByPartner(TOKEN)).toBe(true);
    expect(await acceptedByServer(TOKEN)).toBe(true);
    // The signature has 64 bytes, whose last character has four unused bits.
    expect(SPELLINGS.map(([what]) => what)).toContain("stray bits in part 3");
  });

  it.each(SPELLINGS)("and neither accepts it with %s", async (_, token) => {
    expect(await acceptedByServer(token)).toBe(false);
    expect(await acceptedByPartner(token)).toBe(false);
  });

  it("and every text is judged by both alike", () => {
    const digit = fc.constantFrom(..."ABgw048-_+/= \n");
    const part = fc.string({ unit: fc.oneof(digit, ANY_CHARACTER), maxLength: 9 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const asServer = parts.length === 3 && parts.every((one) => one !== "" && isBase64url(one));
        fc.pre(parts.every((one) => !one.includes(".")));
        expect(isCanonicalToken(parts.join("."))).toBe(asServer);
      }),
    );
  });

  it("however its bytes are cut", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), digitOf(), (bytes, last) => {
        const text = Buffer.from(bytes).toString("base64url");
        const changed = text.slice(0, -1) + last;
        expect(isCanonicalToken(`${text}.${text}.${text}`)).toBe(true);
        expect(isCanonicalToken(`${text}.${changed}.${text}`)).toBe(isBase64url(changed));
      }),
    );
  });
});

function digitOf() {
  return fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+");
}
