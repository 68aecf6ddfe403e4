/**
 * Answers mints and reads directly from node:http, as `createNodeHandler` explains: the routes of
 * the app would answer them the same way. After a change, run `npx vitest run --project unit
 * test/runtime/partner/api/direct-routes`, which sends each request both ways. It halves the CPU
 * time of a read (`npm run bench -- --chain`).
 */
import type { IncomingMessage } from "node:http";
import { type Call, outcomeOf } from "../calls/call.ts";
import { operationAt } from "../calls/operation-at.ts";
import type { Platform } from "../platform.ts";
import { authorize, type Caller, forReads } from "./access.ts";
import { replyTo } from "./error-reply.ts";
import { MINT_PATH, mintReply } from "./handshake-routes.ts";
import { PARTNER_BASE } from "./operations.ts";
import { KEPT_READS } from "./read-routes.ts";
import { headersFor, INVALID_TOKEN, type Reply, success, TYPE_HEADERS } from "./replies.ts";

export interface DirectReply extends Reply {
  readonly headers: Readonly<Record<string, string>>;
}

/** A route of the app whose plain requests can be answered without it. */
export interface PartnerDirectRoute {
  readonly route: string;
  /** @returns null to leave a request to the app */
  readonly take: (request: IncomingMessage) => DirectAnswer | null;
}

interface DirectAnswer {
  readonly path: string;
  reply(): Promise<DirectReply>;
}

export interface DirectRoutesOptions {
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** Requests that arrive here have passed the Origin gate. */
export function createDirectRoutes(
  platform: Platform,
  { onError }: DirectRoutesOptions,
): readonly PartnerDirectRoute[] {
  const answerWith = answering(platform, onError);
  const reads = [...KEPT_READS].map(([name, payloadOf]): PartnerDirectRoute => {
    const path = PARTNER_BASE + name;
    const read = async (caller: Caller): Promise<Reply> => {
      const key = await authorize(platform, { ...caller, rule: forReads });
      return key ? success(payloadOf(key)) : INVALID_TOKEN;
    };
    return {
      route: path,
      take: (request) =>
        request.method === "GET" && request.url === path && hasNoBody(request)
          ? { path, reply: () => answerWith(read, { request, path }) }
          : null,
    };
  });
  const mintPath = PARTNER_BASE + MINT_PATH;
  return [
    ...reads,
    {
      route: mintPath,
      take(request) {
        const clientId = request.method === "POST" ? clientIn(request.url ?? "") : null;
        if (clientId === null || !hasNoBody(request)) return null;
        const mint = (caller: Required<Caller>) =>
          mintReply(platform, { caller, clientId, onError });
        return { path: mintPath, reply: () => answerWith(mint, { request, path: mintPath }) };
      },
    },
  ];
}

interface Asked {
  readonly request: IncomingMessage;
  readonly path: string;
}

/** Gives every reply its headers, and counts it. */
function answering({ served, calls }: Platform, onError: DirectRoutesOptions["onError"]) {
  return async (
    work: (caller: Required<Caller>) => Promise<Reply>,
    { request, path }: Asked,
  ): Promise<DirectReply> => {
    const { method, headers } = request;
    const { origin = "", authorization } = headers;
    const call: Call = { origin, endpoint: operationAt(method, path) };
    const caller = { authorization, ask: served.revisionFor(request), call };
    const reply: Reply & Partial<DirectReply> = await work(caller).catch((error: unknown) =>
      replyTo(error, onError),
    );
    calls.count({ ...call, outcome: outcomeOf(call, reply.status) });
    return { ...reply, headers: { ...headersFor(origin), ...reply.headers, ...TYPE_HEADERS } };
  };
}

const MINT_TARGET = new RegExp(`^${PARTNER_BASE}${MINT_PATH}\\?client_id=(\\w+)$`);

function clientIn(target: string): string | null {
  return MINT_TARGET.exec(target)?.[1] ?? null;
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return length === "0" && coding === undefined;
}
