import type { ApiKey } from "../../api/types.ts";
import { CheckField, type Choice, SelectField, TextField } from "../../parts/field.tsx";
import type { FormState } from "../../parts/form.tsx";
import { DateTimeField } from "../../parts/forms/date-time-field.tsx";
import type { FieldsProps } from "../kind.ts";
import { NameField } from "../name-field.tsx";
import type { ApiKeyOthers } from "./api-key-others.ts";
import { BINDINGS, type Binding, keyBoundTo } from "./bindings.ts";
import type { LimitValues } from "./limits.ts";

/** Values of a key's form: ids of the bound items, empty for none. */
export interface ApiKeyValues extends Readonly<Record<Binding["field"], string>>, LimitValues {
  readonly name: string;
}

export function ApiKeyFields({
  form,
  item,
  others,
}: FieldsProps<ApiKeyValues, ApiKey, ApiKeyOthers>) {
  return (
    <>
      <NameField form={form} />
      {BINDINGS.map((binding) => (
        <BindingField
          key={binding.field}
          binding={binding}
          form={form}
          item={item}
          others={others}
        />
      ))}
      <CheckField
        form={form}
        name="active"
        label="Active"
        hint="Clear it to pause the key: its partner has no access until you make it active again. What is bound stays bound."
      />
      <DateTimeField
        form={form}
        name="expiresAt"
        label="Expires"
        hint="From then on its partner has no access. Empty: never."
      />
      <TextField
        form={form}
        name="networks"
        label="Networks"
        hint="Where the partner’s server may call from: CIDR blocks or addresses, one on each line. Consumers sign in from everywhere. Empty: from everywhere."
        rows={3}
      />
      <TextField
        form={form}
        name="requestsPerMinute"
        label="Reads in a minute"
        hint="Further ones are refused for the rest of the minute. Empty: any number."
      />
    </>
  );
}

interface BindingFieldProps {
  readonly binding: Binding;
  readonly form: FormState<ApiKeyValues>;
  readonly item: ApiKey | undefined;
  readonly others: ApiKeyOthers;
}

function BindingField({
  binding: { field, collection, label },
  form,
  item,
  others,
}: BindingFieldProps) {
  const choices = others.targets[collection].map(({ id, name }): Choice => {
    const key = keyBoundTo(others.apiKeys, { field, id });
    if (!key || key.id === item?.id) return { value: id, text: isolated(name) };
    const text = `${isolated(name)} (bound to ${isolated(key.name)})`;
    return { value: id, text, isDisabled: true };
  });
  return (
    <SelectField
      form={form}
      name={field}
      label={label}
      choices={[{ value: "", text: "None" }, ...choices]}
    />
  );
}

/** A choice cannot contain elements; characters isolate its direction (Unicode UAX #9). */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
