import * as z from "zod";
import { hasCode } from "../../../corpus/error.ts";
import { MINUTE_MS, timestamp } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import { createCode } from "../../partner/secrets/secrets.ts";
import { ConflictError } from "../../store/errors.ts";
import type { Queries } from "../../store/queries.ts";

/** How long the next step of a sign-in can be taken. */
export const STEP_MINUTES = 5;

/** The most characters of a step's token. */
export const MAX_STEP_CHARACTERS = 4096;

/** The uses of steps; a token for one purpose is worthless for another. */
export type StepPurpose = "second-factor" | "passkey" | "new-passkey" | "provider";

/**
 * The next step of a sign-in that takes several requests. The browser holds it, encrypted: so the
 * first request, which anyone may send, writes nothing to the store.
 */
export interface Step<Data> {
  readonly id: string;
  readonly expiresAt: string;
  readonly data: Data;
}

const stepSchema = z.object({ id: z.string(), expiresAt: z.string(), data: z.unknown() });

/** Creates a step. @returns its token, for the browser */
export async function createStep<Data>(
  platform: Platform,
  { purpose, data }: { readonly purpose: StepPurpose; readonly data: Data },
): Promise<string> {
  const expiresAt = timestamp(platform, STEP_MINUTES * MINUTE_MS);
  const step: Step<Data> = { id: createCode(), expiresAt, data };
  const sealed = await platform.vault.seal(identityOf(purpose), JSON.stringify(step));
  return Buffer.from(sealed).toString("base64url");
}

/**
 * Reads a step.
 *
 * @typeParam Data what {@link createStep} was given for this purpose
 * @returns null if the token is not one of this installation for this purpose, or has expired
 */
export async function readStep<Data>(
  platform: Platform,
  { purpose, token }: { readonly purpose: StepPurpose; readonly token: string },
): Promise<Step<Data> | null> {
  if (token.length > MAX_STEP_CHARACTERS) return null;
  const sealed = Buffer.from(token, "base64url").toString();
  const text = await platform.vault.open(identityOf(purpose), sealed).catch((error) => {
    if (hasCode(error, "sealed-value")) return null;
    throw error;
  });
  if (text === null) return null;
  const step = stepSchema.parse(JSON.parse(text)) as Step<Data>;
  return step.expiresAt > timestamp(platform) ? step : null;
}

/**
 * Takes a step, at most once.
 *
 * @returns false if it was taken before, also at the same time: the transaction must then end
 */
export async function takeStep(
  tx: Queries,
  { id, expiresAt }: Pick<Step<unknown>, "id" | "expiresAt">,
): Promise<boolean> {
  try {
    await tx.usedSteps.insert({ id, expiresAt });
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

function identityOf(purpose: StepPurpose): string {
  return `sign-in-steps/${purpose}`;
}
