import type { Nodes, Root } from "mdast";

/** The limit that a page exceeds, and where (DOC-A16). */
export interface Excess {
  readonly message: string;
  readonly line: number;
}

/** Quotes and list items in each other, or lists and maps of frontmatter. */
export const MAX_DEPTH = 100;

/** @returns the limit on a page's size, if the page exceeds it */
export function sizeExcess({ length }: Uint8Array, maxPageBytes: number): Excess | null {
  if (length <= maxPageBytes) return null;
  const message = `The page has ${length} bytes, more than ${maxPageBytes}: split it, or raise "maxPageBytes"`;
  return { message, line: 1 };
}

/** @returns the limit on a page's depth, if its tree exceeds it */
export function depthExcess(tree: Root): Excess | null {
  let blocks: readonly Nodes[] = tree.children;
  for (let depth = 0; blocks.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      const message = `Quotes and lists are nested deeper than ${MAX_DEPTH}: flatten them`;
      return { message, line: blocks[0]!.position!.start.line };
    }
    blocks = blocks.flatMap(nestedBlocks);
  }
  return null;
}

/** Returns the contents of a quote, of the items of a list, or of an element of MDX. */
function nestedBlocks(block: Nodes): readonly Nodes[] {
  if (block.type === "list") return block.children.flatMap((item) => item.children);
  return block.type === "blockquote" || block.type === "mdxJsxFlowElement" ? block.children : [];
}

export const TOO_DEEP: Excess = {
  message: "The page is nested too deeply: flatten it",
  line: 1,
};

/** @returns the result of a function; null if it needs more stack than there is */
export function withinStack<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError && error.message.includes("call stack")) return null;
    throw error;
  }
}
