import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** Options of a request for a passkey, as docgate sends them. */
// biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
export type PasskeyOptions = any;

/** Where and how a passkey is used. Default of each: as it should be. */
export interface PasskeyUse {
  /** The origin of the page. */
  readonly origin?: string;
  /** True if the page is in a frame of another site. */
  readonly crossOrigin?: boolean;
  /** The origin of the page around that frame. Default: none is named. */
  readonly topOrigin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** False if the authenticator did not check who uses it. */
  readonly isVerified?: boolean;
  /** The signature counter. Default: none, as synchronized passkeys have none. */
  readonly counter?: number;
  /** The administrator that the passkey says it is for. */
  readonly userHandle?: string | undefined;
}

/** An authenticator with one passkey, made of software. */
export interface Authenticator {
  readonly credentialId: string;
  /** Answers like `navigator.credentials.create`, without an attestation. */
  create(options: PasskeyOptions, use?: PasskeyUse): object;
  /** Answers like `navigator.credentials.get`. */
  get(options: PasskeyOptions, use?: PasskeyUse): object;
}

const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 } as const;
const NO_MODEL = Buffer.alloc(16);

/** @param origin of the pages in which it is used */
export function createAuthenticator(
  origin: string,
  credentialId = randomBytes(32).toString("base64url"),
): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytesOf(x!)],
    [-3, bytesOf(y!)],
  ]);
  let user: string | undefined;

  function clientData(type: string, { challenge }: PasskeyOptions, use: PasskeyUse): Buffer {
    const { crossOrigin = false, topOrigin } = use;
    const { challenge: other = challenge, origin: elsewhere = origin } = use;
    const data = { type, challenge: other, origin: elsewhere, crossOrigin, topOrigin };
    return Buffer.from(JSON.stringify(data));
  }

  const answer = (response: object) => ({
    id: credentialId,
    rawId: credentialId,
    type: "public-key",
    clientExtensionResults: {},
    authenticatorAttachment: "platform",
    response,
  });

  return {
    credentialId,
    create(options, use = {}) {
      user = options.user.id;
      const id = bytesOf(credentialId);
      const length = Buffer.from([id.length >> 8, id.length & 0xff]);
      const credential = Buffer.concat([NO_MODEL, length, id, isoCBOR.encode(cose)]);
      const head = authenticatorData({ rpId: options.rp.id, ...use }, FLAGS.hasCredential);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(Buffer.concat([head, credential]))],
      ]);
      return answer({
        clientDataJSON: clientData("webauthn.create", options, use).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ["internal"],
      });
    },
    get(options, use = {}) {
      const data = authenticatorData({ rpId: options.rpId, ...use });
      const client = clientData("webauthn.get", options, use);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
        userHandle: user,
        ...("userHandle" in use && { userHandle: use.userHandle }),
      });
    },
  };
}

/** The part that tells where, how and how often a passkey was used ("Authenticator Data" in WebAuthn). */
function authenticatorData(
  { rpId, isVerified = true, counter = 0 }: PasskeyUse & { readonly rpId: string },
  more = 0,
): Buffer {
  const rest = Buffer.alloc(5);
  rest[0] = FLAGS.present | (isVerified ? FLAGS.verified : 0) | more;
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), rest]);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}
