import { COLLECTIONS, type ItemOf, nameOf } from "../api/collections.ts";
import { type NamesOf, SelectField } from "../parts/field.tsx";
import type { FormState } from "../parts/form.tsx";
import { linkTo } from "../route.ts";

/** The collection that agents or consumers belong to. */
type Owner = "spaces" | "contracts";

interface Belonging {
  /** The field with the owner's id. */
  readonly field: string;
  readonly label: string;
  /** All owners to choose from. */
  readonly items: readonly ItemOf<Owner>[];
}

interface BelongingFieldProps<Values extends object> extends Belonging {
  readonly form: FormState<Values>;
  readonly field: NamesOf<Values, string>;
  readonly collection: Owner;
  readonly hint: string;
}

/** A choice of the owner. */
export function BelongingField<Values extends object>(props: BelongingFieldProps<Values>) {
  const { form, field, label, hint, collection, items } = props;
  const { noun } = COLLECTIONS[collection];
  return (
    <SelectField
      form={form}
      name={field}
      label={label}
      hint={
        items.length > 0 ? (
          hint
        ) : (
          <>
            There is no {noun} yet: <a href={linkTo(collection, "new")}>make one first</a>.
          </>
        )
      }
      choices={[
        { value: "", text: `Choose a ${noun}`, isDisabled: true },
        ...items.map((item) => ({ value: item.id, text: nameOf(item) })),
      ]}
      isRequired
    />
  );
}
