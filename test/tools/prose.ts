import { COMMENT } from "./prose-of.ts";

/** A place that does not read like plain English, or a citation that leads nowhere. */
export interface Finding {
  /** Offset of the expression in the file. */
  readonly offset: number;
  readonly expression: string;
  readonly instead: string;
}

/**
 * Expressions that read like a translation, and the plain words for each. A space in a pattern
 * stands for any white space.
 */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  "\\b[Tt]old of\\b": '"called with", or name what is learnt',
  "\\bunless (?:it is |it was |they are )?told\\b": '"Default: X.", or "unless … is set"',
  "(?<!\\b[Tt]here )\\b(?:is|are|was|were) no\\b(?! (?:longer|more|less|fewer|better|worse|larger)\\b)":
    '"is not a …"',
  "\\b[Aa]new\\b": '"again"',
  "\\b[Bb]eside\\b": '"next to", or "apart from"',
  "\\b[Mm]end(?:s|ed|ing)?\\b": '"fix"',
  "\\b[Mm]eanwhile\\b": '"while …", or "in the meantime"',
  "\\bin earnest\\b": '"in production"',
  "\\bso (?:many|long|much)\\b(?! as\\b)(?![^.;:]*\\bthat\\b)": 'the limit itself: "at most N"',
  "\\b(?:for|by|of|from|to|at|than|against|with|before|after) who\\b(?!,)(?! (?:may|did|has|was|changed|can|is) )":
    'the antecedent: "clients that …", or "whoever …"',
  "\\b(?:not|no|never|nothing|nobody|[a-z]+n't)(?: [\\w'-]+){0,5} any more\\b(?! than\\b)":
    '"no longer"',
  "\\bof (?:its|their|your|our|one's) own\\b": '"its own …", or "separate"',
  "\\b(?:has|have) not(?=[.,;:)])": '"does not have"',
  "\\btruth values?\\b": '"boolean"',
  "\\bshut in\\b": '"sandboxed"',
  "\\b[Ww]eakness(?:es)?\\b": '"vulnerability"',
  "\\bby the name of\\b": '"named"',
  "\\bno riddle\\b": '"plain"',
  "\\b[Tt]oo much is going on\\b": '"the server is busy"',
  "\\btells? (?:nothing|something|anything) of\\b": '"reveals nothing about"',
  "\\bbeyond reason\\b": "the limit itself",
  // "the first of which" and "all of which" have their noun, as native writers say it.
  "(?<!\\b(?:all|any|both|each|either|every|few|first|half|last|many|most|neither|none|one|part|rest|second|some|three|two) )\\b[Oo]f (?:which|whom)\\b":
    'the sentence the other way round: "files that a query needs"',
};

/** Past participles that do not end in -ed, as names of types. */
const PARTICIPLES =
  "Begun|Bound|Broken|Brought|Built|Caught|Chosen|Done|Drawn|Forgotten|Found|Frozen|Given|Gone|Grown|" +
  "Heard|Held|Hidden|Kept|Known|Laid|Left|Lost|Made|Met|Paid|Proven|Said|Seen|Sent|Shown|Sought|Spent|" +
  "Stolen|Taken|Thrown|Told|Understood|Won|Written";

/** The declaration of a type whose name is a participle and nothing else: `Asked`, `Found`. */
const PARTICIPLE_TYPE = new RegExp(
  `(?<=^\\s*(?:export )?(?:interface|class|type) )(?:[A-Z][a-z]+(?<![Ee])ed|${PARTICIPLES})(?=\\s*[<={]| extends | implements )`,
  "gm",
);

const PATTERNS = Object.entries(EXPRESSIONS).map(([pattern, instead]) => ({
  pattern: new RegExp(pattern.replaceAll(" ", "\\s+"), "g"),
  instead,
}));

/** First words that make a comment a fragment instead of a statement about what follows. */
PATTERNS.push({
  pattern: new RegExp(`(?<=${COMMENT}\\s*)(?:What|Whether|Told|Of an?)\\b`, "g"),
  instead: "a verb in the third person, or the noun that the comment describes",
});

/**
 * Finds expressions that read like a translation, and comments that begin as fragments.
 *
 * @param prose as `proseOf` gives it
 */
export function findExpressions(prose: string): Finding[] {
  return PATTERNS.flatMap(({ pattern, instead }) =>
    Array.from(prose.matchAll(pattern), ({ 0: text, index }) => ({
      offset: index,
      expression: text.replace(/\s+/g, " "),
      instead,
    })),
  );
}

/** Finds types whose name is a participle, which says what happened to a thing and not what it is. */
export function findParticiples(source: string): Finding[] {
  return Array.from(source.matchAll(PARTICIPLE_TYPE), ({ 0: expression, index }) => ({
    offset: index,
    expression,
    instead: 'a noun that says what it is: "Match", not "Found"',
  }));
}
