import { PartnerError } from "./partner-error.ts";
import type { Answer } from "./send.ts";

/** Unwraps an answer (PIA §2). */
export function resultOf<Result>(answer: Answer): Result {
  const body = answer.body as { success?: unknown; result?: unknown } | null | undefined;
  if (answer.status === 200 && body?.success === true) return body.result as Result;
  throw unexpected(answer);
}

export function unexpected({ what, status }: Answer): PartnerError {
  const message = `docgate answered ${what} with ${status}; expected 200 and a result.`;
  return new PartnerError("unexpected-answer", message);
}

export function mintRefused(): PartnerError {
  return new PartnerError(
    "mint-refused",
    "docgate minted no application token: check client id, client secret, API key id and raw key, " +
      "and that the API key has all four bindings.",
  );
}

export function tokenRefused({ what }: Answer): PartnerError {
  return new PartnerError(
    "token-refused",
    `docgate refused ${what} with a token that it had just minted: was the API key unbound?`,
  );
}

export function claimRefused(): PartnerError {
  return new PartnerError(
    "claim-refused",
    "docgate refused the certificate code: another handshake of this API key may have replaced " +
      "it. Request the certificate again.",
  );
}

/** The claim of a certificate code has another 401, for codes. */
export function isTokenRefused({ status, body }: Answer): boolean {
  return status === 401 && (body as { message?: unknown } | null)?.message === "Invalid token";
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof PartnerError && error.code === "unreachable";
}
