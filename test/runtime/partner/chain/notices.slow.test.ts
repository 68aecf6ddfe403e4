import { expect, test } from "vitest";
import {
  createAgent,
  deleteAgent,
  saveFrontSettings,
  updateAgent,
} from "../../../../runtime/partner/chain/agents.ts";
import {
  createApiKey,
  deleteApiKey,
  newApiKeySecret,
  rotateApiKey,
  updateApiKey,
  wake,
} from "../../../../runtime/partner/chain/api-keys.ts";
import {
  createCertificate,
  deleteCertificate,
  issueKeyPair,
  rotateCertificate,
  updateCertificate,
} from "../../../../runtime/partner/chain/certificates.ts";
import {
  deleteClient,
  newClientSecret,
  rotateClientSecret,
  updateClient,
} from "../../../../runtime/partner/chain/clients.ts";
import {
  createContract,
  deleteContract,
  updateContract,
} from "../../../../runtime/partner/chain/contracts.ts";
import { createSpace, deleteSpace, updateSpace } from "../../../../runtime/partner/chain/spaces.ts";
import {
  deleteWebhook,
  testWebhook,
  updateWebhook,
} from "../../../../runtime/partner/chain/webhooks.ts";
import { type Change, runChange } from "../../../../runtime/partner/change.ts";
import { sealSecretKey } from "../../../../runtime/partner/secrets/sealed-fields.ts";
import type { Agent, Contract, Space } from "../../../../runtime/store/rows.ts";
import {
  changed,
  contractFields,
  createTestChain,
  prepareCertificate,
  type TestChain,
} from "../../../support/access-chain.ts";
import {
  createOrganization,
  createTestPlatform,
  type TestPlatform,
} from "../../../support/platform.ts";

const SECRET = "a shared secret of 24 ch";

/** A fully bound key, an agent in its space, and resources that it does not have. */
interface Scene extends TestChain, TestPlatform {
  readonly agent: Agent;
  readonly otherContract: Contract;
  readonly otherSpace: Space;
  change<Result>(work: (change: Change) => Promise<Result>): Promise<Result>;
}

async function createScene(): Promise<Scene> {
  const opened = await createTestPlatform();
  const { platform } = opened;
  const actor = await createOrganization(opened, "Acme");
  const change: Scene["change"] = (work) => changed(platform, actor, work);
  const chain = await createTestChain(platform, { actor, name: "shop", secretKey: SECRET });
  const rest = await change(async (change) => ({
    agent: await createAgent(change, agentFields(chain.space)),
    otherContract: await createContract(change, contractFields({ name: "other" })),
    otherSpace: await createSpace(change, { title: "other", description: "" }),
  }));
  opened.forgetSent();
  return { ...opened, ...chain, ...rest, change };
}

function agentFields({ id: spaceId }: Space) {
  const texts = { displayName: "Helper", startFlow: "", startNode: "" };
  return { spaceId, agentId: "helper", ...texts, active: true };
}

function refresh(...kinds: string[]) {
  return { "synch-data": kinds };
}

const GONE = { "synch-data": "r_cert_delete", type: "resource" };

function delivery({ publicCertificate }: { readonly publicCertificate: string }) {
  return {
    "synch-data": "r_cert",
    type: "resource",
    result: { cert: publicCertificate, key: SECRET },
  };
}

interface Case {
  readonly what: string;
  readonly does: (scene: Scene) => Promise<unknown>;
  readonly sends: readonly object[];
}

function patchKey(fields: object): Case["does"] {
  return ({ change, apiKey: { id } }) => change((change) => updateApiKey(change, { id, fields }));
}

function patchContract(fields: object): Case["does"] {
  return ({ change, contract: { id } }) =>
    change((change) => updateContract(change, { id, fields }));
}

const CASES: readonly Case[] = [
  { what: "a key renamed", does: patchKey({ name: "x" }), sends: [refresh("r_api_keys")] },
  { what: "a key saved as it is", does: patchKey({ name: "shop" }), sends: [] },
  { what: "an empty change of a key saved", does: patchKey({}), sends: [] },
  {
    what: "a key created with a webhook",
    does: async ({ change, platform }) => {
      const webhookId = await change(async (change) => {
        const { id } = (await change.tx.webhooks.list({}))[0]!;
        const key = (await change.tx.apiKeys.list({}))[0]!;
        await deleteApiKey(change, key.id);
        return id;
      });
      const secret = newApiKeySecret(platform.vault);
      await change((change) =>
        createApiKey(change, { fields: { name: "new", webhookId }, secret }),
      );
    },
    sends: [],
  },
  {
    what: "a key rotated",
    does: ({ change, apiKey, platform }) =>
      change((change) =>
        rotateApiKey(change, {
          id: apiKey.id,
          replaces: apiKey.keyHash,
          secret: newApiKeySecret(platform.vault),
        }),
      ),
    sends: [refresh("r_api_keys")],
  },
  {
    what: "a key's client unbound",
    does: patchKey({ clientId: null }),
    sends: [refresh("r_api_keys")],
  },
  {
    what: "a key's contract unbound",
    does: patchKey({ contractId: null }),
    sends: [refresh("r_api_keys", "r_consumer_policy_delete")],
  },
  {
    what: "a key's contract replaced",
    does: (scene) => patchKey({ contractId: scene.otherContract.id })(scene),
    sends: [refresh("r_api_keys", "r_consumer_policy", "r_space", "r_agent")],
  },
  {
    what: "a key's certificate unbound",
    does: patchKey({ certificateId: null }),
    sends: [refresh("r_api_keys"), GONE],
  },
  {
    what: "a key's certificate replaced",
    does: async (scene) => {
      const prepared = await prepareCertificate(scene.platform, { name: "second" });
      const { id } = await scene.change((change) => createCertificate(change, prepared));
      await patchKey({ certificateId: id })(scene);
    },
    sends: [refresh("r_api_keys"), GONE],
  },
  { what: "a key's webhook unbound", does: patchKey({ webhookId: null, name: "x" }), sends: [] },
  {
    what: "a key deleted",
    does: ({ change, apiKey }) => change((change) => deleteApiKey(change, apiKey.id)),
    sends: [],
  },
  {
    what: "a client renamed",
    does: ({ change, client: { id } }) =>
      change((change) => updateClient(change, { id, fields: { name: "x" } })),
    sends: [],
  },
  {
    what: "a client's secret rotated",
    does: ({ change, client: { id, secretHash: replaces }, platform }) =>
      change((change) =>
        rotateClientSecret(change, {
          id,
          replaces,
          overlapHours: 0,
          secret: newClientSecret(platform.vault),
        }),
      ),
    sends: [],
  },
  {
    what: "a client deleted",
    does: ({ change, client }) => change((change) => deleteClient(change, client.id)),
    sends: [refresh("r_api_keys")],
  },
  {
    what: "a certificate's name and secret changed",
    does: async ({ change, certificate: { id }, platform }) => {
      const secretKey = await sealSecretKey(platform.vault, { id, secretKey: `${SECRET}2` });
      await change((change) => updateCertificate(change, { id, fields: { name: "x", secretKey } }));
    },
    sends: [],
  },
  {
    what: "a certificate deleted",
    does: ({ change, certificate }) =>
      change((change) => deleteCertificate(change, certificate.id)),
    sends: [refresh("r_api_keys"), GONE],
  },
  {
    what: "a contract's switch changed",
    does: patchContract({ outsideRegistration: true }),
    sends: [refresh("r_consumer_policy")],
  },
  { what: "a contract saved as it is", does: patchContract({ name: "shop" }), sends: [] },
  {
    what: "a contract's spaces changed",
    does: (scene) => patchContract({ spaceIds: [scene.otherSpace.id] })(scene),
    sends: [refresh("r_consumer_policy", "r_space", "r_agent")],
  },
  {
    what: "a contract's default spaces changed",
    does: (scene) => patchContract({ defaultSystemSpaceIds: [scene.space.id] })(scene),
    sends: [refresh("r_consumer_policy")],
  },
  {
    what: "a contract deleted",
    does: ({ change, contract }) => change((change) => deleteContract(change, contract.id)),
    sends: [refresh("r_api_keys", "r_consumer_policy_delete")],
  },
  {
    what: "a contract that no key has changed",
    does: ({ change, otherContract: { id } }) =>
      change((change) => updateContract(change, { id, fields: { name: "x" } })),
    sends: [],
  },
  {
    what: "a webhook changed",
    does: ({ change, webhook: { id }, platform: { allowance } }) =>
      change((change) =>
        updateWebhook(change, {
          id,
          fields: { origin: "https://x.test" },
          allow: allowance,
          secret: undefined,
        }),
      ),
    sends: [],
  },
  {
    what: "a webhook deleted",
    does: ({ change, webhook }) => change((change) => deleteWebhook(change, webhook.id)),
    sends: [],
  },
  {
    what: "a webhook tested",
    does: ({ change, webhook }) => change((change) => testWebhook(change, webhook.id)),
    sends: [refresh()],
  },
  {
    what: "a space changed",
    does: ({ change, space: { id } }) =>
      change((change) => updateSpace(change, { id, fields: { title: "x" } })),
    sends: [refresh("r_space", "r_agent")],
  },
  {
    what: "a space saved as it is",
    does: ({ change, space: { id } }) =>
      change((change) => updateSpace(change, { id, fields: { title: "shop" } })),
    sends: [],
  },
  {
    what: "a space that no contract offers changed",
    does: ({ change, otherSpace: { id } }) =>
      change((change) => updateSpace(change, { id, fields: { title: "x" } })),
    sends: [],
  },
  {
    what: "a space deleted",
    does: ({ change, space }) => change((change) => deleteSpace(change, space.id)),
    sends: [refresh("r_space", "r_agent")],
  },
  {
    what: "an agent added",
    does: ({ change, space }) =>
      change((change) => createAgent(change, { ...agentFields(space), agentId: "second" })),
    sends: [refresh("r_space", "r_agent")],
  },
  {
    what: "an agent changed",
    does: ({ change, agent: { id } }) =>
      change((change) => updateAgent(change, { id, fields: { active: false } })),
    sends: [refresh("r_space", "r_agent")],
  },
  {
    what: "an agent saved as it is",
    does: ({ change, agent: { id } }) =>
      change((change) => updateAgent(change, { id, fields: { active: true } })),
    sends: [],
  },
  {
    what: "an agent moved to a space of no contract",
    does: ({ change, agent: { id }, otherSpace }) =>
      change((change) => updateAgent(change, { id, fields: { spaceId: otherSpace.id } })),
    sends: [refresh("r_space", "r_agent")],
  },
  {
    what: "an agent deleted",
    does: ({ change, agent }) => change((change) => deleteAgent(change, agent.id)),
    sends: [refresh("r_space", "r_agent")],
  },
  {
    what: "front settings saved",
    does: ({ change, agent: { id } }) =>
      change((change) => saveFrontSettings(change, { id, frontSettings: '{"color":"red"}' })),
    sends: [refresh("r_agent_front_settings")],
  },
  {
    what: "front settings saved as they are",
    does: ({ change, agent: { id } }) =>
      change((change) => saveFrontSettings(change, { id, frontSettings: "{}" })),
    sends: [],
  },
];

test.each(CASES)(
  "CHAIN-C13, ATTACK-F81: $what sends exactly the notices that the decision lists",
  async ({ does, sends }) => {
    const scene = await createScene();
    await does(scene);
    expect(scene.sent.map(({ body }) => JSON.parse(body))).toEqual(sends);
  },
);

test.each(CASES.filter(({ what }) => / as it is|as they are|nothing of/.test(what)))(
  "ATTACK-F81: $what leaves no audit entry and no new revision",
  async ({ does }) => {
    const scene = await createScene();
    const { read } = scene.platform.store;
    const before = [await read.audit.count({}), await read.installation.revision()];
    scene.clock.advance(1);
    await does(scene);
    expect([await read.audit.count({}), await read.installation.revision()]).toEqual(before);
  },
);

test.each([
  ["clientId", deleteClient],
  ["certificateId", deleteCertificate],
  ["contractId", deleteContract],
  ["webhookId", deleteWebhook],
] as const)(
  "CHAIN-C13, CHAIN-C17: deleting what %s is bound to notifies as unbinding does",
  async (field, remove) => {
    const [deleted, unbound] = [await createScene(), await createScene()];
    await deleted.change((change) => remove(change, deleted.apiKey[field]!));
    await patchKey({ [field]: null })(unbound);
    const bodies = ({ sent }: Scene) => sent.map(({ body }) => JSON.parse(body));
    expect(bodies(deleted)).toEqual(bodies(unbound));
    // Resources that no key has cause no notices.
    const other = await createScene();
    await patchKey({ [field]: null })(other);
    other.forgetSent();
    await other.change((change) => remove(change, other.apiKey[field]!));
    expect(other.sent).toEqual([]);
  },
);

test("ATTACK-F80: wake sends five kinds in one notice and the certificate, and returns their ids", async () => {
  const { platform, apiKey, certificate, sent } = await createScene();
  const actor = { organizationId: apiKey.organizationId, name: "admin" };
  const { noticeIds } = await runChange(platform, actor, (change) => wake(change, apiKey.id));
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    refresh("r_api_keys", "r_consumer_policy", "r_space", "r_agent", "r_json"),
    delivery(certificate),
  ]);
  expect(sent.map(({ id }) => id)).toEqual(noticeIds);
});

test("PIA §6: a rotated certificate is delivered with the shared secret", async () => {
  const { platform, certificate, change, sent } = await createScene();
  const issued = await issueKeyPair(platform, certificate);
  const { id, fingerprint: replaces } = certificate;
  await change((change) => rotateCertificate(change, { id, replaces, issued }));
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([delivery(issued)]);
  expect(issued.publicCertificate).not.toBe(certificate.publicCertificate);
});

test("CHAIN-C13: an agent that moves notifies the keys of both spaces, each once", async () => {
  const scene = await createScene();
  const { platform, change, agent, space, sent, forgetSent } = scene;
  const actor = { organizationId: agent.organizationId, name: "admin" };
  const second = await createTestChain(platform, { actor, name: "second" });
  forgetSent();
  await change((change) =>
    updateAgent(change, { id: agent.id, fields: { spaceId: second.space.id } }),
  );
  expect(sent.map(({ apiKeyId }) => apiKeyId).sort()).toEqual(
    [scene.apiKey.id, second.apiKey.id].sort(),
  );
  for (const { id, list } of [
    { id: scene.apiKey.id, list: [] },
    { id: second.apiKey.id, list: ["helper"] },
  ]) {
    const [served] = JSON.parse((await platform.served.byId(id))!.spaceList);
    expect(served.agents.map((agent: { agentId: string }) => agent.agentId)).toEqual(list);
  }
  expect(space.id).not.toBe(second.space.id);
});

test("ATTACK-F82: a notice sent after a save reports what is already served", async () => {
  const { platform, change, apiKey, space, sent } = await createScene();
  for (let round = 0; round < 20; round++) {
    const title = `title ${round}`;
    await change((change) => updateSpace(change, { id: space.id, fields: { title } }));
    const served = await platform.served.byId(apiKey.id);
    expect(JSON.parse(served!.spaceList)[0].title).toBe(title);
    expect(sent).toHaveLength(round + 1);
  }
});

test("ATTACK-F84: no notice holds a private key", async () => {
  const { change, apiKey, sent } = await createScene();
  await change((change) => wake(change, apiKey.id));
  expect(sent.map(({ body }) => body).join()).not.toContain("PRIVATE");
});
