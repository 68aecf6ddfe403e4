import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./prose.ts";
import { COMMENT, TEXT } from "./prose-of.ts";

/** Pages that define codes: decisions by an anchor in their table, attacks by the first cell of a row. */
const DEFINITIONS: Readonly<Record<string, RegExp>> = {
  "content/tooling/decisions.md": /<a id="(DOC-[A-K]\d+)"><\/a>/g,
  "content/partner/decisions.md": /<a id="(CHAIN-[A-K]\d+)"><\/a>/g,
  "test/ATTACKS.md": /^\| (ATTACK-[A-Z]\d+) \|/gm,
};

const CITED = /\b(?:(?:DOC|CHAIN)-[A-K]|ATTACK-[A-Z])\d+\b/g;
/** A code without its prefix: after "decision", in parentheses, or at the start of a text. */
const BARE = new RegExp(
  `(?<=\\b[Dd]ecisions?\\s+|[(\\[]|[${COMMENT}${TEXT}]\\s*)[A-K]\\d{1,3}\\b(?=[,:)\\]]| (?:and|to) [A-K]\\d|\\s[\\w%])`,
  "g",
);
/** A section whose document is not named; a list after an RFC's name belongs to that RFC. */
const SECTION = /(?<!\b(?:RFC \d+(?:bis)?|PIA|DQA)(?: §[\d.]+,)*\s+)§\s?\d[\d.]*/g;

/** Reads the codes that the pages define. */
export function readCodes(root: string): ReadonlySet<string> {
  return new Set(
    Object.entries(DEFINITIONS).flatMap(([path, pattern]) =>
      Array.from(readFileSync(join(root, path), "utf8").matchAll(pattern), ([, code]) => code!),
    ),
  );
}

/** Finds citations that lead nowhere: unknown codes, and codes and sections without a prefix. */
export function findCodes(prose: string, defined: ReadonlySet<string>): Finding[] {
  const prefixes = ["DOC", "CHAIN", "ATTACK"];
  const meant = (code: string) =>
    prefixes.map((prefix) => `${prefix}-${code}`).filter((full) => defined.has(full));
  const unknown = Array.from(prose.matchAll(CITED)).filter(([code]) => !defined.has(code));
  const bare = Array.from(prose.matchAll(BARE)).filter(([code]) => meant(code).length > 0);
  return [
    ...unknown.map(({ 0: expression, index: offset }) => ({
      offset,
      expression,
      instead: `a code of ${Object.keys(DEFINITIONS).join(", ")}`,
    })),
    ...bare.map(({ 0: expression, index: offset }) => ({
      offset,
      expression,
      instead: meant(expression).join(" or "),
    })),
    ...Array.from(prose.matchAll(SECTION), ({ 0: expression, index: offset }) => ({
      offset,
      expression,
      instead: `PIA ${expression} or DQA ${expression}`,
    })),
  ];
}
