import module from "node:module";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Imports a file as an ES module, whatever the nearest package.json says of its extension. The
 * project's TypeScript files that it imports in turn are ES modules too.
 *
 * @param version tells a file that was edited from the module imported before
 * @throws what the module throws; an error of syntax begins with its place
 */
export async function importModule(
  file: string,
  version: number,
): Promise<Record<string, unknown>> {
  const { href } = pathToFileURL(file);
  // Deno, which takes TypeScript for ES modules by itself, has the hooks in its later versions only.
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

/** The format of a module, where the nearest package.json must not decide. */
function formatOf(url: string, entry: string): { format?: string } {
  const [address = ""] = url.split("?", 1);
  const extension = extname(address);
  if (extension === ".ts" && !address.includes("/node_modules/")) {
    return { format: "module-typescript" };
  }
  return extension === ".js" && address === entry ? { format: "module" } : {};
}

/** The message of an error, after the file and line that Node.js writes before the stack. */
function describe({ message, stack = "" }: Error, version: number): string {
  const place = /^(file:\S+?)(?:\?[\d.]+)?:(\d+)\n/.exec(stack);
  const text = message.replaceAll(`?${version}`, "");
  return place === null ? text : `${fileURLToPath(place[1]!)}:${place[2]}: ${text}`;
}
