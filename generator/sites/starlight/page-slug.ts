import { slug } from "github-slugger";
import { idOf } from "../../../corpus/text/slug.ts";
import type { PageFacts } from "../model.ts";

/** Returns the slug of a page by its path from the folder of the docs: empty for the first page. */
export function pageSlugOf({ path, facts }: Pick<PageFacts, "path" | "facts">): string {
  const own = facts.slug;
  const isNamed = (typeof own === "string" && own !== "") || typeof own === "number";
  const name = isNamed
    ? String(own)
    : idOf(path)
        .split("/")
        .map((part) => slug(part))
        .join("/");
  return name === "index" || name === "/" ? "" : name.replace(/\/index$/, "").normalize();
}
