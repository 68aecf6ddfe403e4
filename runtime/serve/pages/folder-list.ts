import { html } from "hono/html";
import { directPagesOf, type Folder, folderOf, sectionsOf } from "../../agents/page-folders.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { count } from "./count.ts";
import { findForm } from "./find-form.ts";
import { docList } from "./found-list.ts";

/** Pages, or folders, of one part of a list. */
const LISTED = 100;

interface FolderListOptions {
  /** The name of a section, and those of the folders in it, joined by slashes. */
  readonly path: string;
  /** From 1. */
  readonly part: number;
  /** The address of `/`, relative to the page. */
  readonly root: string;
}

/**
 * Lists one level of the docs: the pages directly in a folder, and the folders in it with their numbers
 * of pages. A long level is listed in parts.
 */
export function listFolder(docs: Docs, { path, part, root }: FolderListOptions) {
  const folder = findFolder(docs, path);
  const { siteUrl } = docs.corpus.meta;
  const pages = folder ? directPagesOf(folder) : [];
  const folders = folder?.folders ?? [];
  const start = (part - 1) * LISTED;
  const parts = Math.ceil(Math.max(pages.length, folders.length) / LISTED);
  const addressOf = (of: string, number = 1) =>
    `${root}?section=${encodeURIComponent(of)}${number > 1 ? `&part=${number}` : ""}`;
  const cards = folders
    .slice(start, start + LISTED)
    .map(
      (each) =>
        html`<li><a href="${addressOf(each.path)}"><bdi>${nameOf(each)}</bdi></a> <small>${count(each.docs.length, "page")}</small></li>`,
    );
  const shown = pages.slice(start, start + LISTED);
  return html`${trail(path, addressOf)}<h1><bdi>${folder ? nameOf(folder) : path}</bdi></h1>
      <p class="lead">${folder ? count(folder.docs.length, "page") : "There is no such section."}</p>
      ${findForm({ root })}
      ${cards.length > 0 ? html`<ul class="plain cards">${cards}</ul>` : ""}
      <div class="found">${shown.length > 0 ? docList(shown, { siteUrl, root }) : ""}</div>
      ${parts > 1 ? partLinks({ part, parts, addressOf: (number) => addressOf(path, number) }) : ""}`;
}

function findFolder(docs: Docs, path: string): Folder | undefined {
  const [name = ""] = path.split("/");
  const section = sectionsOf(docs.corpus).find((each) => each.name === name);
  let folder = section && folderOf(section);
  while (folder !== undefined && folder.path !== path) {
    folder = folder.folders.find((each) => `${path}/`.startsWith(`${each.path}/`));
  }
  return folder;
}

function nameOf({ path }: Folder): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Leads to the folders around one. */
function trail(path: string, addressOf: (path: string) => string) {
  const names = path.split("/").slice(0, -1);
  if (names.length === 0) return "";
  const links = names.map((name, at) => {
    const above = names.slice(0, at + 1).join("/");
    return html`<a href="${addressOf(above)}"><bdi>${name}</bdi></a> › `;
  });
  return html`<nav class="small" aria-label="Breadcrumbs">${links}</nav>`;
}

interface PartLinksOptions {
  readonly part: number;
  readonly parts: number;
  readonly addressOf: (part: number) => string;
}

function partLinks({ part, parts, addressOf }: PartLinksOptions) {
  const before = html`<a rel="prev" href="${addressOf(part - 1)}">Previous</a> · `;
  const after = html` · <a rel="next" href="${addressOf(part + 1)}">Next</a>`;
  return html`<nav class="quiet" aria-label="Parts of the list"><p>${part > 1 ? before : ""}Part ${part} of ${parts}${part < parts ? after : ""}</p></nav>`;
}
