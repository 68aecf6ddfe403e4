/** Words that are more than a name, or may be more to one of two parsers. */
const WORD =
  /^(?:abstract|accessor|arguments|as|asserts|async|await|break|case|catch|class|const|continue|debugger|declare|default|delete|do|else|enum|eval|export|extends|finally|for|from|function|get|if|implements|import|in|infer|instanceof|interface|is|keyof|let|new|of|package|private|protected|public|return|satisfies|set|static|super|switch|this|throw|try|type|typeof|unique|using|var|void|while|with|yield|__proto__)$/;

const COMMENT = "/\\*(?:[^*]|\\*(?!/))*\\*/";
const TEXT = "\"[^\"\\\\\\r\\n]*\"|'[^'\\\\\\r\\n]*'|`[^`\\\\$]*`";
const NUMBER = "(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,9})?(?![\\w.$])";
const ARROW = "(?:\\( *[A-Za-z_$]?[\\w$]* *\\)|[A-Za-z_$][\\w$]*) *=>(?! *\\{)";
const ASSIGNMENT = "[A-Za-z_$][\\w$]*\\s*=(?![=>])";
const SIGN = "\\.\\.\\.|\\.(?![.\\d])|===|!==|&&|\\|\\||\\+(?!\\+)|\\?(?![.?])|[:,([{}\\])]";
const TOKEN = new RegExp(
  `(?<blank>\\s+|${COMMENT})|(?<value>${TEXT}|${NUMBER})|(?<arrow>${ARROW})|(?<assignment>${ASSIGNMENT})|(?<name>[A-Za-z_$][\\w$]*)|(?<sign>${SIGN})`,
  "y",
);
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Brackets in each other. Satteri overflows its stack at some thousands. */
const MAX_DEPTH = 100;

/**
 * Tells whether an expression is written so simply that all parsers of JavaScript agree on whether
 * it is valid: with names, members, texts, numbers, lists, objects, calls, conditions, and functions
 * of at most one parameter that return such an expression.
 *
 * @param isEmptyValid True if nothing, or a comment, may stand instead of the expression.
 */
export function isPlainExpression(code: string, isEmptyValid: boolean): boolean {
  const found = readPlainExpression(code, 0);
  return found?.end === code.length && (isEmptyValid || !found.isEmpty);
}

/** A plain expression in a text. */
interface PlainExpression {
  /** Offset of the brace that closes it, or of the end of the text. */
  readonly end: number;
  /** True if there is nothing but comments. */
  readonly isEmpty: boolean;
}

/**
 * Reads an expression from a text up to the brace that closes it.
 *
 * @returns null if it is not plain
 */
export function readPlainExpression(text: string, start: number): PlainExpression | null {
  const open: string[] = [];
  let last = "";
  let at = start;
  for (; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) return null;
    const { blank, value, arrow, assignment, name, sign } = groups;
    if (blank !== undefined) continue;
    if (sign === "}" && open.length === 0) return { end: at, isEmpty: last === "" };
    const isOperand = value !== undefined || name !== undefined || arrow !== undefined;
    // Two words in a row may be a type, or a method; a template after a word is its argument.
    if (isOperand && /^(?:word|[)\]}])$/.test(last)) return null;
    if (arrow !== undefined && !isPlainArrow(arrow)) return null;
    if (
      name !== undefined &&
      isDoubtfulName(name, { last, isKey: open.at(-1) === "}" && isColonAt(text, TOKEN.lastIndex) })
    )
      return null;
    if (assignment !== undefined && (last !== "" || isReserved(wordIn(assignment)))) return null;
    if (sign === ")" && last === ",") return null;
    if (sign === ":" && last === ")") return null;
    if (sign === "..." && open.length === 0) return null;
    if (sign !== undefined && sign in CLOSING) open.push(CLOSING[sign]!);
    else if (sign !== undefined && /[)\]}]/.test(sign) && open.pop() !== sign) return null;
    if (open.length > MAX_DEPTH) return null;
    last = sign ?? (value === undefined && name === undefined ? "=>" : "word");
  }
  return open.length === 0 ? { end: at, isEmpty: last === "" } : null;
}

/** Tells whether a word may be more than the name of a variable. */
export function isReserved(word: string): boolean {
  return WORD.test(word) || /^(?:true|false|null)$/.test(word);
}

function isPlainArrow(arrow: string): boolean {
  const parameter = wordIn(arrow);
  return !isReserved(parameter) && !/^\d/.test(parameter);
}

function wordIn(code: string): string {
  return /[\w$]+/.exec(code)?.[0] ?? "";
}

interface NameOptions {
  readonly last: string;
  readonly isKey: boolean;
}

/** Any word may be a member, or the key of an object; one that sets its prototype may not. */
function isDoubtfulName(name: string, { last, isKey }: NameOptions): boolean {
  const isPlace = last === "." || (isKey && (last === "{" || last === ","));
  return isPlace ? name === "__proto__" : WORD.test(name);
}

function isColonAt(text: string, at: number): boolean {
  return /\s*:/y.test(text.slice(at, at + 20));
}
