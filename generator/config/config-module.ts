import module from "node:module";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Imports a file as an ES module, whatever the nearest package.json says about its extension. The
 * project's TypeScript files that it imports are ES modules too.
 *
 * @param version distinguishes an edited file from the module imported before
 * @throws the module's own error; a syntax error begins with its place
 */
export async function importModule(
  file: string,
  version: number,
): Promise<Record<string, unknown>> {
  const { href } = pathToFileURL(file);
  // Deno treats TypeScript as ES modules by itself; only its later versions have the hooks.
  const hooks = module.registerHooks?.({
    load: (url, context, nextLoad) => nextLoad(url, { ...context, ...formatOf(url, href) }),
  });
  try {
    return await import(`${href}?${version}`);
  } catch (error) {
    throw new Error(describe(error as Error, version), { cause: error });
  } finally {
    hooks?.deregister();
  }
}

/** Returns the format of a module if the nearest package.json must not decide it. */
function formatOf(url: string, entry: string): { format?: string } {
  const [address = ""] = url.split("?", 1);
  const extension = extname(address);
  if (extension === ".ts" && !address.includes("/node_modules/")) {
    return { format: "module-typescript" };
  }
  return extension === ".js" && address === entry ? { format: "module" } : {};
}

/**
 * Returns the message of an error after the place that Node.js writes before the stack, with a mark
 * below the column, or Deno after the message.
 */
function describe({ message, stack = "" }: Error, version: number): string {
  const [, before, line, mark] =
    /^(file:\S+?)(?:\?[\d.]+)?:(\d+)\n(?:.*\n)*?( *)\^/.exec(stack) ?? [];
  if (before !== undefined) {
    return `${fileURLToPath(before)}:${line}:${mark!.length + 1}: ${withoutVersion(message)}`;
  }
  const [, text, url, place] =
    /^(?:SyntaxError: )?(.*)\n(?:.*\n)*? +at (file:\S+?)(?:\?[\d.]+)?:(\d+:\d+)$/m.exec(message) ??
    [];
  if (url !== undefined) return `${fileURLToPath(url)}:${place}: ${withoutVersion(text!)}`;
  return withoutVersion(message);

  function withoutVersion(part: string): string {
    return part.replaceAll(`?${version}`, "");
  }
}
