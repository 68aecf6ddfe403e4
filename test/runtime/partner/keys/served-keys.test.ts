import { describe, expect, it } from "vitest";
import { runChange } from "../../../../runtime/partner/change.ts";
import { createServedKeys } from "../../../../runtime/partner/keys/served-keys.ts";
import type { ServedQueries } from "../../../../runtime/store/served.ts";
import type { Store } from "../../../../runtime/store/store.ts";
import { createTestChain } from "../../../support/access-chain.ts";
import { createOrganization, createTestPlatform } from "../../../support/platform.ts";

/** Creates a platform with one key, and a way to cut it off and back. */
async function build() {
  const opened = await createTestPlatform();
  const { platform } = opened;
  const actor = await createOrganization(opened, "Acme");
  const { apiKey, key, webhook } = await createTestChain(platform, { actor, name: "shop" });

  async function bind(webhookId: string | null): Promise<void> {
    await runChange(platform, actor, async ({ tx, affect }) => {
      await tx.apiKeys.update({ id: apiKey.id }, { webhookId });
      affect(apiKey.id);
    });
  }

  const keyHash = platform.vault.hash("api-key", key);
  return { store: platform.store, apiKey, keyHash, webhook, bind };
}

function withServed(store: Store, served: Partial<ServedQueries>): Store {
  return {
    ...store,
    read: { ...store.read, served: { ...store.read.served, ...served } },
  };
}

describe("createServedKeys", () => {
  it("reads the allow list twice at most for all requests that arrive after a change", async () => {
    const { store, webhook, bind } = await build();
    let lists = 0;
    const served = createServedKeys(
      withServed(store, {
        allowList() {
          lists++;
          return store.read.served.allowList();
        },
      }),
    );
    for (const webhookId of [null, webhook.id]) {
      await bind(webhookId);
      lists = 0;
      const requests = Array.from({ length: 20 }, () => served.isListed(webhook.origin));
      expect(await Promise.all(requests)).toEqual(requests.map(() => webhookId !== null));
      expect(lists).toBeLessThanOrEqual(2);
    }
  });

  it("reads again after a failure, which the concurrent requests alone see", async () => {
    const { store, apiKey } = await build();
    let isBroken = true;
    const served = createServedKeys(
      withServed(store, {
        async allowList() {
          if (isBroken) throw new Error("The disk is gone");
          return store.read.served.allowList();
        },
      }),
    );
    const requests = Array.from({ length: 3 }, () => served.workingById(apiKey.id));
    for (const request of requests) await expect(request).rejects.toThrow("The disk is gone");
    isBroken = false;
    expect(await served.workingById(apiKey.id)).toMatchObject({ apiKeyId: apiKey.id });
  });

  it("CHAIN-C15: a row that was read before a change is not kept for requests after it", async () => {
    const { store, apiKey, keyHash, webhook, bind } = await build();
    const [isRead, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [isAsked, mayFind] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let finds = 0;
    const slow = withServed(store, {
      async find(where) {
        const row = await store.read.served.find(where);
        if (++finds > 1) return row;
        isRead.resolve();
        await mayEnd.promise;
        return row;
      },
    });
    const { apiKeys } = store.read;
    const served = createServedKeys({
      ...slow,
      read: {
        ...slow.read,
        apiKeys: {
          ...apiKeys,
          async find(where) {
            isAsked.resolve();
            await mayFind.promise;
            return apiKeys.find(where);
          },
        },
      },
    });
    const early = served.askFor({});
    await served.isListed(webhook.origin, early);
    const reading = served.byId(apiKey.id, early);
    await isRead.promise;
    await bind(null);
    const late = served.byKeyHash(keyHash, served.askFor({}));
    await isAsked.promise;
    await served.isListed(webhook.origin, early);
    mayEnd.resolve();
    await reading;
    mayFind.resolve();
    expect((await late)?.webhookId).toBeNull();
  });
});
