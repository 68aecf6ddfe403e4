import { type FSWatcher, watch } from "chokidar";
import { isMarkdown } from "./collect.ts";

/** Chokidar tells no second change of a file within so long of the first: it must be read after. */
const DEBOUNCE_MS = 50;

export interface WatchOptions {
  /** The docs root, as an absolute path. */
  readonly root: string;
  /** Further files to watch, as absolute paths. */
  readonly files: readonly string[];
  /** Runs at the start and once after each burst of changes, never twice at a time. */
  readonly onChange: (paths: readonly string[]) => Promise<void>;
}

/**
 * Watches a tree for changes of its Markdown files. It sees changes from before the first run on.
 *
 * @returns the watcher after the first run; close it to end
 */
export async function watchTree({ root, files, onChange }: WatchOptions): Promise<FSWatcher> {
  const watcher = watch([root, ...files], { ignoreInitial: true, ignored: isHidden });
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  watcher.on("all", (event, path) => {
    if (!event.endsWith("Dir") && !isMarkdown(path) && !files.includes(path)) return;
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = [...changed].sort();
      changed = new Set();
      running = running.then(() => onChange(paths));
    }, DEBOUNCE_MS);
  });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  running = running.then(() => onChange([]));
  await running;
  return watcher;

  function isHidden(path: string): boolean {
    const names = path.slice(root.length).split(/[\\/]/);
    return path.startsWith(root) && names.some((name) => /^(?:\.[^.]|node_modules$)/.test(name));
  }
}
