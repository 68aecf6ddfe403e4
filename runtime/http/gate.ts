/**
 * The Origin gate's decision: which requests need a listed Origin, and which have one. A request
 * target is read in every way that a server, proxy or router might.
 */

/** Reasons to close a connection without sending a byte. */
export const DROP_REASONS = [
  "no-origin",
  "two-origins",
  "unlisted-origin",
  /** Looking up the Origin failed. */
  "failed-look-up",
  "no-host",
  /** Not a request that is served: a malformed line, an oversized head, CONNECT. */
  "unreadable",
  /** The request did not arrive in time. */
  "timeout",
  /** A handler dropped it. */
  "handler",
] as const;

export type DropReason = (typeof DROP_REASONS)[number];

/** The reason to drop a request; `undefined` lets it pass. */
export type Verdict = DropReason | undefined;

export interface Gate {
  /** Returns true if exactly this Origin is on the allow-list. */
  isListed(origin: string, head: RequestHead): boolean | Promise<boolean>;
  /** Called with the reason of each drop, and the request if it could be read. */
  readonly onDrop?: ((reason: DropReason, head?: RequestHead) => void) | undefined;
  /** Called with the error of a failed look-up; the request is dropped. */
  onError?(error: unknown): void;
}

/** The parts of a request that the gate reads. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The request target, as sent. */
  readonly url?: string | undefined;
  /** Names and values alternating, as sent. */
  readonly rawHeaders: readonly string[];
}

/** A host and a port, without a byte that could become part of a path. */
const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Decides on one request by its target, its Host and its Origin (CHAIN-C3).
 *
 * Every request under `/v1` with one Origin costs the same: one look-up, before anything else.
 */
export function judge(head: RequestHead, gate: Gate): Verdict | Promise<Verdict> {
  if (!isGated(head)) return undefined;
  if (!valuesOf(head, "host")[0]) return "no-host";
  const [origin, second] = valuesOf(head, "origin");
  if (origin === undefined) return "no-origin";
  if (second !== undefined) return "two-origins";
  // Any sandboxed page sends this Origin, so it cannot identify a partner.
  return origin === "null" ? "unlisted-origin" : lookUp(head, { origin, gate });
}

/**
 * Returns true if a request needs a listed Origin: its path is `/v1` or below, or its Host might
 * contain such a path.
 *
 * `GET /../space/list` with `Host: 1/v1/xy` becomes `http://1/v1/xy/../space/list` once a URL is
 * made from both, so a Host that is more than a host counts.
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

/** Returns the values of a header; its name is in lower case. */
export function valuesOf({ rawHeaders }: RequestHead, name: string): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name,
  );
}

/** Longer or more deeply encoded paths are treated as `/v1`. */
const MAX_PATH_LENGTH = 2_048;
const MAX_DECODINGS = 4;

/** One segment of letters, which can only be read in one way. */
const PLAIN_TARGET = /^\/[a-z]*$/;

/** Prefixes that some readings allow before the path: schemes, slashes, authorities. */
const PREFIXES = [
  /^[a-z][a-z\d+.-]*:(?![/\\]{2}[^/\\])/i,
  /^(?:[a-z][a-z\d+.-]*:)?[/\\]{2}[^/\\]*/i,
  /^(?:[a-z][a-z\d+.-]*:)?[/\\]{2,}[^/\\]+/i,
];

/**
 * Returns true if any reading of a request target leads to `/v1` or below.
 *
 * Two readers of a target may disagree on how often to decode it, and on what is a separator, a
 * parameter or an authority. It is therefore read in every way, and one reading that leads to `/v1`
 * is enough.
 */
export function isPartnerTarget(target: string): boolean {
  if (target.startsWith("/v1/")) return true;
  if (PLAIN_TARGET.test(target)) return false;
  const path = target.replace(/[?#].*$/s, "");
  return path.length > MAX_PATH_LENGTH || [...readings(path)].some(decodesToPartnerPath);
}

/**
 * Returns the paths in `/path`, in `http://host/path` and in anything that could pass for either.
 */
function readings(path: string): ReadonlySet<string> {
  return new Set([path, ...PREFIXES.map((prefix) => path.replace(prefix, ""))]);
}

function decodesToPartnerPath(path: string): boolean {
  let decoded = path;
  for (let count = 0; count <= MAX_DECODINGS; count++) {
    if (isPartnerPath(decoded)) return true;
    const next = decodeOnce(decoded);
    if (next === decoded) return false;
    decoded = next;
  }
  return true;
}

function decodeOnce(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Returns true if the path passes through `/v1`, even if it leaves it again. */
function isPartnerPath(path: string): boolean {
  const folders: string[] = [];
  return namesOf(path).some((name) => {
    if (name === "..") folders.pop();
    else if (name !== "" && name !== ".") folders.push(name);
    return folders[0] === "v1";
  });
}

/** Returns the segments without their parameters; encoded dots are dots, as in the URL standard. */
function namesOf(path: string): string[] {
  const bare = path.replace(/%2e/gi, ".").replace(/[;?#\p{Cc}\s][^/\\]*/gu, "");
  return bare.split(/[/\\]+/);
}
