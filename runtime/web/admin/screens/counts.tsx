import { list } from "../api/collections.ts";
import type { AnyKind } from "../kinds/kind.ts";
import { useLoad } from "../parts/load.tsx";
import { linkTo } from "../route.ts";

/** No more are counted: there may be very many consumers. */
const MOST = 200;

interface CountsProps {
  readonly kinds: readonly AnyKind[];
}

/** Shows the size of each collection. */
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

function Count({ kind: { collection, plural } }: CountProps) {
  const { loading } = useLoad((signal) => count(collection, signal), [collection]);
  return (
    <a class="count" href={linkTo(collection)}>
      <span class="number">
        {loading.state === "ready" ? loading.value : loading.state === "failed" ? "?" : "…"}
      </span>
      <span>{plural}</span>
    </a>
  );
}

async function count(collection: AnyKind["collection"], signal: AbortSignal): Promise<string> {
  const { items, nextAfter } = await list(collection, { query: { limit: MOST }, signal });
  return nextAfter === undefined ? String(items.length) : `${items.length}+`;
}
