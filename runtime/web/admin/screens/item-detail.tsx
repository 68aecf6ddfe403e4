import { useState } from "preact/hooks";
import {
  type CollectionName,
  type ItemOf,
  read,
  remove,
  update,
  type Versioned,
} from "../api/collections.ts";
import { ApiError } from "../api/request.ts";
import type { AnyKind } from "../kinds/kind.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { DeleteDialog } from "../parts/delete-dialog.tsx";
import { Form, useForm } from "../parts/form.tsx";
import { Loaded, useLoad } from "../parts/load.tsx";
import { Card, Page } from "../parts/page.tsx";
import { goTo, linkTo } from "../route.ts";
import { useSession } from "../session.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";

type Item = ItemOf<CollectionName>;

interface ItemDetailProps {
  readonly kind: AnyKind;
  readonly id: string;
}

/** One item: what is known of it, its settings, and what can be done with it. */
export function ItemDetail({ kind, id }: ItemDetailProps) {
  const collection = kind.collection as CollectionName;
  const loader = useLoad<Versioned<Item>>(() => read(collection, id), [collection, id]);
  const { loading, reload, replace } = loader;
  const title = loading.state === "ready" ? kind.nameOf(loading.value.item) : kind.noun;
  return (
    <Page title={title} parent={{ text: kind.plural, href: linkTo(collection) }}>
      <Loaded from={loader}>
        {(version) => <Detail kind={kind} version={version} replace={replace} reload={reload} />}
      </Loaded>
    </Page>
  );
}

interface DetailProps {
  readonly kind: AnyKind;
  readonly version: Versioned<Item>;
  readonly replace: (next: Versioned<Item>) => void;
  readonly reload: () => void;
}

function Detail({ kind, version, replace, reload }: DetailProps) {
  const { Facts, Actions, More, permission } = kind;
  const { may } = useSession();
  const mayWrite = may(`${permission}:w`);
  const parts = { ...version, replace, reload };
  return (
    <>
      <Card title="Overview">
        <Facts {...parts} />
      </Card>
      {mayWrite && <Settings key={version.etag} kind={kind} version={version} replace={replace} />}
      {More && <More {...parts} />}
      {Actions && mayWrite && (
        <Card title="Actions">
          <Actions {...parts} />
        </Card>
      )}
      {mayWrite && <Deletion kind={kind} version={version} />}
    </>
  );
}

type SettingsProps = Pick<DetailProps, "kind" | "version" | "replace">;

function Settings({ kind, version, replace }: SettingsProps) {
  const { noun, Fields } = kind;
  const collection = kind.collection as CollectionName;
  const { item } = version;
  const form = useForm({ initial: kind.valuesOf(item), findMistakes: kind.findMistakes });
  const [theirs, setTheirs] = useState<Versioned<Item> | null>(null);
  const announce = useAnnounce();

  async function save(over: Versioned<Item>): Promise<void> {
    const patch = kind.patchOf(form.values, item);
    if (Object.keys(patch).length === 0) return announce("There is nothing to save.");
    try {
      replace(await update(collection, { id: item.id, etag: over.etag, patch }));
      announce(`The ${noun} is saved.`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) throw error;
      setTheirs(await read(collection, item.id));
    }
  }

  return (
    <Card title="Settings">
      <Form state={form} onSubmit={() => save(version)} submitLabel="Save">
        <Fields form={form} item={item} />
      </Form>
      {theirs && (
        <ConflictDialog
          kind={kind}
          mine={form.values}
          theirs={kind.valuesOf(theirs.item)}
          keepMine={() => save(theirs)}
          takeTheirs={() => replace(theirs)}
          onClose={() => setTheirs(null)}
        />
      )}
    </Card>
  );
}

type DeletionProps = Pick<DetailProps, "kind" | "version">;

function Deletion({ kind, version: { item, etag } }: DeletionProps) {
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
          name={kind.nameOf(item)}
          consequences={kind.consequences(item)}
          work={work}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
