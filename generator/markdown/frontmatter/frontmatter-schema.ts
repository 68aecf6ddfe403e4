import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Problem } from "../../config/problem.ts";
import type { ParsedFile } from "../parse.ts";

/** Checks every file's frontmatter against the project's own Standard Schema. */
export async function checkFrontmatter(
  files: readonly ParsedFile[],
  schema: StandardSchemaV1,
): Promise<Problem[]> {
  const found = await Promise.all(files.map((file) => checkFile(file, schema)));
  return found.flat();
}

async function checkFile(file: ParsedFile, schema: StandardSchemaV1): Promise<Problem[]> {
  const { data, places } = file.frontmatter;
  const result = await schema["~standard"].validate(data);
  return (result.issues ?? []).map(({ message, path = [] }) => {
    const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
    const [key = ""] = keys;
    const place = Object.hasOwn(places, key) ? places[key]! : { line: 1, column: 1 };
    const about = keys.length === 0 ? "Frontmatter" : `Frontmatter "${keys.join(".")}"`;
    return {
      file: file.path,
      ...place,
      rule: "frontmatter-schema",
      message: `${about}: ${message}`,
      suggestion: null,
    };
  });
}
