import { useLayoutEffect, useState } from "preact/hooks";
import {
  type CollectionName,
  type ItemOf,
  type ItemVersion,
  nameOf,
  read,
} from "../../api/collections.ts";
import type { AnyKind, ItemProps } from "../../kinds/kind.ts";
import { Loaded, type Loader, useLoad } from "../../parts/load.tsx";
import { Card, focusHeading, Page } from "../../parts/page.tsx";
import { linkTo } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { ItemActions } from "./item-actions.tsx";
import { ItemDeletion } from "./item-deletion.tsx";
import { ItemSettings, SettingsFacts } from "./item-settings.tsx";
import { RecentNotices } from "./recent-notices.tsx";

type Item = ItemOf<CollectionName>;

/** A version of an item, and the data of other collections that its page shows. */
interface Whole extends ItemVersion<Item> {
  readonly others: unknown;
}

interface ItemDetailProps {
  readonly kind: AnyKind;
  readonly id: string;
}

/** One item: its facts, its settings, and its actions. */
export function ItemDetail({ kind, id }: ItemDetailProps) {
  const loader = useWhole(kind, id);
  const { loading, reload, replace } = loader;
  const { collection, plural } = kind;
  const isGone = loading.state === "failed" && loading.error.status === 404;
  return (
    <Page title={titleOf(kind, loader)} parent={{ text: plural, href: linkTo(collection) }}>
      {isGone ? (
        <Gone kind={kind} />
      ) : (
        <Loaded from={loader}>
          {({ item, etag, others }) => (
            <Detail
              kind={kind}
              item={item}
              etag={etag}
              others={others}
              replace={(next) => replace({ item: next.item, etag: next.etag, others })}
              reload={reload}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
}

function useWhole({ collection, loadOthers }: AnyKind, id: string): Loader<Whole> {
  const session = useSession();
  return useLoad(async () => {
    const [version, others] = await Promise.all([
      read(collection as CollectionName, id),
      loadOthers?.(session) ?? null,
    ]);
    return { ...version, others };
  }, [collection, id]);
}

function titleOf({ noun }: AnyKind, { loading }: Loader<Whole>): string {
  if (loading.state === "ready") return nameOf(loading.value.item);
  return noun[0]!.toUpperCase() + noun.slice(1);
}

/**
 * Shown also if the item is deleted while the page is open: the focused element is then gone too.
 */
function Gone({ kind: { noun, plural, collection } }: Pick<ItemDetailProps, "kind">) {
  useLayoutEffect(focusHeading, []);
  return (
    <p class="empty" role="alert">
      There is no {noun} at this address; it may have been deleted.{" "}
      <a href={linkTo(collection)}>All {inText(plural)}</a>
    </p>
  );
}

/** Writes a word as it appears within a sentence. */
function inText(word: string): string {
  return /^[A-Z]{2}/.test(word) ? word : word.toLowerCase();
}

interface DetailProps extends ItemProps<Item, unknown> {
  readonly kind: AnyKind;
}

function Detail(props: DetailProps) {
  const { Facts, More, noticesOf, permission } = props.kind;
  const { item, etag } = props;
  const mayWrite = useSession().may(`${permission}:w`);
  const [actionCount, setActionCount] = useState(0);
  return (
    <>
      <Card title="Overview">
        <Facts {...props} />
      </Card>
      {mayWrite ? <ItemSettings {...props} /> : <SettingsFacts {...props} />}
      {More && <More {...props} />}
      <ItemActions {...props} onDone={() => setActionCount((count) => count + 1)} />
      {noticesOf && <RecentNotices of={noticesOf(item)} version={`${etag} ${actionCount}`} />}
      {mayWrite && <ItemDeletion {...props} />}
    </>
  );
}
