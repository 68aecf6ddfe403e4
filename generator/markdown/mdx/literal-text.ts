const LITERAL =
  /^\s*(?:"((?:[^"\\\r\n]|\\[\s\S])*)"|'((?:[^'\\\r\n]|\\[\s\S])*)'|`((?:[^`\\$]|\$(?!\{)|\\[\s\S])*)`)\s*$/;
const ESCAPE = /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[\s\S]))/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "",
  f: "",
  v: "",
  0: "",
};

/** Returns the text of an expression that is only a text, or a template without expressions. */
export function literalText(code: string): string | null {
  const match = LITERAL.exec(code);
  if (match === null) return null;
  const [, double, single, template] = match;
  return (double ?? single ?? template!).replace(ESCAPE, (_, long, short, byte, other: string) => {
    const point = Number.parseInt(long ?? short ?? byte ?? "", 16);
    if (!Number.isNaN(point)) return point <= 0x10ffff ? String.fromCodePoint(point) : "";
    return /[\r\n]/.test(other) ? "" : (CHARACTERS[other] ?? other);
  });
}
