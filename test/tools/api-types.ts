/** Writes the types of the admin API, as its OpenAPI description has them, for the console. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateApi } from "swagger-typescript-api";
import { createApiDescription } from "../../runtime/serve/api-description.ts";

export const API_TYPES = fileURLToPath(
  new URL("../../runtime/web/admin/api/types.ts", import.meta.url),
);

/** @returns The source text of {@link API_TYPES}. */
export async function generateApiTypes(): Promise<string> {
  const { files } = await generateApi({
    // biome-ignore lint/suspicious/noExplicitAny: the generator reads OpenAPI 3.1, its types know 3.0
    spec: createApiDescription("") as any,
    fileName: "types.ts",
    output: false,
    generateClient: false,
    silent: true,
    addReadonly: true,
  });
  return files[0]!.fileContent;
}

if (import.meta.main) writeFileSync(API_TYPES, await generateApiTypes());
