/** One field of all docs as one text: far faster to search than each by itself. */
export interface Column {
  /** @returns The positions of the docs that contain a text, ascending. */
  docsWith(needle: string): number[];
}

/** @param texts The field of each doc. */
export function createColumn(texts: readonly string[]): Column {
  const joined = texts.join("\n");
  const starts = new Int32Array(texts.length + 1);
  for (const [doc, text] of texts.entries()) starts[doc + 1] = starts[doc]! + text.length + 1;

  return {
    docsWith(needle) {
      if (needle === "") return texts.map((_, doc) => doc);
      const found: number[] = [];
      let doc = 0;
      for (let at = joined.indexOf(needle); at >= 0; ) {
        while (starts[doc + 1]! <= at) doc++;
        const next = starts[doc + 1]!;
        const isInside = at + needle.length < next;
        if (isInside) found.push(doc);
        at = joined.indexOf(needle, isInside ? next : at + 1);
      }
      return found;
    },
  };
}
