import type { AnyNode, Program } from "acorn";

/** A name that a script imports from a file next to it. */
export interface RelativeImport {
  readonly local: string;
  /** The file as the script names it, such as `./sidebar`. */
  readonly from: string;
  /** The name that the file exports it by: `default` for the default export. */
  readonly name: string;
}

/** Returns what a script imports from other files of the site, not from packages. */
export function relativeImportsOf({ body }: Program): RelativeImport[] {
  return (body as AnyNode[]).flatMap((node) => {
    if (node.type !== "ImportDeclaration" || !/^\.{1,2}\//.test(String(node.source.value)))
      return [];
    const from = String(node.source.value);
    return node.specifiers.flatMap((specifier): RelativeImport[] => {
      const local = specifier.local.name;
      if (specifier.type === "ImportDefaultSpecifier") return [{ local, from, name: "default" }];
      if (specifier.type !== "ImportSpecifier" || !("name" in specifier.imported)) return [];
      return [{ local, from, name: specifier.imported.name }];
    });
  });
}
