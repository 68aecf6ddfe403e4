import { useId } from "preact/hooks";

interface FilterSelectProps {
  readonly label: string;
  /** The first choice, which does not narrow the list. Default: All. */
  readonly all?: string | undefined;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
  /** Empty for all. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice that narrows a list; a value from the address that is not among the choices is kept. */
export function FilterSelect({ label, all = "All", choices, value, onChange }: FilterSelectProps) {
  const id = useId();
  const isKnown = value === "" || choices.some((choice) => choice.value === value);
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{all}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
    </div>
  );
}
