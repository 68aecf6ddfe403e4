import * as z from "zod";
import type { Operation } from "../../http/operation.ts";
import { CODE_TTL_SECONDS } from "./handshake.ts";
import * as schemas from "./schemas.ts";

/** The base that the paths below are relative to. */
export const PARTNER_BASE = "/v1";

/** The security schemes of the partner API, as OpenAPI names them. */
export const PARTNER_SECURITY = {
  mintCredentials: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description:
      "Base64 of `client_secret|api_key|api_key_secret`: the client's secret, the API key's id " +
      "and the raw key. Sent bare, without `Basic` or `Bearer`.",
  },
  applicationToken: {
    type: "http",
    scheme: "bearer",
    description: "An application token, or the raw API key itself.",
  },
} as const;

const handshake = { tag: "Handshake" };
const reads = { tag: "Partner reads" };
const signIns = { tag: "Consumer sign-in" };

const headers = z.object({
  Origin: z.string().describe("Must be on the allow-list; else the connection is closed."),
});

const clientQuery = z.object({ client_id: z.string().describe("The client's id, `dgc_…`.") });

const invalidToken = {
  description:
    "`Invalid token`: not authentic, of a key that is gone or does not work, or from another network",
  body: schemas.failure,
};
const tooMany = {
  description: "The key has been read as often in this minute as it may be; see `Retry-After`",
  body: schemas.failure,
};
const unavailable = {
  description: "The store does not answer, or too many password checks are waiting",
  body: schemas.failure,
};
const badBody = {
  description: "The body does not have the expected shape; reasons are given",
  body: schemas.failure,
};

function read(
  path: string,
  {
    result,
    ...named
  }: Pick<Operation, "operationId" | "summary" | "description"> & {
    readonly result: z.ZodType;
  },
): Operation {
  return {
    method: "get",
    path,
    ...named,
    ...reads,
    headers,
    security: ["applicationToken"],
    responses: {
      200: { description: "OK", body: schemas.envelope(result) },
      401: invalidToken,
      429: tooMany,
      503: unavailable,
    },
  };
}

/** Every operation of the Partner Integration API, section 4. */
export const PARTNER_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/auth/application_token",
    operationId: "mintApplicationToken",
    summary: "Mint an application token",
    description:
      "The first call of a partner's server. The token does not expire by the clock: keep it, " +
      "and mint another one when a call answers 401. Whatever is wrong, the answer is 500 and " +
      "the same; the operator's metrics have the reason.",
    ...handshake,
    headers,
    query: clientQuery,
    security: ["mintCredentials"],
    responses: {
      200: { description: "Minted", body: schemas.envelope(schemas.applicationToken) },
      500: { description: "Any credential or binding is wrong", body: schemas.mintRefused },
    },
  },
  {
    method: "get",
    path: "/resources/certificate",
    operationId: "issueCertificateCode",
    summary: "Issue a certificate code",
    description:
      "Proves that the partner's server wants its certificate: claim it next. Works once, within " +
      `${CODE_TTL_SECONDS} seconds. Every refusal closes the connection.`,
    ...handshake,
    headers,
    query: clientQuery,
    security: ["applicationToken"],
    responses: {
      200: { description: "Issued", body: schemas.envelope(schemas.certificateCode) },
      503: unavailable,
    },
  },
  {
    method: "post",
    path: "/resources/certificate",
    operationId: "claimCertificateCode",
    summary: "Claim a certificate code",
    description:
      "Has the certificate sent to the notification URL. Right or wrong, the code is used up.",
    ...handshake,
    headers,
    query: clientQuery.partial(),
    body: schemas.claimBody,
    security: ["applicationToken"],
    responses: {
      200: { description: "Claimed", body: z.strictObject({ success: z.literal(true) }) },
      400: badBody,
      401: {
        description:
          "`Invalid token`, which leaves the code; or a code or client that does not match, or " +
          "a key " +
          "that does not work, which use the code up",
        body: z.union([schemas.failure, schemas.claimRefused]),
      },
      503: unavailable,
    },
  },
  read("/space/list", {
    operationId: "readSpaces",
    summary: "List the spaces with their agents",
    description:
      "What the partner may offer, in the order of its contract. Read it again when a notice " +
      "says so.",
    result: z.array(schemas.partnerSpace),
  }),
  read("/resources/consumer-contract", {
    operationId: "readConsumerContract",
    summary: "Read the consumer contract",
    description:
      "Its `key` is the audience of the consumers' tokens. The switches are defaults; the " +
      "consumer policy has the ones in force.",
    result: schemas.consumerContract.nullable(),
  }),
  read("/resources/consumer-policy", {
    operationId: "readConsumerPolicy",
    summary: "Read the consumer policy",
    description: "How consumers sign in now. Read it again when a notice says so.",
    result: schemas.consumerPolicy.nullable(),
  }),
  withAgent(
    read("/resources/agent-front-settings", {
      operationId: "readAgentFrontSettings",
      summary: "Read an agent's front settings",
      description:
        "What administrators saved for the agent, unchanged: colours, greetings or whatever " +
        "the website needs. 404 for an agent of a space that is not in the contract.",
      result: schemas.frontSettings,
    }),
  ),
  {
    method: "post",
    path: "/auth/access_token",
    operationId: "signIn",
    summary: "Sign a consumer in",
    description:
      "Called by the partner's website. `Verify` means that a passcode was mailed: confirm it " +
      "with the `hash`. A wrong password, an unknown and a blocked account are refused alike.",
    ...signIns,
    headers,
    body: schemas.signInBody,
    security: [],
    responses: {
      200: {
        description: "Signed in, or a passcode was mailed, or refused for whatever reason",
        body: z.union([schemas.signedIn, schemas.verifyPasscode, schemas.refused]),
      },
      400: badBody,
      503: unavailable,
    },
  },
  {
    method: "post",
    path: "/auth/otp/confirm",
    operationId: "confirmPasscode",
    summary: "Confirm the passcode",
    description:
      "The second half of a sign-in that was answered `Verify`. A passcode works once; a wrong " +
      "one and an old one are answered `Expired`.",
    ...signIns,
    headers,
    body: schemas.passcodeBody,
    security: [],
    responses: {
      200: {
        description: "Signed in, or the pin is wrong or has expired",
        body: z.union([schemas.signedIn, schemas.expired]),
      },
      400: badBody,
      503: unavailable,
    },
  },
  {
    method: "post",
    path: "/auth/refresh_token",
    operationId: "refreshTokens",
    summary: "Refresh a consumer's tokens",
    description:
      "An extension of docgate. A refresh token works once; using it again ends all tokens that " +
      "descend from the same sign-in.",
    ...signIns,
    headers,
    body: schemas.refreshBody,
    security: [],
    responses: {
      200: {
        description: "New tokens, or refused for whatever reason",
        body: z.union([schemas.signedIn, schemas.refused]),
      },
      400: badBody,
      503: unavailable,
    },
  },
];

function withAgent(operation: Operation): Operation {
  return {
    ...operation,
    query: z.object({ agentId: z.string().describe("The agent's slug.") }),
    responses: {
      ...operation.responses,
      404: { description: "`Agent not found`", body: schemas.failure },
    },
  };
}
