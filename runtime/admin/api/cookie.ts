/** The name over https, and the one over http. */
export const COOKIE_NAMES = { secure: "__Host-docgate", plain: "docgate" } as const;

/** How the session's cookie is called and sent. */
export interface SessionCookie {
  readonly name: string;
  /** The header that sets it until the browser is closed. */
  set(value: string): string;
  /** The header that removes it. */
  clear(): string;
}

/**
 * Over https the name's prefix makes the browser itself insist on `Secure`, this host and the whole
 * site (RFC 6265bis §4.1.3.2); over http, as on a developer's machine, it would refuse the cookie.
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
