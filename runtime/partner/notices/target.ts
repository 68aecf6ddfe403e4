import { isIP } from "node:net";
import {
  isGlobalAddress,
  isInRange,
  isSameAddress,
  type Range,
} from "../../../corpus/net/address-guard.ts";

/** The addresses, besides those on the internet, that the operator lets notices reach. */
export interface Allowance {
  /** Names, in lower case, that may resolve to any address. */
  readonly hosts: ReadonlySet<string>;
  readonly ranges: readonly Range[];
  /** Look up every name as the system does, hosts file included, not only those listed. */
  readonly systemNames: boolean;
  /**
   * Addresses of this machine, refused even if they are on the internet: through them, services
   * that listen on all interfaces could be reached from inside an outer firewall.
   */
  readonly ownAddresses: OwnAddresses;
}

/** Returns the addresses that this machine has now. */
export type OwnAddresses = () => readonly string[];

/** The destination of a notice. */
export interface Target {
  /** In normal form; `url.href` is stored. */
  readonly url: URL;
  /** A name or an address, without brackets or a final dot. */
  readonly host: string;
  /** The address if the URL contains one; a name is looked up later. */
  readonly address: string | null;
}

export type ParsedUrl =
  | { readonly ok: true; readonly target: Target }
  | {
      readonly ok: false;
      /** Message for the person who entered the URL; quotes neither user name nor query. */
      readonly problem: string;
      /** `address` if the URL is well formed but notices may not be sent there. */
      readonly error: "url" | "address";
    };

const MAX_URL_LENGTH = 2048;
const MAX_HOST_LENGTH = 253;
/** Letters, digits, hyphens and underscores, as in names that are in use. */
const HOST_NAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
/** RFC 6761 §6.3: these names are loopback, whatever a resolver answers. */
const LOCALHOST = /(^|\.)localhost$/;

/**
 * The one rule for notification URLs, applied when one is saved and again when a notice is sent
 * (ATTACK-F70). Any port is allowed. Odd spellings of an address are decoded first; a name is
 * checked by its addresses, but only when a notice is sent.
 */
export function parseNotificationUrl(
  text: string,
  { allow }: { readonly allow: Allowance },
): ParsedUrl {
  const problem = formProblem(text);
  if (problem !== null) return { ok: false, problem, error: "url" };
  const url = new URL(text);
  const host = hostOf(url);
  const address = addressOf(host);
  if (address !== null && !mayReach({ host, address }, allow)) {
    const words = `must not lead to "${host}": notices go to other machines of the internet only`;
    const wayOut = `Whoever runs docgate can allow it with DOCGATE_NOTICE_ALLOW_PRIVATE=${host}.`;
    return { ok: false, problem: `${sentence(words)} ${wayOut}`, error: "address" };
  }
  return { ok: true, target: { url, host, address } };
}

/** Checks all of that rule but where the URL leads. @returns the problem, as a sentence, or null */
export function formProblem(text: string): string | null {
  const problem = textProblem(text) ?? urlProblem(text);
  return problem === null ? null : sentence(problem);
}

/** Checks that a notice to a host may be sent to this one of its addresses. */
export function mayReach(
  { host, address }: { readonly host: string; readonly address: string },
  { hosts, ranges, ownAddresses }: Allowance,
): boolean {
  if (hosts.has(host) || ranges.some((range) => isInRange(address, range))) return true;
  return isGlobalAddress(address) && !ownAddresses().some((own) => isSameAddress(own, address));
}

/** Removes the parts of a URL that may be secret: user name, password, query and fragment. */
export function loggedUrl(text: string): string {
  if (!URL.canParse(text)) return "(not a URL)";
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}

/** Parses a host name into the form in which hosts are compared. @returns null if it is not one */
export function parseHostName(text: string): string | null {
  const url = `http://${text}`;
  if (/[^\p{L}\p{N}._-]/u.test(text) || !URL.canParse(url)) return null;
  const host = hostOf(new URL(url));
  return isHostName(host) && isIP(host) === 0 ? host : null;
}

function sentence(problem: string): string {
  return `The notification URL ${problem}.`;
}

/** Rejects text that the URL parser would silently correct or ignore. */
function textProblem(text: string): string | null {
  if (text.length > MAX_URL_LENGTH) return tooLong(text.length);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  if (/[\x00-\x20\x7f-\xa0\\]/.test(text)) {
    return "must not contain spaces, control characters or backslashes";
  }
  if (!/^https?:\/\/[^/]/i.test(text)) return "must start with http:// or https:// and a host";
  if (text.includes("#")) return "must not have a fragment (#)";
  if (/^[^/]*\/\/[^/?]*@/.test(text)) return "must not contain a user name or a password";
  return null;
}

function urlProblem(text: string): string | null {
  if (!URL.canParse(text)) return "is not a valid URL";
  const url = new URL(text);
  const { href, port } = url;
  const host = hostOf(url);
  if (href.length > MAX_URL_LENGTH) return tooLong(href.length);
  if (port === "0") return "must not have port 0";
  if (isIP(host) === 0 && !isHostName(host)) return "must have a host that is a name or an address";
  return null;
}

function tooLong(length: number): string {
  return `must have at most ${MAX_URL_LENGTH} characters, but has ${length}`;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function isHostName(host: string): boolean {
  return host.length <= MAX_HOST_LENGTH && HOST_NAME.test(host);
}

function addressOf(host: string): string | null {
  if (isIP(host) !== 0) return host;
  return LOCALHOST.test(host) ? "127.0.0.1" : null;
}
