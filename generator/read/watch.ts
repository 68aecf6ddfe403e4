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
  /** The docs root, as an absolute path. */
  readonly root: string;
  /** Further files to watch, as absolute paths. */
  readonly files: readonly string[];
  /** The folder of the built site, as an absolute path: all that changes in it counts. Null for none. */
  readonly built: string | null;
  /**
   * Called at the start and once after each burst of changes, never concurrently: with the files that
   * changed, and the folder of the built site if something in it did.
   */
  readonly onChange: (paths: readonly string[]) => Promise<void>;
}

/**
 * Watches a tree for changes of its Markdown files, starting before the first run. Of the paths
 * through symbolic links, it watches one for each file that is not watched under its real path.
 *
 * @returns the watcher after the first run; close it to stop
 */
export async function watchTree({
  root,
  files,
  built,
  onChange,
}: WatchOptions): Promise<FSWatcher> {
  const others = built === null ? files : [...files, built];
  const existing = others.filter((path) => existsSync(path));
  const watcher = watch([root, ...existing], { ignoreInitial: true, ignored: isIgnored });
  const realRoot = realpathSync(root);
  const linksByTarget = new Map<string, string>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  watcher.on("all", (event, path) => {
    if (built !== null && isWithin(path, built)) changed.add(built);
    else if (event.endsWith("Dir") || isMarkdown(path) || files.includes(path)) changed.add(path);
    else return;
    clearTimeout(timer);
    const pauseMs = built !== null && changed.has(built) ? BUILD_PAUSE_MS : DEBOUNCE_MS;
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
    if (built !== null && (isWithin(path, built) || isWithin(built, path))) return false;
    return isHidden(path, root) || (stats?.isSymbolicLink() === true && isSuperfluous(path));
  }

  /** Tells whether a link's target is watched without it, or not read at all. */
  function isSuperfluous(link: string): boolean {
    const target = targetOf(link);
    if (target === null || !isWithin(target, realRoot) || !isHidden(target, realRoot)) return true;
    const first = linksByTarget.get(target) ?? link;
    linksByTarget.set(target, first);
    return first !== link;
  }
}

function isHidden(path: string, root: string): boolean {
  const names = path.slice(root.length).split(/[\\/]/);
  return path.startsWith(root) && names.some((name) => /^(?:\.[^.]|node_modules$)/.test(name));
}

/** @returns null if it leads nowhere */
function targetOf(link: string): string | null {
  try {
    return realpathSync(link);
  } catch {
    return null;
  }
}
