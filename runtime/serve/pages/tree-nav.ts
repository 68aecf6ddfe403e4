import { html } from "hono/html";
import type { Doc } from "../../../corpus/schema.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { pageAddress } from "./page-address.ts";
import { siteTree, type TreeNode } from "./site-tree.ts";

/** Entries of one level; the pages at both ends lead to more. */
const LEVEL = 80;

interface TreeOptions {
  readonly doc: Doc;
  /** The address of `/`, relative to the page. */
  readonly root: string;
}

/**
 * Creates the navigation next to a page. Only the levels around the page are in it, so that it is short
 * on a site of any size: a folder leads to its first page, where it is open.
 */
export function treeNav(docs: Docs, { doc, root }: TreeOptions) {
  const tree = siteTree(docs.corpus);
  const path = new Set(tree.pathTo(doc));

  function level(nodes: readonly TreeNode[]): ReturnType<typeof html> {
    const at = Math.max(
      nodes.findIndex((node) => path.has(node)),
      0,
    );
    const start = Math.max(0, Math.min(at - LEVEL / 2, nodes.length - LEVEL));
    const end = start + LEVEL;
    const last = nodes.slice(end);
    return html`<ul>${start > 0 ? more(nodes[start - 1]!, `${start} before`) : ""}${nodes.slice(start, end).map(entry)}${last.length > 0 ? more(last[0]!, `${last.length} after`) : ""}</ul>`;
  }

  function more({ doc: target }: TreeNode, text: string) {
    return html`<li><a class="quiet" href="${addressOf(target)}">… ${text}</a></li>`;
  }

  function entry(node: TreeNode) {
    const isHere = node.isPage && node.doc === doc;
    const isOpen = path.has(node);
    const count = node.children.length > 0 ? html` <small>${node.count}</small>` : "";
    const below = isOpen && node.children.length > 0 ? level(node.children) : "";
    return html`<li${isOpen ? html` class="open"` : ""}><a href="${addressOf(node.doc)}"${isHere ? html` aria-current="page"` : ""}><bdi>${node.title}</bdi>${count}</a>${below}</li>`;
  }

  function addressOf({ slug }: Doc): string {
    return pageAddress(slug, { siteUrl: docs.corpus.meta.siteUrl, root });
  }

  return html`<details class="tree"><summary>Pages</summary><nav aria-label="Pages">${level(tree.roots)}</nav></details>`;
}
