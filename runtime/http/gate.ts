/** The Origin gate's judgement: which requests need a listed Origin, and which have one. */
import { isPartnerTarget } from "./gate-path.ts";

/** Why a connection was closed without a byte. */
export const DROP_REASONS = [
  "no-origin",
  "two-origins",
  "unlisted-origin",
  /** Whether the Origin is listed could not be found out. */
  "failed-look-up",
  "no-host",
  /** What came is no request that is served: a malformed line, an oversized head, CONNECT. */
  "unreadable",
  /** The request did not come in time. */
  "timeout",
  /** A handler asked for it. */
  "handler",
] as const;

export type DropReason = (typeof DROP_REASONS)[number];

/** The reason to drop a request; `undefined` lets it through. */
export type Verdict = DropReason | undefined;

export interface Gate {
  /** Whether exactly this Origin is on the allow-list. */
  isListed(origin: string, head: RequestHead): boolean | Promise<boolean>;
  /** Told of every drop. */
  readonly onDrop?: ((reason: DropReason) => void) | undefined;
  /** Told why a look-up failed; the request is dropped. */
  onError?(error: unknown): void;
}

/** What the gate reads of a request; nothing else of it has a say. */
export interface RequestHead {
  /** The request target, as it was sent. */
  readonly url?: string | undefined;
  /** Names and values by turns, as they were sent. */
  readonly rawHeaders: readonly string[];
}

/** A host and a port, with no byte that could become part of a path. */
const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Judges one request by its target, its Host and its Origin (CHAIN-C3).
 *
 * Every request under `/v1` with one Origin costs the same: one look-up, before anything else.
 */
export function judge(head: RequestHead, gate: Gate): Verdict | Promise<Verdict> {
  if (!isGated(head)) return undefined;
  if (!valuesOf(head, "host")[0]) return "no-host";
  const [origin, second] = valuesOf(head, "origin");
  if (origin === undefined) return "no-origin";
  if (second !== undefined) return "two-origins";
  // Anybody's sandboxed page sends this one, so it can stand for no partner.
  return origin === "null" ? "unlisted-origin" : lookUp(head, { origin, gate });
}

/**
 * Whether a request needs a listed Origin: its path is `/v1` or below, or its Host might hold one.
 *
 * `GET /../space/list` with `Host: 1/v1/xy` is `http://1/v1/xy/../space/list` once a URL is made of
 * both, so a Host that is more than a host counts.
 */
export function isGated(head: RequestHead): boolean {
  const hosts = valuesOf(head, "host");
  const isPlain = hosts.length < 2 && hosts.every((host) => host === "" || PLAIN_HOST.test(host));
  return !isPlain || isPartnerTarget(head.url ?? "");
}

interface LookUp {
  readonly origin: string;
  readonly gate: Gate;
}

function lookUp(head: RequestHead, { origin, gate }: LookUp): Verdict | Promise<Verdict> {
  const fail = (error: unknown): Verdict => {
    gate.onError?.(error);
    return "failed-look-up";
  };
  try {
    const isListed = gate.isListed(origin, head);
    return typeof isListed === "object" ? isListed.then(verdictOn, fail) : verdictOn(isListed);
  } catch (error) {
    return fail(error);
  }
}

function verdictOn(isListed: boolean): Verdict {
  return isListed === true ? undefined : "unlisted-origin";
}

function valuesOf({ rawHeaders }: RequestHead, name: string): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name,
  );
}
