import type { Printed, PrintedRedirect } from "../printed.ts";
import { printHtml } from "./html.ts";
import { printScript } from "./script.ts";
import { apacheRules, nginxRules } from "./servers.ts";

/** The rules for a host, and warnings of what it cannot do. */
export interface HostRules {
  readonly text: string;
  /** Sentences. */
  readonly warnings: readonly string[];
}

/** Cloudflare's limits of one file and of one line. */
const CLOUDFLARE = { rules: 2000, units: 1000 } as const;
/** Vercel's limits of one list and of one address. */
const VERCEL = { rules: 2048, units: 4096 } as const;
/** From here on Netlify advises against a rule for each address. */
const NETLIFY = { rules: 10_000 } as const;

/** Every form in which a ledger can be printed. */
export const HOSTS = {
  netlify: (printed) => ({
    text: lines(
      printed.pages.map(({ from, to }) =>
        to === null ? `${literal(from)} /404.html 404` : `${literal(from)} ${literal(to)} 301`,
      ),
    ),
    warnings: [
      ...tooMany("Netlify", { count: printed.pages.length, limit: NETLIFY.rules }),
      ...fragmentsOf(printed),
    ],
  }),
  cloudflare: (printed) => {
    const rules = leading(printed).map(({ from, to }) => `${literal(from)} ${literal(to)} 301`);
    return {
      text: lines(rules),
      warnings: [
        ...tooMany("Cloudflare", { count: rules.length, limit: CLOUDFLARE.rules }),
        ...tooLong("Cloudflare", { all: rules, limit: CLOUDFLARE.units }),
        ...goneOf(printed),
        ...fragmentsOf(printed),
      ],
    };
  },
  vercel: (printed) => {
    const redirects = leading(printed).map(({ from, to }) => ({
      source: escapePattern(decodeURI(from)),
      destination: escapeDestination(to),
      permanent: true,
    }));
    return {
      text: `${JSON.stringify({ redirects }, null, 2)}\n`,
      warnings: [
        ...tooMany("Vercel", { count: redirects.length, limit: VERCEL.rules }),
        ...tooLong("Vercel", {
          all: redirects.flatMap(({ source, destination }) => [source, destination]),
          limit: VERCEL.units,
        }),
        ...goneOf(printed),
        ...fragmentsOf(printed),
      ],
    };
  },
  nginx: (printed) => ({ text: nginxRules(printed.pages), warnings: fragmentsOf(printed) }),
  apache: (printed) => ({ text: apacheRules(printed.pages), warnings: fragmentsOf(printed) }),
  json: ({ pages, fragments }) => {
    const all = [
      ...pages,
      ...fragments.map(({ from, anchor, to }) => ({ from: `${from}#${anchor}`, to })),
    ];
    const list = all.map((redirect) => `\n  ${JSON.stringify(redirect)}`).join(",");
    return { text: `[${list}${list === "" ? "" : "\n"}]\n`, warnings: [] };
  },
  html: (printed) => ({
    text: printHtml(printed.pages)
      .map(({ file, html }) => `<!-- ${file} -->\n${html}`)
      .join("\n"),
    warnings: fragmentsOf(printed),
  }),
  script: (printed) => ({ text: printScript(printed), warnings: [] }),
} satisfies Record<string, (printed: Printed) => HostRules>;

export type Host = keyof typeof HOSTS;

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}

/** Returns the redirects that lead somewhere. */
function leading({ pages }: Printed): (PrintedRedirect & { to: string })[] {
  return pages.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]));
}

/** Encodes what would be a placeholder or a wildcard in the file of redirects. */
function literal(address: string): string {
  return address.replaceAll(":", "%3A").replaceAll("*", "%2A");
}

/** Escapes what means something in a pattern of path-to-regexp. */
function escapePattern(path: string): string {
  return path.replace(/[\\:(){}*+?.[\]^$|!]/g, String.raw`\$&`);
}

/** Encodes the colon, which would begin a parameter. */
function escapeDestination(address: string): string {
  return address.replaceAll(":", "%3A");
}

function tooMany(host: string, { count, limit }: { count: number; limit: number }): string[] {
  if (count <= limit) return [];
  return [
    `${host} takes ${limit} redirects at most, and the ledger has ${count}: remove old ones, or redirect whole folders by hand.`,
  ];
}

function tooLong(
  host: string,
  { all, limit }: { all: readonly string[]; limit: number },
): string[] {
  const longest = all.filter((text) => text.length > limit);
  if (longest.length === 0) return [];
  return [
    `${host} takes ${limit} characters at most for one redirect, and ${longest.length} are longer: ${longest[0]!.slice(0, 60)}….`,
  ];
}

/** Warns of pages that are gone for good, where a host can only say that there is nothing. */
function goneOf({ pages }: Printed): string[] {
  const count = pages.filter(({ to }) => to === null).length;
  return count === 0
    ? []
    : [
        `${count} addresses that are gone for good are left out: this host answers 404 for them, not 410.`,
      ];
}

function fragmentsOf({ fragments }: Printed): string[] {
  const count = fragments.length;
  return count === 0
    ? []
    : [
        `${count} redirects of fragments are left out, because no server sees a fragment: print them with --format script.`,
      ];
}
