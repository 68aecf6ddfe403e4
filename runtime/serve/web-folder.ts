import { fileURLToPath } from "node:url";

/** Returns the folder of the built pages, relative to both the source and the compiled file. */
export function webFolder(): string {
  const folder = import.meta.url.endsWith(".ts") ? "../../dist/web" : "../../web";
  return fileURLToPath(new URL(folder, import.meta.url));
}
