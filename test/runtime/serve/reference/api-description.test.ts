import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import {
  certificateBody,
  REFRESH_KINDS,
  refreshBody,
} from "../../../../runtime/partner/notices/kinds.ts";
import { createApiDescription } from "../../../../runtime/serve/api-description.ts";
import { curlOf } from "../../../../runtime/serve/reference/curl.ts";
import { TAGS } from "../../../../runtime/serve/reference/tags.ts";
import { checkOpenApi } from "../../../support/openapi-rules.ts";

interface RequestBodyObject {
  readonly content: Readonly<Record<string, { readonly schema?: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> };
  readonly responses: Record<string, { readonly content?: Record<string, { example?: unknown }> }>;
  readonly "x-codeSamples"?: readonly { readonly source: string }[];
}

const document = createApiDescription("1");
const operations = Object.values(document.paths!).flatMap((item) =>
  Object.values(item),
) as Operation[];

describe("createApiDescription", () => {
  it("ATTACK-K140: gives a valid OpenAPI 3.1 document", () => {
    expect(checkOpenApi(document)).toEqual([]);
  });

  it("says of every operation and every group what it is for", () => {
    const silent = operations.filter(({ description = "" }) => !/\.$/.test(description));

    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
    expect(document.tags).toEqual(
      Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    );
  });

  it("PIA §6: describes the body of every notice, as docgate composes it", () => {
    const webhooks = Object.values(document.webhooks!).map(({ post }) => post!);
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: "document", components: document.components });
    const schemas = webhooks.map(({ requestBody }) => {
      const { schema } = (requestBody as RequestBodyObject).content["application/json"]!;
      return ajv.compile({ $ref: `document${(schema as { $ref: string }).$ref}` });
    });
    const bodies = [
      refreshBody(REFRESH_KINDS),
      refreshBody([]),
      certificateBody("r_cert", { cert: "PEM", key: "" }),
      certificateBody("r_cert_delete"),
    ].map((text) => JSON.parse(text));

    const fitting = bodies.map((body) =>
      schemas.flatMap((fits, index) => (fits(body) ? index : [])),
    );
    expect(fitting).toEqual([[0], [0], [1], [2]]);
    for (const { parameters, responses } of webhooks) {
      const names = parameters!.map((parameter) => (parameter as { name: string }).name);
      expect(names).toEqual([
        ...["webhook-id", "webhook-timestamp", "webhook-signature", "docgate-key-id"],
      ]);
      expect(Object.keys(responses!)).toEqual(["2XX"]);
    }
  });

  it("has correct articles", () => {
    const wrong = operations.filter(({ summary }) => /\ba [aeiou]|\ban [^aeiou]/i.test(summary));

    expect(wrong.map(({ summary }) => summary)).toEqual([]);
  });

  it("has a command, a body and an answer as an example of every operation", () => {
    const incomplete = operations.filter(({ requestBody, responses, ...operation }) => {
      const [status] = Object.keys(responses).filter((code) => /^[23]/.test(code));
      const bodies = [requestBody?.content, responses[status!]!.content];
      const isMissing = bodies
        .flatMap((content) => Object.values(content ?? {}))
        .some(({ example }) => example === undefined);
      // Sending an empty body is up to the client.
      return operation["x-codeSamples"] === undefined || (isMissing && !isAction(operation));
    });

    expect(incomplete.map(({ operationId }) => operationId)).toEqual([]);
  });
});

function isAction({ "x-codeSamples": samples }: Pick<Operation, "x-codeSamples">): boolean {
  return !samples![0]!.source.includes(" -d ");
}

describe("curlOf", () => {
  it("writes a command that a shell runs as it stands", () => {
    const command = curlOf({
      method: "PATCH",
      path: "/admin/api/spaces/1?limit=2",
      headers: { Authorization: "Bearer $ADMIN_TOKEN", "Content-Type": "application/json" },
      body: { title: "It's ours" },
    });

    expect(command).toBe(`curl -X PATCH "$BASE_URL/admin/api/spaces/1?limit=2" \\
  -H "Authorization: Bearer $ADMIN_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "title": "It'\\''s ours"
}'`);
  });

  it.each([
    ["GET", undefined, "curl "],
    ["POST", {}, "curl "],
    ["POST", undefined, "curl -X POST "],
    ["DELETE", undefined, "curl -X DELETE "],
  ])("names the method only where curl would choose another: %s with %j", (method, body, start) => {
    expect(curlOf({ method, path: "/x", headers: {}, body })).toMatch(
      new RegExp(`^${start}"\\$BASE_URL/x"`),
    );
  });
});
