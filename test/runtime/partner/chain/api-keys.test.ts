import { expect, test } from "vitest";
import {
  createApiKey,
  deleteApiKey,
  MAX_API_KEYS,
  newApiKeySecret,
  rebuildApiKey,
  recordLostRotation,
  revokeTokens,
  rotateApiKey,
  updateApiKey,
  wake,
} from "../../../../runtime/partner/chain/api-keys.ts";
import { createClient, newClientSecret } from "../../../../runtime/partner/chain/clients.ts";
import { explainClash, RuleError } from "../../../../runtime/partner/chain/rule-error.ts";
import type { Actor, Change } from "../../../../runtime/partner/change.ts";
import type { Platform } from "../../../../runtime/partner/platform.ts";
import type { ApiKey } from "../../../../runtime/store/rows.ts";
import { changed, createTestChain } from "../../../support/access-chain.ts";
import { createOrganization, createTestPlatform } from "../../../support/platform.ts";

async function setUp() {
  const opened = await createTestPlatform();
  const actor = await createOrganization(opened, "Acme");
  return { ...opened, opened, actor };
}

function addKey(platform: Platform, actor: Actor, name: string) {
  const secret = newApiKeySecret(platform.vault);
  return changed(platform, actor, (change) => createApiKey(change, { fields: { name }, secret }));
}

function addClient(platform: Platform, actor: Actor, name: string) {
  const secret = newClientSecret(platform.vault);
  return changed(platform, actor, (change) => createClient(change, { fields: { name }, secret }));
}

/** Returns the refusal that an administrator sees. */
async function refusalOf(work: Promise<unknown>): Promise<RuleError> {
  const error = await work.then(() => undefined, explainClash);
  if (error instanceof RuleError) return error;
  throw error ?? new Error("Nothing was refused");
}

test("PIA §2: a key without bindings is partially bound, and its hash is not the key", async () => {
  const { platform, actor } = await setUp();
  const secret = newApiKeySecret(platform.vault);
  const key = await changed(platform, actor, (change) =>
    createApiKey(change, { fields: { name: "shop" }, secret }),
  );

  expect(key).toMatchObject({ clientId: null, contractId: null, generation: 1, lastUsedAt: null });
  expect(key.displayPrefix).toBe(secret.key.slice(0, 12));
  expect(await platform.served.byKeyHash(platform.vault.hash("api-key", secret.key))).toMatchObject(
    { apiKeyId: key.id, origin: null },
  );
  expect(JSON.stringify(key)).not.toContain(secret.key);
});

test("PIA §3: four bindings given at creation put the Origin on the allow-list", async () => {
  const { platform, actor } = await setUp();
  await createTestChain(platform, { actor, name: "shop" });
  expect(await platform.served.isListed("https://shop.test")).toBe(true);
});

test("ATTACK-D46: of 20 concurrent creates at 19 existing exactly one succeeds", async () => {
  const { platform, actor } = await setUp();
  for (let number = 1; number < MAX_API_KEYS; number++) {
    await addKey(platform, actor, `key ${number}`);
  }
  const creates = Array.from({ length: 20 }, (_, number) =>
    addKey(platform, actor, `new ${number}`),
  );
  const results = await Promise.allSettled(creates);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await platform.store.read.apiKeys.count({ organizationId: actor.organizationId })).toBe(
    MAX_API_KEYS,
  );

  const refusal = await refusalOf(addKey(platform, actor, "one more"));
  expect(refusal.code).toBe("invalid");
  expect(refusal.message).toBe(
    "Reached the maximum number of API keys (20): delete one that is no longer used.",
  );
});

test("ATTACK-D46: at the cap a key can still be changed, and another organization has its own", async () => {
  const { opened, platform, actor } = await setUp();
  const keys: ApiKey[] = [];
  for (let number = 1; number <= MAX_API_KEYS; number++) {
    keys.push(await addKey(platform, actor, `key ${number}`));
  }
  const renamed = await changed(platform, actor, (change) =>
    updateApiKey(change, { id: keys[0]!.id, fields: { name: "renamed" } }),
  );
  expect(renamed.name).toBe("renamed");
  await addKey(platform, await createOrganization(opened, "Other"), "key 1");
});

test("ATTACK-D47, CHAIN-C18: of two concurrent creates with the same name exactly one succeeds", async () => {
  const { platform, actor } = await setUp();
  const results = await Promise.allSettled([
    addKey(platform, actor, "shop"),
    addKey(platform, actor, "shop"),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refusal = await refusalOf(addKey(platform, actor, "shop"));
  expect(refusal.code).toBe("conflict");
  expect(refusal.errors).toEqual([
    { path: "name", message: "There is another API key with this name." },
  ]);
});

test("ATTACK-D44: of two keys that bind one client concurrently, exactly one gets it", async () => {
  const { platform, actor } = await setUp();
  const client = await addClient(platform, actor, "server");
  const keys = [await addKey(platform, actor, "a"), await addKey(platform, actor, "b")];
  const results = await Promise.allSettled(
    keys.map(({ id }) =>
      changed(platform, actor, (change) =>
        updateApiKey(change, { id, fields: { clientId: client.id } }),
      ),
    ),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const bound = await Promise.all(
    keys.map(({ id }) => platform.store.read.apiKeys.find({ id, clientId: client.id })),
  );
  expect(bound.filter(Boolean)).toHaveLength(1);
});

test.each(["clientId", "certificateId", "contractId", "webhookId"] as const)(
  "ATTACK-D44, CHAIN-C18: %s of another key is refused, never taken over",
  async (field) => {
    const { platform, actor } = await setUp();
    const chain = await createTestChain(platform, { actor, name: "shop" });
    const thief = await addKey(platform, actor, "thief");
    const fields = { name: "changed", [field]: chain.apiKey[field] };
    const refusal = await refusalOf(
      changed(platform, actor, (change) => updateApiKey(change, { id: thief.id, fields })),
    );
    expect(refusal.code).toBe("conflict");
    expect(refusal.errors[0]?.path).toBe(field);
    expect(await platform.store.read.apiKeys.find({ id: thief.id })).toEqual(thief);
    expect(await platform.store.read.apiKeys.find({ id: chain.apiKey.id })).toEqual(chain.apiKey);
  },
);

test.each(["clientId", "certificateId", "contractId", "webhookId"] as const)(
  "ATTACK-D45: a value binds %s, null unbinds it, and a field left out does not change",
  async (field) => {
    const { platform, actor } = await setUp();
    const { apiKey } = await createTestChain(platform, { actor, name: "shop" });
    const save = (fields: object) =>
      changed(platform, actor, (change) => updateApiKey(change, { id: apiKey.id, fields }));

    expect(await save({ [field]: null })).toMatchObject({ ...apiKey, [field]: null });
    expect(await platform.served.isListed("https://shop.test")).toBe(false);
    expect(await save({ name: "kept" })).toMatchObject({ [field]: null });
    expect(await save({ [field]: apiKey[field] })).toMatchObject({ ...apiKey, name: "kept" });
    expect(await platform.served.isListed("https://shop.test")).toBe(true);
  },
);

test.each(["clientId", "certificateId", "contractId", "webhookId"] as const)(
  "ATTACK-D45: an unknown or foreign id in %s is refused, naming the field, and changes nothing",
  async (field) => {
    const { opened, platform, actor } = await setUp();
    const other = await createOrganization(opened, "Other");
    const foreign = await createTestChain(platform, { actor: other, name: "foreign" });
    const { apiKey } = await createTestChain(platform, { actor, name: "shop" });
    const unbound = { clientId: null, certificateId: null, contractId: null, webhookId: null };

    for (const id of [foreign.apiKey[field], "unknown", apiKey.id]) {
      const fields = { ...unbound, name: "changed", [field]: id };
      const refusal = await refusalOf(
        changed(platform, actor, (change) => updateApiKey(change, { id: apiKey.id, fields })),
      );
      expect(refusal.code).toBe("invalid");
      expect(refusal.errors.map(({ path }) => path)).toEqual([field]);
      expect(await platform.store.read.apiKeys.find({ id: apiKey.id })).toEqual(apiKey);
    }
  },
);

test("ATTACK-D39: of two rotations that replace the same key, one wins, and both are recorded", async () => {
  const { platform, actor } = await setUp();
  const { apiKey, key } = await createTestChain(platform, { actor, name: "shop" });
  const secrets = [newApiKeySecret(platform.vault), newApiKeySecret(platform.vault)];
  const { id, keyHash: replaces } = apiKey;
  const results = await Promise.allSettled(
    secrets.map((secret) =>
      changed(platform, actor, (change) => rotateApiKey(change, { id, replaces, secret })),
    ),
  );
  await changed(platform, actor, (change) => recordLostRotation(change, id));

  const lookUps = [key, ...secrets.map(({ key }) => key)].map((raw) =>
    platform.served.byKeyHash(platform.vault.hash("api-key", raw)),
  );
  const works = (await Promise.all(lookUps)).map((served) => served !== undefined);
  expect(results.map(({ status }) => status === "fulfilled")).toEqual(works.slice(1));
  expect(works[0]).toBe(false);
  expect(works.filter(Boolean)).toHaveLength(1);
  const audit = await platform.store.read.audit.list({ resourceId: id });
  expect(audit.map(({ action }) => action)).toEqual(["create", "rotate", "rotate-refused"]);
});

test("CHAIN-C4, ATTACK-D42: rotation changes only the raw key: not the generation, the bindings or the last use", async () => {
  const { platform, actor } = await setUp();
  const { apiKey } = await createTestChain(platform, { actor, name: "shop" });
  const { id, keyHash: replaces } = apiKey;
  const secret = newApiKeySecret(platform.vault);
  const rotated = await changed(platform, actor, (change) =>
    rotateApiKey(change, { id, replaces, secret }),
  );
  const { keyHash, displayPrefix } = secret;
  expect(rotated).toEqual({ ...apiKey, keyHash, displayPrefix });
});

test("CHAIN-C19: revoking tokens moves the key to the next generation", async () => {
  const { platform, actor } = await setUp();
  const { apiKey } = await createTestChain(platform, { actor, name: "shop" });
  await changed(platform, actor, (change) => revokeTokens(change, apiKey.id));
  expect(await platform.served.byId(apiKey.id)).toMatchObject({ generation: 2 });
});

test.each(["clientId", "certificateId", "contractId", "webhookId"] as const)(
  "ATTACK-F80: wake is refused while %s is not bound",
  async (field) => {
    const { platform, actor, sent, forgetSent } = await setUp();
    const { apiKey } = await createTestChain(platform, { actor, name: "shop" });
    const { id } = apiKey;
    await changed(platform, actor, (change) =>
      updateApiKey(change, { id, fields: { [field]: null } }),
    );
    forgetSent();
    const refusal = await refusalOf(changed(platform, actor, (change) => wake(change, id)));
    expect(refusal).toMatchObject({ code: "conflict", errors: [{ path: field }] });
    expect(sent).toEqual([]);
  },
);

test("ATTACK-D43: a key created again under the same name is another key", async () => {
  const { platform, actor } = await setUp();
  const { apiKey, key } = await createTestChain(platform, { actor, name: "shop" });
  const codes = { apiKeyId: apiKey.id, codeHash: "", clientId: null, expiresAt: "9" };
  await platform.store.transaction((tx) => tx.codes.insert(codes));
  expect(await platform.served.byId(apiKey.id)).toBeDefined();
  await changed(platform, actor, (change) => deleteApiKey(change, apiKey.id));
  const again = await addKey(platform, actor, "shop");

  expect(again.id).not.toBe(apiKey.id);
  expect(await platform.served.byId(apiKey.id)).toBeUndefined();
  expect(await platform.served.byKeyHash(platform.vault.hash("api-key", key))).toBeUndefined();
  expect(await platform.served.isListed("https://shop.test")).toBe(false);
  expect(await platform.store.read.codes.count({})).toBe(0);
});

test("ATTACK-H120: a rebuilt cache has the same content, even after the prepared row was lost", async () => {
  const { platform, actor } = await setUp();
  const { apiKey } = await createTestChain(platform, { actor, name: "shop" });
  const before = await platform.served.byId(apiKey.id);
  await platform.store.transaction((tx) => tx.served.remove({ apiKeyId: apiKey.id }));
  for (let round = 0; round < 2; round++) {
    await changed(platform, actor, (change) => rebuildApiKey(change, apiKey.id));
    expect(await platform.served.byId(apiKey.id)).toEqual(before);
  }
});

test("ATTACK-H106: every change of a foreign key is refused like that of an unknown one", async () => {
  const { opened, platform, actor } = await setUp();
  const other = await createOrganization(opened, "Other");
  const { apiKey } = await createTestChain(platform, { actor: other, name: "foreign" });
  const secret = newApiKeySecret(platform.vault);
  for (const id of [apiKey.id, "unknown"]) {
    const attempts: readonly ((change: Change) => Promise<unknown>)[] = [
      (change) => updateApiKey(change, { id, fields: { name: "x" } }),
      (change) => rotateApiKey(change, { id, replaces: apiKey.keyHash, secret }),
      (change) => revokeTokens(change, id),
      (change) => wake(change, id),
      (change) => rebuildApiKey(change, id),
      (change) => deleteApiKey(change, id),
    ];
    for (const attempt of attempts) {
      const refusal = await refusalOf(changed(platform, actor, attempt));
      expect(refusal.code).toBe("not-found");
      expect(refusal.message).toBe("There is no API key with this id.");
    }
  }
  expect(await platform.store.read.apiKeys.find({ id: apiKey.id })).toEqual(apiKey);
});

test("ATTACK-H116: a change that fails leaves no audit entry, no notice and no new revision", async () => {
  const { platform, actor, sent, forgetSent } = await setUp();
  const { apiKey } = await createTestChain(platform, { actor, name: "shop" });
  forgetSent();
  const revision = await platform.store.read.installation.revision();
  const entries = await platform.store.read.audit.count({});
  const failing = changed(platform, actor, async (change) => {
    await updateApiKey(change, { id: apiKey.id, fields: { name: "changed" } });
    throw new Error("later");
  });
  await expect(failing).rejects.toThrow("later");
  expect(await platform.store.read.audit.count({})).toBe(entries);
  expect(await platform.store.read.installation.revision()).toBe(revision);
  expect(await platform.store.read.apiKeys.find({ id: apiKey.id })).toEqual(apiKey);
  expect(sent).toEqual([]);
});
