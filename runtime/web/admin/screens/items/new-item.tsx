import { useState } from "preact/hooks";
import { type CollectionName, create } from "../../api/collections.ts";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import { type AnyKind, hasSecret } from "../../kinds/kind.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { discardUnsaved } from "../../parts/forms/unsaved.tsx";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { Card, Page } from "../../parts/page.tsx";
import { useReveal } from "../../parts/reveal.tsx";
import { goTo, linkTo } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { revealOf } from "./reveal-of.tsx";

interface NewItemProps {
  readonly kind: AnyKind;
}

/** Creates an item and shows its secrets once. */
export function NewItem({ kind }: NewItemProps) {
  const { collection, noun, plural, about, loadOthers } = kind;
  const session = useSession();
  const loader = useLoad(async () => ({ others: (await loadOthers?.(session)) ?? null }), [kind]);
  return (
    <Page title={`New ${noun}`} about={about} parent={{ text: plural, href: linkTo(collection) }}>
      <Loaded from={loader}>{({ others }) => <NewItemForm kind={kind} others={others} />}</Loaded>
    </Page>
  );
}

interface NewItemFormProps extends NewItemProps {
  readonly others: unknown;
}

function NewItemForm({ kind, others }: NewItemFormProps) {
  const { collection, noun, Fields } = kind;
  const form = useForm({
    initial: kind.blank,
    findMistakes: kind.findMistakes,
    isGuarded: true,
  });
  const idempotencyKey = useIdempotencyKey(form.values);
  /** Id of an item created by an earlier attempt whose response, with the secret, was lost. */
  const [unseenId, setUnseenId] = useState<string | null>(null);
  const announce = useAnnounce();
  const reveal = useReveal();

  async function save(): Promise<void> {
    const input = kind.inputOf(form.values);
    const made = await create(collection as CollectionName, { input, idempotencyKey });
    discardUnsaved();
    const shown = revealOf(kind, made);
    if (hasSecret(kind, made.item) && !shown) return setUnseenId(made.item.id);
    announce(`The ${noun} is made.`);
    if (shown) reveal(shown);
    goTo(collection, made.item.id);
  }

  return (
    <Card title="Settings">
      <Form
        state={form}
        onSubmit={save}
        submitLabel={`Create ${noun}`}
        secondary={<a href={linkTo(collection)}>Cancel</a>}
      >
        <Fields form={form} others={others} />
      </Form>
      {unseenId !== null && <Unseen kind={kind} onClose={() => goTo(collection, unseenId)} />}
    </Card>
  );
}

interface UnseenProps extends NewItemProps {
  readonly onClose: () => void;
}

function Unseen({ kind: { noun }, onClose }: UnseenProps) {
  return (
    <Dialog title={`The ${noun} was made by your first attempt`} onClose={onClose}>
      <p>
        The response was lost, and with it the secret that is shown only once. Rotate it to get a
        new one.
      </p>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Go to the {noun}
        </button>
      </div>
    </Dialog>
  );
}

/** One key for each set of entries: a second attempt creates no second item. */
function useIdempotencyKey(values: object): string {
  const text = JSON.stringify(values);
  const [made, setMade] = useState({ text, key: newIdempotencyKey() });
  if (made.text === text) return made.key;
  const next = { text, key: newIdempotencyKey() };
  setMade(next);
  return next.key;
}
