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

/** Returns the message of an error after the file and line that Node.js writes before the stack. */
function describe({ message, stack = "" }: Error, version: number): string {
  const place = /^(file:\S+?)(?:\?[\d.]+)?:(\d+)\n/.exec(stack);
  const text = message.replaceAll(`?${version}`, "");
  return place === null ? text : `${fileURLToPath(place[1]!)}:${place[2]}: ${text}`;
}
