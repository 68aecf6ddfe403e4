import { COOKIE_NAMES } from "./cookie.ts";
import { ADMINISTRATOR_ROUTES } from "./resources/administrator-routes.ts";
import { AGENT_ROUTES } from "./resources/agent-routes.ts";
import { API_KEY_ROUTES } from "./resources/api-key-routes.ts";
import { CERTIFICATE_ROUTES } from "./resources/certificate-routes.ts";
import { CLIENT_ROUTES } from "./resources/client-routes.ts";
import { CONSUMER_IMPORT } from "./resources/consumer-import.ts";
import { CONSUMER_ROUTES } from "./resources/consumer-routes.ts";
import { CONTRACT_ROUTES } from "./resources/contract-routes.ts";
import { FACTOR_ROUTES } from "./resources/factor-routes.ts";
import { CALL_ROUTES } from "./resources/logs/call-routes.ts";
import { LOG_ROUTES } from "./resources/logs/log-routes.ts";
import { SEARCH_GAP_ROUTES } from "./resources/logs/search-gap-routes.ts";
import { ORGANIZATION_ROUTES } from "./resources/organization-routes.ts";
import { OWN_SESSION_ROUTES } from "./resources/own-session-routes.ts";
import { PARTNER_LINK_ROUTES } from "./resources/partner-link-routes.ts";
import { PASSKEY_ROUTES } from "./resources/passkey-routes.ts";
import { PROVIDER_ROUTES } from "./resources/provider-routes.ts";
import { SEARCH_ROUTES } from "./resources/search-routes.ts";
import { SESSION_ROUTES } from "./resources/session-routes.ts";
import { SPACE_ROUTES } from "./resources/space-routes.ts";
import { TOKEN_ROUTES } from "./resources/token-routes.ts";
import { WEBHOOK_ROUTES } from "./resources/webhook-routes.ts";
import type { AdminOperation, AdminRoute } from "./route.ts";

/** The base that the paths below are relative to. */
export const ADMIN_BASE = "/admin/api";

/** Every route of the admin API. */
export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...SESSION_ROUTES,
  ...OWN_SESSION_ROUTES,
  ...FACTOR_ROUTES,
  ...PASSKEY_ROUTES,
  ...ORGANIZATION_ROUTES,
  ...PROVIDER_ROUTES,
  ...ADMINISTRATOR_ROUTES,
  ...TOKEN_ROUTES,
  ...API_KEY_ROUTES,
  ...PARTNER_LINK_ROUTES,
  ...CLIENT_ROUTES,
  ...CERTIFICATE_ROUTES,
  ...CONTRACT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...SPACE_ROUTES,
  ...AGENT_ROUTES,
  ...CONSUMER_ROUTES,
  CONSUMER_IMPORT,
  ...LOG_ROUTES,
  ...CALL_ROUTES,
  ...SEARCH_GAP_ROUTES,
  ...SEARCH_ROUTES,
];

export const ADMIN_OPERATIONS: readonly AdminOperation[] = ADMIN_ROUTES.map(
  ({ operation }) => operation,
);

/** The security schemes of the admin API, as OpenAPI names them. */
export const ADMIN_SECURITY = {
  adminSession: {
    type: "apiKey",
    in: "cookie",
    name: COOKIE_NAMES.secure,
    description:
      `Set by signing in; named \`${COOKIE_NAMES.plain}\` if the public address is not https. ` +
      "Requests that change anything must come from the console's own origin.",
  },
  adminToken: {
    type: "http",
    scheme: "bearer",
    description: "An admin token, `dga_…`, created by `docgate admin token`.",
  },
} as const;
