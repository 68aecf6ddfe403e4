import type { Colors } from "picocolors/types.js";

export interface BannerFacts {
  /** Version of docgate. */
  readonly version: string;
  /** Time from the start of the process to the first answer. */
  readonly readyMs: number;
  /** Address that the server listens on. */
  readonly listening: string;
  /** Address for people and partners, if it is another one. */
  readonly publicUrl: string | undefined;
  /** The corpus file. */
  readonly corpus: string;
  readonly docCount: number;
  /** True if a replaced corpus file is loaded. */
  readonly reload: boolean;
  /** True if the partner chain and its administrators are served too. */
  readonly partner: boolean;
  /** True if `/mcp` is served. */
  readonly hasAgents: boolean;
  /** Creates the first administrator; null if there is one already. */
  readonly setupLink: string | null;
}

/** Column of the addresses. */
const WIDTH = 11;

/**
 * Writes what a person at a terminal wants to know when docgate answers: each address on its own
 * line, and the link to set docgate up on one without indentation, so that it fits 80 columns.
 */
export function renderBanner(facts: BannerFacts, colors: Colors): string {
  const { version, readyMs, setupLink } = facts;
  const { bold, cyan, dim, yellow } = colors;
  const rows = placesOf(facts).map(
    ({ name, address, note = "" }) =>
      `  ${bold(name.padEnd(WIDTH))}${cyan(address)}${note && yellow(`  ← ${note}`)}`,
  );
  const setup =
    setupLink === null
      ? []
      : ["This link creates the first administrator. It works once, for 24 hours:", setupLink, ""];
  return [
    `${bold(`docgate ${version}`)}  ${dim(`ready in ${Math.round(readyMs)} ms`)}`,
    "",
    ...rows,
    `  ${bold("Corpus".padEnd(WIDTH))}${describeCorpus(facts)}`,
    "",
    ...setup,
    "",
  ].join("\n");
}

interface Place {
  readonly name: string;
  readonly address: string;
  readonly note?: string;
}

function placesOf(facts: BannerFacts): readonly Place[] {
  const { partner, hasAgents, listening, publicUrl, setupLink } = facts;
  const base = publicUrl ?? reachable(listening);
  const note = setupLink === null ? "" : "set it up: open the link below";
  return [
    { name: "Start", address: `${base}/` },
    { name: "Explorer", address: `${base}/graphql` },
    { name: "Graph", address: `${base}/graph` },
    ...(partner
      ? [
          { name: "Reference", address: `${base}/reference` },
          { name: "Console", address: `${base}/admin`, note },
        ]
      : []),
    ...(hasAgents ? [{ name: "MCP", address: `${base}/mcp` }] : []),
    ...(base === listening ? [] : [{ name: "Listening", address: listening }]),
  ];
}

/** Returns an address that a browser can open instead of "all addresses of this machine". */
function reachable(listening: string): string {
  return listening.replace(/^http:\/\/(0\.0\.0\.0|\[::\])(?=:)/, "http://localhost");
}

function describeCorpus({ corpus, docCount, reload }: BannerFacts): string {
  const pages = `${docCount.toLocaleString("en")} ${docCount === 1 ? "page" : "pages"}`;
  return [corpus, pages, ...(reload ? ["watching"] : [])].join(", ");
}
