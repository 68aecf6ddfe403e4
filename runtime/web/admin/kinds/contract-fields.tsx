import { listAll } from "../api/collections.ts";
import type { Contract, Space } from "../api/types.ts";
import { CheckList } from "../parts/check-list.tsx";
import { CheckField } from "../parts/field.tsx";
import type { FormState } from "../parts/form.tsx";
import { Loaded, type Loader, useLoad } from "../parts/load.tsx";
import { useSession } from "../session.tsx";
import { SWITCHES, type Switches as SwitchValues } from "./contract-switches.ts";
import type { FieldsProps } from "./kind.ts";
import { NameField } from "./name-field.tsx";

/** Values of a contract's form. */
export interface ContractValues extends SwitchValues {
  readonly name: string;
  readonly spaceIds: readonly string[];
  readonly defaultSystemSpaceIds: readonly string[];
  readonly defaultOutsideSpaceIds: readonly string[];
}

/** Lists of spaces: those that the partner may offer, and those that new consumers start with. */
export const SPACE_FIELDS = [
  "spaceIds",
  "defaultSystemSpaceIds",
  "defaultOutsideSpaceIds",
] as const;

interface FormProps {
  readonly form: FormState<ContractValues>;
  /** True for a contract that is being created. */
  readonly isNew: boolean;
}

type ContractFieldsProps = Pick<FieldsProps<ContractValues, Contract>, "form" | "item">;

/** The fields of a contract; those that few contracts need are folded. */
export function ContractFields({ form, item }: ContractFieldsProps) {
  const isNew = item === undefined;
  return (
    <>
      <NameField form={form} />
      <SpaceChoice form={form} isNew={isNew} />
      <Switches form={form} isRare={false} />
      <details class="more" open={!isNew && hasRare(form.values)}>
        <summary>More: who may register, who may not sign in, which spaces they start with</summary>
        <Switches form={form} isRare />
        <DefaultSpaces form={form} isNew={isNew} />
      </details>
    </>
  );
}

function hasRare(values: ContractValues): boolean {
  return SWITCHES.some(({ name, isRare }) => isRare && values[name]);
}

interface SwitchesProps extends Pick<FormProps, "form"> {
  readonly isRare: boolean;
}

function Switches({ form, isRare }: SwitchesProps) {
  return (
    <fieldset class="field">
      <legend>{isRare ? "Registration and blocks" : "Sign-in"}</legend>
      {SWITCHES.filter((one) => one.isRare === isRare).map(({ name, label, hint }) => (
        <CheckField key={name} form={form} name={name} label={label} hint={hint} />
      ))}
    </fieldset>
  );
}

/** Reads the spaces. @returns null for people who may not read the directory */
function useSpaces(): Loader<{ readonly spaces: readonly Space[] | null }> {
  const { may } = useSession();
  return useLoad(
    async (signal) => ({ spaces: may("directory") ? await listAll("spaces", { signal }) : null }),
    [],
  );
}

function SpaceChoice({ form, isNew }: FormProps) {
  return (
    <Loaded from={useSpaces()}>
      {({ spaces }) =>
        spaces ? (
          <OfferedSpaces form={form} isNew={isNew} spaces={spaces} />
        ) : (
          <SpaceIds {...form.values} />
        )
      }
    </Loaded>
  );
}

interface SpaceListProps extends FormProps {
  readonly spaces: readonly Space[];
}

function OfferedSpaces({ form, isNew, spaces }: SpaceListProps) {
  const { spaceIds } = form.values;
  const all = spaces.map(({ id, title }) => ({ value: id, text: title }));

  /**
   * A space that is no longer offered cannot be a consumer's default. In a new contract, consumers
   * start with each space that is added.
   */
  function offer(next: readonly string[]): void {
    const added = isNew ? next.filter((id) => !spaceIds.includes(id)) : [];
    form.set("spaceIds", next);
    for (const field of ["defaultSystemSpaceIds", "defaultOutsideSpaceIds"] as const) {
      const kept = form.values[field].filter((id) => next.includes(id));
      form.set(field, [...kept, ...added]);
    }
  }

  return (
    <CheckList
      name="spaceIds"
      label="Spaces"
      hint={<Order titles={offeredOf(form, spaces).map(({ text }) => text)} />}
      mistake={form.mistakes.spaceIds}
      choices={all}
      chosen={spaceIds}
      onChange={offer}
      empty="There is no space yet."
    />
  );
}

function offeredOf({ values }: FormState<ContractValues>, spaces: readonly Space[]) {
  return values.spaceIds.map((id) => {
    const title = spaces.find((space) => space.id === id)?.title;
    return { value: id, text: title ?? `Space ${id}` };
  });
}

/** People who may not read the directory leave the defaults as they are. */
function DefaultSpaces({ form, isNew }: FormProps) {
  return (
    <Loaded from={useSpaces()}>
      {({ spaces }) => spaces && <DefaultLists form={form} isNew={isNew} spaces={spaces} />}
    </Loaded>
  );
}

function DefaultLists({ form, spaces }: SpaceListProps) {
  const offered = offeredOf(form, spaces);
  return (
    <>
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
