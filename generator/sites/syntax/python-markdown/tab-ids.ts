import type { Edit } from "../../../../corpus/marks.ts";
import { automaticAnchor } from "../../../markdown/anchors/anchors.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

/** A heading, or the line of a tab. */
const HEADING_OR_TAB = /^[ \t]*(?:#{1,6}([^\r\n]*)|===[+!]*[ ]+"([^"\r\n]*)"[ ]*)$/gm;

/**
 * Names the ids that PyMdown's `tabbed` gives tabs with the options `slugify` and `combine_header_slug`:
 * `linux`, or `install-linux` below the heading "Install".
 */
export function readTabIds(text: string, context: SyntaxContext): Edit[] {
  let heading: string | null = null;
  for (const { 1: title = "", 2: tab, index } of text.matchAll(HEADING_OR_TAB)) {
    if (index < context.bodyStart || isInCode(context.code, index)) continue;
    if (tab === undefined) heading = anchorOf(title);
    else {
      const slug = automaticAnchor(tab, "pymdownx");
      context.addId(slug);
      if (heading !== null) context.addId(`${heading}-${slug}`);
    }
  }
  return [];
}

function anchorOf(title: string): string {
  const id = /^\{#([^\s{}]+)\}\s*$/.exec(title.slice(title.lastIndexOf("{")))?.[1];
  return id ?? automaticAnchor(title, "pymdownx");
}
