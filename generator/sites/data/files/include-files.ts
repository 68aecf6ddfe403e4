import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { relative, sep } from "node:path";
import { isSystemError } from "../../../../corpus/system-error.ts";
import { isWithin } from "../../../read/is-within.ts";
import { gitRootOf } from "./find-files.ts";

/** Maximum size of a file that a page includes. */
const MAX_INCLUDE_BYTES = 4_194_304;

/** The files that pages may include, as plain data for threads. */
export interface IncludeList {
  /** Real path of the folder that all of them are below. */
  readonly top: string;
  /**
   * Paths below `top` of what git tracks or would add; null without git: then all files whose name and
   * folders do not begin with a dot.
   */
  readonly paths: ReadonlySet<string> | null;
}

/** The text of a file, or why it is not included: a sentence without its end. */
export type Include = { readonly text: string } | { readonly refusal: string };

/** Milliseconds that git may take, and bytes that its answer may have. */
const GIT_TIMEOUT_MS = 60_000;
const MAX_GIT_BYTES = 268_435_456;

/**
 * Lists the files that pages may include: those that git tracks or would add in the checkout of the
 * docs root. Without git, or if it cannot be run, those below the folder of the configuration.
 *
 * @param configFolder the folder of the configuration file, or the docs root
 * @throws the file system's error if a folder does not exist
 */
export function listIncludes(docsRoot: string, configFolder: string): IncludeList {
  const root = gitRootOf(realpathSync(docsRoot));
  const paths = root === null ? null : askGit(root);
  if (root === null || paths === null) return { top: realpathSync(configFolder), paths: null };
  return { top: root, paths: new Set(paths) };
}

/** Asks git once for the paths of a checkout; null if it cannot be run. */
function askGit(root: string): string[] | null {
  // A checkout of someone else must not choose a program for git to run.
  const safe = ["-c", "core.fsmonitor=false"];
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  try {
    const { status, stdout } = spawnSync("git", ["-C", root, ...safe, ...list], {
      encoding: "utf8",
      timeout: GIT_TIMEOUT_MS,
      maxBuffer: MAX_GIT_BYTES,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return status === 0 ? stdout.split("\0").filter(Boolean) : null;
  } catch (error) {
    // Thrown by Deno without the permission to run git.
    if (!isSystemError(error)) throw error;
    return null;
  }
}

/**
 * Reads a file that a page includes, by its real path.
 *
 * @param location an absolute path, or what the page writes if that is an address
 */
export function readInclude({ top, paths }: IncludeList, location: string): Include {
  if (/^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(location)) {
    return { refusal: "it is an address: only files are included" };
  }
  const real = realFile(location);
  if (real === null) return { refusal: "there is no such file" };
  if (!isWithin(real, top)) return { refusal: "it is outside of the files of this site" };
  const path = relative(top, real).replaceAll(sep, "/");
  if (/(?:^|\/)\.git(?:\/|$)/i.test(path)) return { refusal: "it belongs to git" };
  if (paths === null && /(?:^|\/)\./.test(path)) {
    return { refusal: "its name, or that of a folder, begins with a dot" };
  }
  if (paths !== null && !paths.has(path))
    return { refusal: "git does not track it, and would not add it" };
  return readBounded(real);
}

/** Returns where a path really leads; null if nowhere. */
function realFile(location: string): string | null {
  if (location.includes("\0")) return null;
  try {
    return realpathSync(location);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return null;
  }
}

function readBounded(location: string): Include {
  try {
    const stat = statSync(location);
    if (!stat.isFile()) return { refusal: "it is not a file" };
    const isTooLarge = stat.size > MAX_INCLUDE_BYTES;
    if (isTooLarge) return { refusal: `it is larger than ${MAX_INCLUDE_BYTES} bytes` };
    return textOf(readFileSync(location));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return { refusal: `it cannot be read (${error.code})` };
  }
}

function textOf(bytes: Uint8Array): Include {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { refusal: "it is not UTF-8" };
  }
}
