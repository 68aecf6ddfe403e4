import type { AnchorRequest } from "./anchor-rule.ts";

/** Follows `@mintlify/common`. Headings below depth 4 have no anchor there; they are counted last. */
export function mintlifyAnchors(headings: readonly AnchorRequest[]): string[] {
  const slugs = new MintlifySlugs();
  const ids = new MintlifyIds();
  const deep = ({ depth }: AnchorRequest): number => Number(depth > 4);
  const order = [...headings.keys()].sort(
    (left, right) => deep(headings[left]!) - deep(headings[right]!),
  );
  const anchors: string[] = [];
  for (const index of order) {
    const { text, customId } = headings[index]!;
    const id = customId === null ? slugs.count(slugOf(text)) : readableCustomId(customId);
    anchors[index] = id === "" ? encode(text) : ids.take(readable(id) || slugOf(text));
  }
  return anchors;
}

/** Counts slugs as `@sindresorhus/slugify` does, and so not quite as {@link MintlifyIds} does. */
class MintlifySlugs {
  readonly #counts = new Map<string, number>();

  count(slug: string): string {
    if (slug === "") return "";
    const kind = slug.toLowerCase();
    const numberless = this.#counts.get(withoutNumbers(kind)) ?? 0;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count >= 2 || numberless > 2 ? `${slug}-${count}` : slug;
  }
}

/** Counts the ids of authors and automatic ones together: `a`, `a-2`, `a-3`, … */
class MintlifyIds {
  readonly #counts = new Map<string, number>();

  take(id: string): string {
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    if (count === 1) return id;
    let number = count;
    while (this.#counts.has(`${id}-${number}`)) number++;
    this.#counts.set(`${id}-${number}`, 1);
    return `${id}-${number}`;
  }
}

/** Cuts off `-1`, `-1-2`, … */
function withoutNumbers(slug: string): string {
  let end = slug.length;
  for (;;) {
    let start = end;
    while (/\d/.test(slug[start - 1] ?? "")) start--;
    if (start === end || slug[start - 1] !== "-") return slug.slice(0, end);
    end = start - 1;
  }
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed().toLowerCase().trim().replace(/\s+/g, "-"));
}

/** Words with hyphens between them; what percent-encoding changes is a letter like others. */
function slugOf(text: string): string {
  const encoded = encode(text);
  const isPlain = !encoded.includes("%");
  return (isPlain ? encoded.toLowerCase() : encoded)
    .replace(/[^a-zA-Z\d%_]+/g, "-")
    .replace(/(?<=[a-zA-Z\d])-([ts])(-|$)/g, "$1$2")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
}

/** Decodes an id and leaves out punctuation and emoji. */
function readable(id: string): string {
  try {
    return decodeURIComponent(id.replace(/%(?![0-9a-f]{2})/gi, "%25"))
      .replace(/[?,;:!'"()[\]{}]/g, "")
      .replace(EMOJI, "");
  } catch {
    return id;
  }
}

function readableCustomId(id: string): string {
  return id.replace(/[<>"&?,;:!'()[\]{}]/g, "").replace(EMOJI, "");
}

const EMOJI =
  /\p{Emoji_Modifier}|\p{Emoji_Modifier_Base}|\p{Emoji_Presentation}|\p{Extended_Pictographic}|[\u200d\ufe0e\ufe0f]/gu;
