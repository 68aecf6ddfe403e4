import { useState } from "preact/hooks";
import { type CollectionName, type ItemOf, nameOf, remove } from "../../api/collections.ts";
import type { AnyKind, ItemProps } from "../../kinds/kind.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { DeleteDialog } from "../../parts/delete-dialog.tsx";
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
    goTo(collection);
  }

  return (
    <Card title="Delete">
      <button type="button" class="grave" onClick={() => setAsking(true)}>
        Delete {noun}…
      </button>
      {isAsking && (
        <DeleteDialog
          noun={noun}
          name={nameOf(item)}
          consequences={kind.consequences(item, others)}
          work={work}
          onClose={() => setAsking(false)}
          reload={reload}
        />
      )}
    </Card>
  );
}
