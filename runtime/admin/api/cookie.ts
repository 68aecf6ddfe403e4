import { MINUTE_MS } from "../../partner/clock.ts";
import { PARTNER_PAGE } from "../partner-page/partner-links.ts";
import { STEP_MINUTES } from "../sign-in/steps.ts";

/** The name of the session cookie over https, and the one over http. */
export const COOKIE_NAMES = {
  secure: "__Host-docgate",
  /** The beginning of the name of a cookie that is not for every path. */
  secureAtPath: "__Secure-docgate",
  plain: "docgate",
} as const;

/** Name and headers of a cookie. */
export interface Cookie {
  readonly name: string;
  /** Returns the header that sets it. */
  set(value: string): string;
  /** Returns the header that removes it. */
  clear(): string;
}

/** Creates the session cookie, which lasts until the browser is closed. */
export function sessionCookie(publicUrl: string): Cookie {
  return cookieOf(publicUrl, { suffix: "", attributes: "SameSite=Strict" });
}

/**
 * Creates the cookie that holds the step of a sign-in at a provider. The way back is a navigation
 * from elsewhere, on which browsers do not send a `Strict` cookie.
 */
export function providerCookie(publicUrl: string): Cookie {
  const seconds = (STEP_MINUTES * MINUTE_MS) / 1000;
  return cookieOf(publicUrl, {
    suffix: "-provider",
    attributes: "SameSite=Lax",
    lifetime: `; Max-Age=${seconds}`,
  });
}

/**
 * Creates the cookie of a partner's page, which browsers send to nothing else. It lasts until the
 * browser is closed.
 */
export function partnerCookie(publicUrl: string): Cookie {
  const path = new URL(publicUrl).pathname.replace(/\/$/, "") + PARTNER_PAGE;
  return cookieOf(publicUrl, { suffix: "-partner", attributes: "SameSite=Strict", path });
}

interface Form {
  readonly suffix: string;
  /** Default: every path of this host. */
  readonly path?: string;
  readonly attributes: string;
  readonly lifetime?: string;
}

/**
 * Over https the prefix makes the browser itself enforce `Secure`, and for `__Host-` this host and
 * `Path=/` (RFC 6265bis §4.1.3); over http, as on a developer's machine, the browser would refuse such a
 * cookie.
 */
function cookieOf(publicUrl: string, { suffix, path, attributes, lifetime = "" }: Form): Cookie {
  const isSecure = publicUrl.startsWith("https:");
  const secureName = path === undefined ? COOKIE_NAMES.secure : COOKIE_NAMES.secureAtPath;
  const name = (isSecure ? secureName : COOKIE_NAMES.plain) + suffix;
  const common = `Path=${path ?? "/"}; HttpOnly; ${attributes}${isSecure ? "; Secure" : ""}`;
  return {
    name,
    set: (value) => `${name}=${value}; ${common}${lifetime}`,
    clear: () => `${name}=; Max-Age=0; ${common}`,
  };
}
