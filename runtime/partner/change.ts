import type { Queries } from "../store/queries.ts";
import type { AuditEntry, Notice } from "../store/rows.ts";
import { timestamp } from "./clock.ts";
import { refreshServed } from "./keys/refresh-served.ts";
import type { Outgoing } from "./notices/dispatcher.ts";
import type { CertificateKind, NoticeKind } from "./notices/kinds.ts";
import { prepareNotices } from "./notices/prepare.ts";
import type { Platform } from "./platform.ts";

/** The person or program that changes something. */
export interface Actor {
  readonly organizationId: string;
  /** Name in the audit log. */
  readonly name: string;
  /** Where the request comes from, as `networkOf` returns it. Default: it is not a request. */
  readonly network?: string;
}

/** A change in progress: one transaction with its audit entries and the notices that it causes. */
export interface Change {
  readonly tx: Queries;
  readonly organizationId: string;
  /** The time of the change. */
  readonly at: string;
  readonly newId: () => string;
  /** Has what the key's partner is served computed again before the commit. */
  affect(apiKeyId: string): void;
  /**
   * Notifies the key's partner after the commit, unless the key is paused or has expired; one change
   * sends each key at most one notice.
   */
  notify(apiKeyId: string, ...kinds: NoticeKind[]): void;
  /** Notifies the partner of a key that has just been paused, as no other notice would. */
  notifyPaused(apiKeyId: string): void;
  /** Sends the bound certificate, or the notice that there is none now, after the commit. */
  notifyCertificate(apiKeyId: string, kind: CertificateKind): void;
  /** Sends an empty refresh notice to a webhook, bound to a key or not. */
  testWebhook(webhookId: string): void;
  /** Sends a notice of the same kinds once more. */
  resend(notice: Notice): void;
  record(entry: AuditContent): void;
}

/** The content of an audit entry; never a secret. */
export type AuditContent = Pick<AuditEntry, "action" | "resource" | "resourceId" | "name"> & {
  readonly changes?: AuditEntry["changes"];
};

/** The result of a change and the notices that it caused. */
export interface ChangeResult<Result> {
  readonly result: Result;
  readonly noticeIds: readonly string[];
}

/**
 * Runs a change: its rows, its audit entries, what partners are served and the log of its notices
 * are committed together; then the notices are sent (CHAIN-C13 and CHAIN-C14).
 *
 * @throws {ConflictError} if a value that must be unique is already in use
 */
export async function runChange<Result>(
  platform: Platform,
  actor: Actor,
  work: (change: Change) => Promise<Result>,
): Promise<ChangeResult<Result>> {
  const { result, notices } = await platform.store.transaction(async (tx) => {
    const plan = createPlan(platform, actor, tx);
    const result = await work(plan.change);
    return { result, notices: await plan.finish() };
  });
  // Nothing is awaited in between, so notices leave in the order of the commits.
  platform.dispatcher.send(notices);
  return { result, noticeIds: notices.map(({ id }) => id) };
}

interface Plan {
  readonly change: Change;
  /** @returns the notices to send after the commit */
  finish(): Promise<readonly Outgoing[]>;
}

function createPlan(platform: Platform, actor: Actor, tx: Queries): Plan {
  const { newId, vault } = platform;
  const { organizationId } = actor;
  const at = timestamp(platform);
  const notices = prepareNotices({ tx, vault, newId, organizationId, at });
  const affected = new Set<string>();
  const kindsByKey = new Map<string, Set<NoticeKind>>();
  /** Log entries and notices other than the refresh notices, in order. */
  const further: (() => Promise<readonly Outgoing[]>)[] = [];
  const entries: AuditContent[] = [];

  async function record(entry: AuditContent): Promise<void> {
    const { name: admin, network = null } = actor;
    const row = { changes: {}, ...entry, id: newId(), organizationId, at, admin, network };
    await tx.audit.append(row);
  }

  return {
    change: {
      tx,
      organizationId,
      at,
      newId,
      affect: (apiKeyId) => void affected.add(apiKeyId),
      notify(apiKeyId, ...kinds) {
        kindsByKey.set(apiKeyId, new Set([...(kindsByKey.get(apiKeyId) ?? []), ...kinds]));
      },
      notifyPaused: (apiKeyId) => void further.push(() => notices.paused(apiKeyId)),
      notifyCertificate: (apiKeyId, kind) =>
        void further.push(() => notices.certificate(apiKeyId, kind)),
      testWebhook: (webhookId) => void further.push(() => notices.test(webhookId)),
      resend: (notice) => void further.push(() => notices.again(notice)),
      record: (entry) => void entries.push(entry),
    },
    async finish() {
      for (const apiKeyId of affected) await refreshServed(tx, apiKeyId);
      if (affected.size > 0) await tx.installation.bumpRevision();
      for (const entry of entries) await record(entry);
      const outgoing: Outgoing[] = [];
      for (const [apiKeyId, kinds] of kindsByKey) {
        outgoing.push(...(await notices.refresh(apiKeyId, [...kinds])));
      }
      for (const prepare of further) outgoing.push(...(await prepare()));
      return outgoing;
    },
  };
}
