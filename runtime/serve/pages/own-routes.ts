import type { Doc } from "../../../corpus/schema.ts";

/** The parts of docgate that have routes. */
export interface ServedRoutes {
  /** True if the partner chain and its administrators are served too. */
  readonly partner: boolean;
  /** True for the routes that agents read. */
  readonly agents: boolean;
  readonly metrics: boolean;
}

/** The routes of each part; a star stands for any rest of a path. */
const ROUTES: Readonly<Record<"docs" | keyof ServedRoutes, readonly string[]>> = {
  docs: [
    ...["/graphql", "/graph", "/search.json", "/corpus.json", "/corpus.json.sig"],
    ...["/addresses.json", "/addresses.json.sig", "/quote.json", "/changes.json"],
    ...["/assets/*", "/healthz", "/readyz"],
  ],
  agents: ["/llms.txt", "/llms-full.txt", "/llms/*", "/mcp"],
  partner: [
    ...[
      "/v1/*",
      "/admin",
      "/admin/api/*",
      "/partner-page",
      "/partner-page/*",
      "/reference",
      "/openapi.json",
    ],
    "/.well-known/docgate-notice-keys.json",
  ],
  metrics: ["/metrics"],
};

/**
 * Finds the pages that cannot be read where they are, because docgate's own routes come first. The
 * start page of the docs is not one of them: it is also at `/index`.
 *
 * @returns a sentence for each route
 */
export function pagesAtOwnRoutes(docs: readonly Doc[], served: ServedRoutes): readonly string[] {
  const parts = (["docs", "agents", "partner", "metrics"] as const).filter(
    (part) => part === "docs" || served[part],
  );
  return parts
    .flatMap((part) => ROUTES[part])
    .flatMap((route) => {
      const [first, ...others] = docs.filter(({ slug }) => isAt(slug, route));
      if (first === undefined) return [];
      const more = others.length === 0 ? "" : `, as for ${others.length} more`;
      return [
        `The page ${first.path} cannot be read at ${first.slug}: ${route} is docgate's own route` +
          `${more}. Give the page another address, or all pages another "base"`,
      ];
    });
}

function isAt(slug: string, route: string): boolean {
  return route.endsWith("*") ? slug.startsWith(route.slice(0, -1)) : slug === route;
}
