import { DocgateError } from "../../../corpus/error.ts";
import type { FieldError } from "../../http/json.ts";
import { ConflictError } from "../../store/errors.ts";

export type RuleCode = "not-found" | "invalid" | "conflict";

/** Thrown when a rule of the chain refuses a change, which is then rolled back entirely. */
export class RuleError extends DocgateError {
  /** The kind of rule, which is also the code of the error. */
  readonly rule: RuleCode;
  /** The fields at fault, if there are any. */
  readonly errors: readonly FieldError[];

  constructor(
    rule: RuleCode,
    message: string,
    { errors = [] }: { readonly errors?: readonly FieldError[] } = {},
  ) {
    super(rule, message);
    this.rule = rule;
    this.errors = errors;
  }
}

/** Makes the same error for a missing row and for one of another organization (ATTACK-H106). */
export function notFound(what: string): RuleError {
  return new RuleError("not-found", `There is no ${what} with this id.`);
}

/** @param errors at least one */
export function invalid(...errors: readonly FieldError[]): RuleError {
  return new RuleError("invalid", errors[0]!.message, { errors });
}

export function taken(path: string, message: string): RuleError {
  return new RuleError("conflict", message, { errors: [{ path, message }] });
}

/** The error for each unique column that a change can violate. */
const CLASHES: Readonly<Record<string, FieldError>> = {
  "api_keys.name": named("API key"),
  "clients.name": named("client"),
  "certificates.name": named("certificate"),
  "contracts.name": named("contract"),
  "webhooks.name": named("webhook"),
  "api_keys.client_id": bound("clientId", "client"),
  "api_keys.certificate_id": bound("certificateId", "certificate"),
  "api_keys.contract_id": bound("contractId", "contract"),
  "api_keys.webhook_id": bound("webhookId", "webhook"),
  // It does not say whose: the origin is unique across organizations.
  "webhooks.origin": { path: "origin", message: "This origin is taken." },
  "agents.agent_id": { path: "agentId", message: "There is an agent with this agentId already." },
  "consumers.email_folded": {
    path: "email",
    message: "There is a consumer with this email in the contract already.",
  },
  "organizations.name": {
    path: "organization",
    message: "There is an organization with this name already.",
  },
  "admins.email": {
    path: "email",
    message: "There is an administrator with this email already.",
  },
  // It does not say whose.
  "passkeys.credential_id": { path: "response", message: "This passkey is registered already." },
};

function named(noun: string): FieldError {
  return { path: "name", message: `There is another ${noun} with this name.` };
}

function bound(path: string, noun: string): FieldError {
  return { path, message: `This ${noun} is bound to another API key.` };
}

/** @returns the rule behind a violated unique column, or the error itself if it is another one */
export function explainClash(error: unknown): unknown {
  if (!(error instanceof ConflictError)) return error;
  const clash = CLASHES[error.what];
  return clash ? taken(clash.path, clash.message) : error;
}

/** Refuses the second of two concurrent rotations: the secret it saw has been replaced. */
export function alreadyRotated(noun: string): RuleError {
  const message = `Someone else has rotated this ${noun} at the same time. Rotate again if needed.`;
  return new RuleError("conflict", message);
}
