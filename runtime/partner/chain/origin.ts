import { formProblem } from "../notices/target.ts";

const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/;
/** A host that people type without a scheme. */
const TYPED_HOST = /^(?:localhost|[^\s/?#@:]+\.[^\s/?#@:]+)(?:[:/]|$)/;

/** Checks for an Origin as browsers send it, byte for byte (PIA §2 "Webhook entry"). */
export function isOrigin(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text && HOST.test(url.hostname);
}

/** Finds the origin that was probably meant. @returns undefined if none is obvious */
export function suggestOrigin(text: string): string | undefined {
  const url = withScheme(text.trim());
  if (!URL.canParse(url)) return undefined;
  const origin = new URL(url).origin.replace(/\.(?=:\d+$|$)/, "");
  return isOrigin(origin) ? origin : undefined;
}

/**
 * Finds the notification URL that was probably meant, if only its scheme is missing. A URL with a
 * query is not repeated, because the query may be secret.
 *
 * @returns undefined if none is obvious
 */
export function suggestUrl(text: string): string | undefined {
  const url = withScheme(text.trim());
  const isObvious = url !== text && !url.includes("?") && formProblem(url) === null;
  return isObvious ? url : undefined;
}

/** Adds `https://` to what begins with a host. */
function withScheme(text: string): string {
  return TYPED_HOST.test(text) ? `https://${text}` : text;
}
