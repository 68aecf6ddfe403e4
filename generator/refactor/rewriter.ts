import { posix } from "node:path";
import { foldCase } from "../../corpus/text/fold.ts";
import { idOf } from "../../corpus/text/slug.ts";
import { decode } from "../link/reference.ts";
import type { Resolver } from "../link/resolve.ts";
import type { SiteConfig } from "../sites/site-config.ts";
import { type Destination, type Destinations, withDotOf } from "./destinations.ts";
import type { RenamedHeading } from "./heading.ts";
import type { PathMoves } from "./path-moves.ts";
import type { Reference } from "./references.ts";

interface RewriterOptions {
  readonly config: SiteConfig;
  /** The resolver of the tree before the refactoring. */
  readonly resolver: Resolver;
  readonly paths: PathMoves;
  readonly heading: RenamedHeading | null;
  readonly before: Destinations;
  readonly after: Destinations;
}

/** The path of a file before and after. */
interface FilePlace {
  readonly from: string;
  readonly to: string;
}

/** Writes references so that they lead where they did before a refactoring. */
export class Rewriter {
  readonly #options: RewriterOptions;

  constructor(options: RewriterOptions) {
    this.#options = options;
  }

  /** Returns where a reference of a file leads before the refactoring. */
  before(reference: Reference, from: string): Destination {
    return this.#find(this.#options.before, reference, from);
  }

  /** Returns where a reference of a file leads after it. */
  after(reference: Reference, from: string): Destination {
    return this.#find(this.#options.after, reference, from);
  }

  #find(side: Destinations, { kind, link, include }: Reference, from: string): Destination {
    if (kind === "link") return side.ofLink(link, from);
    if (kind === "image") return side.ofFile(link, from);
    const path =
      include === undefined
        ? posix.join(posix.dirname(from), withoutQuery(link.target))
        : posix.relative(this.#docsFolder, include.path);
    return { kind: "file", path };
  }

  get #docsFolder(): string {
    return this.#options.config.site.ofPages.docsFolder;
  }

  /** Returns where a reference that led to a place must lead after the refactoring. */
  wanted(before: Destination, { link }: Reference): Destination {
    const { paths, resolver } = this.#options;
    if (before.kind === "file") return { ...before, path: paths.after(before.path) };
    if (before.kind !== "page") return before;
    const id = idOf(paths.after(resolver.pageOf(before.id).path));
    return { ...before, id, fragment: this.#newFragment(before, link.kind) ?? before.fragment };
  }

  /** Returns the fragment that a link must have; undefined for the one that it has. */
  #newFragment(
    { id, fragment }: Extract<Destination, { kind: "page" }>,
    kind: Reference["link"]["kind"],
  ): string | undefined {
    const { heading } = this.#options;
    if (heading === null || idOf(heading.path) !== id) return undefined;
    const anchor = heading.anchors.get(fragment);
    if (anchor !== undefined || kind === "url") return anchor;
    return foldCase(heading.oldText) === foldCase(fragment) ? heading.newText : undefined;
  }

  /**
   * Tells whether a reference can stay as it is. One that is the path of a file must stay that: where
   * sites find pages by other paths too, parts of pages and other programs may not.
   */
  isRight(reference: Reference, { from, to }: FilePlace): boolean {
    const before = this.before(reference, from);
    const wanted = this.wanted(before, reference);
    if (before.kind === "fixed") return true;
    if (!isSame(this.after(reference, to), wanted)) return false;
    if (before.kind !== "page" || wanted.kind !== "page" || !isRelative(reference.link.target)) {
      return true;
    }
    const { paths, resolver } = this.#options;
    const { path } = resolver.pageOf(before.id);
    const wasPath = pathFrom(from, reference.link.target) === path;
    return !wasPath || pathFrom(to, reference.link.target) === paths.after(path);
  }

  /**
   * Returns what a reference must say after the refactoring; null if it stays as it is, or cannot be
   * written.
   */
  rewrite(reference: Reference, { from, to }: FilePlace): string | null {
    const { after } = this.#options;
    const before = this.before(reference, from);
    const wanted = this.wanted(before, reference);
    if (wanted.kind === "fixed") return null;
    const { kind, link } = reference;
    if (kind === "include") return this.#rewriteInclude(reference, { from, to });
    if (this.isRight(reference, { from, to })) return null;
    const placed = { link, from: to };
    if (wanted.kind === "page") {
      const newFragment = before.kind === "page" ? this.#newFragment(before, link.kind) : undefined;
      return after.toPage(placed, { ...wanted, newFragment });
    }
    if (wanted.kind === "address") return after.toAddress(placed, { before: from });
    if (kind !== "import") return after.toFile(placed, wanted.path);
    const path = withDotOf("./", posix.relative(posix.dirname(to), wanted.path));
    return path + link.target.slice(withoutQuery(link.target).length);
  }

  #rewriteInclude({ include, link }: Reference, { from, to }: FilePlace): string | null {
    const folder = this.#docsFolder;
    const { base, path } = include!;
    const docsPath = posix.relative(folder, path);
    const target = posix.join(folder, this.#options.paths.after(docsPath));
    const own = posix.join(folder, posix.dirname(from));
    const isBeside = posix.relative(base, own) === "";
    const start = isBeside ? posix.join(folder, posix.dirname(to)) : base;
    if (posix.normalize(posix.join(start, link.target)) === target) return null;
    const written = posix.relative(start, target);
    return link.target.startsWith("/") ? `/${written}` : withDotOf(link.target, written);
  }
}

/** Returns the path from the docs root that a relative reference is. */
function pathFrom(from: string, target: string): string {
  return posix.join(posix.dirname(from), decode(target.split(/[?#]/, 1)[0]!));
}

function isRelative(target: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|[/#@~])/i.test(target);
}

function withoutQuery(target: string): string {
  return target.split("?", 1)[0]!;
}

/** Tells whether two destinations are the same place. */
export function isSame(one: Destination, other: Destination): boolean {
  if (one.kind === "page" && other.kind === "page") {
    return one.id === other.id && one.fragment === other.fragment;
  }
  if (one.kind === "file" && other.kind === "file") return one.path === other.path;
  if (one.kind === "address" && other.kind === "address") return one.address === other.address;
  return one.kind === "fixed" && other.kind === "fixed";
}
