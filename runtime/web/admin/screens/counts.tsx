import { countOf } from "../api/collections.ts";
import type { AnyKind } from "../kinds/kind.ts";
import { useLoad } from "../parts/load.tsx";
import { linkTo } from "../route.ts";

interface CountsProps {
  readonly kinds: readonly AnyKind[];
}

/** Shows the size of each collection, and its maximum if it has one. */
export function Counts({ kinds }: CountsProps) {
  return (
    <section class="counts" aria-label="What there is">
      {kinds.map((kind) => (
        <Count key={kind.collection} kind={kind} />
      ))}
    </section>
  );
}

interface CountProps {
  readonly kind: AnyKind;
}

function Count({ kind: { collection, plural, cap } }: CountProps) {
  const { loading } = useLoad((signal) => countOf(collection, { signal }), [collection]);
  return (
    <a class="count" href={linkTo(collection)}>
      <span class="number">
        {loading.state === "ready" ? loading.value : loading.state === "failed" ? "?" : "…"}
        {cap !== undefined && <span class="quiet"> of {cap}</span>}
      </span>
      <span>{plural}</span>
    </a>
  );
}
