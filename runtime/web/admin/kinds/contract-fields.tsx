import { listAll } from "../api/collections.ts";
import type { Contract, Space } from "../api/types.ts";
import { CheckList } from "../parts/check-list.tsx";
import { CheckField } from "../parts/field.tsx";
import type { FormState } from "../parts/form.tsx";
import { Loaded, useLoad } from "../parts/load.tsx";
import { useSession } from "../session.tsx";
import { SWITCHES, type Switches } from "./contract-switches.ts";
import type { FieldsProps } from "./kind.ts";
import { NameField } from "./name-field.tsx";

/** Values of a contract's form. */
export interface ContractValues extends Switches {
  readonly name: string;
  readonly spaceIds: readonly string[];
  readonly defaultSystemSpaceIds: readonly string[];
  readonly defaultOutsideSpaceIds: readonly string[];
}

interface FormProps {
  readonly form: FormState<ContractValues>;
}

export function ContractFields({ form }: Pick<FieldsProps<ContractValues, Contract>, "form">) {
  return (
    <>
      <NameField form={form} />
      <SpaceChoice form={form} />
      <fieldset class="field">
        <legend>Registration and sign-in</legend>
        {SWITCHES.map(({ name, label, hint }) => (
          <CheckField key={name} form={form} name={name} label={label} hint={hint} />
        ))}
      </fieldset>
    </>
  );
}

function SpaceChoice({ form }: FormProps) {
  const { may } = useSession();
  const loader = useLoad(
    async (signal) => ({ spaces: may("directory") ? await listAll("spaces", { signal }) : null }),
    [],
  );
  return (
    <Loaded from={loader}>
      {({ spaces }) =>
        spaces ? <SpaceLists form={form} spaces={spaces} /> : <SpaceIds {...form.values} />
      }
    </Loaded>
  );
}

interface SpaceListsProps extends FormProps {
  readonly spaces: readonly Space[];
}

function SpaceLists({ form, spaces }: SpaceListsProps) {
  const { spaceIds } = form.values;
  const all = spaces.map(({ id, title }) => ({ value: id, text: title }));
  const offered = spaceIds.map((id) => all.find(({ value }) => value === id) ?? unknownSpace(id));

  /** A section that is no longer offered cannot be a consumer's default. */
  function offer(next: readonly string[]): void {
    const isOffered = (id: string) => next.includes(id);
    form.set("spaceIds", next);
    for (const field of ["defaultSystemSpaceIds", "defaultOutsideSpaceIds"] as const) {
      const kept = form.values[field].filter(isOffered);
      if (kept.length < form.values[field].length) form.set(field, kept);
    }
  }

  return (
    <>
      <CheckList
        name="spaceIds"
        label="Spaces"
        hint={<Order titles={offered.map(({ text }) => text)} />}
        mistake={form.mistakes.spaceIds}
        choices={all}
        chosen={spaceIds}
        onChange={offer}
        empty="There is no space yet."
      />
      <CheckList
        name="defaultSystemSpaceIds"
        label="At the start: consumers registered inside the platform"
        hint="The spaces that a new consumer starts with."
        mistake={form.mistakes.defaultSystemSpaceIds}
        choices={offered}
        chosen={form.values.defaultSystemSpaceIds}
        onChange={(next) => form.set("defaultSystemSpaceIds", next)}
        empty="Choose spaces above first."
      />
      <CheckList
        name="defaultOutsideSpaceIds"
        label="At the start: consumers registered outside, at the partner"
        hint="The same for those whom the partner has registered."
        mistake={form.mistakes.defaultOutsideSpaceIds}
        choices={offered}
        chosen={form.values.defaultOutsideSpaceIds}
        onChange={(next) => form.set("defaultOutsideSpaceIds", next)}
        empty="Choose spaces above first."
      />
    </>
  );
}

function unknownSpace(id: string) {
  return { value: id, text: `Space ${id}` };
}

interface OrderProps {
  readonly titles: readonly string[];
}

function Order({ titles }: OrderProps) {
  if (titles.length < 2) return <>What the partner may offer.</>;
  return (
    <>
      What the partner may offer, in the order in which it was chosen:{" "}
      {titles.map((title, index) => (
        <>
          {index > 0 && ", "}
          <bdi>{title}</bdi>
        </>
      ))}
      .
    </>
  );
}

function SpaceIds({ spaceIds }: Pick<ContractValues, "spaceIds">) {
  return (
    <div class="field">
      <p>
        <strong>Spaces</strong>
      </p>
      <p class="hint">
        You may not read the directory: spaces are shown by their ids and stay as they are.
      </p>
      {spaceIds.length === 0 ? (
        <p class="quiet">None</p>
      ) : (
        <ul>
          {spaceIds.map((id) => (
            <li key={id}>
              <code>{id}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
