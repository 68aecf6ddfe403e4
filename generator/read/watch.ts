import { existsSync, realpathSync, type Stats } from "node:fs";
import { type FSWatcher, watch } from "chokidar";
import { isMarkdown } from "../markdown/is-markdown.ts";
import { isWithin } from "./is-within.ts";

/**
 * Chokidar does not report a second change of a file within this time of the first; the file must
 * be read after it.
 */
const DEBOUNCE_MS = 50;
/** A build of a site has ended once it has written nothing for this time. */
const BUILD_PAUSE_MS = 1000;

export interface WatchOptions {
  /** The docs roots, as absolute paths. */
  readonly roots: readonly string[];
  /** Further files to watch, as absolute paths. */
  readonly files: readonly string[];
  /** The folders of the built sites, as absolute paths: all that changes in them counts. */
  readonly built: readonly string[];
  /**
   * Called at the start and once after each burst of changes, never concurrently: with the files that
   * changed, and the folder of the built site if something in it did.
   */
  readonly onChange: (paths: readonly string[]) => Promise<void>;
}

/**
 * Watches trees for changes of its Markdown files, starting before the first run. Of the paths
 * through symbolic links, it watches one for each file that is not watched under its real path.
 *
 * @returns the watcher after the first run; close it to stop
 */
export async function watchTrees({
  roots,
  files,
  built,
  onChange,
}: WatchOptions): Promise<FSWatcher> {
  const others = [...files, ...built];
  const existing = others.filter((path) => existsSync(path));
  const watcher = watch([...roots, ...existing], { ignoreInitial: true, ignored: isIgnored });
  const realRoots = roots.map((root) => realpathSync(root));
  const linksByTarget = new Map<string, string>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  watcher.on("all", (event, path) => {
    const site = built.find((each) => isWithin(path, each));
    if (site !== undefined) changed.add(site);
    else if (event.endsWith("Dir") || isMarkdown(path) || files.includes(path)) changed.add(path);
    else return;
    clearTimeout(timer);
    const pauseMs = built.some((each) => changed.has(each)) ? BUILD_PAUSE_MS : DEBOUNCE_MS;
    timer = setTimeout(() => {
      const paths = [...changed].sort();
      changed = new Set();
      running = running.then(() => onChange(paths));
    }, pauseMs);
  });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  // Only now: chokidar would be ready before it watches the tree if a file does not exist.
  watcher.add(others.filter((path) => !existing.includes(path)));
  running = running.then(() => onChange([]));
  await running;
  return watcher;

  function isIgnored(path: string, stats?: Stats): boolean {
    // The folder may be hidden itself, and is watched from above until it exists.
    if (built.some((each) => isWithin(path, each) || isWithin(each, path))) return false;
    return isHidden(path, roots) || (stats?.isSymbolicLink() === true && isSuperfluous(path));
  }

  /** Tells whether a link's target is watched without it, or not read at all. */
  function isSuperfluous(link: string): boolean {
    const target = targetOf(link);
    if (target === null || !realRoots.some((root) => isWithin(target, root))) return true;
    if (!isHidden(target, realRoots)) return true;
    const first = linksByTarget.get(target) ?? link;
    linksByTarget.set(target, first);
    return first !== link;
  }
}

/** Tells whether a path is hidden in each of the folders that it is in. */
function isHidden(path: string, roots: readonly string[]): boolean {
  const within = roots.filter((root) => path.startsWith(root));
  return within.length > 0 && within.every((root) => hasHiddenName(path.slice(root.length)));
}

function hasHiddenName(path: string): boolean {
  return path.split(/[\\/]/).some((name) => /^(?:\.[^.]|node_modules$)/.test(name));
}

/** @returns null if it leads nowhere */
function targetOf(link: string): string | null {
  try {
    return realpathSync(link);
  } catch {
    return null;
  }
}
