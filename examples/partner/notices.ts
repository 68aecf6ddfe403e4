/** A message that docgate sends to the notification URL. */
export type Notice =
  /** Something has changed, and has to be read again. */
  | { readonly type: "refresh"; readonly kinds: readonly string[] }
  | { readonly type: "certificate"; readonly pem: string; readonly sharedSecret: string }
  | { readonly type: "certificate-gone" };

/** Reads the body of a notice. @returns null if it is not one */
export function parseNotice(body: unknown): Notice | null {
  if (!isRecord(body)) return null;
  const subject = body["synch-data"];
  if (Array.isArray(subject)) {
    return { type: "refresh", kinds: subject.filter((kind) => typeof kind === "string") };
  }
  if (subject === "r_cert_delete") return { type: "certificate-gone" };
  return subject === "r_cert" ? parseDelivery(body.result) : null;
}

function parseDelivery(result: unknown): Notice | null {
  if (!isRecord(result)) return null;
  const { cert, key } = result;
  if (typeof cert !== "string" || typeof key !== "string") return null;
  return { type: "certificate", pem: cert, sharedSecret: key };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
