/** The name of the session cookie over https, and the one over http. */
export const COOKIE_NAMES = { secure: "__Host-docgate", plain: "docgate" } as const;

/** Name and headers of the session cookie. */
export interface SessionCookie {
  readonly name: string;
  /** Returns the header that sets it until the browser is closed. */
  set(value: string): string;
  /** Returns the header that removes it. */
  clear(): string;
}

/**
 * Creates the session cookie. Over https its prefix makes the browser itself enforce `Secure`, this
 * host and `Path=/` (RFC 6265bis §4.1.3.2); over http, as on a developer's machine, the browser
 * would refuse such a cookie.
 */
export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? COOKIE_NAMES.secure : COOKIE_NAMES.plain;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return {
    name,
    set: (value) => `${name}=${value}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
