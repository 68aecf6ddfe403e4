import { parseAccept } from "hono/utils/accept";

/** Encodings for compressed bodies, in order of preference. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Returns the client's preferred media type (RFC 9110 section 12.5.1): the most specific range
 * determines a type's quality.
 *
 * @param accept The header; undefined accepts everything.
 * @param supported In the server's order of preference.
 * @returns An empty string if the client accepts none of them.
 */
export function chooseType(accept: string | undefined, supported: readonly string[]): string {
  if (!accept) return supported[0]!;
  const ranges = parseAccept(accept);
  const accepted = ranges.map(({ type }) => type.toLowerCase());
  const candidates = supported.map((type) => {
    const spellings = [type, `${type.split("/", 1)[0]}/*`, "*/*"];
    const specificity = spellings.findIndex((spelling) => accepted.includes(spelling));
    const position = accepted.indexOf(spellings[specificity] ?? "");
    return { type, specificity, position, q: ranges[position]?.q ?? 0 };
  });
  const [best] = candidates
    .filter(({ q }) => q > 0)
    .sort(
      (left, right) =>
        right.q - left.q || left.specificity - right.specificity || left.position - right.position,
    );
  return best?.type ?? "";
}

/**
 * Returns the client's preferred encoding (RFC 9110 section 12.5.3).
 *
 * @returns Null if it accepts none of them, or prefers the body uncompressed.
 */
export function chooseEncoding(accept: string | undefined): Encoding | null {
  if (!accept) return null;
  const qualities = new Map(parseAccept(accept).map(({ type, q }) => [type.toLowerCase(), q]));
  const asItIs = qualities.get("identity") ?? 0;
  const [best] = ENCODINGS.map((name) => ({
    name,
    q: qualities.get(name) ?? qualities.get("*") ?? 0,
  }))
    .filter(({ q }) => q > 0 && q >= asItIs)
    .sort((left, right) => right.q - left.q);
  return best?.name ?? null;
}
