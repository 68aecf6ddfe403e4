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
import { PartnerError, type PartnerErrorCode } from "./partner-error.ts";
import { readBody } from "./read-body.ts";
import { type RememberNotice, rememberInMemory } from "./seen-notices.ts";
import { endOfTolerance, readSignature, verifySignature } from "./verify-notice.ts";

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

export interface NoticeHandlerOptions {
  /** docgate's address: the keys that verify signatures are read from there. */
  readonly docgateUrl: string;
  readonly handlers: NoticeHandlers;
  /**
   * Called with the reason for each notice that is refused, a {@link PartnerError}, and with each
   * error of a handler.
   */
  readonly onError: (error: unknown) => void;
  /**
   * The same as `signing` of the webhook. With `none`, everyone who knows the notification URL can
   * send notices, and a certificate. Default: `standard`.
   */
  readonly signing?: "standard" | "none";
  /** Remembers the ids of accepted notices for several processes. Default: in memory, for one. */
  readonly remember?: RememberNotice;
}

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
 * With signatures, as Standard Webhooks describes them with asymmetric keys (`v1a`), it accepts a
 * notice that a key of docgate signed within five minutes of now, once.
 *
 * @throws {TypeError} if the address cannot be used
 * @example
 * import { createNoticeHandler } from "docgate/partner";
 *
 * const handleNotice = createNoticeHandler({
 *   docgateUrl: "https://docs.example.com",
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

interface Accepted {
  readonly content: NoticeContent;
  readonly id: string | undefined;
}

/** Returns a function that reads a notice, and verifies it if the webhook asks for signatures. */
function createAcceptance({
  docgateUrl,
  signing = "standard",
  remember = rememberInMemory(),
}: NoticeHandlerOptions): (request: Request) => Promise<Accepted> {
  const keys = createNoticeKeys(parseBaseUrl(docgateUrl));
  if (signing === "none") {
    return async (request) => ({ content: parseNotice(await readBody(request)), id: undefined });
  }
  return async (request) => {
    const signature = readSignature(request.headers);
    const body = await readBody(request);
    await verifySignature(signature, { body, keys });
    const content = parseNotice(body);
    const { id } = signature;
    if (await remember(id, endOfTolerance(signature))) return { content, id };
    throw new PartnerError("notice-replayed", "The notice has arrived before.");
  };
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
