import { randomBytes } from "node:crypto";
import type { AdminClient } from "./admin-client.ts";
import type { SignInDetails } from "./summary.ts";

export interface SeedOptions {
  /** Origin of the partner's page, as browsers send it. */
  readonly origin: string;
  readonly notificationUrl: string;
}

/** Settings of the partner's server, and two consumers who can sign in on its page. */
export interface SeededChain {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly webhookId: string;
  readonly withPasscode: SignInDetails;
  readonly withoutPasscode: SignInDetails;
}

/** The part that every response to a create has. */
type ItemsByName<Name extends string> = { readonly [Key in Name]: { readonly id: string } };

/** A password of 128 random bits. */
export function createPassword(): string {
  return randomBytes(16).toString("base64url");
}

/** Creates everything that a partner needs, through the admin API alone. */
export async function seedChain(admin: AdminClient, options: SeedOptions): Promise<SeededChain> {
  const spaceIds = await seedSpaces(admin);
  const { contract } = await admin.create<ItemsByName<"contract">>("contracts", {
    name: "Harbour Bikes",
    spaceIds,
    defaultSystemSpaceIds: spaceIds,
    defaultOutsideSpaceIds: spaceIds.slice(0, 1),
    outsideRegistration: true,
    otpOutsideRegistration: true,
  });
  const key = await seedKey(admin, { ...options, contractId: contract.id });
  const consumer = await seedConsumers(admin, contract.id);
  return { ...key, ...consumer };
}

async function seedSpaces(admin: AdminClient): Promise<string[]> {
  const help = await seedSpace(admin, {
    title: "Help",
    description: "For those who have a bike of ours.",
    agents: [
      {
        agentId: "repairs",
        displayName: "Repairs",
        greeting: "What is wrong with your bike?",
        accent: "#0b57a4",
      },
      {
        agentId: "invoices",
        displayName: "Invoices",
        greeting: "Which invoice is it about?",
        accent: "#7a3e9d",
      },
    ],
  });
  const shop = await seedSpace(admin, {
    title: "Shop",
    description: "For those who are looking for one.",
    agents: [
      {
        agentId: "advice",
        displayName: "Advice",
        greeting: "Where do you want to ride to?",
        accent: "#1b7a43",
      },
    ],
  });
  return [help, shop];
}

interface SpaceSeed {
  readonly title: string;
  readonly description: string;
  readonly agents: readonly AgentSeed[];
}

interface AgentSeed {
  readonly agentId: string;
  readonly displayName: string;
  readonly greeting: string;
  /** A colour of CSS. */
  readonly accent: string;
}

/** @returns its id */
async function seedSpace(admin: AdminClient, { agents, ...fields }: SpaceSeed): Promise<string> {
  const { space } = await admin.create<ItemsByName<"space">>("spaces", fields);
  for (const { greeting, accent, ...agentFields } of agents) {
    const flow = { startFlow: "welcome", startNode: "greeting" };
    const { agent } = await admin.create<ItemsByName<"agent">>("agents", {
      spaceId: space.id,
      ...agentFields,
      ...flow,
    });
    await admin.put(`/agents/${agent.id}/front-settings`, { greeting, accent });
  }
  return space.id;
}

interface KeySeed extends SeedOptions {
  readonly contractId: string;
}

type SeededKey = Omit<SeededChain, "withPasscode" | "withoutPasscode">;

/**
 * Creates the webhook entry, the client, the certificate, and the key that binds them to the
 * contract.
 */
async function seedKey(
  admin: AdminClient,
  { origin, notificationUrl, contractId }: KeySeed,
): Promise<SeededKey> {
  const name = "Harbour Bikes website";
  const { webhook } = await admin.create<ItemsByName<"webhook">>("webhooks", {
    name,
    origin,
    notificationUrl,
    signing: "v1a",
  });
  const { client, clientSecret } = await admin.create<{
    readonly client: { readonly id: string; readonly clientId: string };
    readonly clientSecret: string;
  }>("clients", { name });
  const { certificate } = await admin.create<ItemsByName<"certificate">>("certificates", {
    name,
    secretKey: createPassword(),
  });
  const { apiKey, key } = await admin.create<ItemsByName<"apiKey"> & { readonly key: string }>(
    "api-keys",
    {
      name,
      clientId: client.id,
      certificateId: certificate.id,
      contractId,
      webhookId: webhook.id,
    },
  );
  return {
    clientId: client.clientId,
    clientSecret,
    apiKeyId: apiKey.id,
    apiKey: key,
    webhookId: webhook.id,
  };
}

/** The contract requires a passcode from consumers who registered outside. */
async function seedConsumers(admin: AdminClient, contractId: string) {
  const withPasscode = { email: "ada@example.com", password: createPassword() };
  const withoutPasscode = { email: "grace@example.com", password: createPassword() };
  await admin.create("consumers", { contractId, registration: "outside", ...withPasscode });
  await admin.create("consumers", { contractId, registration: "system", ...withoutPasscode });
  return { withPasscode, withoutPasscode };
}
