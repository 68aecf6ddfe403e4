import { type Excess, MAX_DEPTH } from "./excess.ts";

/** The YAML parser compares each key with all others. */
const MAX_FRONTMATTER = 65_536;

/** Anchors and aliases, for each of which the YAML parser visits the whole frontmatter. */
const MAX_REFERENCES = 500;
const REFERENCE = /[*&](?=[^\s*&])/g;

/** Flow collections, which may be nested. */
const MAX_COLLECTIONS = 500;
const COLLECTION = /[[{]/g;

/** Block collections that start on one line, each inside the one before. */
const NESTED_COLLECTIONS = new RegExp(`(?:[-?:][ \\t]+){${MAX_DEPTH}}`);

/** Finds the limit that frontmatter exceeds. */
export function frontmatterExcess(yaml: string): Excess | null {
  const refuse = (what: string): Excess => ({ message: `The frontmatter ${what}`, line: 2 });
  if (yaml.length > MAX_FRONTMATTER) {
    return refuse(`has ${yaml.length} characters, more than ${MAX_FRONTMATTER}: make it smaller`);
  }
  if (countOf(yaml, REFERENCE) > MAX_REFERENCES) {
    return refuse(`has more than ${MAX_REFERENCES} anchors and aliases: write values out`);
  }
  if (countOf(yaml, COLLECTION) > MAX_COLLECTIONS) {
    return refuse(`has more than ${MAX_COLLECTIONS} of "[" and "{": write a list line by line`);
  }
  return NESTED_COLLECTIONS.test(yaml)
    ? refuse(`nests more than ${MAX_DEPTH} lists on a line: flatten them`)
    : null;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
