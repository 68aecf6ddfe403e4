import { describe, expect, it, onTestFinished } from "vitest";
import { DocgateError } from "../../../../corpus/error.ts";
import { OPEN_POLICY } from "../../../../runtime/admin/sign-in/policy.ts";
import {
  createNoticeLog,
  LEASE_MS,
  type NoticeLog,
} from "../../../../runtime/partner/notices/notice-log.ts";
import type { Outcome } from "../../../../runtime/partner/notices/outcome.ts";
import type { Notice } from "../../../../runtime/store/rows.ts";
import { openStore, type Store } from "../../../../runtime/store/store.ts";
import { makeStorePlace } from "../../../support/store-place.ts";

const START = Date.UTC(2026, 2, 1, 12);
const DELIVERED: Outcome = { state: "delivered", httpStatus: 204, error: null, durationMs: 3 };

interface Scene {
  readonly store: Store;
  /** The logs of two processes with one clock. */
  readonly logs: readonly [NoticeLog, NoticeLog];
  /** Queues a notice now. */
  queue(id: string, changes?: Partial<Notice>): Promise<void>;
  pass(ms: number): void;
  /** Returns state and error of each notice. */
  states(): Promise<Record<string, string>>;
}

async function createScene(): Promise<Scene> {
  const place = await makeStorePlace();
  const stores = [await openStore(place), await openStore(place)] as const;
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  const [store, other] = stores;
  let time = START;
  const now = () => time;
  await store.transaction((tx) =>
    tx.organizations.insert({ id: "org", name: "A", createdAt: "", ...OPEN_POLICY }),
  );
  return {
    store,
    logs: [createNoticeLog({ store, now }), createNoticeLog({ store: other, now })],
    async queue(id, changes = {}) {
      await store.transaction((tx) => tx.notices.insert({ ...noticeAt(now()), id, ...changes }));
    },
    pass(ms) {
      time += ms;
    },
    async states() {
      const notices = await store.read.notices.list({});
      return Object.fromEntries(notices.map(({ id, state, error }) => [id, error ?? state]));
    },
  };
}

function noticeAt(now: number): Omit<Notice, "id"> {
  return {
    organizationId: "org",
    apiKeyId: null,
    webhookId: "webhook",
    kinds: [],
    url: "https://partner.example/",
    state: "pending",
    httpStatus: null,
    error: null,
    durationMs: null,
    createdAt: new Date(now).toISOString(),
    leaseUntil: new Date(now + LEASE_MS).toISOString(),
    resendOf: null,
  };
}

describe("createNoticeLog", () => {
  it("ATTACK-F83: notices of an ended process become unsent when its lease ends", async () => {
    const { logs, queue, pass, states } = await createScene();
    await queue("1");
    await queue("2", { state: "delivered" });
    await queue("3", { leaseUntil: null });
    await logs[1].writeOff();
    expect(await states()).toEqual({ 1: "pending", 2: "delivered", 3: "unsent" });
    pass(LEASE_MS);
    await logs[1].writeOff();
    expect(await states()).toEqual({ 1: "unsent", 2: "delivered", 3: "unsent" });
  });

  it("ATTACK-J134: notices that another process is about to send stay with it while it lives", async () => {
    const { logs, queue, pass, states } = await createScene();
    await queue("1");
    for (let round = 0; round < 5; round++) {
      pass(LEASE_MS / 2);
      await logs[0].keep(["1"]);
      await logs[1].writeOff();
    }
    expect(await states()).toEqual({ 1: "pending" });
    await logs[0].settle("1", DELIVERED);
    await logs[0].keep(["1"]);
    pass(LEASE_MS);
    await logs[1].writeOff();
    expect(await states()).toEqual({ 1: "delivered" });
  });

  it("ATTACK-J135: a lease taken before the clock was set back does not last longer", async () => {
    const { logs, queue, pass, states } = await createScene();
    await queue("1");
    pass(-3_600_000);
    await logs[1].writeOff();
    expect(await states()).toEqual({ 1: "unsent" });
  });

  it("records a notice's outcome once the store answers again", async () => {
    const { store, queue, states } = await createScene();
    await queue("1");
    let isAway = true;
    const transaction: Store["transaction"] = (work) =>
      isAway
        ? Promise.reject(new DocgateError("store-unavailable", "away"))
        : store.transaction(work);
    const log = createNoticeLog({ store: { ...store, transaction }, now: () => START });
    await log.settle("1", DELIVERED);
    expect(await states()).toEqual({ 1: "pending" });
    isAway = false;
    await log.keep([]);
    expect(await states()).toEqual({ 1: "delivered" });
  });
});
