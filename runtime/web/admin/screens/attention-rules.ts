import type { ApiKey, Certificate } from "../api/types.ts";

/** Decision C20: a certificate's end is told from so long before it. */
const SOON_MS = 30 * 24 * 60 * 60 * 1000;

const LIST = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** What an API key lacks to be fully bound: `client or webhook`. */
export function missingOf(key: ApiKey): string {
  const parts = {
    client: key.clientId,
    certificate: key.certificateId,
    contract: key.contractId,
    webhook: key.webhookId,
  };
  const missing = Object.entries(parts).filter(([, id]) => id === null);
  return LIST.format(missing.map(([name]) => name));
}

/** @param now In milliseconds since 1970. */
export function certificateEnd(
  { notAfter }: Pick<Certificate, "notAfter">,
  now: number,
): "past" | "soon" | "far" {
  const left = Date.parse(notAfter) - now;
  if (left <= 0) return "past";
  return left <= SOON_MS ? "soon" : "far";
}
