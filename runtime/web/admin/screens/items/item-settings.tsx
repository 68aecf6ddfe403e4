import { useLayoutEffect, useState } from "preact/hooks";
import {
  type CollectionName,
  type ItemOf,
  type ItemVersion,
  read,
  update,
} from "../../api/collections.ts";
import { ApiError, type Conflict } from "../../api/request.ts";
import type { AnyKind, ItemProps } from "../../kinds/kind.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { Card, Facts } from "../../parts/page.tsx";
import { useReveal } from "../../parts/reveal.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { ItemValue } from "./item-value.tsx";
import { revealOf } from "./reveal-of.tsx";

type Item = ItemOf<CollectionName>;

interface ItemSettingsProps extends ItemProps<Item, unknown> {
  readonly kind: AnyKind;
}

/** The version that somebody else has saved. */
interface Theirs extends ItemVersion<Item> {
  readonly conflict: Conflict | undefined;
}

/** The form of an item, for people who may write. */
export function ItemSettings({ kind, item, etag, others, replace }: ItemSettingsProps) {
  const { noun, Fields } = kind;
  const collection = kind.collection as CollectionName;
  const before = kind.valuesOf(item);
  const form = useForm({
    initial: before,
    findMistakes: kind.findMistakes,
    isGuarded: true,
  });
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const announce = useAnnounce();
  const reveal = useReveal();
  // A version with the same settings keeps the entries.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is a new object at each rendering
  useLayoutEffect(() => form.reset(before), [JSON.stringify(before)]);

  async function save(over: ItemVersion<Item>): Promise<void> {
    const patch = kind.patchOf(form.values, item);
    const saved = await update(collection, { id: item.id, etag: over.etag, patch });
    form.reset(kind.valuesOf(saved.item));
    replace(saved);
    announce(`The ${noun} is saved.`);
    const secrets = revealOf(kind, saved);
    if (secrets) reveal(secrets);
  }

  async function show(error: unknown): Promise<void> {
    const { conflict } = error as ApiError;
    setTheirs({ ...(await read(collection, item.id)), conflict });
  }

  async function submit(): Promise<void> {
    try {
      await save({ item, etag });
    } catch (error) {
      if (statusOf(error) === 412) return show(error);
      if (statusOf(error) === 404) throw goneError(kind);
      throw error;
    }
  }

  async function keepMine(): Promise<void> {
    try {
      await save(theirs!);
    } catch (error) {
      if (statusOf(error) === 404) throw goneError(kind);
      if (statusOf(error) !== 412) throw error;
      await show(error);
      const message = "It was changed again in the meantime. Look at the saved version.";
      throw new ApiError(message, { status: 0 });
    }
  }

  return (
    <Card title="Settings">
      <Form state={form} onSubmit={submit} submitLabel="Save" needsChange>
        <Fields form={form} item={item} others={others} />
      </Form>
      {theirs && (
        <ConflictDialog
          kind={kind}
          others={others}
          before={before}
          mine={form.values}
          theirs={kind.valuesOf(theirs.item)}
          conflict={theirs.conflict}
          keepMine={keepMine}
          takeTheirs={() => {
            setTheirs(null);
            form.reset(kind.valuesOf(theirs.item));
            replace(theirs);
          }}
          onClose={() => setTheirs(null)}
        />
      )}
    </Card>
  );
}

function statusOf(error: unknown): number | null {
  return error instanceof ApiError ? error.status : null;
}

function goneError({ noun }: AnyKind): ApiError {
  return new ApiError(`Somebody else has deleted this ${noun} in the meantime.`, { status: 404 });
}

type SettingsFactsProps = Pick<ItemSettingsProps, "kind" | "item" | "others">;

/** The same for people who may only read, without the settings that are among the facts. */
export function SettingsFacts({ kind, item, others }: SettingsFactsProps) {
  const { readable = [], labels } = kind;
  const values = kind.valuesOf(item);
  if (readable.length === 0) return null;
  return (
    <Card title="Settings">
      <Facts
        rows={readable.map((field) => [
          labels[field]!,
          <ItemValue key={field} kind={kind} field={field} value={values[field]} others={others} />,
        ])}
      />
    </Card>
  );
}
