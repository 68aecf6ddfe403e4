/** Words that are more than a name, or may be more to one of two parsers. */
const WORD =
  /^(?:abstract|accessor|arguments|as|asserts|async|await|break|case|catch|class|const|continue|debugger|declare|default|delete|do|else|enum|eval|export|extends|finally|for|from|function|get|if|implements|import|in|infer|instanceof|interface|is|keyof|let|new|of|package|private|protected|public|return|satisfies|set|static|super|switch|this|throw|try|type|typeof|unique|using|var|void|while|with|yield|__proto__)$/;

const COMMENT = "/\\*(?:[^*]|\\*(?!/))*\\*/";
const TEXT = "\"[^\"\\\\\\r\\n]*\"|'[^'\\\\\\r\\n]*'|`[^`\\\\$]*`";
const NUMBER = "(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,9})?(?![\\w.$])";
const ARROW = "(?:\\( *[A-Za-z_$]?[\\w$]* *\\)|[A-Za-z_$][\\w$]*) *=>(?! *\\{)";
const SIGN = "\\.\\.\\.|\\.(?![.\\d])|===|!==|&&|\\|\\||\\+(?!\\+)|\\?(?![.?])|[:,([{}\\])]";
const TOKEN = new RegExp(
  `(?<blank>\\s+|${COMMENT})|(?<value>${TEXT}|${NUMBER})|(?<arrow>${ARROW})|(?<name>[A-Za-z_$][\\w$]*)|(?<sign>${SIGN})`,
  "y",
);
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/**
 * Tells whether an expression is written so simply that all parsers of JavaScript agree on whether
 * it is valid: with names, members, texts, numbers, lists, objects, calls, conditions, and functions
 * of at most one parameter that return such an expression.
 *
 * @param isEmptyValid True if nothing, or a comment, may stand instead of the expression.
 */
export function isPlainExpression(code: string, isEmptyValid: boolean): boolean {
  const open: string[] = [];
  let last = "";
  for (let at = 0; at < code.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(code)?.groups;
    if (groups === undefined) return false;
    const { blank, value, arrow, name, sign } = groups;
    if (blank !== undefined) continue;
    const isOperand = value !== undefined || name !== undefined || arrow !== undefined;
    // Two words in a row may be a type, or a method; a template after a word is its argument.
    if (isOperand && (last === "word" || last === ")" || last === "]" || last === "}"))
      return false;
    if (arrow !== undefined && !isPlainArrow(arrow)) return false;
    if (name !== undefined && WORD.test(name)) return false;
    if (sign === ")" && last === ",") return false;
    if (sign === ":" && last === ")") return false;
    if (sign !== undefined && sign in CLOSING) open.push(CLOSING[sign]!);
    else if (sign !== undefined && /[)\]}]/.test(sign) && open.pop() !== sign) return false;
    last = sign ?? (arrow === undefined ? "word" : "=>");
  }
  return open.length === 0 && (last !== "" || isEmptyValid);
}

/** Tells whether a word may be more than the name of a variable. */
export function isReserved(word: string): boolean {
  return WORD.test(word) || /^(?:true|false|null)$/.test(word);
}

function isPlainArrow(arrow: string): boolean {
  const [parameter = ""] = /[\w$]+/.exec(arrow) ?? [];
  return !isReserved(parameter) && !/^\d/.test(parameter);
}
