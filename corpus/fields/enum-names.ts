/**
 * Returns the name in GraphQL of a value of an enum: other characters are `_`, and a name that GraphQL
 * would read as something else has a `_` before it.
 */
export function enumName(value: string): string {
  const name = value.replace(/[^A-Za-z0-9_]/gu, "_");
  return /^(?:\d|(?:true|false|null)$)/.test(name) ? `_${name}` : name;
}
