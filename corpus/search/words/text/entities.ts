const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{2,8}));/y;
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", copy: "©", reg: "®" },
  ...{ mdash: "—", ndash: "–", hellip: "…", times: "×", rarr: "→", larr: "←", trade: "™" },
};

/** The text of a construct, and the offset where reading continues. */
export interface Piece {
  readonly end: number;
  readonly text: string;
}

/** Reads a character reference, such as `&amp;`; null if none begins at the offset. */
export function readEntity(source: string, at: number): Piece | null {
  ENTITY.lastIndex = at;
  const match = ENTITY.exec(source);
  if (!match) return null;
  const [, decimal, hexadecimal, name] = match;
  const end = at + match[0].length;
  if (name !== undefined) return name in NAMED ? { end, text: NAMED[name]! } : null;
  const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal!, 16);
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return { end, text: isCharacter ? String.fromCodePoint(point) : "\ufffd" };
}
