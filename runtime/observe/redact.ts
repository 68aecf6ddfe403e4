/**
 * Patterns of secrets. Nothing with a secret is meant to be logged; this is for error messages that
 * quote their input. Each pattern can start at only one place in a run of characters, so the time
 * is linear in the length of the text.
 */
const SECRETS: readonly (readonly [shape: RegExp, name: string])[] = [
  [/-----BEGIN [A-Z ]+-----[^-]*(?:-----END [A-Z ]+-----)?/g, "PEM"],
  [/\bdg[aks]_[0-9A-Za-z]+/g, "secret"],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*/g, "token"],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, "credentials"],
  [/\/\/[^\s/@:]*:[^\s/@]*@/g, "credentials"],
  [/(?<![^\s"'<>()[\]/:,;=])[^\s"'<>()[\]/:,;=]+(?:@|%40)[\w.-]+\.[a-z]{2,}/gi, "email"],
];

/** Replaces each secret and each email address by a word. */
export function redact(text: string): string {
  return SECRETS.reduce((rest, [shape, name]) => rest.replace(shape, `[${name}]`), text);
}
