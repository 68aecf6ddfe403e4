import { useState } from "preact/hooks";
import { type CollectionName, create } from "../api/collections.ts";
import { newIdempotencyKey } from "../api/idempotency-key.ts";
import type { AnyKind } from "../kinds/kind.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { Form, useForm } from "../parts/form.tsx";
import { Card, Page } from "../parts/page.tsx";
import { useReveal } from "../parts/reveal.tsx";
import { goTo, linkTo } from "../route.ts";
import { revealOf } from "./reveal-of.ts";

interface NewItemProps {
  readonly kind: AnyKind;
}

/** Makes an item, and shows what is secret of it, once. */
export function NewItem({ kind }: NewItemProps) {
  const { collection, noun, plural, Fields } = kind;
  const form = useForm({ initial: kind.blank, findMistakes: kind.findMistakes });
  const idempotencyKey = useIdempotencyKey(form.values);
  const announce = useAnnounce();
  const reveal = useReveal();

  async function save(): Promise<void> {
    const input = kind.inputOf(form.values);
    const made = await create(collection as CollectionName, { input, idempotencyKey });
    announce(`The ${noun} is made.`);
    const shown = revealOf(kind, made);
    if (shown) reveal(shown);
    goTo(collection, made.item.id);
  }

  return (
    <Page
      title={`New ${noun}`}
      about={kind.about}
      parent={{ text: plural, href: linkTo(collection) }}
    >
      <Card title="Settings">
        <Form
          state={form}
          onSubmit={save}
          submitLabel={`Create ${noun}`}
          secondary={<a href={linkTo(collection)}>Cancel</a>}
        >
          <Fields form={form} />
        </Form>
      </Card>
    </Page>
  );
}

/** One for each entry: a second try of the same is no second item. */
function useIdempotencyKey(values: object): string {
  const text = JSON.stringify(values);
  const [made, setMade] = useState({ text, key: newIdempotencyKey() });
  if (made.text === text) return made.key;
  const next = { text, key: newIdempotencyKey() };
  setMade(next);
  return next.key;
}
