import { isReserved } from "./plain-expression.ts";

const NAME = "[A-Za-z_$][\\w$]*";
const TEXT = "(?:\"[^\"\\\\\\r\\n]*\"|'[^'\\\\\\r\\n]*')";
const MEMBER = `${NAME}(?: +as +${NAME})?`;
const MEMBERS = `\\{\\s*(?:${MEMBER}\\s*(?:,\\s*${MEMBER}\\s*)*,?\\s*)?\\}`;
const CLAUSE = `(?:${NAME}(?: *, *${MEMBERS})?|${MEMBERS}|\\* +as +${NAME}(?= ))`;
const IMPORT = `import +(?:${CLAUSE} +from +)?${TEXT}`;
const PLAIN = "[^`\\\\$]";
const VALUE = `(?:${TEXT}|\`${PLAIN}*\`|\\d{1,9}|true|false|null)`;
const EXPORT = `export +const +${NAME} *= *(?:${VALUE}|\\[ *(?:${VALUE}(?: *, *${VALUE})*)? *\\])`;
const STATEMENT = new RegExp(`(?:${IMPORT}|${EXPORT})(?: *; *| *)(?:\\r?\\n|$)`, "y");

/**
 * Tells whether imports and exports are valid JavaScript for any parser: those of names, and constants
 * that are texts, numbers or lists of them. No name is declared twice.
 */
export function isPlainStatement(code: string): boolean {
  const names: string[] = [];
  let end = 0;
  while (end < code.length) {
    STATEMENT.lastIndex = end;
    const match = STATEMENT.exec(code);
    if (match === null) return false;
    names.push(...namesIn(match[0]));
    end = STATEMENT.lastIndex;
  }
  return new Set(names).size === names.length && !names.some(isReserved);
}

/** Returns the names that a statement declares. */
function namesIn(statement: string): string[] {
  const declared = /^export +const +([\w$]+)/.exec(statement);
  if (declared !== null) return [declared[1]!];
  const clause = /^import +([^"']*) from /.exec(statement)?.[1] ?? "";
  return clause.split(/[,{}]/).flatMap((part) => /[\w$]+(?=\s*$)/.exec(part)?.[0] ?? []);
}
