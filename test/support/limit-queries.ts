/** Queries of an exact size, in each measure that graphql-armor counts. */

/** @returns a query with `depth` levels, at least 4 */
export function depthQuery(depth: number): string {
  const fragments = depth - 4;
  const heading = `${"... { ".repeat(fragments)}text${" }".repeat(fragments)}`;
  return `{ sections { docs { headings { ${heading} } } } }`;
}

/** @returns a query with this number of aliases */
export function aliasQuery(aliases: number): string {
  return `{ ${repeat(aliases, (index) => `a${index}: meta { name }`)} }`;
}

/** @returns a query with this number of tokens, at least 6: four braces and names */
export function tokenQuery(tokens: number): string {
  return `{ docs { ${leaves(tokens - 5)} } }`;
}

/**
 * A leaf costs 1, and a selection costs 2 plus one and a half times its content, so `levels`
 * selections around `n` leaves cost `1.5 ** levels * (n + 4) - 4`: here 7286 and 644. Leaves make
 * up the rest.
 *
 * @returns a query of exactly that cost, at least 7931
 */
export function costQuery(cost: number): string {
  return `{ ${nest(6, 636)} ${nest(4, 124)} ${repeat(cost - 7930, () => "__typename")} }`;
}

function nest(levels: number, count: number): string {
  return `${"... { ".repeat(levels - 1)}docs { ${leaves(count)} }${" }".repeat(levels - 1)}`;
}

const LEAVES = "id path slug title description section category body wordCount links".split(" ");

/** Returns different leaves of a doc in turn: graphql-js refuses to merge too many equal ones. */
function leaves(count: number): string {
  return repeat(count, (index) => LEAVES[index % LEAVES.length]!);
}

/** @returns `count` parts, separated by spaces */
export function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(" ");
}
