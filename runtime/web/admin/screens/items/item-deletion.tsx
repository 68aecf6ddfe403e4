import { useState } from "preact/hooks";
import { type CollectionName, type ItemOf, nameOf, remove } from "../../api/collections.ts";
import type { AnyKind, ItemProps } from "../../kinds/kind.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { discardUnsaved } from "../../parts/forms/unsaved.tsx";
import { Card } from "../../parts/page.tsx";
import { goTo } from "../../route.ts";

interface ItemDeletionProps extends ItemProps<ItemOf<CollectionName>, unknown> {
  readonly kind: AnyKind;
}

/** Offers to delete an item. */
export function ItemDeletion({ kind, item, etag, others, reload }: ItemDeletionProps) {
  const { collection, noun } = kind;
  const [isAsking, setAsking] = useState(false);
  const announce = useAnnounce();

  async function work(): Promise<void> {
    await remove(collection, { id: item.id, etag });
    announce(`The ${noun} is deleted.`);
    discardUnsaved();
    goTo(collection);
  }

  return (
    <Card title="Delete">
      <button type="button" class="grave" onClick={() => setAsking(true)}>
        Delete {noun}…
      </button>
      {isAsking && (
        <ConfirmDialog
          title={
            <>
              Delete the {noun} “<bdi>{nameOf(item)}</bdi>” for good?
            </>
          }
          confirmLabel={`Delete this ${noun}`}
          isGrave
          work={work}
          onClose={() => setAsking(false)}
          reload={reload}
        >
          <div class="consequences">{kind.consequences(item, others)}</div>
        </ConfirmDialog>
      )}
    </Card>
  );
}
