const CODE = /^#link=([\w-]+)$/;

/**
 * Fills the code of a link into the form that opens it, and takes it out of the address. A person sends
 * the form: what only looks at links does not use them up.
 */
export function takeCode(): void {
  const field = document.querySelector<HTMLInputElement>("#Code");
  const [, code] = CODE.exec(location.hash) ?? [];
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  if (!field) return;
  field.value = code;
  field.form!.querySelector("button")!.focus();
}
