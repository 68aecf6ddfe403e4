import type { CollectionName, ItemOf, Revealing } from "../../api/collections.ts";
import { nameOf } from "../../api/collections.ts";
import type { AnyKind } from "../../kinds/kind.ts";
import type { Reveal } from "../../parts/reveal.tsx";

/**
 * Returns the secrets to show once after an item was created, changed or rotated.
 *
 * @returns Null if nothing is secret.
 */
export function revealOf(
  { noun, secretLabels = {} }: AnyKind,
  { item, secrets }: Revealing<ItemOf<CollectionName>>,
): Reveal | null {
  const shown = Object.entries(secrets).map(([field, value]) => ({
    label: secretLabels[field] ?? field,
    value,
  }));
  if (shown.length === 0) return null;
  const title = (
    <>
      Store this now: {noun} “<bdi>{nameOf(item)}</bdi>”
    </>
  );
  return { title, secrets: shown };
}
