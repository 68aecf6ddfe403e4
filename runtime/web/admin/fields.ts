const FIELD_NAMES = ["organization", "email", "password", "repeated"] as const;

/** A field of the form: those of the admin API by its names, and the repeated password. */
export type FieldName = (typeof FIELD_NAMES)[number];

export type Entries = Readonly<Record<FieldName, string>>;

/** What is wrong, by field. */
export type Mistakes = Readonly<Partial<Record<FieldName, string>>>;

export function isFieldName(text: string): text is FieldName {
  return FIELD_NAMES.some((name) => name === text);
}

export function readEntries(form: HTMLFormElement): Entries {
  const entries = FIELD_NAMES.map((name) => [name, inputOf(form, name).value]);
  return Object.fromEntries(entries) as Entries;
}

/** Finds what can be told without asking the server, which has the last word on the rest. */
export function findMistakes(form: HTMLFormElement, entries: Entries): Mistakes {
  const { organization, email, password, repeated } = entries;
  const { minLength } = inputOf(form, "password");
  return {
    ...(organization.trim() === "" && { organization: "Enter the name of the organization." }),
    ...(email.trim() === "" && { email: "Enter an email address." }),
    ...(password.length < minLength && { password: `Must have at least ${minLength} characters.` }),
    ...(repeated !== password && { repeated: "This is not the same password." }),
  };
}

/**
 * Shows each mistake beside its field, leads to the first, and takes away those shown before.
 *
 * @returns Whether there is any.
 */
export function showMistakes(form: HTMLFormElement, mistakes: Mistakes): boolean {
  for (const name of FIELD_NAMES) showMistake(inputOf(form, name), mistakes[name]);
  const first = FIELD_NAMES.find((name) => mistakes[name] !== undefined);
  if (first) inputOf(form, first).focus();
  return first !== undefined;
}

/** Takes back what was said of a field that is being changed. */
export function clearMistake(form: HTMLFormElement, input: HTMLInputElement): void {
  showMistake(input, undefined);
  if (input.name === "password") showMistake(inputOf(form, "repeated"), undefined);
}

function showMistake(input: HTMLInputElement, text: string | undefined): void {
  input.ariaInvalid = text === undefined ? null : "true";
  document.getElementById(`${input.id}-mistake`)!.textContent = text ?? "";
}

function inputOf(form: HTMLFormElement, name: FieldName): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}
