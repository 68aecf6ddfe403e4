import * as z from "zod";
import { CERTIFICATE_KINDS, REFRESH_KINDS } from "../../../../partner/notices/kinds.ts";
import type { PageOptions } from "../../../../store/log.ts";
import type { NoticePage } from "../../../../store/notices.ts";
import type { Queries } from "../../../../store/queries.ts";
import type {
  AuditEntry,
  Notice,
  NoticeState,
  PartnerCall,
  Refusals,
} from "../../../../store/rows.ts";
import {
  auditSchema,
  noticeSchema,
  partnerCallSchema,
  refusalsSchema,
} from "../../response-schemas.ts";

interface LogPages<Row> {
  /** Newest first. */
  page(organizationId: string, options: PageOptions<Row>): Promise<readonly Row[]>;
}

/** How the admin API reads one log. */
export interface LogKind<Row, Filter extends z.ZodObject = z.ZodObject> {
  /** Its path, and the name of an export. */
  readonly name: "notices" | "audit" | "refusals" | "calls";
  /** Its entries, in texts. */
  readonly plural: string;
  /** The fields of an entry that administrators see. */
  readonly schema: z.ZodObject;
  /** Parameters that narrow it. */
  readonly filter: Filter;
  readonly log: (queries: Queries) => LogPages<Row>;
  readonly conditionsOf: (query: z.output<Filter>) => Omit<PageOptions<Row>, "limit" | "before">;
}

const MAX_TEXT = 300;
const text = (description: string) => z.string().max(MAX_TEXT).optional().describe(description);
const time = (description: string) =>
  z.iso
    .datetime({ offset: true })
    .transform((at) => new Date(at).toISOString())
    .optional()
    .meta({ override: { type: "string", format: "date-time" } })
    .describe(description);

const times = {
  since: time("Only entries of this time and later."),
  until: time("Only entries before this time."),
};

const UNDELIVERED: readonly NoticeState[] = ["failed", "refused"];

const noticeFilter = z.strictObject({
  apiKeyId: text("Only notices to this key's partner."),
  webhookId: text("Only notices to this webhook."),
  state: z
    .enum([...noticeSchema.shape.state.options, "undelivered"])
    .optional()
    .describe("Only notices in this state; `undelivered` means failed or refused."),
  kind: z
    .enum([...REFRESH_KINDS, ...CERTIFICATE_KINDS, "test"])
    .optional()
    .describe("Only notices that name this kind; `test` means notices without kinds."),
  ...times,
});

export const NOTICES: LogKind<Notice, typeof noticeFilter> = {
  name: "notices",
  plural: "notices",
  schema: noticeSchema,
  filter: noticeFilter,
  log: ({ notices }) => notices,
  conditionsOf({ state, kind, apiKeyId, webhookId, since, until }): Omit<NoticePage, "limit"> {
    const states = state === "undelivered" ? UNDELIVERED : listOf(state);
    return {
      values: { state: states, apiKeyId: listOf(apiKeyId), webhookId: listOf(webhookId) },
      kind: kind === "test" ? "" : kind,
      since,
      until,
    };
  },
};

const auditFilter = z.strictObject({
  admin: text("Only entries of this administrator or other actor."),
  action: text("Only entries with this action."),
  resource: text("Only entries about resources of this kind, such as `apiKey`."),
  resourceId: text("Only entries about the resource with this id."),
  ...times,
});

export const AUDIT: LogKind<AuditEntry, typeof auditFilter> = {
  name: "audit",
  plural: "entries of the audit log",
  schema: auditSchema,
  filter: auditFilter,
  log: ({ audit }) => audit,
  conditionsOf: ({ admin, action, resource, resourceId, since, until }) => ({
    values: {
      admin: listOf(admin),
      action: listOf(action),
      resource: listOf(resource),
      resourceId: listOf(resourceId),
    },
    since,
    until,
  }),
};

const refusalFilter = z.strictObject({
  apiKeyId: text("Only refusals of this key's partner."),
  reason: text("Only refusals for this reason."),
  origin: text("Only requests from this Origin."),
  endpoint: text("Only requests to this endpoint, such as `GET /v1/space/list`."),
  since: time("Only entries whose last request was at this time or later."),
  until: time("Only entries whose last request was before this time."),
});

export const REFUSALS: LogKind<Refusals, typeof refusalFilter> = {
  name: "refusals",
  plural: "refusals of partners",
  schema: refusalsSchema,
  filter: refusalFilter,
  log: ({ calls, organizations }) => ({
    async page(organizationId, page) {
      // Requests of unknown Origins belong to nobody: with several organizations, nobody sees them.
      const hasStrangers = (await organizations.count({})) === 1;
      return calls.refusals(organizationId, { ...page, hasStrangers });
    },
  }),
  conditionsOf: ({ apiKeyId, reason, origin, endpoint, since, until }) => ({
    values: {
      apiKeyId: listOf(apiKeyId),
      reason: listOf(reason),
      origin: listOf(origin),
      endpoint: listOf(endpoint),
    },
    since,
    until,
  }),
};

const callFilter = z.strictObject({
  requestId: text("Only the call with this `X-Request-Id`."),
  apiKeyId: text("Only calls of this key's partner."),
  outcome: text("Only calls with this outcome."),
  ...times,
});

export const CALLS: LogKind<PartnerCall, typeof callFilter> = {
  name: "calls",
  plural: "single calls of partners",
  schema: partnerCallSchema,
  filter: callFilter,
  log: ({ partnerCalls }) => partnerCalls,
  conditionsOf: ({ requestId, apiKeyId, outcome, since, until }) => ({
    values: {
      requestId: listOf(requestId),
      apiKeyId: listOf(apiKeyId),
      outcome: listOf(outcome),
    },
    since,
    until,
  }),
};

function listOf(text: string | undefined): readonly string[] | undefined {
  return text === undefined ? undefined : [text];
}
