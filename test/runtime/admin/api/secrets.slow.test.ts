import fc from "fast-check";
import { expect, test } from "vitest";
import { ADMIN_OPERATIONS } from "../../../../runtime/admin/api/operations.ts";
import type { AdminOperation } from "../../../../runtime/admin/api/route.ts";
import {
  type AdminApi,
  createAdminApi,
  PASSWORD,
  type TestAdmin,
} from "../../../support/admin-client.ts";
import { RUNS } from "../../../support/extent.ts";

const SHARED_SECRET = "a shared secret of 24 ch";

/** Records what is sealed as a private key, in plain text and sealed. */
function recordPrivateKeys({ platform }: AdminApi): string[] {
  const { vault } = platform;
  const { seal } = vault;
  const keys: string[] = [];
  Object.assign(vault, {
    async seal(identity: string, plaintext: string) {
      const sealed = await seal(identity, plaintext);
      if (identity.endsWith("/private-key"))
        keys.push(...plaintext.split("\n").slice(1, 3), sealed);
      return sealed;
    },
  });
  return keys;
}

/** Reads the hashes that no answer may contain either. */
async function storedHashes({ platform }: AdminApi): Promise<string[]> {
  const { read } = platform.store;
  return [
    ...(await read.apiKeys.list({})).map(({ keyHash }) => keyHash),
    ...(await read.clients.list({})).map(({ secretHash }) => secretHash),
    ...(await read.consumers.list({})).map(({ passwordHash }) => passwordHash),
    ...(await read.admins.list({})).map(({ passwordHash }) => passwordHash),
    ...(await read.adminTokens.list({})).map(({ tokenHash }) => tokenHash),
    ...(await read.adminSessions.list({})).map(({ idHash }) => idHash),
    ...(await read.certificates.list({})).flatMap(({ secretKey }) => secretKey ?? []),
  ];
}

/** The ids that exist by now, by collection. */
type Ids = Record<string, string[]>;

interface Step {
  readonly operation: AdminOperation;
  /** Chooses the ids and fields. */
  readonly seed: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom(
    ...ADMIN_OPERATIONS.filter(({ path }) => path !== "/session/password"),
  ),
  seed: fc.nat(1_000_000),
});

function bodyOf({ operation: { path, method }, seed }: Step, ids: Ids): object | undefined {
  if (method === "get" || method === "delete") return undefined;
  const pick = (collection: string) => ids[collection]?.at(seed % (ids[collection].length || 1));
  const name = `name ${seed % 7}`;
  const bodies: Record<string, object> = {
    session: { email: "admin1@example.com", password: seed % 2 ? PASSWORD : "wrong password" },
    setup: { token: "x", organization: name, email: "a@example.com", password: PASSWORD },
    "api-keys": {
      name,
      clientId: pick("clients") ?? null,
      certificateId: pick("certificates") ?? null,
      contractId: seed % 3 ? (pick("contracts") ?? null) : null,
      webhookId: pick("webhooks") ?? null,
    },
    clients: { name },
    certificates: { name, secretKey: seed % 2 ? SHARED_SECRET : "" },
    contracts: { name, spaceIds: pick("spaces") ? [pick("spaces")] : [] },
    webhooks: {
      name,
      origin: `https://shop${seed % 5}.test`,
      notificationUrl: "https://shop.test/notices",
    },
    spaces: { title: name },
    agents: { spaceId: pick("spaces") ?? "x", agentId: `agent${seed % 5}`, displayName: name },
    consumers: {
      contractId: pick("contracts") ?? "x",
      email: `user${seed % 5}@example.com`,
      password: PASSWORD,
      registration: "outside",
    },
  };
  const isAction = path.includes("{id}/") && !path.endsWith("front-settings");
  return isAction ? undefined : bodies[path.split("/")[1]!];
}

async function run({ request }: TestAdmin, { step, ids }: { step: Step; ids: Ids }) {
  const { operation, seed } = step;
  const collection = operation.path.split("/")[1]!;
  const known = ids[collection] ?? [];
  const id = known.at(seed % (known.length || 1)) ?? "x";
  const body = bodyOf(step, ids);
  const call = `${operation.method.toUpperCase()} ${operation.path.replace("{id}", id)}` as "GET /";
  const answer = await request(call, body === undefined ? {} : { body });
  if (answer.status === 201 && collection !== "setup") {
    ids[collection] = [...known, (Object.values(answer.json)[0] as { id: string }).id];
  }
  if (operation.method === "delete") ids[collection] = known.filter((other) => other !== id);
  return answer.text;
}

test("ATTACK-H107: whatever is done, no answer contains a private key, sealed or not, or a stored hash", async () => {
  const api = await createAdminApi();
  const admin = await api.addAdmin({ organization: "Acme" });
  const privateKeys = recordPrivateKeys(api);
  const everyStep = ADMIN_OPERATIONS.map((operation, seed): Step => ({ operation, seed }));
  const ids: Ids = {};
  const answers: string[] = [];
  const hidden = new Set<string>();

  async function runAll(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      answers.push(await run(admin, { step, ids }));
      for (const hash of await storedHashes(api)) hidden.add(hash);
    }
  }

  // Creates come first, so that there is something to read and to rotate.
  const creates = everyStep.filter(({ operation }) => operation.operationId.startsWith("create"));
  await runAll([...creates.toReversed(), ...creates, ...everyStep]);
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 10, maxLength: 30 }),
    async (steps) => {
      answers.length = 0;
      await runAll(steps);
      for (const text of answers) {
        expect(text).not.toContain("PRIVATE KEY");
        for (const secret of [...privateKeys, ...hidden]) expect(text).not.toContain(secret);
      }
    },
  );
  expect(answers.join()).not.toContain("PRIVATE KEY");
  for (const secret of [...privateKeys, ...hidden]) expect(answers.join()).not.toContain(secret);
  await fc.assert(property, { numRuns: RUNS.costly });
  expect(privateKeys.length).toBeGreaterThan(0);
  expect(api.errors).toEqual([]);
});

test("ATTACK-D36, ATTACK-I121: nothing in the store is a secret in plain text", async () => {
  const api = await createAdminApi();
  const admin = await api.addAdmin({ organization: "Acme" });
  const privateKeys = recordPrivateKeys(api);
  const { request } = admin;
  const headers = { "Content-Type": "application/json", "Idempotency-Key": "attempt" };
  const created = (await request("POST /api-keys", { body: { name: "a" }, headers })).json;
  const rotated = (await request(`POST /api-keys/${created.apiKey.id}/rotate`)).json;
  const { client, clientSecret } = (await request("POST /clients", { body: { name: "a" } })).json;
  const secret = (await request(`POST /clients/${client.id}/rotate-secret`)).json.clientSecret;
  const body = { name: "a", secretKey: SHARED_SECRET };
  const { certificate } = (await request("POST /certificates", { body })).json;
  await request(`POST /certificates/${certificate.id}/rotate`);
  const { contract } = (await request("POST /contracts", { body: { name: "a" } })).json;
  const password = "a consumer's password";
  const consumer = { contractId: contract.id, email: "a@b.de", password, registration: "system" };
  await request("POST /consumers", { body: consumer });
  const signedIn = await api.request("POST /session", {
    body: { email: admin.email, password: PASSWORD },
  });
  const cookie = signedIn.headers.get("Set-Cookie")!.split(/[=;]/)[1]!;
  const secrets = [
    created.key,
    rotated.key,
    clientSecret,
    secret,
    SHARED_SECRET,
    password,
    PASSWORD,
    admin.token,
    cookie,
    // Every third entry is a sealed key, which should be in the store.
    ...privateKeys.filter((_, index) => index % 3 !== 2),
  ];
  const all = await api.place.contents();
  for (const text of secrets) expect(all.includes(text), text).toBe(false);
  expect(all.includes(created.apiKey.displayPrefix)).toBe(true);
});
