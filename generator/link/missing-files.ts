import { posix } from "node:path";
import { encodePath } from "../../corpus/text/slug.ts";
import { createSuggester } from "../../corpus/text/suggest.ts";
import type { LinkProblem } from "../config/problem.ts";
import { isMarkdown } from "../markdown/is-markdown.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { Site } from "../sites/site.ts";
import { best, type FileAt } from "../sites/site-files.ts";
import { decode } from "./reference.ts";
import type { Resolver } from "./resolve.ts";

interface FileOptions {
  readonly site: Site;
  readonly base: string;
  readonly resolver: Resolver;
  /** Paths of the tree's files that are not pages. */
  readonly otherPaths: ReadonlySet<string>;
}

/** Reports the images and downloads of pages that do not exist. */
export function missingFiles(files: readonly ParsedFile[], options: FileOptions): LinkProblem[] {
  const finder = new FileFinder(options);
  return files.flatMap((file) => {
    const from = { path: file.path, slug: options.site.slugOf(file) };
    return [
      ...file.images.flatMap((image) => finder.faultOf(image, { from, noun: "Image" })),
      ...file.downloads.flatMap((link) =>
        finder.isDownload(link, file.path) ? finder.faultOf(link, { from, noun: "File" }) : [],
      ),
    ];
  });
}

/** A page that names a file. */
interface NamingPage {
  readonly path: string;
  readonly slug: string;
}

const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
/** Templates, and names that a bundler resolves. */
const NOT_A_PATH = /[{}<>$*]|^[@~]|^$/;

class FileFinder {
  readonly #options: FileOptions;
  /** Name → paths of files in the tree; made for the first file that is missing. */
  #byName: Map<string, string[]> | undefined;

  constructor(options: FileOptions) {
    this.#options = options;
  }

  /** Tells whether a link leads to something that is not a page. */
  isDownload(link: FoundLink, from: string): boolean {
    return this.#options.resolver.resolve(link, from).kind === "outside";
  }

  faultOf(
    link: FoundLink,
    { from, noun }: { readonly from: NamingPage; readonly noun: string },
  ): LinkProblem[] {
    if (link.isInserted) return [];
    const path = this.#pathOf(link.target, from.path);
    if (path === null) return [];
    const found = this.#find(path, from);
    if (found === null || found.kind === "file" || found.kind === "outside") return [];
    const { line, column, end, range } = link;
    const rule = "missing-file" as const;
    const place = { file: from.path, line, column, ...(end && { end }), rule };
    const message = `${noun} "${link.target}" does not exist`;
    if (found.kind === "other-case") {
      const suggestion = inOtherCase(link.target, found.names);
      const fix = range && { range, text: suggestion };
      return [
        { ...place, message: `${message}: letter case counts`, suggestion, ...(fix && { fix }) },
      ];
    }
    return [{ ...place, message, suggestion: this.#suggest(path, from.path) }];
  }

  /** Returns the path of a target, decoded; null if it is that of another host, or none. */
  #pathOf(target: string, from: string): string | null {
    const local = ABSOLUTE.test(target) ? this.#options.resolver.addressOf(target, from) : target;
    const [written = ""] = local?.split(/[?#]/, 1) ?? [];
    if (local === null || (ABSOLUTE.test(target) && !/^(?:https?:)?\/\//i.test(target)))
      return null;
    const path = decode(written).replaceAll("\\", "/");
    const hasAlias = this.#aliasOf(path) !== undefined;
    return NOT_A_PATH.test(path) && !hasAlias ? null : path;
  }

  #aliasOf(path: string): string | undefined {
    const { importAliases } = this.#options.site.settings;
    return Object.keys(importAliases).find((start) => path.startsWith(start));
  }

  /** @returns null if it is not known what the site has there */
  #find(path: string, { path: from, slug }: NamingPage): FileAt | null {
    const { site } = this.#options;
    const { files, settings } = site;
    const alias = this.#aliasOf(path);
    const named =
      alias === undefined
        ? []
        : [
            files.from(
              posix.join(site.root, settings.importAliases[alias]!),
              path.slice(alias.length),
            ),
          ];
    if (path.startsWith("/")) {
      const found = best([...named, this.#atAddress(path)]);
      return found.kind === "nothing" && !this.#knows(path) ? null : found;
    }
    if (named[0] !== undefined) return named[0];
    const own = files.fromDocs(posix.dirname(from), path);
    if (own.kind === "file") return own;
    const address = decode(slug);
    const folder = address.slice(0, address.lastIndexOf("/") + 1);
    return best([own, this.#atAddress(posix.join("/", folder, path))]);
  }

  /** Tells whether all files at an address are known. */
  #knows(address: string): boolean {
    const { site, base } = this.#options;
    const isBelow = `${address}/`.startsWith(`${base}/`);
    return isBelow || site.checkout !== null || (!site.isDocument && site.files.hasServedFolders);
  }

  /** Finds what the site serves at an address, decoded. */
  #atAddress(address: string): FileAt {
    const { site, base } = this.#options;
    const { files, settings, elsewhere } = site;
    if (elsewhere.has(address, () => false)) return { kind: "file" };
    const paths = new Set(
      ["", base, settings.linkBase]
        .filter((start) => `${address}/`.startsWith(`${start}/`))
        .map((start) => address.slice(start.length)),
    );
    return best(
      Array.from(paths).flatMap((path) => [
        files.served(path),
        files.fromDocs("", path),
        files.from(site.root, path),
      ]),
    );
  }

  /** Suggests a file with a similar name in the folder, or the only one of its name elsewhere. */
  #suggest(path: string, from: string): string | null {
    if (path.startsWith("/")) return null;
    const folder = posix.dirname(from);
    const { site, otherPaths } = this.#options;
    const rooted = otherPaths.has(posix.normalize(path)) ? posix.normalize(path) : null;
    this.#byName ??= Map.groupBy(otherPaths, (each) => posix.basename(each));
    const named = this.#byName.get(posix.basename(path)) ?? [];
    const meant = rooted ?? (named.length === 1 ? named[0]! : null);
    if (meant !== null) return encodePath(posix.relative(folder, meant));
    const names = site.files.namesNear(folder, path).filter((name) => !isMarkdown(name));
    const name = createSuggester(names)(posix.basename(path));
    return name && encodePath(posix.join(posix.dirname(path), name));
  }
}

/** Writes a target with the names that its path really has; they are the last ones of it. */
function inOtherCase(target: string, names: readonly string[]): string {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(target)!;
  const parts = path.split("/");
  const first = parts.length - names.length;
  return (
    parts
      .map((part, at) => {
        const name = names[at - first];
        const isKept =
          name === undefined || /^\.{0,2}$/.test(part) || decode(part) === name.normalize("NFC");
        return isKept ? part : encodePath(name);
      })
      .join("/") + rest
  );
}
