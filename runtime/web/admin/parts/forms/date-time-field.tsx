import { Labelled, type NamesOf } from "../field.tsx";
import type { FormState } from "../form.tsx";

interface DateTimeFieldProps<Values extends object> {
  readonly form: FormState<Values>;
  readonly name: NamesOf<Values, string>;
  readonly label: string;
  readonly hint: string;
}

/** A day and a time in the person's time zone, which is named. */
export function DateTimeField<Values extends object>({
  form,
  name,
  label,
  hint,
}: DateTimeFieldProps<Values>) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Labelled
      label={label}
      hint={`${hint} Times are those of ${timeZone}.`}
      mistake={form.mistakes[name]}
    >
      {(attributes) => (
        <input
          {...attributes}
          name={name}
          type="datetime-local"
          value={form.values[name] as string}
          onInput={({ currentTarget }) =>
            form.set(name, currentTarget.value as Values[typeof name])
          }
        />
      )}
    </Labelled>
  );
}
