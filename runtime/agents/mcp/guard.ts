/** Decides who may ask: no page of another origin, and no name that was made to lead here. */
import ipaddr from "ipaddr.js";

export interface GuardOptions {
  /** Origins of other sites whose pages may ask. */
  readonly origins: readonly string[];
  /** Address of docgate for everyone. */
  readonly publicUrl?: string | undefined;
  /** True if the server listens on loopback only. */
  readonly isLocal: boolean;
}

export interface Asker {
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/** Explains why a request is refused; null if it is not (ATTACK-L150, ATTACK-L151). */
export function refusalOf(asker: Asker, options: GuardOptions): string | null {
  const { origin, host = "" } = asker;
  if (options.isLocal && !isLocalHost(host) && host !== hostOf(options.publicUrl)) {
    return "The Host is not this machine. Behind a proxy, set --public-url to the public address.";
  }
  if (origin === undefined || isOwnOrigin(asker, options) || options.origins.includes(origin)) {
    return null;
  }
  return "Pages of this Origin may not ask. --mcp-origin lists those that may.";
}

/**
 * With a public address, a name in `Host` counts only if it is that one: a page of another site
 * could make its own name lead to this server.
 */
function isOwnOrigin({ origin, host }: Asker, { publicUrl }: GuardOptions): boolean {
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  if (host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`)) {
    return false;
  }
  return publicUrl === undefined || isAddress(host) || isLocalHost(host);
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).host;
}

function nameOf(host: string): string {
  return host
    .replace(/:\d*$/, "")
    .replace(/^\[|\]$/g, "")
    .toLowerCase();
}

function isAddress(host: string): boolean {
  return ipaddr.isValid(nameOf(host));
}

/** Tells whether a `Host` is a loopback address or a name that always leads to one. */
export function isLocalHost(host: string): boolean {
  const name = nameOf(host);
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === "loopback";
}
