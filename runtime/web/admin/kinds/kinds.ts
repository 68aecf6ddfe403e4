import { agents } from "./agents.tsx";
import { apiKeys } from "./api-key/api-keys.tsx";
import { certificates } from "./certificates.tsx";
import { clients } from "./clients.tsx";
import { consumers } from "./consumers.tsx";
import { contracts } from "./contracts.tsx";
import type { AnyKind } from "./kind.ts";
import { spaces } from "./spaces.tsx";
import { webhooks } from "./webhooks.tsx";

/** Every collection of the console, in the order of the navigation. */
export const KINDS: readonly AnyKind[] = [
  apiKeys,
  clients,
  certificates,
  contracts,
  webhooks,
  spaces,
  agents,
  consumers,
];
