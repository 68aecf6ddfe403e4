import { parseAccept } from "hono/utils/accept";

/** What a body can be compressed with, in our order of preference. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The media type that a client likes best (RFC 9110 section 12.5.1): the most specific range tells
 * a type's quality.
 *
 * @param accept The header; left out, everything is taken.
 * @param supported In our order of preference.
 * @returns An empty string if the client takes none of them.
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
 * The encoding that a client likes best (RFC 9110 section 12.5.3).
 *
 * @returns Null if it takes none of them, or likes the body better as it is.
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
