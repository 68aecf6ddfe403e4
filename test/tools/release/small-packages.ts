/**
 * The parts of docgate that others install alone. Each is a package with files of docgate's build, at
 * the paths that they have there.
 */
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { ROOT } from "../../support/command.ts";

/** A target of the `exports` of a package: a file, or files by condition. */
type Target = string | { readonly [condition: string]: string };

/** The parts of docgate's own package.json that its packages take over. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Target>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

interface SmallPackage {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Entries of docgate's `exports`, and their names in this package. */
  readonly exports: Readonly<Record<string, string>>;
  /** Files that do something when they are imported. */
  readonly sideEffects: readonly string[];
  readonly readme: string;
}

export const SMALL_PACKAGES: readonly SmallPackage[] = [
  {
    name: "@docgate/partner",
    description: "What a partner of a docgate server needs: mint, verify, receive notices.",
    keywords: ["docgate", "jwt", "webhooks", "partner"],
    exports: { "./partner": "." },
    sideEffects: [],
    readme: `# @docgate/partner

For partners of a docgate server: mints application tokens, makes the certificate handshake, verifies consumer tokens and receives signed notices. It depends on \`jose\` alone, and runs wherever \`fetch\` does.

\`\`\`ts
import { createPartnerClient } from "@docgate/partner";

const client = createPartnerClient({
  docgateUrl: "https://docs.example.com",
  origin: "https://shop.example",
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
  apiKeyId: process.env.API_KEY_ID,
  apiKey: process.env.API_KEY,
});
const spaces = await client.readSpaces();
\`\`\`

It is the same code as \`docgate/partner\` of the package [docgate](https://www.npmjs.com/package/docgate), whose documentation describes it.
`,
  },
  {
    name: "@docgate/corpus",
    description:
      "Reads and searches the corpus.json that docgate generates; the search box of a page.",
    keywords: ["docgate", "documentation", "search", "corpus"],
    exports: {
      "./corpus": ".",
      "./search": "./search",
      "./search-box": "./search-box",
      "./corpus.schema.json": "./corpus.schema.json",
    },
    sideEffects: ["./dist/web/assets/*.js"],
    readme: `# @docgate/corpus

Reads the \`corpus.json\` that docgate generates from a Markdown tree, and searches it: in Node.js, Deno, browsers and workers.

\`\`\`ts
import { openCorpus } from "@docgate/corpus";

const corpus = await openCorpus(await (await fetch("/corpus.json")).text());
for (const { title, slug } of corpus.search.hits("install on linux").items) console.log(title, slug);
\`\`\`

\`@docgate/corpus/search\` is the search alone, \`@docgate/corpus/search-box\` the element \`<docgate-search>\`. All are the same code as \`docgate/corpus\`, \`docgate/search\` and \`docgate/search-box\` of the package [docgate](https://www.npmjs.com/package/docgate), whose documentation describes them.
`,
  },
];

/** The files of a package, and the packages that they import. */
export interface Closure {
  /** Paths from docgate's root, with \`/\`. */
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/**
 * Writes the content of a package into an empty folder.
 *
 * @returns the paths of docgate's files that it has
 */
export async function writeSmallPackage(
  part: SmallPackage,
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
): Promise<readonly string[]> {
  const { name, description, keywords, sideEffects, readme } = part;
  const entries = Object.entries(part.exports).map(([from, to]) => {
    const target = manifest.exports[from];
    if (target === undefined) throw new Error(`docgate has no export "${from}"`);
    return [to, target] as const;
  });
  const { files, packages } = await closureOf(entries.flatMap(([, target]) => pathsIn(target)));
  for (const path of [...files, "LICENSE"]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(ROOT, path), join(folder, path));
  }
  const own = {
    ...{ name, version: manifest.version, description, license: manifest.license, keywords },
    type: "module",
    engines: manifest.engines,
    sideEffects,
    exports: {
      ...Object.fromEntries(entries),
      // docgate itself takes its modules from here, see `shareModules`.
      "./modules/*.js": { types: "./dist/*.d.ts", default: "./dist/*.js" },
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(packages.map((each) => [each, manifest.dependencies[each]])),
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  await writeFile(join(folder, "README.md"), readme);
  return files;
}

/**
 * Makes docgate's modules that another package has lead to that package, so that both are the same
 * module: a class that one of them throws is the one that the other compares with.
 *
 * @param folder the unpacked content of docgate's package
 * @param files the paths of docgate's files that the other package has
 */
export async function shareModules(
  files: readonly string[],
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<void> {
  const modules = files.filter((path) => /^dist\/(?!web\/).*\.js$/.test(path));
  for (const path of modules) {
    const shared = `export * from "${name}/modules/${path.slice("dist/".length)}";\n`;
    await writeFile(join(folder, path), shared);
    await writeFile(join(folder, path.replace(/\.js$/, ".d.ts")), shared);
  }
}

function pathsIn(target: Target): string[] {
  const paths = typeof target === "string" ? [target] : Object.values(target);
  return paths.map((path) => posix.normalize(path));
}

/** Follows the imports of files, in code and in declarations. */
async function closureOf(entries: readonly string[]): Promise<Closure> {
  const files = new Set<string>();
  const packages = new Set<string>();
  async function follow(path: string): Promise<void> {
    if (files.has(path)) return;
    files.add(path);
    if (!/\.(?:[jt]s)$/.test(path)) return;
    const text = (await readFile(join(ROOT, path), "utf8")).replaceAll(/\/\*.*?\*\//gs, "");
    for (const [, name] of text.matchAll(IMPORTS)) {
      if (name!.startsWith(".")) await follow(fileOf(posix.join(posix.dirname(path), name!), path));
      else if (!name!.startsWith("node:")) packages.add(packageOf(name!));
    }
    const declared = path.replace(/\.js$/, ".d.ts");
    if (existsSync(join(ROOT, declared))) await follow(declared);
  }
  for (const entry of entries) await follow(entry);
  return { files: [...files].sort(), packages: [...packages].sort() };
}

const IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"\s]+)"/g;

/** A declaration names the source of what it imports. */
function fileOf(path: string, from: string): string {
  return from.endsWith(".d.ts") ? path.replace(/(?:\.d)?\.[jt]s$/, ".d.ts") : path;
}

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
