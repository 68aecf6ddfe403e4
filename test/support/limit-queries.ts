/** Queries of an exact size, in each measure that graphql-armor counts. */

/** @returns a query of so many levels, 4 at the least */
export function depthQuery(depth: number): string {
  const fragments = depth - 4;
  const heading = `${"... { ".repeat(fragments)}text${" }".repeat(fragments)}`;
  return `{ sections { docs { headings { ${heading} } } } }`;
}

/** @returns a query with so many aliases */
export function aliasQuery(aliases: number): string {
  return `{ ${repeat(aliases, (index) => `a${index}: meta { name }`)} }`;
}

/** @returns a query of so many tokens, 6 at the least: four braces and names */
export function tokenQuery(tokens: number): string {
  return `{ docs { ${leaves(tokens - 5)} } }`;
}

/**
 * A leaf costs 1 and a selection 2 and one and a half times what is in it, so `levels` selections
 * around `n` leaves cost `1.5 ** levels * (n + 4) - 4`: here 7286 and 644. What is missing are
 * leaves.
 *
 * @returns a query of exactly that cost, 7931 at the least
 */
export function costQuery(cost: number): string {
  return `{ ${nest(6, 636)} ${nest(4, 124)} ${repeat(cost - 7930, () => "__typename")} }`;
}

function nest(levels: number, count: number): string {
  return `${"... { ".repeat(levels - 1)}docs { ${leaves(count)} }${" }".repeat(levels - 1)}`;
}

const LEAVES = "id path slug title description section category body wordCount links".split(" ");

/** Leaves of a doc, by turns: graphql-js itself refuses to merge very many of the same name. */
function leaves(count: number): string {
  return repeat(count, (index) => LEAVES[index % LEAVES.length]!);
}

/** @returns so many parts, with spaces between them */
export function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(" ");
}
