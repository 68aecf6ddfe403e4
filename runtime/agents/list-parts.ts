/** Limit of a list for agents, in characters: more is cut off by some of them. */
export const MAX_LIST_LENGTH = 50_000;
/** Room for the line that leads to the next part, apart from its address. */
const NEXT_ROOM = 60;

/** Lines below a heading. */
export interface Group {
  readonly title: string;
  readonly lines: readonly string[];
}

interface PartsOptions {
  /** Paragraphs above the groups, in each part. */
  readonly head: readonly string[];
  /** Address of the first part. */
  readonly address: string;
}

/**
 * Writes groups of lines in as many parts as it takes, each of which says where the next one is.
 *
 * @returns at least one part
 */
export function inParts(
  groups: readonly Group[],
  { head, address }: PartsOptions,
): readonly string[] {
  const frame = [...head, address, ...groups.map(({ title }) => headingOf(title)), ""].join("\n\n");
  const lines = groups.flatMap(({ title, lines }) => lines.map((line) => ({ title, line })));
  const parts = cut(lines, MAX_LIST_LENGTH - frame.length - NEXT_ROOM);
  return parts.map((part, index) => {
    const [number, count] = [index + 1, parts.length];
    const next = number < count ? ` The next part: ${address}?part=${number + 1}` : "";
    const note = count > 1 ? [`Part ${number} of ${count}.${next}`] : [];
    const texts = Array.from(Map.groupBy(part, ({ title }) => title)).flatMap(([title, some]) => [
      headingOf(title),
      some.map(({ line }) => line).join("\n"),
    ]);
    return `${[...head, ...note, ...texts].join("\n\n")}\n`;
  });
}

function headingOf(title: string): string {
  return `## ${title}`;
}

/** Cuts lines into parts of at most this many characters. */
function cut<Each extends { readonly line: string }>(
  lines: readonly Each[],
  room: number,
): Each[][] {
  const parts: Each[][] = [[]];
  let left = room;
  for (const each of lines) {
    const length = each.line.length + 1;
    if (length > left && parts.at(-1)!.length > 0) {
      parts.push([]);
      left = room;
    }
    parts.at(-1)!.push(each);
    left -= length;
  }
  return parts;
}
