import { dirname } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { filesIn } from "./files/find-files.ts";
import { readData } from "./read-data.ts";
import { readText, type SiteFile } from "./read-text.ts";
import type { Candidate } from "./recognise.ts";

/** Tells whether a file is a generator's own. */
type Condition = (candidate: Candidate) => Promise<boolean>;

const DEPENDENCIES = [
  "dependencies",
  "devDependencies",
  "peerDependencies",
  "optionalDependencies",
] as const;

/** Requires that a `package.json` in the file's folder or above depends on one of these packages. */
export function dependsOn(...packages: readonly string[]): Condition {
  return someFile(["package.json"], async (file) => {
    const manifest = await readData(file);
    const groups = DEPENDENCIES.map((name) => keysOf(itemAt(manifest, name)));
    return groups.some((names) => packages.some((name) => names.includes(name)));
  });
}

/** Requires that a `Gemfile` or `*.gemspec` in the file's folder or above names one of these gems. */
export function needsGem(...gems: readonly string[]): Condition {
  return someFile(["Gemfile", "*.gemspec"], async (file) => {
    const { text } = await readText(file);
    // `gem "jekyll"`, `spec.add_dependency("jekyll")`
    const names = text.matchAll(/^[^#\n]*?\b(?:gem|add_\w*dependency)[ (]+["']([^"']+)["']/gm);
    return Array.from(names).some(([, name]) => gems.includes(name!));
  });
}

/** Requires a text in the file itself, such as the package that it imports. */
export function mentions(text: string): Condition {
  return ({ file }) => unlessBroken(async () => (await readText(file)).text.includes(text));
}

/** Requires one of some keys at the top of the data file, in any letter case. */
export function hasKey(...names: readonly string[]): Condition {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return ({ file }) =>
    unlessBroken(async () =>
      keysOf(await readData(file)).some((key) => wanted.has(key.toLowerCase())),
    );
}

/** Requires that the `$schema` of the JSON file contains a text. */
export function hasSchema(part: string): Condition {
  return ({ file }) =>
    unlessBroken(async () => String(itemAt(await readData(file), "$schema")).includes(part));
}

/** Requires one of several conditions. */
export function anyOf(...conditions: readonly Condition[]): Condition {
  return async (candidate) => {
    for (const condition of conditions) if (await condition(candidate)) return true;
    return false;
  };
}

/** Requires that one of the files of these names, in the file's folder or above, fulfils something. */
function someFile(
  names: readonly string[],
  isFulfilled: (file: SiteFile) => Promise<boolean>,
): Condition {
  return async ({ folder, top }) => {
    for (let at = folder; ; at = dirname(at)) {
      for (const file of filesIn(at, { names, top })) {
        if (await unlessBroken(() => isFulfilled(file))) return true;
      }
      if (at === top || dirname(at) === at) return false;
    }
  };
}

/** A file that cannot be read shows no generator. */
async function unlessBroken(isFulfilled: () => Promise<boolean>): Promise<boolean> {
  try {
    return await isFulfilled();
  } catch (error) {
    if (!hasCode(error, "file", "setting")) throw error;
    return false;
  }
}

function itemAt(data: unknown, key: string): unknown {
  return keysOf(data).includes(key) ? (data as Record<string, unknown>)[key] : undefined;
}

function keysOf(data: unknown): string[] {
  return typeof data === "object" && data !== null ? Object.keys(data) : [];
}
