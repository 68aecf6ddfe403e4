import { fileURLToPath } from "node:url";

/** Returns the location of the package's own folder. */
export function packageFolder(): string {
  const folder = import.meta.url.endsWith(".ts") ? ".." : "../..";
  return fileURLToPath(new URL(folder, import.meta.url));
}
