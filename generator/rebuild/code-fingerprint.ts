import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isSystemError } from "../../corpus/system-error.ts";

/** The libraries that turn text into a parsed file, apart from the generator's own code. */
const LIBRARIES = [
  "unified",
  "remark-parse",
  "remark-frontmatter",
  "remark-mdx",
  "mdast-util-from-markdown",
  "mdast-util-to-string",
  "mdast-util-mdx-jsx",
  "micromark",
  "micromark-extension-mdxjs",
  "acorn",
  "satteri",
  "github-slugger",
  "htmlparser2",
  "yaml",
  "smol-toml",
  "@sveltejs/acorn-typescript",
];

let fingerprint: string | undefined;

/** Returns a text for the version of everything that turns files into what is cached. */
export function codeFingerprint(): string {
  fingerprint ??= [
    hashFolder(fileURLToPath(new URL("../", import.meta.url))),
    // The code that folds texts and cuts them into words.
    hashFolder(fileURLToPath(new URL("../../corpus/", import.meta.url))),
    ...LIBRARIES.map(versionOf),
  ].join();
  return fingerprint;
}

/** Returns the version of a package; empty if it is not installed or cannot be read. */
function versionOf(name: string): string {
  const entry = entryOf(name);
  const folder = entry.slice(0, entry.lastIndexOf(`/${name}/`) + name.length + 2);
  const manifest = URL.parse("package.json", folder);
  if (manifest?.protocol !== "file:") return "";
  try {
    return JSON.parse(readFileSync(manifest, "utf8")).version;
  } catch (error) {
    if (isSystemError(error)) return "";
    throw error;
  }
}

function entryOf(name: string): string {
  try {
    return import.meta.resolve(name);
  } catch {
    // An optional dependency is not installed: each runtime has its own error for that.
    return "";
  }
}

function hashFolder(folder: string): string {
  const hash = createHash("sha256");
  for (const name of codeIn(folder).sort()) {
    hash.update(name).update(readFileSync(folder + name));
  }
  return hash.digest("hex");
}

/**
 * Returns the files of code in a folder. The recursion of `readdirSync` itself takes 15 ms for 500 files,
 * which every build would wait for, and this 3 ms.
 */
function codeIn(folder: string, below = ""): string[] {
  return readdirSync(folder + below, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return codeIn(folder, `${below}${entry.name}/`);
    return /(?<!\.d)\.[jt]s$/.test(entry.name) ? [below + entry.name] : [];
  });
}
