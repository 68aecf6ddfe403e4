import { redirectOf } from "./ask.ts";
import { type Allowance, type HostRefusal, type LookUp, UnreachableHost } from "./reachable.ts";
import { type HeadAnswer, request } from "./request.ts";

/** A redirect that a deployed site should answer with; the addresses are paths of the site. */
export interface ExpectedRedirect {
  readonly from: string;
  /** Null if the page is gone for good. */
  readonly to: string | null;
}

export interface TestOptions {
  /** Address of the deployed site, before the paths. */
  readonly site: string;
  readonly allow: Allowance;
  readonly userAgent: string;
  readonly lookUp?: LookUp | undefined;
  /** Milliseconds for each request. */
  readonly timeoutMs?: number;
  /** Milliseconds in all. Default: 10 minutes. */
  readonly totalMs?: number;
}

/** A redirect with which something is wrong, or that could not be tested. */
export interface FailedRedirect extends ExpectedRedirect {
  /** A part of a sentence: what the site does. */
  readonly outcome: string;
  readonly isUndecided: boolean;
}

const AT_A_TIME = 4;
/** The part of a page in which it may say where it leads. */
const BODY_BYTES = 65_536;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 10_000;
const TOTAL_MS = 10 * 60_000;

/** Asks a deployed site for each redirect. @returns those that it does not answer as it should */
export async function testRedirects(
  redirects: readonly ExpectedRedirect[],
  { totalMs = TOTAL_MS, ...options }: TestOptions,
): Promise<FailedRedirect[]> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), totalMs);
  const failed: (FailedRedirect | null)[] = redirects.map(() => null);
  const waiting = redirects.entries();
  const work = async (): Promise<void> => {
    for (const [at, redirect] of waiting) {
      failed[at] = await testOne(redirect, { ...options, signal: limit.signal });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    clearTimeout(timer);
    limit.abort();
  }
  return failed.filter((each) => each !== null);
}

interface OneOptions extends Omit<TestOptions, "totalMs"> {
  readonly signal: AbortSignal;
}

async function testOne(
  redirect: ExpectedRedirect,
  options: OneOptions,
): Promise<FailedRedirect | null> {
  const wrong = (outcome: string, isUndecided = false) => ({ ...redirect, outcome, isUndecided });
  const start = new URL(siteOf(options) + redirect.from);
  try {
    const { url, answer } = await follow(start, options);
    if (answer.status === 429 || answer.status >= 500) {
      return wrong(`the site answers ${answer.status}`, true);
    }
    if (redirect.to === null) {
      const isGone = answer.status === 404 || answer.status === 410;
      return isGone ? null : wrong(`the site answers ${answer.status}, expected 404 or 410`);
    }
    if (answer.status >= 400) return wrong(`the site answers ${answer.status}`);
    if (url.href === start.href) return wrong("the site does not redirect it");
    const target = new URL(siteOf(options) + redirect.to);
    return isSamePlace(url, target) ? null : wrong(`it leads to ${placeOf(url, start)}`);
  } catch (error) {
    return wrong(describeFailure(error, options.signal), true);
  }
}

function siteOf({ site }: OneOptions): string {
  return site.replace(/\/+$/, "");
}

/** Follows redirects of the server, and those of pages that stand in for it. */
async function follow(
  start: URL,
  options: OneOptions,
): Promise<{ readonly url: URL; readonly answer: HeadAnswer }> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const signal = AbortSignal.any([options.signal, limit]);
    const answer = await request(url, {
      ...options,
      method: "GET",
      signal,
      maxBodyBytes: BODY_BYTES,
    });
    const next = redirectOf(answer, url) ?? refreshOf(answer, url);
    if (next === null || redirects === MAX_REDIRECTS) return { url, answer };
    // Browsers keep the fragment of an address that is redirected.
    if (next.hash === "") next.hash = url.hash;
    url = next;
  }
}

/** Returns where a page leads at once; null if it does not. */
function refreshOf({ status, body }: HeadAnswer, from: URL): URL | null {
  if (status !== 200) return null;
  const [, target] =
    /<meta http-equiv="refresh" content="0; ?url=([^"]*)"/i.exec(body.toString()) ?? [];
  return target === undefined ? null : URL.parse(target.replaceAll("&amp;", "&"), from.href);
}

/** Tells whether two addresses are one for readers: a slash or `.html` at the end does not count. */
function isSamePlace(left: URL, right: URL): boolean {
  const bare = ({ pathname }: URL) =>
    decodeURI(pathname)
      .replace(/(?:\/index)?\.html$/, "")
      .replace(/\/+$/, "");
  return left.host === right.host && bare(left) === bare(right) && left.hash === right.hash;
}

function placeOf(url: URL, start: URL): string {
  return url.host === start.host ? url.pathname + url.hash : url.href;
}

const REFUSALS: Readonly<Record<HostRefusal, string>> = {
  private: "the host is not on the internet: allow it with --allow-private",
  "unknown-name": "the host does not exist",
  "no-answer": "the name of the host is not answered",
};

function describeFailure(error: unknown, signal: AbortSignal): string {
  if (error instanceof UnreachableHost) return REFUSALS[error.why];
  if (signal.aborted) return "there was no time left";
  if (!(error instanceof Error)) throw error;
  if (error.name === "AbortError" || error.name === "TimeoutError") {
    return "the site does not answer in time";
  }
  if (!("code" in error)) throw error;
  return `the connection fails (${error.code})`;
}
