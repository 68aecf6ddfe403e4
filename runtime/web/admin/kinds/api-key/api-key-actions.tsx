import { act, read, rotate } from "../../api/collections.ts";
import type { ApiKey } from "../../api/types.ts";
import type { Action } from "../kind.ts";
import { rebuildAction } from "../rebuild-action.ts";
import type { ApiKeyOthers } from "./api-key-others.ts";
import { missingOf } from "./bindings.ts";

const ROTATE: Action<ApiKey, ApiKeyOthers> = {
  label: "Rotate",
  about: "Replaces the raw key by a new one, which is shown once.",
  question: "Rotate the API key?",
  confirmLabel: "Rotate",
  isGrave: true,
  warning: () =>
    "The old raw key stops working at once. Application tokens that were minted with it stay " +
    "valid. The partner needs the new raw key from you.",
  async run(target) {
    const { outcomes, ...next } = await rotate("api-keys", { ...target, action: "rotate" });
    return { said: "The API key has a new raw key.", next, outcomes };
  },
};

const REVOKE_TOKENS: Action<ApiKey, ApiKeyOthers> = {
  label: "Revoke tokens",
  about: "Ends every application token of the key. The raw key stays.",
  question: "Revoke all application tokens?",
  confirmLabel: "Revoke",
  isGrave: true,
  warning: () =>
    "Every application token that was minted so far ends at once, for good. The partner’s server " +
    "can mint new ones.",
  async run({ id, etag }) {
    await act("api-keys", { id, etag, action: "revoke-tokens" });
    return { said: "The application tokens are revoked.", next: await read("api-keys", id) };
  },
};

const WAKE: Action<ApiKey, ApiKeyOthers> = {
  label: "Wake",
  about:
    "Makes the partner read everything again: contract, policy, spaces, agents, front settings and the " +
    "certificate.",
  obstacle: whyNotAwake,
  question: "Wake the partner?",
  confirmLabel: "Wake",
  warning: () =>
    "Two notices go to the notification URL of the webhook: one that names everything there is " +
    "to read again, and one with the certificate and the shared secret.",
  async run(target) {
    const { outcomes } = await act("api-keys", { ...target, action: "wake" });
    const haveArrived = outcomes.every(({ state }) => state === "delivered");
    const said = haveArrived ? "Both notices arrived." : "Not both notices have arrived.";
    return { said, outcomes };
  },
};

function whyNotAwake(item: ApiKey): string | null {
  if (item.state === "paused") return "Not possible while the key is paused.";
  if (item.state === "expired") return "Not possible: the key has expired.";
  if (item.fullyBound) return null;
  return `Possible only while the key is fully bound. Missing: ${missingOf(item).join(", ")}.`;
}

const REBUILD = rebuildAction<"api-keys", ApiKeyOthers>(
  "api-keys",
  "The data served to the partner of this key is computed again. It stays available in " +
    "the meantime.",
);

export const API_KEY_ACTIONS: readonly Action<ApiKey, ApiKeyOthers>[] = [
  WAKE,
  ROTATE,
  REVOKE_TOKENS,
  REBUILD,
];
