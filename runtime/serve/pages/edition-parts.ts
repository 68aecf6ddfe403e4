/** The parts of a page of the docs that depend on its edition. */

import { html } from "hono/html";
import type { Doc } from "../../../corpus/schema.ts";
import type { Docs, EditionInfo } from "../../docs/execute/queries.ts";

interface PagePlace {
  readonly doc: Doc;
  /** The address of `/`, relative to the page. */
  readonly root: string;
}

/** Returns the address of the routes of the edition, with a final slash. @param root The address of `/` */
export function routesOf(docs: Docs, root: string): string {
  const { isDefault, name } = docs.edition();
  return isDefault ? root : `${root}e/${name}/`;
}

/** Returns the slug of the page of a folder, or of the docs root; null if it has none. */
function folderSlug(docs: Docs, folder: string): string | null {
  const ids = ["index", "README"].map((name) => (folder === "" ? name : `${folder}/${name}`));
  const [page] = ids.flatMap((id) => docs.doc({ id }) ?? []);
  return page?.slug ?? null;
}

/**
 * Returns the address of the list of a folder; in another edition than the default one, which alone has such lists,
 * that of the page of the folder.
 *
 * @param folder Its path; empty for the docs root.
 * @returns null if there is none
 */
export function folderAddress(
  docs: Docs,
  { folder, root }: { readonly folder: string; readonly root: string },
): string | null {
  if (docs.edition().isDefault) {
    return folder === "" ? root : `${root}?section=${encodeURIComponent(folder)}`;
  }
  const slug = folderSlug(docs, folder);
  return slug === null ? null : root + slug.slice(1);
}

/** The same page in an edition. */
interface Twin {
  readonly info: EditionInfo;
  readonly href: string;
}

function twinsOf(docs: Docs, { doc, root }: PagePlace): readonly Twin[] {
  const slugs = new Map(docs.elsewhere(doc).map(({ edition, slug }) => [edition, slug]));
  slugs.set(docs.edition().name, doc.slug);
  return docs.family().flatMap((info) => {
    const slug = slugs.get(info.name);
    return slug === undefined ? [] : [{ info, href: root + slug.slice(1) }];
  });
}

/** Returns the attributes of a text in the language of the edition. */
export function languageOf(docs: Docs) {
  const { language } = docs.edition();
  return language === null ? "" : html` lang="${language}" dir="${directionOf(language)}"`;
}

const RIGHT_TO_LEFT = ["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Syrc", "Thaa"];

function directionOf(language: string): "ltr" | "rtl" {
  const { script = "" } = new Intl.Locale(language).maximize();
  return RIGHT_TO_LEFT.includes(script) ? "rtl" : "ltr";
}

/** Links to the same page in other languages, for search engines. */
export function languageLinks(docs: Docs, place: PagePlace) {
  const { version } = docs.edition();
  const twins = twinsOf(docs, place).filter(({ info }) => info.version === version);
  const languages = new Set(twins.map(({ info }) => info.language));
  if (languages.size < 2 || languages.size < twins.length) return "";
  return twins
    .filter(({ info }) => info.language !== null)
    .map(
      ({ info, href }) => html`<link rel="alternate" hreflang="${info.language}" href="${href}">`,
    );
}

/** Leads to the same page in other editions; empty if there are none. */
export function editionSwitch(docs: Docs, place: PagePlace) {
  const twins = twinsOf(docs, place);
  if (twins.length < 2) return "";
  const own = docs.edition().name;
  const items = twins.map(({ info, href }) => {
    const label = html`<bdi>${labelOf(info)}</bdi>`;
    const { language } = info;
    return info.name === own
      ? html`<li><a href="${href}" aria-current="true">${label}</a></li>`
      : html`<li><a href="${href}"${language ? html` hreflang="${language}"` : ""}>${label}</a></li>`;
  });
  return html`<nav class="editions small" aria-label="Versions and languages"><ul class="edition-list">${items}</ul></nav>`;
}

/** Says that there is a newer version; empty if there is none. */
export function olderNotice(docs: Docs, place: PagePlace) {
  const own = docs.edition();
  const newest = docs
    .family()
    .find(({ version, language }) => version !== null && language === own.language);
  if (own.version === null || newest === undefined || newest.version === own.version) return "";
  const twin = twinsOf(docs, place).find(({ info }) => info.name === newest.name);
  const label = html`<bdi>${newest.version}</bdi>`;
  const shown = twin ? html`<a href="${twin.href}">${label}</a>` : label;
  return html`<p class="older" role="note" lang="en" dir="ltr">This is version <bdi>${own.version}</bdi>, which is older than ${shown}.</p>`;
}

/** Returns the name of an edition for readers: its language in itself, and its version. */
function labelOf({ name, version, language }: EditionInfo): string {
  const named =
    language && (new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language);
  return [named, version].filter(Boolean).join(" ") || name;
}
