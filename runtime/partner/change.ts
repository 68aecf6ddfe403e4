import type { Queries } from "../store/queries.ts";
import type { AuditEntry, Certificate } from "../store/rows.ts";
import type { NoticeKind } from "./notices/kinds.ts";
import { certificateBody, refreshBody } from "./notices/kinds.ts";
import { loggedUrl } from "./notices/target.ts";
import { type Platform, timestamp } from "./platform.ts";
import { refreshServed } from "./served.ts";

/** Who changes something. */
export interface Actor {
  readonly organizationId: string;
  /** As the audit log names it. */
  readonly name: string;
}

/** A change under way: one transaction with its audit entries and the notices that it causes. */
export interface Change {
  readonly tx: Queries;
  readonly organizationId: string;
  /** The time of the change. */
  readonly at: string;
  readonly newId: () => string;
  /** What the key's partner is served is computed again before the commit. */
  affect(apiKeyId: string): void;
  /** Tells the key's partner after the commit; what one change tells a key is one notice. */
  notify(apiKeyId: string, ...kinds: NoticeKind[]): void;
  /** Sends the bound certificate, or word that there is none any more, after the commit. */
  notifyCertificate(apiKeyId: string, kind: "r_cert" | "r_cert_delete"): void;
  /** Sends an empty refresh notice to a webhook, whether a key has it or not. */
  testWebhook(webhookId: string): void;
  record(entry: Recorded): void;
}

/** What the audit log is told; never a secret. */
export type Recorded = Pick<AuditEntry, "action" | "resource" | "resourceId" | "name"> & {
  readonly changes?: AuditEntry["changes"];
};

/** A notice that is logged as pending and not sent yet. */
interface Prepared {
  readonly id: string;
  readonly apiKeyId: string | null;
  readonly url: string;
  readonly body: () => Promise<string>;
}

/** The result of a change and the notices that it caused. */
export interface Changed<Result> {
  readonly result: Result;
  readonly noticeIds: readonly string[];
}

/**
 * Runs a change: its rows, its audit entries, what partners are served and the log of its notices
 * are committed together; then the notices go out (decisions C13 and C14).
 *
 * @throws {ConflictError} if something else has what must be unique
 */
export async function runChange<Result>(
  platform: Platform,
  actor: Actor,
  work: (change: Change) => Promise<Result>,
): Promise<Changed<Result>> {
  const { result, prepared } = await platform.store.transaction(async (tx) => {
    const plan = createPlan(platform, actor, tx);
    const result = await work(plan.change);
    return { result, prepared: await plan.finish() };
  });
  // The bodies are made after the commit: opening what is sealed takes time, and a lock is held.
  const notices = await Promise.all(
    prepared.map(async ({ body, ...notice }) => ({ ...notice, body: await body() })),
  );
  platform.dispatcher.send(notices);
  return { result, noticeIds: notices.map(({ id }) => id) };
}

interface Plan {
  readonly change: Change;
  finish(): Promise<readonly Prepared[]>;
}

function createPlan(platform: Platform, actor: Actor, tx: Queries): Plan {
  const { newId } = platform;
  const { organizationId } = actor;
  const at = timestamp(platform);
  const affected = new Set<string>();
  const kindsByKey = new Map<string, Set<NoticeKind>>();
  const certificates: { apiKeyId: string; kind: "r_cert" | "r_cert_delete" }[] = [];
  const tests: string[] = [];
  const entries: Recorded[] = [];

  async function prepareRefresh(apiKeyId: string, kinds: readonly NoticeKind[]) {
    return prepareForKey(apiKeyId, kinds, () => async () => refreshBody(kinds));
  }

  async function prepareCertificate(apiKeyId: string, kind: "r_cert" | "r_cert_delete") {
    return prepareForKey(apiKeyId, [kind], (certificate) => async () => {
      if (kind === "r_cert_delete") return certificateBody(kind);
      const { id, publicCertificate, secretKey } = certificate!;
      const key =
        secretKey === null
          ? ""
          : await platform.vault.open(`certificates/${id}/secret-key`, secretKey);
      return certificateBody(kind, { cert: publicCertificate, key });
    });
  }

  /** Only a key with a webhook at the time of the change is told. */
  async function prepareForKey(
    apiKeyId: string,
    kinds: readonly string[],
    bodyOf: (certificate: Certificate | undefined) => () => Promise<string>,
  ): Promise<Prepared[]> {
    const key = await tx.apiKeys.find({ id: apiKeyId });
    if (!key?.webhookId) return [];
    const { certificateId } = key;
    const certificate =
      certificateId === null ? undefined : await tx.certificates.find({ id: certificateId });
    return [await log({ apiKeyId, webhookId: key.webhookId, kinds, body: bodyOf(certificate) })];
  }

  async function log(notice: {
    readonly apiKeyId: string | null;
    readonly webhookId: string;
    readonly kinds: readonly string[];
    readonly body: () => Promise<string>;
  }): Promise<Prepared> {
    const { apiKeyId, webhookId, kinds, body } = notice;
    const id = newId();
    const url = (await tx.webhooks.find({ id: webhookId }))!.notificationUrl;
    await tx.notices.insert({
      id,
      organizationId,
      apiKeyId,
      webhookId,
      kinds,
      url: loggedUrl(url),
      state: "pending",
      httpStatus: null,
      error: null,
      durationMs: null,
      createdAt: at,
    });
    return { id, apiKeyId, url, body };
  }

  async function prepareTest(webhookId: string): Promise<Prepared> {
    const key = await tx.apiKeys.find({ webhookId });
    const body = async () => refreshBody([]);
    return log({ apiKeyId: key?.id ?? null, webhookId, kinds: [], body });
  }

  return {
    change: {
      tx,
      organizationId,
      at,
      newId,
      affect: (apiKeyId) => void affected.add(apiKeyId),
      notify(apiKeyId, ...kinds) {
        const known = kindsByKey.get(apiKeyId) ?? new Set();
        kindsByKey.set(apiKeyId, known);
        for (const kind of kinds) known.add(kind);
      },
      notifyCertificate: (apiKeyId, kind) => void certificates.push({ apiKeyId, kind }),
      testWebhook: (webhookId) => void tests.push(webhookId),
      record: (entry) => void entries.push(entry),
    },
    async finish() {
      for (const apiKeyId of affected) await refreshServed(tx, apiKeyId);
      if (affected.size > 0) await tx.installation.bumpRevision();
      const prepared: Prepared[] = [];
      for (const [apiKeyId, kinds] of kindsByKey) {
        prepared.push(...(await prepareRefresh(apiKeyId, [...kinds])));
      }
      for (const { apiKeyId, kind } of certificates) {
        prepared.push(...(await prepareCertificate(apiKeyId, kind)));
      }
      for (const webhookId of tests) prepared.push(await prepareTest(webhookId));
      for (const entry of entries) {
        await tx.audit.insert({
          changes: {},
          ...entry,
          id: newId(),
          organizationId,
          at,
          admin: actor.name,
        });
      }
      return prepared;
    },
  };
}
