import { isIP } from "node:net";
import { RuleError } from "../../partner/chain/rule-error.ts";
import type { Platform } from "../../partner/platform.ts";

/** The site that passkeys belong to ("Relying Party" in WebAuthn). */
export interface RelyingParty {
  /** Its host name. */
  readonly id: string;
  /** The origin of the pages in which they are used. */
  readonly origin: string;
}

/**
 * Returns the site of the public address.
 *
 * @throws {RuleError} `conflict` if no browser would use passkeys there
 */
export function relyingPartyOf({ publicUrl }: Pick<Platform, "publicUrl">): RelyingParty {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = /(?:^|\.)localhost$/.test(hostname);
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0;
  if (!isAddress && (protocol === "https:" || isLocal)) return { id: hostname, origin };
  const message =
    `Passkeys need a public address with a host name and https, or localhost, but it is ${origin}. ` +
    "Set one with --public-url.";
  throw new RuleError("conflict", message);
}

/**
 * Checks for a passkey that was used in a frame of another site ("Client Data Used in WebAuthn
 * Signatures" in WebAuthn), in a response that is verified otherwise.
 */
export function isFramed({ clientDataJSON }: { readonly clientDataJSON: string }): boolean {
  const text = Buffer.from(clientDataJSON, "base64url").toString();
  const { crossOrigin, topOrigin } = JSON.parse(text);
  return crossOrigin === true || topOrigin !== undefined;
}

/** Loads the library, with settings for passkeys. Their makers are not verified. */
export async function loadWebAuthn() {
  // Imported only here, because it takes 150 ms of a processor.
  const library = await import("@simplewebauthn/server");
  const { SettingsService } = library;
  // Without roots, no list of revoked certificates is fetched either.
  for (const identifier of ["android-key", "android-safetynet", "apple"] as const) {
    SettingsService.setRootCertificates({ identifier, certificates: [] });
  }
  return library;
}
