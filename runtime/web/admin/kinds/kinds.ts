import { agents } from "./agents.tsx";
import { consumers } from "./consumers.tsx";
import type { AnyKind } from "./kind.ts";
import { spaces } from "./spaces.tsx";
import { webhooks } from "./webhooks.tsx";

/** Every collection there is a place for in the console, in the order of the navigation. */
export const KINDS: readonly AnyKind[] = [webhooks, spaces, agents, consumers];
