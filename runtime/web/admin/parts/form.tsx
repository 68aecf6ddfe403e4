import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { ApiError, FieldError } from "../api/request.ts";
import { useFailure } from "./load.tsx";

/** Messages by field name. */
export type Mistakes = Readonly<Record<string, string>>;

/** The values entered, and the mistakes in them. */
export interface FormState<Values extends object> {
  readonly values: Values;
  readonly mistakes: Mistakes;
  /** An error that does not belong to a field. */
  readonly problem: string;
  readonly isBusy: boolean;
  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void;
  reset(values: Values): void;
  /** Checks the entries, then runs the work, and shows the mistakes of either. */
  submit(form: HTMLFormElement, work: () => Promise<void>): Promise<void>;
}

interface FormOptions<Values> {
  readonly initial: Values;
  /** Finds mistakes that need no request; the server decides on the rest. */
  readonly findMistakes?: (values: Values) => Mistakes;
  /** Two fields, where a change of one may fix a mistake in the other. */
  readonly pair?: readonly [keyof Values & string, keyof Values & string];
}

/** Keeps the state of one form. */
export function useForm<Values extends object>({
  initial,
  findMistakes,
  pair,
}: FormOptions<Values>): FormState<Values> {
  const [values, setValues] = useState(initial);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const fail = useFailure();

  function show(form: HTMLFormElement, found: Mistakes): void {
    setMistakes(found);
    // After the next paint, when the field is marked.
    requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  function explain(form: HTMLFormElement, error: ApiError): void {
    const ofFields = error.fields.filter(({ path }) => topOf(path) in values);
    show(form, Object.fromEntries(ofFields.map(({ path, message }) => [topOf(path), message])));
    const others = error.fields.filter((field) => !ofFields.includes(field));
    if (ofFields.length === 0 || others.length > 0) setProblem(problemText(error, others));
  }

  async function submit(form: HTMLFormElement, work: () => Promise<void>): Promise<void> {
    if (running.current) return;
    const found = findMistakes?.(values) ?? {};
    setProblem("");
    show(form, found);
    if (Object.keys(found).length > 0) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      explain(form, fail(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    mistakes,
    problem,
    isBusy,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }));
      const mended: readonly string[] = pair?.includes(name) ? pair : [name];
      setMistakes((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !mended.includes(field))),
      );
    },
    reset(next) {
      setValues(next);
      setMistakes({});
      setProblem("");
    },
    submit,
  };
}

/** Returns the field that a path belongs to: `spaceIds` of `spaceIds.0`. */
function topOf(path: string): string {
  return path.split(".", 1)[0]!;
}

function problemText({ message }: ApiError, fields: readonly FieldError[]): string {
  const details = fields.map(({ path, message }) => `${path}: ${message}`);
  return [message, ...details].join(" ");
}

interface FormProps<Values extends object> {
  readonly state: FormState<Values>;
  readonly onSubmit: () => Promise<void>;
  readonly submitLabel: string;
  /** Shown next to the submit button. */
  readonly secondary?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Form<Values extends object>({
  state,
  onSubmit,
  submitLabel,
  secondary,
  children,
}: FormProps<Values>) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void state.submit(event.currentTarget, onSubmit);
      }}
    >
      {children}
      <p class="problem" role="alert">
        {state.problem}
      </p>
      <div class="actions">
        {/* Not `disabled`, which would take the focus from the button. */}
        <button type="submit" aria-disabled={state.isBusy}>
          {submitLabel}
        </button>
        {secondary}
        <span role="status" class="quiet">
          {state.isBusy ? "Working…" : ""}
        </span>
      </div>
    </form>
  );
}
