import { fileURLToPath } from "node:url";
import type { Root } from "mdast";
import { DocgateError } from "../../corpus/error.ts";

/** Everything beyond CommonMark is off, except frontmatter. */
const FEATURES = { gfm: false, frontmatter: true };

/** The functions of satteri that docgate uses. */
export interface Satteri {
  parseMarkdown(source: string): Root;
  /** @returns null if satteri does not take the source for MDX */
  parseMdx(source: string): Root | null;
}

/**
 * Loads satteri, an optional dependency with a native build for each platform. On Deno it needs the
 * permission to load native code, for which docgate never prompts.
 *
 * @throws {DocgateError} `setting` if it is not installed, or its native build cannot be loaded
 */
export async function loadSatteri(): Promise<Satteri> {
  if (!allowsNativeCode()) throw cannotUse("Deno does not load native code without --allow-ffi.");
  try {
    const { markdownToMdast, mdxToMdast } = await import("satteri");
    markdownToMdast("");
    return {
      parseMarkdown: (source) => markdownToMdast(source, { features: FEATURES }) as Root,
      parseMdx(source) {
        try {
          return mdxToMdast(source, { features: FEATURES }) as Root;
        } catch {
          // The reference says what is wrong with it.
          return null;
        }
      },
    };
  } catch (error) {
    throw cannotUse((error as Error).message);
  }
}

function cannotUse(reason: string): DocgateError {
  return new DocgateError("setting", `The parser "satteri" cannot be used: ${reason}`);
}

interface DenoPermissions {
  querySync(permission: { readonly name: "ffi"; readonly path: string }): {
    readonly state: string;
  };
}

function allowsNativeCode(): boolean {
  const { Deno } = globalThis as { Deno?: { readonly permissions: DenoPermissions } };
  if (Deno === undefined) return true;
  const path = fileURLToPath(import.meta.resolve("satteri"));
  return Deno.permissions.querySync({ name: "ffi", path }).state === "granted";
}
