import {
  type PrintedFolder,
  type PrintedLedger,
  type PrintedRedirect,
  pathOf,
} from "../printed.ts";
import { printHtml } from "./html.ts";
import { printScript } from "./script.ts";
import { apacheFolders, apacheRules, nginxFolders, nginxRules } from "./servers.ts";

/** The rules for a host, and warnings of what it cannot do. */
export interface HostRules {
  readonly text: string;
  /** Sentences. */
  readonly warnings: readonly string[];
}

/** Cloudflare's limits of one file and of one line, and the addresses that it reads as patterns. */
const CLOUDFLARE = {
  host: "Cloudflare",
  rules: 2000,
  units: 1000,
  pattern: /\*|:[A-Za-z]/,
} as const;
/** Vercel's limits of one list and of one address. */
const VERCEL = { host: "Vercel", rules: 2048, units: 4096 } as const;
/**
 * From here on Netlify advises against a rule for each address. It reads a `*` at the end and names
 * that begin with `:` as patterns.
 */
const NETLIFY = { host: "Netlify", rules: 10_000, pattern: /\*$|\/:[^/]/ } as const;

/** Every form in which a ledger can be printed. */
export const HOSTS = {
  netlify: (printed) => {
    const { fit, warnings } = withoutPatterns(printed.pages, NETLIFY);
    // Netlify takes an address with and without a slash at its end for one.
    const rules = fit.map(({ from, to }) =>
      to === null ? `${from} /404.html 404` : `${from} ${to} 301`,
    );
    const all = [...rules, ...splatRules(printed, { gone: " /404.html 404" })];
    return {
      text: lines(all),
      warnings: [...tooMany(all, NETLIFY), ...warnings, ...fragmentsOf(printed)],
    };
  },
  cloudflare: (printed) => {
    const { fit, warnings } = withoutPatterns(leading(printed), CLOUDFLARE);
    const single = fit.flatMap(spellings).map(({ from, to }) => `${from} ${to} 301`);
    const rules = [...single, ...splatRules(printed, { gone: null })];
    return {
      text: lines(rules),
      warnings: [
        ...tooMany(rules, CLOUDFLARE),
        ...tooLong(rules, CLOUDFLARE),
        ...warnings,
        ...goneOf(printed),
        ...fragmentsOf(printed),
      ],
    };
  },
  vercel: (printed) => {
    const redirects = [
      ...leading(printed)
        .flatMap(spellings)
        .map(({ from, to }) => ({
          source: escapePattern(decodeURI(from)),
          destination: escapeDestination(to),
          permanent: true,
        })),
      ...printed.folders.flatMap(vercelFolder),
    ];
    return {
      text: `${JSON.stringify({ redirects }, null, 2)}\n`,
      warnings: [
        ...tooMany(redirects, VERCEL),
        ...tooLong(
          redirects.flatMap(({ source, destination }) => [source, destination]),
          VERCEL,
        ),
        ...goneOf(printed),
        ...fragmentsOf(printed),
      ],
    };
  },
  nginx: (printed) => ({
    text: nginxRules(printed.pages) + nginxFolders(printed.folders),
    warnings: fragmentsOf(printed),
  }),
  apache: (printed) => {
    const why = 'Apache takes no "#", "?" or "${" in the path of a target';
    const { fit, warnings } = leaveOut(printed.pages, { isUnfit: hasApacheMark, why });
    return {
      text: apacheRules(fit) + apacheFolders(printed.folders),
      warnings: [...warnings, ...fragmentsOf(printed)],
    };
  },
  json: ({ pages, folders, fragments }) => {
    const all = [
      ...pages.flatMap(spellings),
      ...folders.map(({ from, folder, page }) => ({
        from: `${from}*`,
        to: folder === null ? page : `${folder}*`,
      })),
      ...fragments.map(({ from, anchor, to }) => ({ from: `${from}#${anchor}`, to })),
    ];
    const list = all.map((redirect) => `\n  ${JSON.stringify(redirect)}`).join(",");
    return { text: `[${list}${list === "" ? "" : "\n"}]\n`, warnings: [] };
  },
  html: (printed) => ({
    text: printHtml([...printed.pages, ...printed.inFolders])
      .map(({ file, html }) => `<!-- ${file} -->\n${html}`)
      .join("\n"),
    warnings: fragmentsOf(printed),
  }),
  script: (printed) => ({ text: printScript(printed), warnings: [] }),
} satisfies Record<string, (printed: PrintedLedger) => HostRules>;

export type Host = keyof typeof HOSTS;

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}

/** Returns the rules for folders of Netlify and Cloudflare; `gone` is the end of one that leads nowhere. */
function splatRules(
  { folders }: PrintedLedger,
  { gone }: { readonly gone: string | null },
): string[] {
  return folders.flatMap(({ from, folder, page }) => {
    const target = folder === null ? page : `${folder}:splat`;
    if (target !== null) return [`${from}* ${target} 301`];
    return gone === null ? [] : [`${from}*${gone}`];
  });
}

function vercelFolder({ from, folder, page }: PrintedFolder) {
  const source = `${escapePattern(decodeURI(from))}:path*`;
  if (folder === null && page === null) return [];
  const destination =
    folder === null ? escapeDestination(page!) : `${escapeDestination(folder)}:path*`;
  return [{ source, destination, permanent: true }];
}

/** Returns the redirects of a folder's address with and without the slash at its end. */
function spellings<Page extends PrintedRedirect>(page: Page): Page[] {
  const path = pathOf(page.from);
  return [page, ...(path === page.from || path === "" ? [] : [{ ...page, from: path }])];
}

/** Returns the redirects that lead somewhere. */
function leading({ pages }: PrintedLedger): (PrintedRedirect & { to: string })[] {
  return pages.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]));
}

/** Leaves out what a host cannot be told, and warns of it. */
function leaveOut<Page extends PrintedRedirect>(
  pages: readonly Page[],
  { isUnfit, why }: { readonly isUnfit: (page: Page) => boolean; readonly why: string },
): { fit: Page[]; warnings: string[] } {
  const [unfit, fit] = [true, false].map((is) => pages.filter((page) => isUnfit(page) === is));
  const [first] = unfit!;
  const warnings = first
    ? [`${unfit!.length} redirects are left out, because ${why}: ${first.from}.`]
    : [];
  return { fit: fit!, warnings };
}

/** Leaves out the sources that a host would read as patterns. */
function withoutPatterns<Page extends PrintedRedirect>(
  pages: readonly Page[],
  { host, pattern }: { readonly host: string; readonly pattern: RegExp },
): { fit: Page[]; warnings: string[] } {
  const why = `${host} reads "*" or ":" in them as a pattern`;
  return leaveOut(pages, { isUnfit: ({ from }) => pattern.test(from), why });
}

/** Tells whether the path of a target has what Apache does not encode: `#`, `?`, or `${`, a variable. */
function hasApacheMark({ to }: PrintedRedirect): boolean {
  const [path = ""] = to?.split("#", 1) ?? [];
  return /%23|%3F|\$%7B/i.test(path);
}

/** Escapes what means something in a pattern of path-to-regexp. */
function escapePattern(path: string): string {
  return path.replace(/[\\:(){}*+?.[\]^$|!]/g, String.raw`\$&`);
}

/** Encodes the colon, which would begin a parameter. */
function escapeDestination(address: string): string {
  return address.replaceAll(":", "%3A");
}

function tooMany(
  all: readonly unknown[],
  { host, rules }: { readonly host: string; readonly rules: number },
): string[] {
  if (all.length <= rules) return [];
  return [
    `${host} takes ${rules} redirects at most, and the ledger has ${all.length}: remove old ones, or redirect whole folders by hand.`,
  ];
}

function tooLong(
  all: readonly string[],
  { host, units }: { readonly host: string; readonly units: number },
): string[] {
  const longest = all.filter((text) => text.length > units);
  if (longest.length === 0) return [];
  return [
    `${host} takes ${units} characters at most for one redirect, and ${longest.length} are longer: ${longest[0]!.slice(0, 60)}….`,
  ];
}

/** Warns of pages that are gone for good, where a host can only say that there is nothing. */
function goneOf({ pages, folders }: PrintedLedger): string[] {
  const count =
    pages.filter(({ to }) => to === null).length +
    folders.filter(({ folder, page }) => folder === null && page === null).length;
  return count === 0
    ? []
    : [
        `${count} addresses that are gone for good are left out: this host answers 404 for them, not 410.`,
      ];
}

function fragmentsOf({ fragments }: PrintedLedger): string[] {
  const count = fragments.length;
  return count === 0
    ? []
    : [
        `${count} redirects of fragments are left out, because no server sees a fragment: print them with --format script.`,
      ];
}
