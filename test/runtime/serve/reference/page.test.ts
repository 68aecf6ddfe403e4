import { describe, expect, it } from "vitest";
import type { ApiDocument } from "../../../../runtime/serve/reference/document.ts";
import { renderReference } from "../../../../runtime/serve/reference/page.ts";

const MARKUP = `<svg onload="alert('1')">`;

/** A document with one operation, in which every text has markup. */
const document: ApiDocument = {
  info: { version: "1.2.3", description: MARKUP },
  tags: [{ name: "Spaces", description: MARKUP }],
  paths: {
    "/admin/api/spaces/{id}": {
      patch: {
        operationId: "updateSpace",
        summary: `Change ${MARKUP}`,
        description: `Needs \`${MARKUP}\`.`,
        tags: ["Spaces"],
        security: [{ adminToken: [] }],
        parameters: [{ in: "path", name: "id", required: true, schema: { type: "string" } }],
        requestBody: {
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/SpaceInput" },
              example: { title: `</textarea>${MARKUP}` },
            },
          },
        },
        responses: {
          "200": {
            description: MARKUP,
            content: { "application/json": { schema: {}, example: { title: MARKUP } } },
          },
          "404": { description: "Nothing has this id." },
        },
        "x-codeSamples": [{ source: `curl '${MARKUP}'` }],
      },
    },
  },
  components: {
    schemas: {
      SpaceInput: {
        type: "object",
        required: ["title"],
        properties: {
          title: { type: "string", minLength: 1, maxLength: 100, description: MARKUP },
          order: { anyOf: [{ type: "integer" }, { type: "null" }], minimum: 0, default: 0 },
          state: { enum: ["open", "closed"] },
          tags: {
            type: "array",
            maxItems: 5,
            items: { type: "object", properties: { name: { type: "string" } } },
          },
        },
      },
    },
    securitySchemes: { adminToken: { description: MARKUP } },
  },
};

describe("renderReference", () => {
  it("ATTACK-H112: shows markup as text, wherever it stands", async () => {
    const page = await renderReference(document);

    expect(page.match(/<svg|<\/textarea>&lt;\/textarea>/g)).toBeNull();
    expect(page.match(/&lt;svg onload=/g)!.length).toBeGreaterThanOrEqual(10);
  });

  it("says in words what a field may be", async () => {
    const page = await renderReference(document);
    const text = page
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&quot;", '"')
      .replaceAll(/\s+/g, " ");

    expect(text).toContain("title string, 1 to 100 characters required");
    expect(text).toContain("order integer or null, at least 0, default 0");
    expect(text).toContain('state "open" | "closed"');
    expect(text).toContain("tags list of object, at most 5 name string");
    expect(text).toContain("Credentials: Admin token .");
  });
});
