import { slug } from "github-slugger";
import type { Nodes } from "mdast";
import { decompose } from "../../../corpus/text/fold.ts";
import type { ComponentIds } from "../../config/site-settings.ts";
import { automaticAnchor } from "../anchors/anchors.ts";
import type { JsxElements, JsxTags } from "./jsx-tags.ts";

/** Returns the ids of an element by the rule of a site; those that it writes itself are known anyway. */
type IdRule = (name: string, tags: JsxTags) => readonly string[];

const RULES: Readonly<Record<ComponentIds, IdRule>> = { nextra: nextraIds, mintlify: mintlifyIds };

/** Returns the ids that components in a page of MDX get though the page does not write them. */
export function idsOfComponents(elements: JsxElements, rules: readonly ComponentIds[]): string[] {
  const counts = new Map<string, number>();
  const ids: string[] = [];
  for (const [node, tags] of rules.length === 0 ? [] : elements) {
    for (const id of rules.flatMap((rule) => RULES[rule](nameOf(node), tags))) {
      if (id === "") continue;
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      ids.push(id);
      // Repeats are counted from 1 or from 2, by the kind of component.
      if (count > 0) ids.push(`${id}-${count}`, `${id}-${count + 1}`);
    }
  }
  return ids;
}

function nameOf(node: Nodes): string {
  return "name" in node ? (node.name ?? "") : "";
}

function textOf({ attributes }: JsxTags, ...names: readonly string[]): string | null {
  const texts = names.map((name) => attributes.find((each) => each.name === name)?.text);
  return texts.find((text) => text !== null && text !== undefined && text !== "") ?? null;
}

/** Each tab has a hidden heading with its name. */
function nextraIds(name: string, { attributes }: JsxTags): readonly string[] {
  if (name !== "Tabs") return [];
  return attributes
    .filter((each) => each.name === "items")
    .flatMap(({ items }) => items.map((item) => slug(item)));
}

/** Follows `remarkComponentIds` and `rehypeParamFieldIds` of `@mintlify/common`. */
function mintlifyIds(name: string, tags: JsxTags): readonly string[] {
  if (textOf(tags, "id") !== null) return [];
  const title = textOf(tags, "title");
  switch (name) {
    case "Accordion":
    case "View":
      return title === null ? [] : [slugOf(title.replace(":", "-"))];
    case "Tab":
    case "Step":
      return title === null ? [] : [automaticAnchor(title, "mintlify")];
    case "Update": {
      const label = textOf(tags, "label");
      return label === null ? [] : [automaticAnchor(label, "mintlify")];
    }
    case "ParamField":
    case "Param":
    case "ResponseField": {
      const names = name === "ResponseField" ? ["name"] : ["query", "path", "body", "header"];
      const field = textOf(tags, ...names);
      return field === null ? [] : [slugOf(`param-${decamelized(field)}`)];
    }
    default:
      return [];
  }
}

const UMLAUTS: Readonly<Record<string, string>> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ß: "ss" },
  ...{ Ä: "Ae", Ö: "Oe", Ü: "Ue" },
};

/** Writes a text as `@sindresorhus/slugify` does, without what it knows of other scripts. */
function slugOf(text: string): string {
  const spelt = text.replace(/[äöüßÄÖÜ]/g, (letter) => UMLAUTS[letter]!);
  return decompose(spelt, "NFKD")
    .replace(/\p{Mn}/gu, "")
    .replaceAll("&", " and ")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/(?<=[a-z\d])-([ts])(?=-|$)/g, "$1")
    .replace(/^-|-$/g, "");
}

/** Separates the words of `userId` and `APIKey`. */
function decamelized(text: string): string {
  return text
    .replace(/([A-Z]{2,})(\d+)/g, "$1 $2")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-rt-z\d]+)/g, "$1 $2");
}
