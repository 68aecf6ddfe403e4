import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { ApiError, FieldError } from "../api/request.ts";
import { useUnsaved } from "./forms/unsaved.tsx";
import { useFailure } from "./load.tsx";

/** Messages by field name. */
export type Mistakes = Readonly<Record<string, string>>;

/** The values entered, and the mistakes in them. */
export interface FormState<Values extends object> {
  readonly values: Values;
  readonly mistakes: Mistakes;
  /** Values that were probably meant, by field name. */
  readonly suggestions: Mistakes;
  /** True if the values differ from those that the form began with, or that were saved last. */
  readonly isChanged: boolean;
  /** An error that does not belong to a field. */
  readonly problem: string;
  readonly isBusy: boolean;
  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void;
  /** Shows other values, as saved. */
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
  /** True if the person is asked before leaving with changes. Default: false. */
  readonly isGuarded?: boolean;
}

/** Keeps the state of one form. */
export function useForm<Values extends object>({
  initial,
  findMistakes,
  pair,
  isGuarded = false,
}: FormOptions<Values>): FormState<Values> {
  const [values, setValues] = useState(initial);
  const saved = useRef(initial);
  const [suggestions, setSuggestions] = useState<Mistakes>({});
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const fail = useFailure();
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved.current);
  useUnsaved(() => isGuarded && isChanged);

  function show(form: HTMLFormElement, found: Mistakes): void {
    setMistakes(found);
    // After the next paint, when the field is marked.
    requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  function explain(form: HTMLFormElement, error: ApiError): void {
    const ofFields = error.fields.filter(({ path }) => topOf(path) in values);
    const byField = (read: (fault: FieldError) => string | undefined) =>
      Object.fromEntries(
        ofFields.flatMap((fault) => {
          const text = read(fault);
          return text === undefined ? [] : [[topOf(fault.path), text]];
        }),
      );
    setSuggestions(byField(({ suggestion }) => suggestion));
    show(
      form,
      byField(({ message }) => message),
    );
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
    suggestions,
    isChanged,
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
      saved.current = next;
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
  /** True if there is nothing to submit until something has changed. */
  readonly needsChange?: boolean;
  /** Shown next to the submit button. */
  readonly secondary?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Form<Values extends object>({
  state,
  onSubmit,
  submitLabel,
  needsChange = false,
  secondary,
  children,
}: FormProps<Values>) {
  const isIdle = needsChange && !state.isChanged;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isIdle) void state.submit(event.currentTarget, onSubmit);
      }}
    >
      {children}
      <p class="problem" role="alert">
        {state.problem}
      </p>
      <div class="actions">
        {/* Not `disabled`, which would take the focus from the button. */}
        <button type="submit" aria-disabled={state.isBusy || isIdle}>
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
