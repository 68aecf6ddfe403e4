import { apiKeys } from "./api-keys.tsx";
import { certificates } from "./certificates.tsx";
import { clients } from "./clients.tsx";
import { contracts } from "./contracts.tsx";
import type { AnyKind } from "./kind.ts";
import { webhooks } from "./webhooks.tsx";

/** Every collection there is a place for in the console, in the order of the navigation. */
export const KINDS: readonly AnyKind[] = [apiKeys, clients, certificates, contracts, webhooks];
