import type { Store } from "../store/store.ts";
import { timestamp } from "./platform.ts";

/** Certificates are warned about from this long before their end (decision C20). */
const WARNING_MS = 30 * 24 * 60 * 60 * 1000;

/** A certificate near its end or past it. It goes on serving and signing; rotation is the mend. */
export interface Expiring {
  readonly id: string;
  readonly name: string;
  readonly notAfter: string;
}

export async function findExpiring(store: Store, now: () => number): Promise<readonly Expiring[]> {
  const soon = timestamp({ now }, WARNING_MS);
  const certificates = await store.read.certificates.list({}, "notAfter");
  return certificates
    .filter(({ notAfter }) => notAfter <= soon)
    .map(({ id, name, notAfter }) => ({ id, name, notAfter }));
}
