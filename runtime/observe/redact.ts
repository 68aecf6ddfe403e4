/**
 * What secrets look like. Nothing that holds one is meant to be logged; this is for the message of an
 * error that quotes what it was given. Each shape has one place to begin in a run of characters, so
 * that a long text takes no longer than its length.
 */
const SECRETS: readonly (readonly [shape: RegExp, name: string])[] = [
  [/-----BEGIN [A-Z ]+-----[^-]*(?:-----END [A-Z ]+-----)?/g, "PEM"],
  [/\bdg[aks]_[0-9A-Za-z]+/g, "secret"],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*/g, "token"],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, "credentials"],
  [/\/\/[^\s/@:]*:[^\s/@]*@/g, "credentials"],
  [/(?<![^\s"'<>()[\]/:,;=])[^\s"'<>()[\]/:,;=]+(?:@|%40)[\w.-]+\.[a-z]{2,}/gi, "email"],
];

/** Puts a word in the place of each secret and each email address. */
export function redact(text: string): string {
  return SECRETS.reduce((rest, [shape, name]) => rest.replace(shape, `[${name}]`), text);
}
