import { useState } from "preact/hooks";
import {
  COLLECTIONS,
  type CollectionName,
  type ItemOf,
  list,
  nameOf,
  type Page,
  queryText,
  remove,
} from "../../api/collections.ts";
import { BASE } from "../../api/request.ts";
import type { AnyKind, ItemProps, Parts } from "../../kinds/kind.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { discardUnsaved } from "../../parts/forms/unsaved.tsx";
import { NameList } from "../../parts/lists/name-list.tsx";
import { useLoad } from "../../parts/load.tsx";
import { Card } from "../../parts/page.tsx";
import { goTo } from "../../route.ts";
import { useSession } from "../../session.tsx";

type Item = ItemOf<CollectionName>;

/** If more is deleted with an item, its name must be typed. */
const MOST_UNTYPED = 10;

interface ItemDeletionProps extends ItemProps<Item, unknown> {
  readonly kind: AnyKind;
}

/** Offers to delete an item. */
export function ItemDeletion(props: ItemDeletionProps) {
  const { noun } = props.kind;
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Delete">
      <button type="button" class="grave" onClick={() => setAsking(true)}>
        Delete {noun}…
      </button>
      {isAsking && <DeletionDialog {...props} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface DeletionDialogProps extends ItemDeletionProps {
  readonly onClose: () => void;
}

function DeletionDialog({ kind, item, etag, others, reload, onClose }: DeletionDialogProps) {
  const { collection, noun, partsOf } = kind;
  const { may } = useSession();
  const announce = useAnnounce();
  const parts: Parts | undefined = partsOf?.(item);
  const isSeen = parts !== undefined && may(COLLECTIONS[parts.collection].permission);
  const { loading } = useLoad(
    async (signal) =>
      isSeen
        ? list(parts.collection, { query: { ...parts.query, limit: MOST_UNTYPED }, signal })
        : null,
    [item.id],
  );
  // The dialog opens when it is known what it says.
  if (loading.state === "loading") return null;
  const found = loading.state === "ready" ? loading.value : null;
  const isSmall = parts === undefined || (found !== null && found.total <= MOST_UNTYPED);

  async function work(): Promise<void> {
    await remove(collection, { id: item.id, etag });
    announce(`The ${noun} is deleted.`);
    discardUnsaved();
    goTo(collection);
  }

  return (
    <ConfirmDialog
      title={
        <>
          Delete the {noun} “<bdi>{nameOf(item)}</bdi>” for good?
        </>
      }
      confirmLabel={`Delete this ${noun}`}
      isGrave
      typed={isSmall ? undefined : nameOf(item)}
      work={work}
      onClose={onClose}
      reload={reload}
    >
      <div class="consequences">
        {parts && <DeletedParts parts={parts} found={found} />}
        {kind.consequences(item, others)}
      </div>
    </ConfirmDialog>
  );
}

interface DeletedPartsProps {
  readonly parts: Parts;
  /** Null if they may not be seen. */
  readonly found: Page<Item> | null;
}

/** Says what is deleted with an item. */
function DeletedParts({ parts: { collection, query }, found }: DeletedPartsProps) {
  const { noun, plural } = COLLECTIONS[collection];
  const nouns = plural.toLowerCase();
  if (!found) {
    return (
      <p>
        <strong>All its {nouns} are deleted with it.</strong> You may not see how many there are.
      </p>
    );
  }
  const { items, total } = found;
  if (total === 0) return <p>It has no {nouns}.</p>;
  return (
    <>
      <p>
        <strong>
          {total === 1 ? `1 ${noun} is` : `${total} ${nouns} are`} deleted with it
          {total > items.length ? "." : ":"}
        </strong>{" "}
        <a href={`${BASE}/${collection}.csv${queryText(query)}`} download>
          Export as CSV first
        </a>
      </p>
      {total === items.length && <NameList names={items.map(nameOf)} />}
    </>
  );
}
