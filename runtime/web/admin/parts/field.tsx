import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { FormState } from "./form.tsx";
import { PasswordInput } from "./forms/password-input.tsx";

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
}

interface LabelledProps extends FieldProps {
  readonly mistake: string | undefined;
  /** Shown below the mistake. */
  readonly remedy?: ComponentChildren;
  readonly children: (attributes: ControlAttributes) => ComponentChildren;
}

/** Attributes that tie a control to its label, hint and mistake. */
export interface ControlAttributes {
  readonly id: string;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
}

/** A label, a hint, a control and the mistake in its value. */
export function Labelled({ label, hint, mistake, remedy, children }: LabelledProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
      {children({
        id,
        "aria-describedby": `${id}-hint ${id}-mistake`,
        "aria-invalid": mistake !== undefined,
      })}
      <p id={`${id}-mistake`} class="mistake">
        {mistake}
      </p>
      {remedy}
    </div>
  );
}

/** The names of the fields whose values have a certain type. */
export type NamesOf<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never;
}[keyof Values] &
  string;

interface TextFieldProps<Values extends object> extends FieldProps {
  readonly form: FormState<Values>;
  readonly name: NamesOf<Values, string>;
  readonly type?: "text" | "password";
  readonly autocomplete?: string;
  /**
   * Keyboard of a phone for text that is not prose; it also turns off automatic changes to the
   * text.
   */
  readonly keyboard?: "email" | "url";
  /** For browsers that generate passwords; the form reports it in its own words. */
  readonly minLength?: number;
  readonly isRequired?: boolean;
  /** Number of lines, for a text of several. */
  readonly rows?: number;
}

export function TextField<Values extends object>({
  form,
  name,
  type = "text",
  autocomplete = "off",
  keyboard,
  minLength,
  isRequired = false,
  rows,
  ...field
}: TextFieldProps<Values>) {
  return (
    <Labelled
      {...field}
      mistake={form.mistakes[name]}
      remedy={<Suggestion form={form} name={name} />}
    >
      {(attributes) => {
        const shared = {
          ...attributes,
          name,
          required: isRequired,
          value: form.values[name] as string,
          onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
            form.set(name, currentTarget.value as Values[typeof name]),
        };
        if (rows !== undefined) return <textarea {...shared} rows={rows} />;
        return type === "password" ? (
          <PasswordInput {...shared} autocomplete={autocomplete} minLength={minLength} />
        ) : (
          // Not `type="email"`: browsers then rewrite the domain.
          <input
            {...shared}
            type="text"
            autocomplete={autocomplete}
            spellcheck={false}
            inputMode={keyboard}
            autocapitalize={keyboard && "none"}
            autocorrect={keyboard && "off"}
          />
        );
      }}
    </Labelled>
  );
}

type SuggestionProps<Values extends object> = Pick<TextFieldProps<Values>, "form" | "name">;

/** Offers the value that was probably meant. */
function Suggestion<Values extends object>({ form, name }: SuggestionProps<Values>) {
  const suggestion = form.mistakes[name] && form.suggestions[name];
  if (!suggestion) return null;
  return (
    <button
      type="button"
      class="small remedy"
      onClick={({ currentTarget }) => {
        // The button goes with the mistake.
        currentTarget.parentElement!.querySelector("input")!.focus();
        form.set(name, suggestion as Values[typeof name]);
      }}
    >
      Use {suggestion}
    </button>
  );
}

interface CheckFieldProps<Values extends object> extends FieldProps {
  readonly form: FormState<Values>;
  readonly name: NamesOf<Values, boolean>;
}

export function CheckField<Values extends object>({
  form,
  name,
  label,
  hint,
}: CheckFieldProps<Values>) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={form.values[name] as boolean}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) =>
          form.set(name, currentTarget.checked as Values[typeof name])
        }
      />
      <div>
        <label for={id}>{label}</label>
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      </div>
    </div>
  );
}

export interface Choice {
  readonly value: string;
  readonly text: string;
  readonly isDisabled?: boolean;
}

interface SelectFieldProps<Values extends object> extends FieldProps {
  readonly form: FormState<Values>;
  readonly name: NamesOf<Values, string>;
  readonly choices: readonly Choice[];
  readonly isRequired?: boolean;
}

export function SelectField<Values extends object>({
  form,
  name,
  choices,
  isRequired = false,
  ...field
}: SelectFieldProps<Values>) {
  return (
    <Labelled {...field} mistake={form.mistakes[name]}>
      {(attributes) => (
        <select
          {...attributes}
          name={name}
          required={isRequired}
          value={form.values[name] as string}
          onChange={({ currentTarget }) =>
            form.set(name, currentTarget.value as Values[typeof name])
          }
        >
          {choices.map(({ value, text, isDisabled = false }) => (
            <option key={value} value={value} disabled={isDisabled}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
