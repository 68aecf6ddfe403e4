import type { Reveal } from "../parts/reveal.tsx";
import type { DraftStore, Finished } from "./draft.ts";
import { envFile, handOverOf, pageBaseUrl } from "./hand-over.ts";

/** The secrets of a chain that is whole, and all settings of the partner's server with them. */
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
 * The secrets of what was made before something failed.
 *
 * @returns Null where there are none.
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
