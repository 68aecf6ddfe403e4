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

const LIST = /^\s*\[([\s\S]*)\]\s*$/;
const ITEM =
  /\s*(?:(?<text>"(?:[^"\\\r\n]|\\[\s\S])*"|'(?:[^'\\\r\n]|\\[\s\S])*'|`(?:[^`\\$]|\$(?!\{)|\\[\s\S])*`)|\{(?<object>[^{}]*)\})\s*(?:,|$)/y;
const LABEL = /(?:^|[,\s])label\s*:\s*("[^"\\\r\n]*"|'[^'\\\r\n]*')/;

/**
 * Returns the texts in an expression that is a list of texts, or of objects with a `label`; none if it is
 * anything else.
 */
export function literalTexts(code: string): string[] {
  const inner = LIST.exec(code)?.[1];
  if (inner === undefined) return [];
  const texts: string[] = [];
  const item = new RegExp(ITEM);
  while (item.lastIndex < inner.length && inner.slice(item.lastIndex).trim() !== "") {
    const groups = item.exec(inner)?.groups;
    const text = groups?.text ?? LABEL.exec(groups?.object ?? "")?.[1];
    if (text === undefined) return [];
    texts.push(literalText(text)!);
  }
  return texts;
}
