import type { Doc } from "../../../corpus/schema.ts";
import type { OrderedCorpus } from "../../../corpus/site-order.ts";
import { directPagesOf, type Folder, folderOf, sectionsOf } from "../../agents/page-folders.ts";

/** A page or a folder of the navigation. */
export interface TreeNode {
  readonly title: string;
  /** The page that it is; for a folder, its own page, or else the first one below it. */
  readonly doc: Doc;
  readonly children: readonly TreeNode[];
  /** Number of pages that it is and has below it. */
  readonly count: number;
  /** False for a folder that is not a page itself. */
  readonly isPage: boolean;
}

/** The navigation of the docs. */
export interface SiteTree {
  readonly roots: readonly TreeNode[];
  /** Returns the nodes that lead to a page, outermost first; none if it is not in the tree. */
  pathTo(doc: Doc): readonly TreeNode[];
}

const known = new WeakMap<readonly Doc[], SiteTree>();

/** Returns the navigation of the site; without one, its folders. It is made once for a corpus. */
export function siteTree(corpus: OrderedCorpus): SiteTree {
  const tree = known.get(corpus.docs) ?? makeTree(corpus);
  known.set(corpus.docs, tree);
  return tree;
}

function makeTree(corpus: OrderedCorpus): SiteTree {
  const roots = corpus.meta.nav.length > 0 ? navNodes(corpus) : folderNodes(corpus);
  const paths = new Map<Doc, readonly TreeNode[]>();
  const visit = (nodes: readonly TreeNode[], above: readonly TreeNode[]) => {
    for (const node of nodes) {
      const path = [...above, node];
      if (node.isPage && !paths.has(node.doc)) paths.set(node.doc, path);
      visit(node.children, path);
    }
  };
  visit(roots, []);
  return { roots, pathTo: (doc) => paths.get(doc) ?? [] };
}

/** Reads the entries of the navigation; those without any page are left out. */
function navNodes({ meta, docs }: OrderedCorpus): readonly TreeNode[] {
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  let at = 0;
  function level(depth: number): TreeNode[] {
    const nodes: TreeNode[] = [];
    while (at < meta.nav.length && meta.nav[at]!.depth >= depth) {
      const { title, id } = meta.nav[at++]!;
      const own = id === null ? undefined : byId.get(id);
      const node = toNode({ title: title ?? own?.title ?? "", own, children: level(depth + 1) });
      if (node) nodes.push(node);
    }
    return nodes;
  }
  return level(0);
}

function folderNodes(corpus: OrderedCorpus): readonly TreeNode[] {
  return sectionsOf(corpus).flatMap((section) => {
    const folder = folderOf(section);
    return section.name === "root" ? pageNodes(directPagesOf(folder)) : folderNode(folder);
  });
}

function folderNode(folder: Folder): TreeNode[] {
  const title = folder.path.slice(folder.path.lastIndexOf("/") + 1);
  const children = [...pageNodes(directPagesOf(folder)), ...folder.folders.flatMap(folderNode)];
  const node = toNode({ title, own: undefined, children });
  return node ? [node] : [];
}

function pageNodes(docs: readonly Doc[]): TreeNode[] {
  return docs.map((doc) => ({ title: doc.title, doc, children: [], count: 1, isPage: true }));
}

interface NodeParts extends Pick<TreeNode, "title" | "children"> {
  readonly own: Doc | undefined;
}

function toNode({ title, own, children }: NodeParts): TreeNode | null {
  const listed = own?.unlisted ? undefined : own;
  const doc = listed ?? children[0]?.doc;
  if (doc === undefined) return null;
  const below = children.reduce((sum, { count }) => sum + count, 0);
  const isPage = listed !== undefined;
  return { title, doc, children, count: below + (isPage ? 1 : 0), isPage };
}
