import type { CollectionName, Rotation } from "../api/collections.ts";

/** Parts of a chain. */
export type PartName = "webhook" | "client" | "certificate" | "contract" | "apiKey";

/** One part of a chain: a step of the guide. */
export interface Part {
  readonly name: PartName;
  readonly title: string;
  /** In texts: `webhook`. */
  readonly noun: string;
  readonly collection: CollectionName;
  /** The field of the API key that binds it. */
  readonly binding: "webhookId" | "clientId" | "certificateId" | "contractId" | null;
  /** Its purpose, explained to a person who creates a chain for the first time. */
  readonly about: string;
  /** The action that replaces its secret, and the secret's label. */
  readonly secret?: { readonly action: Rotation; readonly label: string };
}

/** In the order in which the guide asks for them. */
export const PARTS: readonly Part[] = [
  {
    name: "webhook",
    title: "Webhook",
    noun: "webhook",
    collection: "webhooks",
    binding: "webhookId",
    about:
      "Where the partner’s website is, and where its server is notified of changes. Only requests " +
      "that name this origin are answered.",
    secret: { action: "rotate-signing-secret", label: "Signing secret" },
  },
  {
    name: "client",
    title: "Client",
    noun: "client",
    collection: "clients",
    binding: "clientId",
    about: "The identity of the partner’s server: a client id and a secret.",
    secret: { action: "rotate-secret", label: "Client secret" },
  },
  {
    name: "certificate",
    title: "Certificate",
    noun: "certificate",
    collection: "certificates",
    binding: "certificateId",
    about:
      "docgate makes a key pair and signs the tokens of the partner’s consumers with it. The " +
      "partner’s server is sent the public part, and the shared secret if there is one.",
  },
  {
    name: "contract",
    title: "Contract",
    noun: "contract",
    collection: "contracts",
    binding: "contractId",
    about: "What the partner may offer, and how its consumers sign in.",
  },
  {
    name: "apiKey",
    title: "API key",
    noun: "API key",
    collection: "api-keys",
    binding: null,
    about: "It binds the four. Its raw key is a secret of the partner’s server.",
    secret: { action: "rotate", label: "Raw key" },
  },
];

export function partOf(name: PartName): Part {
  return PARTS.find((part) => part.name === name)!;
}
