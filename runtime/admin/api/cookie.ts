import { MINUTE_MS } from "../../partner/clock.ts";
import { STEP_MINUTES } from "../sign-in/steps.ts";

/** The name of the session cookie over https, and the one over http. */
export const COOKIE_NAMES = { secure: "__Host-docgate", plain: "docgate" } as const;

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

interface Form {
  readonly suffix: string;
  readonly attributes: string;
  readonly lifetime?: string;
}

/**
 * Over https the prefix makes the browser itself enforce `Secure`, this host and `Path=/`
 * (RFC 6265bis §4.1.3.2); over http, as on a developer's machine, the browser would refuse such a
 * cookie.
 */
function cookieOf(publicUrl: string, { suffix, attributes, lifetime = "" }: Form): Cookie {
  const isSecure = publicUrl.startsWith("https:");
  const name = (isSecure ? COOKIE_NAMES.secure : COOKIE_NAMES.plain) + suffix;
  const common = `Path=/; HttpOnly; ${attributes}${isSecure ? "; Secure" : ""}`;
  return {
    name,
    set: (value) => `${name}=${value}; ${common}${lifetime}`,
    clear: () => `${name}=; Max-Age=0; ${common}`,
  };
}
