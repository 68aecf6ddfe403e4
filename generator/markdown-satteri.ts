import type { Root } from "mdast";

/** All that goes beyond CommonMark is off, but frontmatter. */
const FEATURES = { gfm: false, frontmatter: true };

/**
 * Loads satteri, an optional dependency with a native build for each platform. On Deno it needs
 * the permission to load native code, which is never asked for.
 *
 * @throws if it is not installed, or its native build cannot be loaded
 */
export async function loadSatteri(): Promise<(source: string) => Root> {
  if (!allowsNativeCode()) throw new Error("Deno allows no native code without --allow-ffi");
  const { markdownToMdast } = await import("satteri");
  markdownToMdast("");
  return (source) => markdownToMdast(source, { features: FEATURES }) as Root;
}

interface DenoPermissions {
  querySync(permission: { readonly name: "ffi" }): { readonly state: string };
}

function allowsNativeCode(): boolean {
  const { Deno } = globalThis as { Deno?: { readonly permissions: DenoPermissions } };
  return Deno === undefined || Deno.permissions.querySync({ name: "ffi" }).state === "granted";
}
