import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { nameOf, tryCreate } from "../api/collections.ts";
import { SPACE_FIELDS } from "../kinds/contract-fields.tsx";
import { Labelled } from "../parts/field.tsx";
import { Form, type Mistakes, useForm } from "../parts/form.tsx";
import { Loaded, useLoad } from "../parts/load.tsx";
import { Card } from "../parts/page.tsx";
import { goTo, linkTo } from "../route.ts";
import { useSession } from "../session.tsx";
import { type DraftStore, nameForMore, useDraft } from "./draft.ts";
import { type Existing, loadExisting, NOTHING } from "./existing.ts";
import { FirstSpace } from "./first-space.tsx";
import { formOf, itemHasSecret } from "./part-form.tsx";
import type { Part } from "./parts.ts";
import { neighbourOf } from "./progress.tsx";

/** The choice to create a new item. */
const NEW = "";

interface PartStepProps {
  readonly part: Part;
}

/** Asks for one part of the chain: a new item, or one that is not bound to an API key. */
export function PartStep({ part }: PartStepProps) {
  const { may } = useSession();
  const store = useDraft();
  const loader = useLoad(
    async (signal) => (may("api-keys") ? loadExisting(part, signal) : NOTHING),
    [part],
  );
  return (
    <Loaded from={loader}>
      {(existing) => <Entry part={part} store={store} existing={withMade(part, store, existing)} />}
    </Loaded>
  );
}

/**
 * Adds the items that the guide has created, even for people who may not read the existing ones.
 */
function withMade({ name }: Part, store: DraftStore, existing: Existing): Existing {
  const { chosen, isMade } = store.current().parts[name];
  if (!(chosen && isMade) || existing.unbound.some(({ id }) => id === chosen.id)) return existing;
  return { ...existing, unbound: [...existing.unbound, chosen] };
}

type Values = Readonly<Record<string, unknown>> & { readonly name: string };

interface EntryProps extends PartStepProps {
  readonly store: DraftStore;
  readonly existing: Existing;
}

function Entry({ part, store, existing }: EntryProps) {
  const { name, title, about } = part;
  const { blank, Fields, inputOf } = formOf(part);
  const { chosen, values } = store.current().parts[name];
  const isNew = !existing.unbound.some(({ id }) => id === chosen?.id);
  const initial = useRef<Values>(
    (values as Values | null) ?? { ...blank, name: nameForMore(store.current()) },
  );
  const form = useForm<Values>({
    initial: initial.current,
    findMistakes: (values) => (isNew ? findMistakes(part, { values, existing }) : {}),
  });
  // At once, not after the next paint: the person may have left by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries are kept when they change
  useLayoutEffect(() => {
    if (form.values === initial.current) return;
    store.changePart(name, { values: form.values, isChecked: false });
  }, [form.values]);
  const [spaceCount, setSpaceCount] = useState(0);

  async function next(): Promise<void> {
    // An item that somebody else has bound in the meantime is no longer offered.
    if (isNew) {
      await tryCreate(part.collection, inputOf(form.values));
      store.changePart(name, { chosen: null, values: form.values, isChecked: true });
    }
    goTo("guide", neighbourOf(name, 1)!);
  }

  const back = neighbourOf(name, -1);
  return (
    <>
      {name === "contract" && isNew && (
        <FirstSpace
          onMade={({ id, title }) => {
            store.change({ spaces: [...store.current().spaces, title] });
            for (const field of SPACE_FIELDS) form.set(field, [id]);
            setSpaceCount(spaceCount + 1);
          }}
        />
      )}
      <Card title={title} about={about}>
        <Form
          state={form}
          onSubmit={next}
          submitLabel="Continue"
          secondary={back && <a href={linkTo("guide", back)}>Back</a>}
        >
          {existing.unbound.length > 0 && (
            <Choice
              part={part}
              store={store}
              existing={existing}
              chosenId={isNew ? NEW : chosen!.id}
            />
          )}
          {isNew && <Fields key={spaceCount} form={form} others={null} />}
          {!isNew && itemHasSecret(part, chosen!) && <Renewal part={part} store={store} />}
        </Form>
      </Card>
    </>
  );
}

interface NewValues {
  readonly values: Values;
  readonly existing: Existing;
}

/** Reports a name that is already in use at once, before anything is created. */
function findMistakes(part: Part, { values, existing }: NewValues): Mistakes {
  const { noun, findMistakes } = formOf(part);
  const name = values.name.trim().normalize("NFC");
  const isTaken = existing.all.some((item) => nameOf(item) === name);
  return {
    ...(isTaken && { name: `There is another ${noun} with this name.` }),
    ...findMistakes(values),
  };
}

interface ChoiceProps extends EntryProps {
  readonly chosenId: string;
}

function Choice({ part, store, existing: { unbound }, chosenId }: ChoiceProps) {
  const { name } = part;
  const { noun } = formOf(part);

  function choose(id: string): void {
    const chosen = unbound.find((item) => item.id === id) ?? null;
    const isRenewed = chosen !== null && itemHasSecret(part, chosen);
    store.changePart(name, { chosen, isRenewed, isMade: false });
  }

  return (
    <Labelled
      label={`Which ${noun}?`}
      hint={`A new one, or one that ${name === "apiKey" ? "has nothing bound to it" : "no API key has"}.`}
      mistake={undefined}
    >
      {(attributes) => (
        <select
          {...attributes}
          value={chosenId}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value={NEW}>A new {noun}</option>
          {unbound.map((item) => (
            <option key={item.id} value={item.id}>
              {nameOf(item)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

interface RenewalProps extends PartStepProps {
  readonly store: DraftStore;
}

/** An existing item's secret was shown when it was created, and cannot be shown again. */
function Renewal({ part: { name, secret }, store }: RenewalProps) {
  const label = secret!.label.toLowerCase().replace("api", "API");
  return (
    <div class="check">
      <input
        id="renewal"
        type="checkbox"
        checked={store.current().parts[name].isRenewed}
        aria-describedby="renewal-hint"
        onChange={({ currentTarget }) =>
          store.changePart(name, { isRenewed: currentTarget.checked })
        }
      />
      <div>
        <label for="renewal">Make a new {label}</label>
        <p id="renewal-hint" class="hint">
          The present one was shown when it was made, and is not shown again. If you have stored it,
          leave this out. A new one replaces it.
        </p>
      </div>
    </div>
  );
}
