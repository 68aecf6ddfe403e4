import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** One import of a source file. */
export interface Import {
  /** The importing file, relative to the root, with forward slashes. */
  readonly from: string;
  /** A file relative to the root, or a package's name. */
  readonly to: string;
  readonly kind: "value" | "type";
}

/** The checkout's source folders; `web` holds browser code, bundled on its own. */
const ROOMS = ["corpus", "generator", "runtime"];
/** What a partner would write: it stands alone. */
const EXAMPLE = "examples/partner/";
const BROWSER_ROOM = "runtime/web/";
/** What browser code may import besides its own: it needs nothing of Node.js. */
const FOR_BROWSERS = new Set(["corpus/text.ts"]);

/** Packages that belong to one room. */
const PACKAGE_ROOMS: readonly { readonly packages: RegExp; readonly room: string }[] = [
  {
    packages: /^(unified|remark-|mdast|micromark|satteri|unist-|vfile|yaml$|github-slugger)/,
    room: "generator/",
  },
  { packages: /^(graphql$|@graphql-tools\/|@escape\.tech\/)/, room: "runtime/docs/" },
  { packages: /^(jose|@peculiar\/x509)/, room: "runtime/partner/" },
  { packages: /^(kysely|pg$|node:sqlite)/, room: "runtime/store/" },
  { packages: /^(prom-client|@opentelemetry\/)/, room: "runtime/observe/" },
];

/** What a room of the runtime must not import. */
const RUNTIME_LAYERS: readonly { readonly room: string; readonly forbidden: RegExp }[] = [
  {
    room: "runtime/docs/",
    forbidden: /^runtime\/(partner|admin|store|observe|app|chain|start-chain|cli|main|config)\b/,
  },
  {
    room: "runtime/partner/",
    forbidden: /^runtime\/(docs|admin|observe|app|chain|start-chain|cli|main|config)\b/,
  },
  {
    room: "runtime/admin/",
    forbidden: /^runtime\/(docs|observe|app|chain|start-chain|cli|main|config)\b/,
  },
  {
    room: "runtime/store/",
    forbidden: /^runtime\/(docs|partner|admin|observe|app|chain|start-chain|cli|main|config)\b/,
  },
  { room: "runtime/observe/", forbidden: /^runtime\/(admin|app|chain|start-chain|cli|main)\b/ },
];

/** The only files that may look at the process and the clock. */
const EDGES = new Set([
  "command.ts",
  "generator/cli.ts",
  "runtime/cli.ts",
  "runtime/admin-cli.ts",
  "runtime/store-cli.ts",
  // It measures how long the event loop was held: another clock would be of no use to it.
  "runtime/docs/turns.ts",
  "runtime/main.ts",
  "examples/demo.ts",
  "examples/partner/server.ts",
]);
const AMBIENT =
  /\bprocess\.(?:env|argv)\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b/;

/** Every import of every source file below the root. */
export function readImports(root: string): Import[] {
  return sourceFiles(root).flatMap((from) =>
    importsOf(from, readFileSync(join(root, from), "utf8")),
  );
}

/** @returns one line for each rule that an import breaks */
export function checkImports(imports: readonly Import[]): string[] {
  return [...imports.flatMap(checkImport), ...findCycles(imports)];
}

/** @returns one line for each file that reads what only the edges may read */
export function checkEdges(root: string): string[] {
  return sourceFiles(root)
    .filter((file) => !EDGES.has(file) && !file.startsWith(BROWSER_ROOM))
    .flatMap((file) => {
      const match = AMBIENT.exec(readFileSync(join(root, file), "utf8"));
      return match ? [`${file} uses ${match[0]}: pass it in from main or cli`] : [];
    });
}

function sourceFiles(root: string): string[] {
  const inRooms = [...ROOMS, "examples"].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map(
      (name) => `${room}/${name.replaceAll("\\", "/")}`,
    ),
  );
  return ["docgate.ts", "command.ts", ...inRooms.filter((name) => /\.tsx?$/.test(name)).sort()];
}

const STATEMENT =
  /^\s*(?:import|export)\s+(?:(?<type>type)\s+)?(?<names>[^;"']*?\s+from\s+)?["'](?<to>[^"']+)["']|\bimport\(\s*["'](?<dynamic>[^"']+)["']/gm;

/** The imports that a file's text declares, also dynamic ones. */
export function importsOf(from: string, text: string): Import[] {
  return Array.from(text.matchAll(STATEMENT), ({ groups }) => {
    const { type, names = "", to, dynamic } = groups!;
    return { from, to: resolveSpecifier(from, (to ?? dynamic)!), kind: isTypeOnly(type, names) };
  });
}

function isTypeOnly(type: string | undefined, names: string): "type" | "value" {
  const inBraces = /^\{([^}]*)\}\s+from\s+$/.exec(names)?.[1];
  const all = inBraces
    ?.split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  return type || all?.every((name) => name.startsWith("type ")) ? "type" : "value";
}

function resolveSpecifier(from: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.join(dirname(from), specifier) : specifier;
}

function checkImport({ from, to }: Import): string[] {
  if (from.startsWith(BROWSER_ROOM)) {
    const isOurs = ROOMS.some((room) => to.startsWith(`${room}/`));
    return isOurs && !to.startsWith(BROWSER_ROOM) && !FOR_BROWSERS.has(to)
      ? [`${from} imports ${to}: browser code stands alone`]
      : [];
  }
  if (from.startsWith("examples/")) {
    const isOurs = ["docgate.ts", "command.ts", ...ROOMS, "examples"].some((place) =>
      to.startsWith(place),
    );
    return isOurs && !to.startsWith(EXAMPLE) && !from.startsWith("examples/demo")
      ? [`${from} imports ${to}: the example stands alone`]
      : [];
  }
  const problems: string[] = [];
  const room = from.split("/", 1)[0]!;
  const target = ROOMS.find((name) => to.startsWith(`${name}/`));
  if (target && ROOMS.includes(room) && target !== room && target !== "corpus") {
    problems.push(`${from} imports ${to}: ${room} may import only itself and corpus`);
  }
  if (to.startsWith(BROWSER_ROOM)) problems.push(`${from} imports browser code: ${to}`);
  if (to.endsWith("/exports.ts")) problems.push(`${from} imports ${to}: it is for users only`);
  for (const { packages, room: home } of PACKAGE_ROOMS) {
    if (packages.test(to) && !from.startsWith(home)) {
      problems.push(`${from} imports ${to}: it belongs in ${home}`);
    }
  }
  for (const { room: layer, forbidden } of RUNTIME_LAYERS) {
    if (from.startsWith(layer) && forbidden.test(to)) {
      problems.push(`${from} imports ${to}: the way is main, app, features, store`);
    }
  }
  return problems;
}

/** Cycles between values; types may go in circles. */
function findCycles(imports: readonly Import[]): string[] {
  const edges = Map.groupBy(
    imports.filter(({ kind }) => kind === "value"),
    ({ from }) => from,
  );
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
