import { ADMIN_BASE, ADMIN_OPERATIONS, ADMIN_SECURITY } from "../admin/api/operations.ts";
import { createOpenApi } from "../http/openapi.ts";
import { PARTNER_BASE, PARTNER_OPERATIONS, PARTNER_SECURITY } from "../partner/api/operations.ts";

/**
 * Creates the OpenAPI 3.1 document of both APIs from the schemas that validate requests.
 *
 * @param version Version of docgate.
 */
export function createApiDescription(version: string): object {
  return createOpenApi({
    info: {
      title: "docgate",
      version,
      description: "The Partner Integration API and the administrators' API.",
    },
    servers: [{ url: "/" }],
    securitySchemes: { ...PARTNER_SECURITY, ...ADMIN_SECURITY },
    apis: [
      { base: PARTNER_BASE, operations: PARTNER_OPERATIONS },
      { base: ADMIN_BASE, operations: ADMIN_OPERATIONS },
    ],
  });
}
