import type { Reveal } from "../parts/reveal.tsx";
import type { DraftStore, Finished } from "./draft.ts";
import { envFile, handOverOf, pageBaseUrl } from "./hand-over.ts";

/** Returns the secrets of a complete chain, and all settings of the partner's server with them. */
export function revealFinished(store: DraftStore, finished: Finished): Reveal {
  const { secrets } = store.current();
  const settings = envFile(handOverOf(finished, { baseUrl: pageBaseUrl() }), secrets);
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
