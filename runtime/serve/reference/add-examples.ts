import type { OpenApiDocument } from "../../http/openapi.ts";
import { curlOf } from "./curl.ts";
import type { ApiExample } from "./examples.ts";

/** The parts of an operation's description that examples are added to. */
interface DescribedOperation {
  readonly operationId?: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  "x-codeSamples"?: readonly object[];
}

type Content = Readonly<Record<string, { example?: unknown }>>;

/**
 * Adds to each operation the body of a request, answers, and a command for a shell, in the field
 * `x-codeSamples` that viewers of OpenAPI documents have agreed on.
 */
export function addExamples(document: OpenApiDocument, examples: readonly ApiExample[]): void {
  const byOperation = Map.groupBy(examples, ({ operationId }) => operationId);
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item) as DescribedOperation[]) {
      const [first, ...others] = byOperation.get(operation.operationId ?? "") ?? [];
      if (first === undefined) continue;
      setExample(operation.requestBody?.content, first.request.body);
      for (const { answer } of [first, ...others]) {
        setExample(operation.responses[answer.status]?.content, answer.body);
      }
      operation["x-codeSamples"] = [
        { lang: "Shell", label: "curl", source: curlOf(first.request) },
      ];
    }
  }
}

function setExample(content: Content | undefined, example: unknown): void {
  for (const mediaType of Object.values(content ?? {})) mediaType.example = example;
}
