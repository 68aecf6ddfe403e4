const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Characters that no XML document may contain, not even escaped (XML 1.0, section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression is meant to find these
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for XML; characters that XML cannot hold are left out or replaced by U+FFFD. */
export function escapeXml(text: string): string {
  const allowed = text.toWellFormed().replace(FORBIDDEN, "");
  return allowed.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
