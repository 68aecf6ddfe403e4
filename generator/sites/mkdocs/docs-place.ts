import { join, relative, sep } from "node:path";
import { gitRootOf } from "../data/files/find-files.ts";
import type { SiteFile } from "../data/read-text.ts";
import type { OwnConfig } from "../model.ts";
import { type Options, textsOf } from "./settings-file.ts";

/** Where the docs of a site are. */
export interface DocsPlace {
  /** Location of its configuration's folder. */
  readonly folder: string;
  /** Location of its docs. */
  readonly docs: string;
  /** Location of the folder that included files are in: the git checkout, or `folder`. */
  readonly top: string;
  /** Path from the docs root to the site's docs, with a final slash; empty if they are the same. */
  readonly inRoot: string;
  /** Path from the site's docs to the docs root, with a final slash; empty if they are the same. */
  readonly inDocs: string;
}

/** Finds the docs of a site, which may be above or below the docs root. */
export function placeOf(
  data: Options,
  { folder, root, file }: OwnConfig & { readonly file: SiteFile },
): DocsPlace & { readonly notes: readonly string[] } {
  const docs = join(folder, textsOf(data.docs_dir)[0] ?? "docs");
  const below = pathFrom(root, docs);
  const above = pathFrom(docs, root);
  const top = gitRootOf(root) ?? folder;
  const place = { folder, docs, top, inRoot: "", inDocs: "", notes: [] };
  if (below === "") return place;
  if (!below.startsWith("..")) return { ...place, inRoot: `${below}/` };
  if (!above.startsWith("..")) return { ...place, inDocs: `${above}/` };
  const note = `The pages of ${file.name} are in "${pathFrom(folder, docs)}", which is not the docs root`;
  return { ...place, docs: root, notes: [note] };
}

/** Returns the path from a folder to a file or folder, with forward slashes. */
export function pathFrom(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}
