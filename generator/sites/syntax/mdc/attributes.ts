/** Attributes of a component of MDC, in braces. */
const ATTRIBUTE =
  /(?:^|\s)(?::?([\w:@.-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+)))?|#([\w-]+)|\.([\w-]+))/g;

/** Matches braces with attributes, in which quotes may have braces. */
export const BRACES = String.raw`\{(?:[^{}"'\r\n]|"[^"\r\n]*"|'[^'\r\n]*')*\}`;

/** Reads attributes such as `{title="A" to="/b" .class}`. */
export function parseAttributes(braces: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name, double, single, plain, id] of braces.slice(1, -1).matchAll(ATTRIBUTE)) {
    if (id !== undefined) values.set("id", id);
    else if (name !== undefined) values.set(name, double ?? single ?? plain ?? "");
  }
  return values;
}

/** The attributes that components show, in their order. */
const SHOWN = ["title", "label", "headline", "description"];

/** Returns what readers see of a component's attributes, as Markdown: texts, with a link to its target. */
export function shownOf(values: ReadonlyMap<string, string>, content = ""): string {
  const texts = SHOWN.flatMap((name) => values.get(name) ?? []);
  const text = [...(content === "" ? [] : [content]), ...texts.map(escaped)].join(" ");
  const target = values.get("to") ?? values.get("href");
  return target === undefined ? text : `[${text}](<${target.replace(/[<>\\]/g, "\\$&")}>)`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<]/g, "\\$&");
}
