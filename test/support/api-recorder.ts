import type { Hono } from "hono";
import type { OpenApiDocument } from "../../runtime/http/openapi.ts";
import type { ApiExample } from "../../runtime/serve/reference/examples.ts";
import { type Conformance, createConformance } from "./conformance.ts";

/** Headers of answers that are part of an example. */
const SHOWN_HEADERS = ["ETag", "Location"];

/** Values that differ each time, in bodies and headers: the names of their fields. */
const RANDOM_FIELDS = new Set([
  ...["access_token", "ChainToken", "clientId", "clientSecret", "code", "displayPrefix", "ETag"],
  ...[
    "fingerprint",
    "hash",
    "key",
    "link",
    "pin",
    "publicCertificate",
    "refresh_token",
    "secret",
    "token",
  ],
  ...["attestationObject", "authenticatorData", "challenge", "clientDataJSON", "rawId"],
  ...["signature", "userHandle"],
]);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Also as part of other texts. */
const CREDENTIAL = /\bdg[a-z]_[\w-]+/g;
const SIGNING_SECRET = /\bwhsec_[\w+/]{43}=/g;
const DIGEST = /\b[0-9a-f]{64}\b/g;
/** In the address of a provider, and in a record of DNS. */
const RANDOM_PAIR = /\b(state|nonce|code_challenge|docgate-domain)=[\w-]{43}/g;
const SAMPLE_DIGEST = "3f".repeat(32);
const SAMPLE = "Q7mXv2LrT9cWz4HkPb8NsYd3JfGa6EtUo5RiKq1MxVhCnZwBpS0yDjFgAeLu7T2";
/** Ids of WebAuthn: longer than ours, and random. */
const LONG_ID = /^[\w-]{40,}$/;
const RECOVERY_CODE = "Q7MXV-2LRT";
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----\n?/g;
const PEM = "-----BEGIN CERTIFICATE-----\nMIIBzTCCAXOgAwIBAgIQ…\n-----END CERTIFICATE-----\n";

/** The key of an application, in the rows of a file. */
const APPLICATION_KEY = /(?<=,)[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}(?=,)/g;

/** The connection of each request, as the server passes it on. */
const CONNECTION = { incoming: { socket: { remoteAddress: "192.0.2.1" } } };

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface RecorderOptions {
  readonly app: Hono;
  readonly document: OpenApiDocument;
  /** Values of the shell variables that headers and paths name, such as `$ADMIN_TOKEN`. */
  readonly variables: Record<string, string>;
}

/** Calls operations of an API, and keeps the first request and answer with each status. */
export class ApiRecorder {
  readonly #options: RecorderOptions;
  readonly #operations: ReadonlyMap<string, { readonly method: string; readonly path: string }>;
  readonly #conformance: Conformance;
  readonly #examples: ApiExample[] = [];
  readonly #ids: string[] = [];

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#operations = new Map(
      Object.entries(options.document.paths!).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { operationId }]) => [operationId, { method, path }]),
      ),
    );
    this.#conformance = createConformance(options.document);
  }

  /** Returns the operations that have no example yet. */
  uncalled(): string[] {
    const called = new Set(this.#examples.map(({ operationId }) => operationId));
    return [...this.#operations.keys()].filter((id) => !called.has(id));
  }

  /** Calls an operation. @returns the body of its answer @throws {Error} if it has another form */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows what it asked for
  async call(operationId: string, input: CallInput = {}): Promise<any> {
    const { params = {}, query = {}, headers = {}, body } = input;
    const operation = this.#operations.get(operationId)!;
    const method = operation.method.toUpperCase();
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
    const search = new URLSearchParams(query).toString().replaceAll("%24", "$");
    const path = search === "" ? filled : `${filled}?${search}`;
    const isText = typeof body === "string";
    const text = body === undefined || isText ? body : JSON.stringify(body);
    const type = isText ? "text/csv" : "application/json";
    const sent = { ...headers, ...(text !== undefined && { "Content-Type": type }) };
    const init = {
      method,
      headers: {
        ...Object.fromEntries(
          Object.entries(sent).map(([name, value]) => [name, this.#expand(value)]),
        ),
        ...(text !== undefined && { "Content-Length": String(Buffer.byteLength(text)) }),
      },
      ...(text !== undefined && { body: text }),
    };
    const response = await this.#options.app.request(this.#expand(path), init, CONNECTION);
    const bodyText = await response.text();
    const { status } = response;
    // As a browser keeps it, for `$SESSION`.
    const cookie = response.headers.get("Set-Cookie");
    if (cookie !== null) this.#options.variables.SESSION = cookie.split(";")[0]!;
    const exchange = { method, url: filled, status, headers: response.headers, bodyText };
    this.#conformance.check(exchange);
    const shown = SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    const answered = isJson ? JSON.parse(bodyText) : bodyText || undefined;
    const answer = { status, headers: Object.fromEntries(shown), body: answered };
    this.#keep({ operationId, request: { method, path, headers: sent, body }, answer });
    return answered;
  }

  /** Returns the examples as text, with the same values each time. */
  toJson(): string {
    const order = [...this.#operations.keys()];
    const sorted = this.#examples.toSorted(
      (left, right) =>
        order.indexOf(left.operationId) - order.indexOf(right.operationId) ||
        left.answer.status - right.answer.status,
    );
    const text = JSON.stringify(sorted, replaceRandom, 2);
    const numbered = text.replaceAll(UUID, (id) => this.#number(id));
    const asked = numbered.replaceAll(RANDOM_PAIR, `$1=${SAMPLE.slice(0, 43)}`);
    const sampled = asked
      .replaceAll(DIGEST, SAMPLE_DIGEST)
      .replaceAll(CREDENTIAL, sampleLike)
      .replaceAll(SIGNING_SECRET, `whsec_${SAMPLE.slice(0, 43)}=`);
    return `${sampled}\n`;
  }

  #keep(example: ApiExample): void {
    const { operationId, answer } = example;
    const isKept = this.#examples.some(
      (kept) => kept.operationId === operationId && kept.answer.status === answer.status,
    );
    if (!isKept) this.#examples.push(example);
  }

  #expand(text: string): string {
    return text.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => this.#options.variables[name]!);
  }

  /** Numbers ids in the order in which they appear. */
  #number(id: string): string {
    if (!this.#ids.includes(id)) this.#ids.push(id);
    const count = String(this.#ids.indexOf(id) + 1).padStart(12, "0");
    return `019c9a3b-1c00-7000-8000-${count}`;
  }
}

function replaceRandom(name: string, value: unknown): unknown {
  if (name === "uri") return (value as string).replace(/(?<=secret=)\w+/, sampleLike);
  if (name === "recoveryCodes" && Array.isArray(value)) {
    return value.map((_, index) => RECOVERY_CODE + String.fromCharCode(65 + index));
  }
  if (typeof value !== "string") return value;
  const isRandom = RANDOM_FIELDS.has(name) || (name === "id" && LONG_ID.test(value));
  if (!isRandom || value.search(UUID) === 0) {
    return value.replaceAll(CERTIFICATE, PEM).replaceAll(APPLICATION_KEY, sampleLike);
  }
  if (value.startsWith("-----BEGIN")) return PEM;
  if (value.startsWith("eyJ")) return "eyJhbGciOiJFZERTQSIs…";
  return sampleLike(value);
}

/** Returns a text of the same form: digits for digits, hexadecimal for hexadecimal. */
function sampleLike(value: string): string {
  if (/^[0-9]{6}$/.test(value)) return "402915";
  if (/^[0-9a-f]{64}$/.test(value)) return SAMPLE_DIGEST;
  const link = /^(https:.*=)(.*)$/.exec(value);
  if (link) return `${link[1]}${sampleLike(link[2]!)}`;
  const [, before, random, after] = /^("|dg[a-z]_)?(.*?)(")?$/.exec(value)!;
  return `${before ?? ""}${SAMPLE.slice(0, random!.length)}${after ?? ""}`;
}
