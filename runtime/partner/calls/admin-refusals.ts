import { isStoreAway } from "../../store/errors.ts";
import type { Store } from "../../store/store.ts";
import { MINUTE_MS, timestamp } from "../clock.ts";

/** Why an administrator's sign-in was refused. The answers do not say it. */
export const ADMIN_REFUSALS = [
  "unknown-administrator",
  "wrong-password",
  "wrong-code",
  "too-many-attempts",
] as const;

export type AdminRefusal = (typeof ADMIN_REFUSALS)[number];

/** Refused sign-ins are summed over a quarter of an hour. */
const PERIOD_MS = 15 * MINUTE_MS;
/** Networks that are named; others are counted with them. */
const MAX_NETWORKS = 10;
const OTHERS = "others";

export interface RefusedSignIn {
  readonly reason: AdminRefusal;
  /** As returned by `networkOf`. */
  readonly network: string;
  /** Undefined if there is none with the email. */
  readonly admin: RefusedAdmin | undefined;
}

interface RefusedAdmin {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
}

interface Sum {
  readonly admin: RefusedAdmin;
  readonly startMs: number;
  count: number;
  readonly reasons: Set<AdminRefusal>;
  readonly networks: Set<string>;
}

export interface AdminRefusalsOptions {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Called with each refusal. */
  readonly onRefusal: (reason: AdminRefusal) => void;
}

/**
 * Sums refused sign-ins of administrators in memory, so that a flood neither fills the audit log nor
 * costs anything. What an answer takes does not depend on whether there is such an administrator.
 */
export class AdminRefusals {
  readonly #options: AdminRefusalsOptions;
  readonly #sums = new Map<string, Sum>();

  constructor(options: AdminRefusalsOptions) {
    this.#options = options;
  }

  count({ reason, network, admin }: RefusedSignIn): void {
    const { now, onRefusal } = this.#options;
    onRefusal(reason);
    if (!admin) return;
    const startMs = Math.floor(now() / PERIOD_MS) * PERIOD_MS;
    const key = `${startMs} ${admin.id}`;
    const sum = this.#sums.get(key) ?? newSum(admin, startMs);
    this.#sums.set(key, sum);
    sum.count++;
    sum.reasons.add(reason);
    sum.networks.add(sum.networks.size < MAX_NETWORKS ? network : OTHERS);
  }

  /**
   * Writes an audit entry for each administrator and quarter of an hour that is over. If the store
   * does not answer, they are kept for the next time.
   *
   * @param options.isLast writes the current quarter too
   */
  async record({ store, newId, isLast }: RecordOptions): Promise<void> {
    const { now } = this.#options;
    for (const [key, sum] of [...this.#sums]) {
      if (!isLast && now() < sum.startMs + PERIOD_MS) continue;
      this.#sums.delete(key);
      try {
        await store.transaction((tx) =>
          tx.audit.append({ ...entryOf(sum), id: newId(), at: timestamp({ now }) }),
        );
      } catch (error) {
        if (!isStoreAway(error)) throw error;
        this.#sums.set(key, sum);
        return;
      }
    }
  }
}

interface RecordOptions {
  readonly store: Store;
  readonly newId: () => string;
  readonly isLast: boolean;
}

function newSum(admin: RefusedAdmin, startMs: number): Sum {
  return { admin, startMs, count: 0, reasons: new Set(), networks: new Set() };
}

function entryOf({ admin, startMs, count, reasons, networks }: Sum) {
  const { id, organizationId, email } = admin;
  return {
    organizationId,
    admin: email,
    network: null,
    action: "sign-in-refused",
    resource: "session",
    resourceId: id,
    name: email,
    changes: {
      count: [null, count],
      since: [null, timestamp({ now: () => startMs })],
      reasons: [null, [...reasons]],
      networks: [null, [...networks]],
    },
  } as const;
}
