import {
  type Document,
  isNode,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  type Tags,
  visit,
} from "yaml";
import { faultAt, type SiteText } from "./read-text.ts";
import { TagValue } from "./unreadable.ts";

/** Tags of values that are plain data in every language. */
const PLAIN_TAG = /^tag:yaml\.org,2002:(?:map|seq|str|int|float|bool|null|merge)$/;

/**
 * Parses YAML with merge keys, as site generators read it. Dates stay texts, and values with a tag
 * such as `!ENV` or `!!python/name:x` become {@link TagValue}.
 *
 * @param version `1.1` is what Python and Ruby read, `1.2` what JavaScript and Go read
 * @throws {DocgateError} `setting` with line and column of the mistake
 */
export function parseYaml({ name, text }: SiteText, version: "1.1" | "1.2"): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version,
    merge: true,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
    customTags: (tags: Tags) =>
      tags.filter((tag) => typeof tag === "string" || PLAIN_TAG.test(tag.tag)),
  });
  const refuse = (message: string, offset: number) => {
    const { line, col } = lines.linePos(offset);
    return faultAt({ name, line, column: col, message: `not YAML: ${message}` });
  };

  const [error] = document.errors;
  if (error) throw refuse(error.message, error.pos[0]);
  try {
    replaceTagged(document, { name, text, lines });
    return toData(document, document);
  } catch (cause) {
    // The library throws ReferenceError and TypeError for aliases that lead nowhere or to themselves.
    if (!(cause instanceof ReferenceError || cause instanceof TypeError)) throw cause;
    throw refuse(cause.message, brokenAliasOf(document));
  }
}

interface YamlSource extends SiteText {
  readonly lines: LineCounter;
}

function replaceTagged(document: Document, { name, text, lines }: YamlSource): void {
  visit(document, {
    Node(_, node) {
      const tag = isNode(node) && "tag" in node ? node.tag : undefined;
      if (tag === undefined || PLAIN_TAG.test(tag)) return undefined;
      const shownTag = tag.replace(/^tag:yaml\.org,2002:/, "!!");
      const [start, end] = node.range ?? [0, 0];
      const source = `${shownTag} ${text.slice(start, end)}`.trim();
      const place = { file: name, line: lines.linePos(start).line, source };
      const scalar = new Scalar(new TagValue(place, shownTag, toData(node, document)));
      if ("anchor" in node && node.anchor) scalar.anchor = node.anchor;
      return scalar;
    },
  });
}

/** Aliases are replaced with their values; where the result is copied, its size is bounded. */
function toData(node: Node | Document, document: Document): unknown {
  const options = { maxAliasCount: -1 };
  return node === document ? document.toJS(options) : (node as Node).toJS(document, options);
}

/** Returns where the first alias is that leads to nothing, or else the first one. */
function brokenAliasOf(document: Document): number {
  let first: number | undefined;
  let broken: number | undefined;
  visit(document, {
    Alias(_, alias) {
      const start = alias.range?.[0] ?? 0;
      first ??= start;
      if (alias.resolve(document) !== undefined) return undefined;
      broken = start;
      return visit.BREAK;
    },
  });
  return broken ?? first ?? 0;
}
