import { act, type ItemOf } from "../api/collections.ts";
import type { Action } from "./kind.ts";

/** Collections whose items have a prepared response. */
type Rebuilt = "api-keys" | "certificates";

/** @param warning Shown before the response that partners get is computed again. */
export function rebuildAction<Name extends Rebuilt, Others>(
  collection: Name,
  warning: string,
): Action<ItemOf<Name>, Others> {
  return {
    label: "Rebuild the resource cache",
    about: "Computes the data served to the partner again. Every save does this by itself.",
    permission: "cache:w",
    question: "Rebuild the resource cache?",
    confirmLabel: "Rebuild",
    warning: () => warning,
    async run(target) {
      await act(collection, { ...target, action: "rebuild-cache" });
      return { said: "The resource cache is rebuilt. The partner is served what is saved now." };
    },
  };
}
