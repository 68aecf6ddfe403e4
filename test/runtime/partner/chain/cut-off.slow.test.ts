import { describe, expect, it } from "vitest";
import { createAgent } from "../../../../runtime/partner/chain/agents.ts";
import { updateApiKey } from "../../../../runtime/partner/chain/api-keys.ts";
import { deleteCertificate } from "../../../../runtime/partner/chain/certificates.ts";
import {
  createClient,
  deleteClient,
  newClientSecret,
} from "../../../../runtime/partner/chain/clients.ts";
import { deleteContract } from "../../../../runtime/partner/chain/contracts.ts";
import { deleteWebhook } from "../../../../runtime/partner/chain/webhooks.ts";
import type { Change } from "../../../../runtime/partner/change.ts";
import type { Bindings } from "../../../../runtime/store/rows.ts";
import { changed, createTestChain } from "../../../support/access-chain.ts";
import { callPartner, DROPPED, type PartnerCall } from "../../../support/partner-client.ts";
import { servePartner } from "../../../support/partner-server.ts";
import { createOrganization, createTestPlatform } from "../../../support/platform.ts";

const READS = {
  "space list": "/space/list",
  contract: "/resources/consumer-contract",
  policy: "/resources/consumer-policy",
  "front settings": "/resources/agent-front-settings?agentId=helper",
} as const;

const INVALID = '401 {"success":false,"status":401,"message":"Invalid token"}';
const NOT_CLAIMED = '401 {"success":false}';
const CLAIMED = '200 {"success":true}';

const BINDINGS = ["clientId", "certificateId", "contractId", "webhookId"] as const;
const CREDENTIALS = ["raw key", "application token"] as const;
const CASES = BINDINGS.flatMap((binding) =>
  CREDENTIALS.map((credential) => ({ binding, credential })),
);

type Binding = keyof Bindings;
type Credential = (typeof CREDENTIALS)[number];

const DELETE: Readonly<Record<Binding, (change: Change, id: string) => Promise<void>>> = {
  clientId: deleteClient,
  certificateId: deleteCertificate,
  contractId: deleteContract,
  webhookId: deleteWebhook,
};

/** The answers to a raw key that lacks only its contract (CHAIN-C6). */
const WITHOUT_CONTRACT = {
  "space list": '200 {"success":true,"status":200,"message":"OK","result":[]}',
  contract: '200 {"success":true,"status":200,"message":"OK","result":null}',
  policy: '200 {"success":true,"status":200,"message":"OK","result":null}',
  "front settings": '404 {"success":false,"status":404,"message":"Agent not found"}',
};

/** Creates a key and another partner, over whose listed Origin the key's credential is used. */
async function build(credential: Credential) {
  const opened = await createTestPlatform();
  const { platform } = opened;
  const actor = await createOrganization(opened, "Acme");
  const chain = await createTestChain(platform, { actor, name: "site" });
  const other = await createTestChain(platform, { actor, name: "other" });
  const { apiKey, client } = chain;
  await changed(platform, actor, (change) => {
    const texts = { displayName: "Helper", startFlow: "", startNode: "" };
    return createAgent(change, {
      ...texts,
      spaceId: chain.space.id,
      agentId: "helper",
      active: true,
    });
  });
  const token = await platform.tokens.mint({
    keyId: apiKey.id,
    clientId: client.clientId,
    generation: apiKey.generation,
  });
  const bearer = `Bearer ${credential === "raw key" ? chain.key : token}`;
  const url = await servePartner(platform);
  const certificate = `/resources/certificate?client_id=${client.clientId}`;

  /** @returns status and body, or that the connection was closed */
  async function call(path: string, options: PartnerCall = {}): Promise<string> {
    const { origin } = other.webhook;
    const answer = await callPartner(url + path, { origin, authorization: bearer, ...options });
    return answer === DROPPED ? DROPPED : `${answer.status} ${answer.text}`;
  }

  return {
    ...opened,
    call,
    readAll: async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(READS).map(async ([name, path]) => [name, await call(path)] as const),
        ),
      ),
    issue: () => call(certificate),
    async code() {
      const answer = await call(certificate);
      return JSON.parse(answer.replace(/^200 /, "")).result.code as string;
    },
    claim: (body: object) => call(certificate, { method: "POST", body }),
    bind: (fields: Partial<Bindings>) =>
      changed(platform, actor, (change) => updateApiKey(change, { id: apiKey.id, fields })),
    unbind: (binding: Binding) =>
      changed(platform, actor, (change) =>
        updateApiKey(change, { id: apiKey.id, fields: { [binding]: null } }),
      ),
    remove: (binding: Binding) =>
      changed(platform, actor, (change) => DELETE[binding](change, apiKey[binding]!)),
    async addClient() {
      const secret = newClientSecret(platform.vault);
      const fields = { name: "second" };
      const add = (change: Change) => createClient(change, { fields, secret });
      return (await changed(platform, actor, add)).id;
    },
    apiKey,
  };
}

describe("a key that is fully bound", () => {
  it.each(CREDENTIALS)(
    "CHAIN-C7: its %s does everything over another's Origin",
    async (credential) => {
      const { readAll, code, claim } = await build(credential);
      for (const answer of Object.values(await readAll())) expect(answer).toMatch(/^200 .*:[[{]/);
      expect(await claim({ code: await code() })).toBe(CLAIMED);
    },
  );
});

describe.each(CASES)("without its $binding, the $credential of a key", (given) => {
  const { binding, credential } = given;
  const isReadable = credential === "raw key" && binding === "contractId";
  const reads = isReadable
    ? WITHOUT_CONTRACT
    : Object.fromEntries(Object.keys(READS).map((name) => [name, INVALID]));

  it("CHAIN-C5, CHAIN-C6: no longer reads anything, whatever Origin is used", async () => {
    const { readAll, unbind } = await build(credential);
    await unbind(binding);
    expect(await readAll()).toEqual(reads);
  });

  it("CHAIN-C5, CHAIN-C6, CHAIN-C17: no longer reads anything once the bound resource is deleted", async () => {
    const { readAll, remove } = await build(credential);
    await remove(binding);
    expect(await readAll()).toEqual(reads);
  });

  it("CHAIN-C6: a refused request does not count as use", async () => {
    const { issue, claim, readAll, unbind, platform, apiKey } = await build(credential);
    await unbind(binding);
    for (const refused of [issue, () => claim({ code: "x" }), ...(isReadable ? [] : [readAll])]) {
      await refused();
    }
    await platform.lastUse.settle();
    const { lastUsedAt } = (await platform.store.read.apiKeys.find({ id: apiKey.id }))!;
    expect(lastUsedAt).toBeNull();
  });

  it("CHAIN-C6: gets no code, without a byte", async () => {
    const { issue, unbind, platform } = await build(credential);
    await unbind(binding);
    expect(await issue()).toBe(DROPPED);
    expect(await platform.store.read.codes.count({})).toBe(0);
  });

  it("CHAIN-C8: claims nothing, and its code is consumed", async () => {
    const { code, claim, unbind, bind, apiKey, sent } = await build(credential);
    const issued = await code();
    await unbind(binding);
    expect(await claim({ code: issued })).toBe(NOT_CLAIMED);
    await bind({ [binding]: apiKey[binding] });
    expect(await claim({ code: issued })).toBe(NOT_CLAIMED);
    expect(sent.flatMap(({ kinds }) => kinds)).not.toContain("r_cert");
  });

  it("CHAIN-C8: the body is checked first: a wrong one does not consume the code", async () => {
    const { code, claim, unbind, bind, apiKey } = await build(credential);
    const issued = await code();
    await unbind(binding);
    expect(await claim({})).toMatch(/^400 .*"path":"code"/);
    await bind({ [binding]: apiKey[binding] });
    expect(await claim({ code: issued })).toBe(CLAIMED);
  });

  it("CHAIN-C19: works again once it is bound again", async () => {
    const { readAll, unbind, bind, apiKey } = await build(credential);
    const before = await readAll();
    await unbind(binding);
    await bind({ [binding]: apiKey[binding] });
    expect(await readAll()).toEqual(before);
  });
});

describe.each(CREDENTIALS)("the %s of a key that lacks two bindings", (credential) => {
  it.each(["clientId", "certificateId", "webhookId"] as const)(
    "CHAIN-C6: reads nothing without its contract and its %s",
    async (binding) => {
      const { readAll, unbind } = await build(credential);
      await unbind("contractId");
      await unbind(binding);
      expect(new Set(Object.values(await readAll()))).toEqual(new Set([INVALID]));
    },
  );
});

describe.each(CREDENTIALS)(
  "CHAIN-C8: the %s of a key that is bound to another client",
  (credential) => {
    it("claims nothing, and the earlier code is consumed", async () => {
      const { code, claim, bind, addClient, apiKey } = await build(credential);
      const issued = await code();
      await bind({ clientId: await addClient() });
      expect(await claim({ code: issued })).toBe(NOT_CLAIMED);
      await bind({ clientId: apiKey.clientId });
      expect(await claim({ code: issued })).toBe(NOT_CLAIMED);
    });
  },
);

describe("CHAIN-C8: authorization is checked before the bindings, and does not consume the code", () => {
  it.each([
    ["missing", undefined],
    ["malformed", "Basic abc"],
    ["not authentic", "Bearer abc.def.ghi"],
  ])("%s", async (_, authorization) => {
    const { code, call, claim, unbind, bind, apiKey } = await build("raw key");
    const issued = await code();
    await unbind("clientId");
    const options = { method: "POST", body: {}, authorization };
    expect(await call("/resources/certificate", options)).toBe(INVALID);
    await bind({ clientId: apiKey.clientId });
    expect(await claim({ code: issued })).toBe(CLAIMED);
  });
});
