import type { Problem } from "../config/problem.ts";
import { httpUrlOf } from "../markdown/destination.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { KnownSite, Settlement } from "./known-site.ts";

/** Reports the links to other documentations that lead nowhere, by their lists of addresses. */
export function checkAgainst(
  files: readonly Pick<ParsedFile, "path" | "links">[],
  sites: readonly KnownSite[],
): Problem[] {
  return files.flatMap(({ path, links }) =>
    links.flatMap((link) => {
      const url = httpUrlOf(link);
      if (url === null) return [];
      return sites.flatMap((site) => {
        const found = site.settle(url);
        return found.kind === "dead" ? [toProblem(link, { file: path, url, site, found })] : [];
      });
    }),
  );
}

/** Tells whether a list of addresses says where an address leads. */
export function isSettled(address: string, sites: readonly KnownSite[]): boolean {
  const url = new URL(address);
  return sites.some((site) => site.settle(url).kind !== "unknown");
}

interface DeadLink {
  readonly file: string;
  readonly url: URL;
  readonly site: KnownSite;
  readonly found: Extract<Settlement, { kind: "dead" }>;
}

function toProblem(link: FoundLink, { file, url, site, found }: DeadLink): Problem {
  const { line, column, end, target } = link;
  const { why, suggestion } = found;
  const place = { file, line, column, ...(end && { end }) };
  if (why === "no-fragment") {
    const message = `Fragment "${url.hash}" is not on "${url.origin}${url.pathname}"`;
    return { ...place, rule: "broken-fragment", message, suggestion };
  }
  const where = why === "gone" ? "what is gone for good from" : "no page of";
  const message = `Link to "${target}" leads to ${where} "${site.name}"`;
  return { ...place, rule: "broken-link", message, suggestion };
}
