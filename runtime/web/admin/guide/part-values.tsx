import { listAll } from "../api/collections.ts";
import { KINDS } from "../kinds/kinds.ts";
import { useLoad } from "../parts/load.tsx";
import { Facts } from "../parts/page.tsx";
import { ItemValue } from "../screens/items/item-value.tsx";
import { useSession } from "../session.tsx";
import type { PartDraft } from "./draft.ts";
import type { Part } from "./parts.ts";

interface PartValuesProps extends Pick<PartDraft, "chosen" | "values"> {
  readonly part: Part;
}

/** Shows the values of a part, to be checked; switches that are off are left out. */
export function PartValues({ part: { collection, name }, chosen, values }: PartValuesProps) {
  const { may } = useSession();
  const mayRead = may("directory") && name === "contract";
  const { loading } = useLoad(
    async (signal) => (mayRead ? await listAll("spaces", { signal }) : []),
    [mayRead],
  );
  if (name === "apiKey") return null;
  const kind = KINDS.find((one) => one.collection === collection)!;
  const shown = Object.entries(chosen ? kind.valuesOf(chosen) : values!).filter(
    ([field, value]) => field !== "name" && value !== false,
  );
  if (shown.length === 0) return null;
  const others = { apiKeys: [], spaces: loading.state === "ready" ? loading.value : [] };
  const offersNothing = shown.some(
    ([field, value]) => field === "spaceIds" && (value as readonly string[]).length === 0,
  );
  return (
    <>
      <Facts
        rows={shown.map(([field, value]) => [
          kind.labels[field]!,
          <ItemValue key={field} kind={kind} field={field} value={value} others={others} />,
        ])}
      />
      {offersNothing && (
        <p class="hint">The partner has nothing to show until its contract offers a space.</p>
      )}
    </>
  );
}
