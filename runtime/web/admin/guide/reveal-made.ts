import { envFile } from "../../../partner/chain/env-file.ts";
import type { Reveal } from "../parts/reveal.tsx";
import type { ChainFacts, DraftStore } from "./draft.ts";
import { handOverOf, pageBaseUrl } from "./hand-over.ts";
import type { PartName } from "./parts.ts";

/** Returns the secrets of a complete chain, and all settings of the partner's server with them. */
export function revealFinished(store: DraftStore, finished: ChainFacts): Reveal {
  const { secrets } = store.current();
  const secretOf = (part: PartName) => secrets.find((one) => one.part === part)?.value;
  const settings = envFile(handOverOf(finished, { baseUrl: pageBaseUrl() }), {
    clientSecret: secretOf("client"),
    rawKey: secretOf("apiKey"),
    signingSecret: secretOf("webhook"),
  });
  return {
    title: "Store this now: the secrets of the partner’s server",
    secrets: [...secrets, { label: "Everything as an env file", value: settings }],
    onStored: () => store.change({ secrets: [] }),
  };
}

/**
 * Returns the secrets of the parts that were created before a failure.
 *
 * @returns Null if there are none.
 */
export function revealPartly(store: DraftStore): Reveal | null {
  const { secrets } = store.current();
  if (secrets.length === 0) return null;
  return {
    title: "Store this now: it was made before something went wrong",
    secrets,
    onStored: () => store.change({ secrets: [] }),
  };
}
