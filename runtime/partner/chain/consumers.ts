import type { Consumer, Registration } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { foldEmail } from "../sign-in/email.ts";
import { changedFields, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { invalid } from "./rule-error.ts";

const consumers = rowsOf<Consumer, "emailFolded" | "lastSignInAt" | "passwordHash">({
  noun: "consumer",
  resource: "consumer",
  table: (tx) => tx.consumers,
  nameOf: ({ email }) => email,
  factsOf: ({ contractId, email, registration }) => ({ contractId, email, registration }),
});

export interface ConsumerFields {
  readonly contractId: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly registration: Registration;
}

/** @throws {RuleError} if the contract does not belong to the organization */
export async function createConsumer(change: Change, fields: ConsumerFields): Promise<Consumer> {
  await checkContract(change, fields.contractId);
  return consumers.insert(change, {
    id: change.newId(),
    organizationId: change.organizationId,
    ...fields,
    emailFolded: foldEmail(fields.email),
    createdAt: change.at,
    updatedAt: change.at,
    lastSignInAt: null,
  });
}

export interface UpdateConsumer {
  readonly id: string;
  readonly fields: { readonly [Field in keyof ConsumerFields]?: ConsumerFields[Field] | undefined };
}

/**
 * Changes a consumer. A new password, email or contract ends the sign-ins based on the old one:
 * refresh tokens and pending passcodes. Access tokens expire by themselves.
 *
 * @throws {RuleError} if there is no such consumer, or the contract does not belong to the
 *   organization
 */
export async function updateConsumer(
  change: Change,
  { id, fields }: UpdateConsumer,
): Promise<Consumer> {
  const before = await consumers.find(change, id);
  const { email } = fields;
  const emailFolded = email === undefined ? undefined : foldEmail(email);
  const changed = changedFields(before, { ...fields, emailFolded });
  if (isEmpty(changed)) return before;
  if (changed.contractId !== undefined) await checkContract(change, changed.contractId);
  if (changed.passwordHash || changed.emailFolded || changed.contractId) await signOut(change, id);
  const hidden = changed.passwordHash === undefined ? [] : ["password"];
  return consumers.save(change, { before, changed, hidden });
}

export async function deleteConsumer(change: Change, id: string): Promise<void> {
  await consumers.remove(change, await consumers.find(change, id));
}

async function signOut({ tx }: Change, consumerId: string): Promise<void> {
  await tx.refreshTokens.remove({ consumerId });
  await tx.challenges.remove({ consumerId });
}

async function checkContract({ tx, organizationId }: Change, id: string): Promise<void> {
  if ((await tx.contracts.count({ id, organizationId })) > 0) return;
  throw invalid({ path: "contractId", message: "There is no contract with this id." });
}
