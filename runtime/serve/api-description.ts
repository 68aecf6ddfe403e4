import { ADMIN_BASE, ADMIN_OPERATIONS, ADMIN_SECURITY } from "../admin/api/operations.ts";
import { createOpenApi, type OpenApiDocument } from "../http/openapi.ts";
import { PARTNER_BASE, PARTNER_OPERATIONS, PARTNER_SECURITY } from "../partner/api/operations.ts";
import { PARTNER_WEBHOOKS } from "../partner/api/webhooks.ts";
import { addExamples } from "./reference/add-examples.ts";
import { API_EXAMPLES } from "./reference/examples.ts";
import { TAGS } from "./reference/tags.ts";

/**
 * Creates the OpenAPI 3.1 document of both APIs from the schemas that validate requests, with
 * examples.
 *
 * @param version Version of docgate.
 * @param publicUrl Address of docgate for clients. Default: that of the document itself, without
 *   its path.
 */
export function createApiDescription(version: string, publicUrl = "/"): OpenApiDocument {
  const document = createOpenApi({
    info: {
      title: "docgate",
      version,
      description:
        "The API for partners, the Partner Integration API, and the API for administrators, which " +
        "the console and scripts use.",
    },
    servers: [{ url: publicUrl }],
    securitySchemes: { ...PARTNER_SECURITY, ...ADMIN_SECURITY },
    apis: [
      { base: PARTNER_BASE, operations: PARTNER_OPERATIONS, webhooks: PARTNER_WEBHOOKS },
      { base: ADMIN_BASE, operations: ADMIN_OPERATIONS },
    ],
    tags: TAGS,
  });
  addExamples(document, API_EXAMPLES);
  return document;
}
