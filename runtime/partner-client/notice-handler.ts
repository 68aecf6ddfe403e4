import { parseBaseUrl } from "./base-url.ts";
import {
  type CertificateDelivery,
  type Notice,
  type NoticeContent,
  parseNotice,
  REFRESH_KINDS,
  type RefreshKind,
} from "./notice.ts";
import { createNoticeKeys } from "./notice-keys.ts";
import { keyScheme, secretScheme } from "./notice-schemes.ts";
import { PartnerError, type PartnerErrorCode } from "./partner-error.ts";
import { readBody } from "./read-body.ts";
import { type RememberNotice, rememberInMemory } from "./seen-notices.ts";
import { endOfTolerance, type NoticeScheme, readHead, verifyNotice } from "./verify-notice.ts";

type Handle = (notice: Notice) => unknown;

/**
 * Functions for the kinds of notices, each optional. One that is given for several kinds is called
 * once for a notice that lists them.
 */
export interface NoticeHandlers extends Partial<Record<RefreshKind, Handle>> {
  /** Called first with every notice, also with a test of the webhook, which has no kinds. */
  readonly every?: Handle;
  /** The certificate was delivered: trust it, and keep the shared secret. */
  readonly r_cert?: (delivery: CertificateDelivery, notice: Notice) => unknown;
  /** The certificate was unbound: trust none. */
  readonly r_cert_delete?: Handle;
  /** Called with a notice that has a kind unknown to this version: read everything again. */
  readonly other?: Handle;
}

/**
 * How notices are signed, as Standard Webhooks has it: with docgate's published keys (`v1a`), with a
 * secret of the webhook (`v1`), or not at all.
 */
export type NoticeSigning = "v1a" | "v1" | "none";

/** The webhook that sends notices. */
export type NoticeSource =
  | {
      /** A notice that is signed in another way is refused. Default: `v1a`. */
      readonly signing?: "v1a" | "v1";
      /** Id of the webhook: a notice that was signed for another one is refused. */
      readonly webhookId: string;
    }
  | {
      /** Everyone who knows the notification URL can send notices, and a certificate. */
      readonly signing: "none";
      readonly webhookId?: string;
    };

interface NoticeHandling {
  /** docgate's address: the keys of `v1a` are read from there. */
  readonly docgateUrl: string;
  /** With `v1`: the secret of the webhook, `whsec_…`. */
  readonly secret?: string | undefined;
  readonly handlers: NoticeHandlers;
  /**
   * Called with the reason for each notice that is refused, a {@link PartnerError}, and with each
   * error of a handler.
   */
  readonly onError: (error: unknown) => void;
  /** Remembers the ids of accepted notices for several processes. Default: in memory, for one. */
  readonly remember?: RememberNotice;
}

export type NoticeHandlerOptions = NoticeSource & NoticeHandling;

/** The part of a worker's execution context that keeps it running after the answer. */
export interface NoticeContext {
  waitUntil?(work: Promise<unknown>): void;
}

/** Answers a request to the notification URL. Handlers run after the answer. */
export type NoticeHandler = (request: Request, context?: NoticeContext) => Promise<Response>;

/**
 * Creates the handler of the notification URL. It answers at once, because docgate waits 5 seconds
 * at most, and then calls the handlers of one notice after the other, in the order of arrival.
 *
 * Unless `signing` is `none`, it accepts a notice that docgate signed for this webhook within five
 * minutes of now, once.
 *
 * @throws {TypeError} if an option cannot be used; the message contains no secret
 * @example
 * import { createNoticeHandler } from "docgate/partner";
 *
 * const handleNotice = createNoticeHandler({
 *   docgateUrl: "https://docs.example.com",
 *   webhookId: "019ab1f0-4f20-7c5e-9d4b-5c6d7e8f9a0b",
 *   handlers: {
 *     r_space: () => console.log("read the spaces again"),
 *     r_cert: ({ pem }) => console.log("trust", pem),
 *   },
 *   onError: console.error,
 * });
 * const request = new Request("https://shop.example/notices", { method: "POST", body: "{}" });
 * console.log((await handleNotice(request)).status); // 401: it is not signed
 */
export function createNoticeHandler(options: NoticeHandlerOptions): NoticeHandler {
  const { handlers, onError } = options;
  const accept = createAcceptance(options);
  let handled: Promise<void> = Promise.resolve();

  async function handle(content: NoticeContent, id: string | undefined): Promise<void> {
    const notice: Notice = Object.freeze({ id, kinds: content.kinds });
    for (const work of chosen(handlers, { notice, content })) {
      try {
        await work();
      } catch (error) {
        onError(error);
      }
    }
  }

  return async (request, context) => {
    if (request.method !== "POST") {
      return new Response(null, { status: 405, headers: { Allow: "POST" } });
    }
    try {
      const { content, id } = await accept(request);
      const next = () => handle(content, id);
      handled = handled.then(next, next);
      context?.waitUntil?.(handled);
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error;
      onError(error);
      return new Response(null, { status: STATUS[error.code] ?? 401 });
    }
  };
}

/** Statuses for notices that are refused; 401 for the others. */
const STATUS: Partial<Record<PartnerErrorCode, number>> = {
  "notice-invalid": 400,
  "notice-replayed": 409,
  "notice-keys-unavailable": 503,
};

interface AcceptedNotice {
  readonly content: NoticeContent;
  readonly id: string | undefined;
}

/** Returns a function that reads a notice, and verifies it if the webhook asks for signatures. */
function createAcceptance(
  options: NoticeHandlerOptions,
): (request: Request) => Promise<AcceptedNotice> {
  const { webhookId, remember = rememberInMemory() } = options;
  const scheme = schemeOf(options);
  if (scheme === null) {
    return async (request) => ({ content: parseNotice(await readBody(request)), id: undefined });
  }
  if (typeof webhookId !== "string" || !/^[\dA-Za-z-]+$/.test(webhookId)) {
    throw new TypeError(
      "webhookId must be the id of your webhook: is its environment variable set?",
    );
  }
  return async (request) => {
    const head = readHead(request.headers, { webhookId, version: scheme.version });
    const body = await readBody(request);
    await verifyNotice(head, { body, scheme });
    const content = parseNotice(body);
    const { id } = head;
    if (await remember(id, endOfTolerance(head))) return { content, id };
    throw new PartnerError("notice-replayed", "The notice has arrived before.");
  };
}

/** @returns null for notices without a signature */
function schemeOf({ docgateUrl, signing, secret }: NoticeHandlerOptions): NoticeScheme | null {
  const keys = createNoticeKeys(parseBaseUrl(docgateUrl));
  if (signing === "v1") return secretScheme(secret);
  if (secret) {
    throw new TypeError('secret is for notices with the signing "v1" only.');
  }
  if (signing === "none") return null;
  if (signing === undefined || signing === "v1a") return keyScheme(keys);
  throw new TypeError('signing must be "v1a", "v1" or "none", as the webhook has it.');
}

/** Lists the calls that a notice leads to, each once. */
function chosen(
  handlers: NoticeHandlers,
  { notice, content }: { readonly notice: Notice; readonly content: NoticeContent },
): (() => unknown)[] {
  const { delivery } = content;
  const named = notice.kinds.flatMap((kind) =>
    kind === "r_cert_delete" || isRefreshKind(kind) ? handlers[kind] : handlers.other,
  );
  const calls = delivery ? [handlers.every] : [handlers.every, ...named];
  const works = [...new Set(calls)].flatMap((call) => (call ? () => call(notice) : []));
  return delivery ? [...works, () => handlers.r_cert?.(delivery, notice)] : works;
}

function isRefreshKind(kind: string): kind is RefreshKind {
  return (REFRESH_KINDS as readonly string[]).includes(kind);
}
