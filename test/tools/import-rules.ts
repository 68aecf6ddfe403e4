import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** One import of a source file. */
export interface Import {
  /** The importing file, relative to the root, with forward slashes. */
  readonly from: string;
  /** A file relative to the root, or a package's name. */
  readonly to: string;
}

/**
 * Every room of the house, and the rooms that it may import. A room is a file, or a folder with its
 * subfolders that are not rooms themselves; it may always import its own files. Imports that are
 * not listed are refused, so a new folder must be given its place here.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "docgate.ts": ["command.ts"],
  "define-config.ts": ["generator/config", "runtime/serve/settings.ts"],
  "command.ts": [
    "corpus",
    "generator/cli",
    "generator/config",
    "runtime/cli",
    "runtime/cli/admin",
    "runtime/cli/gaps",
    "runtime/cli/relevance",
    "runtime/cli/store",
    "runtime/serve",
  ],

  corpus: [],
  "corpus/search": ["corpus", "corpus/search/words"],
  "corpus/search/words": ["corpus", "corpus/search/vocabulary.ts"],
  "corpus/search/exports.ts": ["corpus/search/words"],
  "corpus/sections": ["corpus", "corpus/search/words"],
  "corpus/quotes": [
    "corpus",
    "corpus/search/vocabulary.ts",
    "corpus/search/words",
    "corpus/sections",
  ],
  "corpus/open": ["corpus", "corpus/quotes", "corpus/search", "corpus/search/words"],
  "corpus/open/exports.ts": [
    "corpus",
    "corpus/open",
    "corpus/quotes",
    "corpus/search",
    "corpus/search/words",
  ],
  "corpus/read": ["corpus", "corpus/open", "corpus/search", "corpus/search/words"],
  "corpus/write": ["corpus"],
  "corpus/export": ["corpus", "corpus/open", "corpus/search/words"],
  "corpus/addresses": ["corpus"],
  "corpus/signature": ["corpus"],
  "corpus/static": ["corpus", "corpus/search/words"],
  "corpus/exports.ts": ["corpus", "corpus/open/exports.ts", "corpus/read"],

  "generator/config": ["corpus"],
  "generator/index": ["corpus"],
  "generator/markdown/anchors": ["corpus", "generator/config"],
  "generator/markdown": [
    "corpus",
    "corpus/search/words",
    "generator/config",
    "generator/index",
    "generator/markdown/anchors",
    "generator/sites/syntax",
  ],
  "generator/link": [
    "corpus",
    "generator/config",
    "generator/markdown",
    "generator/markdown/anchors",
    "generator/sites",
  ],
  "generator/read": [
    "corpus",
    "corpus/search/words",
    "generator/config",
    "generator/index",
    "generator/markdown",
    "generator/sites",
    "generator/sites/data",
    "generator/sites/syntax",
  ],
  "generator/fix": ["corpus", "corpus/write", "generator/config", "generator/read"],
  "generator/online": ["corpus", "corpus/write", "generator/config", "generator/markdown"],
  "generator/against": [
    "corpus",
    "corpus/addresses",
    "corpus/signature",
    "generator/config",
    "generator/link",
    "generator/markdown",
    "generator/online",
    "generator/sites",
  ],
  "generator/age": ["corpus", "generator/config", "generator/markdown"],
  "generator/changes": [
    "corpus",
    "corpus/addresses",
    "generator/against",
    "generator/config",
    "generator/link",
    "generator/markdown",
    "generator/sites",
  ],
  "generator/built": [
    "corpus",
    "generator/changes",
    "generator/config",
    "generator/markdown",
    "generator/read",
    "generator/sites",
    "generator/sites/syntax",
  ],
  "generator/refactor": [
    "corpus",
    "corpus/write",
    "generator/changes",
    "generator/config",
    "generator/fix",
    "generator/link",
    "generator/markdown",
    "generator/read",
    "generator/rebuild",
    "generator/sites",
    "generator/sites/data",
    "generator/sites/syntax",
  ],
  "generator/lsp": [
    "corpus",
    "generator/changes",
    "generator/config",
    "generator/link",
    "generator/markdown",
    "generator/read",
    "generator/refactor",
    "generator/sites/data",
  ],
  "generator/sites": [
    "corpus",
    "generator/config",
    "generator/markdown/anchors",
    "generator/markdown/frontmatter/frontmatter-block.ts",
    "generator/markdown/frontmatter/frontmatter.ts",
    "generator/read/is-within.ts",
    "generator/sites/data",
  ],
  "generator/sites/data": ["corpus", "generator/read/is-within.ts"],
  "generator/sites/syntax": [
    "corpus",
    "generator/config",
    "generator/markdown/mdx/literal-text.ts",
    "generator/markdown/anchors",
    "generator/markdown/frontmatter/frontmatter-block.ts",
    "generator/markdown/is-markdown.ts",
    "generator/markdown/line-finder.ts",
  ],
  "generator/rebuild": [
    "corpus",
    "corpus/search",
    "corpus/search/words",
    "corpus/write",
    "generator/built",
    "generator/config",
    "generator/index",
    "generator/link",
    "generator/markdown",
    "generator/read",
    "generator/sites",
    "generator/sites/syntax",
  ],
  "generator/generate.ts": [
    "corpus",
    "corpus/search/words",
    "corpus/write",
    "generator/built",
    "generator/changes",
    "generator/config",
    "generator/index",
    "generator/link",
    "generator/read",
    "generator/rebuild",
    "generator/sites",
  ],
  "generator/library.ts": ["generator/config", "generator/generate.ts"],
  "generator/cli": [
    "generator/link/other-editions.ts",
    "corpus",
    "corpus/addresses",
    "corpus/open",
    "corpus/read",
    "corpus/signature",
    "corpus/write",
    "generator/against",
    "generator/age",
    "generator/built",
    "generator/changes",
    "generator/config",
    "generator/fix",
    "generator/generate.ts",
    "generator/markdown",
    "generator/online",
    "generator/read",
    "generator/lsp",
    "generator/rebuild",
    "generator/refactor",
    "generator/sites",
    "generator/sites/data",
  ],
  "generator/exports.ts": [
    "corpus",
    "corpus/write",
    "generator/changes",
    "generator/config",
    "generator/library.ts",
  ],
  "runtime/http": ["corpus"],
  "runtime/store": ["corpus", "corpus/write"],
  "runtime/docs": [
    "corpus",
    "corpus/open",
    "corpus/read",
    "corpus/search/words",
    "corpus/sections",
    "corpus/signature",
    "runtime/docs/snapshots",
    "runtime/http",
  ],
  "runtime/docs/snapshots": ["corpus", "corpus/open", "corpus/sections", "corpus/write"],
  "runtime/docs/search-log": ["corpus", "corpus/search/words", "corpus/write"],
  "runtime/partner": ["corpus", "corpus/write", "runtime/http", "runtime/store"],
  "runtime/admin": ["corpus", "runtime/http", "runtime/partner", "runtime/store"],
  "runtime/observe": [
    "corpus",
    "corpus/signature",
    "runtime/docs",
    "runtime/http",
    "runtime/partner",
    "runtime/store",
  ],
  "runtime/agents": [
    "corpus",
    "corpus/open",
    "corpus/quotes",
    "corpus/read",
    "corpus/search/words",
    "runtime/docs",
    "runtime/http",
  ],
  "runtime/serve": [
    "corpus",
    "corpus/addresses",
    "corpus/open",
    "corpus/search/words",
    "corpus/signature",
    "runtime/admin",
    "runtime/agents",
    "runtime/docs",
    "runtime/docs/snapshots",
    "runtime/docs/search-log",
    "runtime/http",
    "runtime/observe",
    "runtime/partner",
    "runtime/store",
  ],
  "runtime/cli": [
    "corpus",
    "corpus/addresses",
    "corpus/export",
    "corpus/open",
    "corpus/read",
    "corpus/search/words",
    "corpus/signature",
    "corpus/static",
    "corpus/write",
    "runtime/admin",
    "runtime/agents",
    "runtime/docs",
    "runtime/observe",
    "runtime/partner",
    "runtime/serve",
    "runtime/store",
  ],
  "runtime/cli/admin": ["corpus", "runtime/admin", "runtime/cli", "runtime/serve"],
  "runtime/cli/gaps": [
    "corpus",
    "corpus/open",
    "corpus/search/words",
    "runtime/cli",
    "runtime/docs/search-log",
    "runtime/serve",
  ],
  "runtime/cli/relevance": [
    "corpus",
    "corpus/open",
    "corpus/search/words",
    "generator/config",
    "generator/sites/data",
    "runtime/cli",
    "runtime/serve",
  ],
  "runtime/cli/store": [
    "corpus",
    "runtime/admin",
    "runtime/cli",
    "runtime/partner",
    "runtime/serve",
    "runtime/store",
  ],
  "runtime/partner-client": [],
  plugins: [
    "corpus",
    "corpus/read",
    "generator/config",
    "generator/library.ts",
    "runtime/cli",
    "runtime/serve",
  ],
  "runtime/exports.ts": ["corpus", "runtime/docs", "runtime/http", "runtime/serve"],
  "runtime/web": [],
  "runtime/web/theme": [],
  "runtime/web/admin": [
    "corpus/text/fold.ts",
    "runtime/http/json-scan.ts",
    "runtime/partner/calls/refusal-texts.ts",
    "runtime/partner/chain/env-file.ts",
    "runtime/partner/chain/first-calls.ts",
    "runtime/partner/notices/notice-texts.ts",
    "runtime/partner/tokens/fingerprint.ts",
    "runtime/web/search-box/shortcut.ts",
    "runtime/web/theme",
  ],
  "runtime/web/explorer": [],
  "runtime/web/home": [],
  "runtime/web/partner-page": ["runtime/web/reference/copy-buttons.ts", "runtime/web/theme"],
  "runtime/web/reader": [],
  "runtime/web/reference": ["runtime/web/theme"],
  "runtime/web/search-box": [],
  "runtime/web/graph/dom.ts": [],
  "runtime/web/graph/data": ["corpus/text/fold.ts"],
  "runtime/web/graph/layout": ["runtime/web/graph/data"],
  "runtime/web/graph/camera": ["runtime/web/graph/layout"],
  "runtime/web/graph/paint": [
    "runtime/web/graph/camera",
    "runtime/web/graph/data",
    "runtime/web/graph/dom.ts",
    "runtime/web/graph/layout",
    "runtime/web/theme",
  ],
  "runtime/web/graph/export": [
    "runtime/web/graph/data",
    "runtime/web/graph/dom.ts",
    "runtime/web/graph/paint",
  ],
  "runtime/web/graph/panels": [
    "runtime/web/graph/data",
    "runtime/web/graph/dom.ts",
    "runtime/web/graph/export",
    "runtime/web/graph/layout",
    "runtime/web/graph/paint",
    "runtime/web/theme",
  ],
  "runtime/web/graph": [
    "runtime/web/graph/data",
    "runtime/web/graph/dom.ts",
    "runtime/web/graph/panels",
    "runtime/web/theme",
  ],
  "examples/partner": [],
  "examples/demo": ["corpus/write", "examples/partner"],
  "examples/demo.ts": ["examples/demo", "runtime/serve"],
  bench: [],
};
/**
 * The two products, and the rooms that both have: what is in one product may import the other's files
 * only if they are {@link COMMON}. A room is in the product of its longest match.
 */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  documents: ["corpus", "generator", "runtime/docs", "runtime/agents", "runtime/web", "plugins"],
  "partner chain": [
    "runtime/admin",
    "runtime/cli/admin",
    "runtime/cli/store",
    "runtime/partner",
    "runtime/partner-client",
    "runtime/store",
    "runtime/web/admin",
    "runtime/web/partner-page",
  ],
  both: [
    "command.ts",
    "define-config.ts",
    "docgate.ts",
    "examples",
    "runtime/cli",
    "runtime/exports.ts",
    "runtime/http",
    "runtime/observe",
    "runtime/serve",
    "runtime/web/reference",
    "runtime/web/theme",
  ],
};
/** Files in the rooms of documents that know nothing of documents. */
export const COMMON: readonly string[] = [
  "corpus/error.ts",
  "corpus/file-error.ts",
  "corpus/net/address-guard.ts",
  "corpus/system-error.ts",
  "corpus/text/fold.ts",
  "corpus/text/printable.ts",
  "corpus/write/replace-file.ts",
  "runtime/web/search-box/shortcut.ts",
];
/** Packages that only some folders of the product may use. */
const PACKAGE_ROOMS: readonly { readonly packages: RegExp; readonly rooms: readonly string[] }[] = [
  {
    packages: /^(unified|remark-|mdast|micromark|satteri|unist-|vfile|yaml$|github-slugger)/,
    rooms: ["generator/"],
  },
  {
    packages: /^(acorn|@sveltejs\/acorn-typescript|smol-toml)$/,
    rooms: ["generator/sites/data/", "generator/markdown/frontmatter/"],
  },
  { packages: /^vscode-languageserver/, rooms: ["generator/lsp/", "generator/cli/lsp-command.ts"] },
  { packages: /^@noble\//, rooms: ["corpus/open/", "corpus/sections/", "corpus/static/"] },
  { packages: /^(graphql$|@graphql-tools\/|@escape\.tech\/)/, rooms: ["runtime/docs/"] },
  { packages: /^@peculiar\/x509/, rooms: ["runtime/partner/"] },
  { packages: /^@simplewebauthn\//, rooms: ["runtime/admin/"] },
  { packages: /^openid-client/, rooms: ["runtime/admin/sign-in/provider/"] },
  {
    packages: /^jose/,
    rooms: ["runtime/partner/", "runtime/partner-client/", "corpus/signature/"],
  },
  { packages: /^@modelcontextprotocol\//, rooms: ["runtime/agents/"] },
  { packages: /^(kysely|pg$|node:sqlite)/, rooms: ["runtime/store/"] },
  { packages: /^(prom-client|@opentelemetry\/)/, rooms: ["runtime/observe/"] },
];
/** Rooms that run in browsers too. */
const PORTABLE = /^corpus\/(fields|open|quotes|search|sections)\//;
/** The room of `docgate/partner`, and the one package that it may use. */
const PARTNER_CLIENT = "runtime/partner-client/";
const PARTNER_CLIENT_PACKAGE = "jose";
/** Code that is not served: it may use any package, the process and the clock. */
const OUTSIDE = /^(bench|examples|runtime\/web)\//;
/** The only files of the product that may use the process and the clock. */
const EDGES: readonly (string | RegExp)[] = [
  "docgate.ts",
  "command.ts",
  /^(generator|runtime)\/cli\//,
  "runtime/serve/main.ts",
  // It serves inside programs of users.
  "runtime/serve/create-app.ts",
  // They measure how long the event loop was blocked, which needs the real clock.
  "runtime/docs/execute/long-work.ts",
  "runtime/http/request-turns.ts",
  // Docusaurus says in the environment whether it builds a site.
  "plugins/docusaurus.ts",
  // It runs in partners' programs, not in docgate.
  /^runtime\/partner-client\//,
];
const AMBIENT =
  /\bprocess\.(?:env|argv)\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b/;
/** Reads every import of every source file below the root. */
export function readImports(root: string): Import[] {
  return sourceFiles(root).flatMap((from) =>
    importsOf(from, readFileSync(join(root, from), "utf8")),
  );
}
/** @returns one line for each import that breaks a rule */
export function checkImports(imports: readonly Import[]): string[] {
  return [...imports.flatMap(checkImport), ...findCycles(imports)];
}
/** @returns one line for each file that reads what only the edges may read */
export function checkEdges(root: string): string[] {
  return sourceFiles(root)
    .filter((file) => !isEdge(file) && !OUTSIDE.test(file))
    .flatMap((file) => {
      const match = AMBIENT.exec(readFileSync(join(root, file), "utf8"));
      return match ? [`${file} uses ${match[0]}: pass it in from main or cli`] : [];
    });
}
function isEdge(file: string): boolean {
  return EDGES.some((edge) => (typeof edge === "string" ? edge === file : edge.test(file)));
}
function sourceFiles(root: string): string[] {
  const folders = new Set(Object.keys(MAY_IMPORT).map((room) => room.split("/", 1)[0]!));
  const files = [...folders].flatMap((name) =>
    name.endsWith(".ts") ? [name] : filesIn(root, name),
  );
  return files.filter((file) => /\.tsx?$/.test(file)).sort();
}
function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === "node_modules") return [];
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
}
const STATEMENT =
  /^\s*(?:import|export)\s+(?:type\s+)?(?:[^;"']*?\s+from\s+)?["'](?<to>[^"']+)["']|\bimport\(\s*["'](?<dynamic>[^"']+)["']/gm;
/** Finds the imports that a file's text declares: of values and types, also dynamic ones. */
export function importsOf(from: string, text: string): Import[] {
  return Array.from(text.matchAll(STATEMENT), ({ groups }) => {
    const { to, dynamic } = groups!;
    return { from, to: resolveSpecifier(from, (to ?? dynamic)!) };
  });
}
function resolveSpecifier(from: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.join(dirname(from), specifier) : specifier;
}
/** Returns the room that a file is in: the longest match. */
function roomOf(file: string): string | undefined {
  for (let room = file; room !== "."; room = dirname(room)) {
    if (room in MAY_IMPORT) return room;
  }
  return undefined;
}
function checkImport({ from, to }: Import): string[] {
  const room = roomOf(from);
  if (room === undefined) return [`${from} is in no room: give its folder a place in the rules`];
  if (!isOurs(to)) return checkPackage({ from, to });
  if (room === "bench") return [];
  if (to.endsWith("/exports.ts") && !from.endsWith("/exports.ts"))
    return [`${from} imports ${to}: it is for users only`];
  const target = roomOf(to);
  const isAllowed =
    target === room || MAY_IMPORT[room]!.some((one) => one === target || one === to);
  if (!isAllowed) return [`${from} imports ${to}: ${room} may not import ${target}`];
  return checkProducts({ from, to });
}
function checkProducts({ from, to }: Import): string[] {
  const [own, other] = [productOf(from), productOf(to)];
  if (own === undefined) return [`${from} is in no product: give its folder a place in the rules`];
  if (own === other || own === "both" || other === "both" || COMMON.includes(to)) return [];
  return [`${from} imports ${to}: ${own} and ${other} meet only in the rooms of both`];
}
/** Returns the product that a file is part of: that of the longest match. */
function productOf(file: string): string | undefined {
  for (let room = file; room !== "."; room = dirname(room)) {
    const product = Object.keys(PRODUCTS).find((name) => PRODUCTS[name]!.includes(room));
    if (product !== undefined) return product;
  }
  return undefined;
}
function isOurs(to: string): boolean {
  return /\.(tsx?|css|svg)$/.test(to) && !/^[@a-z][^/]*\.css$/.test(to) && roomOf(to) !== undefined;
}
function checkPackage({ from, to }: Import): string[] {
  if (OUTSIDE.test(from)) return [];
  if (PORTABLE.test(from) && to.startsWith("node:")) {
    return [`${from} imports ${to}: it must run in browsers too`];
  }
  if (from.startsWith(PARTNER_CLIENT) && to !== PARTNER_CLIENT_PACKAGE) {
    return [`${from} imports ${to}: ${PARTNER_CLIENT} may use ${PARTNER_CLIENT_PACKAGE} only`];
  }
  return PACKAGE_ROOMS.flatMap(({ packages, rooms }) =>
    packages.test(to) && !rooms.some((room) => from.startsWith(room))
      ? [`${from} imports ${to}: it belongs in ${rooms.join(" or ")}`]
      : [],
  );
}
/** Finds files that import each other in a circle, whether values or types. */
function findCycles(imports: readonly Import[]): string[] {
  const edges = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) {
      cycles.push(`import cycle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}`);
      return;
    }
    if (done.has(file)) return;
    for (const { to } of edges.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  }
  for (const file of edges.keys()) visit(file, []);
  return cycles;
}
