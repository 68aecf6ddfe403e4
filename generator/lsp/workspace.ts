import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { isSystemError } from "../../corpus/system-error.ts";
import { idOf } from "../../corpus/text/slug.ts";
import { movesOf } from "../changes/redirects/moves-of.ts";
import { addressesIn } from "../changes/redirects/tree-addresses.ts";
import { withoutIgnored } from "../config/ignore.ts";
import { type JudgedProblem, judge } from "../config/judge.ts";
import type { Problem } from "../config/problem.ts";
import { relinkFiles } from "../link/link.ts";
import { missingFiles } from "../link/missing-files.ts";
import type { Resolver } from "../link/resolve.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { Sources } from "../read/read-tree.ts";
import { createResolver, type OpenTree } from "../refactor/open-tree.ts";

/** A link, with the path of the page that contains it. */
export interface LinkPlace {
  readonly path: string;
  readonly link: FoundLink;
}

/** A tree as an editor has it: what is on disk, and the unsaved texts of open files in its place. */
export class Workspace {
  readonly #tree: OpenTree;
  readonly #files: Map<string, ParsedFile>;
  /** Path → text of a file that is open in the editor. */
  readonly #open = new Map<string, string>();
  /** Problems of pages that cannot be read, by path. */
  readonly #unreadable = new Map<string, Problem>();
  #resolver: Resolver;
  #sorted: readonly ParsedFile[] | undefined;
  /** Id of a page → paths of the pages that link to it. */
  readonly #linking = new Map<string, Set<string>>();

  constructor(tree: OpenTree) {
    this.#tree = tree;
    this.#resolver = tree.resolver;
    this.#files = new Map(tree.sources.files.map((file) => [file.path, file]));
    for (const file of tree.sources.files) this.#listLinks(file);
  }

  /** The tree as it is in the editor. */
  get tree(): OpenTree {
    return {
      ...this.#tree,
      sources: { ...this.#tree.sources, files: this.files } satisfies Sources,
      resolver: this.#resolver,
      unsavedText: (path) => this.#open.get(path),
      pagesLinkingTo: (path) => this.#linking.get(idOf(path)) ?? new Set(),
    };
  }

  get resolver(): Resolver {
    return this.#resolver;
  }

  /** All pages, in the order of their paths. */
  get files(): readonly ParsedFile[] {
    this.#sorted ??= this.#tree.sources.files
      .map(({ path }) => this.#files.get(path))
      .filter((file) => file !== undefined);
    return this.#sorted;
  }

  /** Paths of the files that are open. */
  get openPaths(): readonly string[] {
    return [...this.#open.keys()];
  }

  page(path: string): ParsedFile | undefined {
    return this.#files.get(path);
  }

  pageOf(id: string): ParsedFile | undefined {
    const page = this.#resolver.pageOf(id);
    return this.#files.get(page.path);
  }

  /** Returns the text of a page as the editor has it, or as it is on disk, without a byte order mark. */
  textOf(path: string): string | null {
    const open = this.#open.get(path);
    if (open !== undefined) return open;
    try {
      return readFileSync(this.#tree.locationOf(path), "utf8").replace(/^\ufeff/, "");
    } catch (error) {
      if (isSystemError(error)) return null;
      throw error;
    }
  }

  /**
   * Takes the text of an open file.
   *
   * @returns false if the file is not a page of the tree
   */
  open(path: string, text: string): boolean {
    this.#open.set(path, text);
    return this.#read(path, text);
  }

  /** Goes back to what is on disk. */
  close(path: string): void {
    this.#open.delete(path);
    this.refresh(path);
  }

  /** Reads a file again that was changed on disk; an open one has the text of the editor. */
  refresh(path: string): void {
    const text = this.textOf(path);
    if (text !== null) this.#read(path, text);
  }

  #read(path: string, text: string): boolean {
    const before = this.#files.get(path);
    if (before === undefined) return false;
    const { parsePage, includeReader } = this.#tree;
    const after = parsePage({ path, bytes: Buffer.from(text) }, includeReader);
    if ("rule" in after) {
      this.#unreadable.set(path, after);
      return true;
    }
    this.#unreadable.delete(path);
    this.#files.set(path, after);
    this.#sorted = undefined;
    if (!isDeepStrictEqual(this.#namesOf(before), this.#namesOf(after))) {
      this.#resolver = createResolver(this.files, this.#tree);
    }
    this.#relist(before, after);
    return true;
  }

  /** Returns what other pages find a page by. */
  #namesOf(file: ParsedFile): readonly unknown[] {
    const { site } = this.#tree.config;
    return [file.title, site.slugOf(file), site.aliasesOf(file)];
  }

  /** Returns the problems of a page. */
  problemsOf(path: string): JudgedProblem[] {
    const unreadable = this.#unreadable.get(path);
    const { config, sources, ledger } = this.#tree;
    if (unreadable !== undefined) return judge([unreadable], config);
    const file = this.#files.get(path);
    if (file === undefined) return [];
    const linked = relinkFiles(this.files, {
      ...config,
      moves: movesOf(
        ledger,
        addressesIn(this.files, (each) => config.site.slugOf(each)),
      ),
      resolver: this.#resolver,
      fileOf: (id) => this.pageOf(id)!,
      wanted: [file],
      before: [],
      others: null,
    });
    const found = [
      ...file.problems,
      ...linked.linkProblems,
      ...linked.pageProblems.filter((problem) => problem.file === path),
      ...missingFiles([file], { ...config, ...sources, resolver: this.#resolver }),
    ];
    return judge(withoutIgnored(found, [file]).problems, config);
  }

  /** Returns the page and the fragment that a link leads to; null if it leads to no page. */
  targetOf({ path, link }: LinkPlace): { page: ParsedFile; fragment: string | null } | null {
    const found = this.#resolver.resolve(link, path);
    const page = found.kind === "page" ? this.pageOf(found.id) : undefined;
    return page === undefined || found.kind !== "page" ? null : { page, fragment: found.fragment };
  }

  /** Returns the links to a page; only those with a fragment if one is given. */
  linksTo(path: string, fragment: string | null): LinkPlace[] {
    const pages = [...(this.#linking.get(idOf(path)) ?? [])].sort();
    return pages.flatMap((from) =>
      this.#files.get(from)!.links.flatMap((link) => {
        const target = this.targetOf({ path: from, link });
        const isMeant =
          target?.page.path === path && (fragment === null || target.fragment === fragment);
        return isMeant ? [{ path: from, link }] : [];
      }),
    );
  }

  #listLinks(file: ParsedFile): void {
    for (const id of this.#idsFrom(file)) {
      const paths = this.#linking.get(id) ?? new Set();
      this.#linking.set(id, paths.add(file.path));
    }
  }

  #idsFrom({ path, links }: ParsedFile): Set<string> {
    return new Set(
      links.flatMap((link) => {
        const found = this.#resolver.resolve(link, path);
        return found.kind === "page" ? [found.id] : [];
      }),
    );
  }

  /** Makes the list of links that of a changed page. */
  #relist(before: ParsedFile, after: ParsedFile): void {
    for (const id of this.#idsFrom(before)) this.#linking.get(id)?.delete(before.path);
    this.#listLinks(after);
  }
}
