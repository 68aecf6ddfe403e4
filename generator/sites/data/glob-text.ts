/** Writes a text as a glob that matches it alone. */
export function globText(text: string): string {
  return text.replace(/[\\*?[\]{}()!+@|]/g, "\\$&");
}
