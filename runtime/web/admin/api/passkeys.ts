import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { ApiError, request } from "./request.ts";
import type { Administrator } from "./types.ts";

const ADDRESS = /^[0-9.]+$|^\[/;

/** @returns why this page cannot use passkeys; null if it can */
export function passkeyObstacle(): string | null {
  const { hostname } = location;
  if (ADDRESS.test(hostname)) {
    return `Passkeys belong to a host name: they do not work at the address ${hostname}.`;
  }
  if (!isSecureContext) return "Passkeys need https.";
  return browserSupportsWebAuthn() ? null : "This browser has no passkeys.";
}

interface Challenge<Options> {
  readonly token: string;
  readonly options: Options;
}

/** Has the browser ask for a passkey, and signs in with it. @throws {ApiError} */
export async function signInByPasskey(): Promise<Administrator> {
  const { token, options } = await ask<PublicKeyCredentialRequestOptionsJSON>(
    "/session/passkey-options",
  );
  expectHere(options.rpId!);
  const response = await inBrowser(startAuthentication({ optionsJSON: options }));
  const body = { token, response };
  const path = "/session/passkey";
  return (await request<{ admin: Administrator }>(path, { method: "POST", body })).body.admin;
}

/**
 * Has the browser create a passkey, and adds it.
 *
 * @returns recovery codes, with the first second factor
 * @throws {ApiError}
 */
export async function addPasskey(name: string): Promise<readonly string[] | null> {
  const { token, options } = await ask<PublicKeyCredentialCreationOptionsJSON>(
    "/session/new-passkey-options",
  );
  expectHere(options.rp.id!);
  const response = await inBrowser(startRegistration({ optionsJSON: options }));
  const { body } = await request<{ recoveryCodes: string[] | null }>("/session/passkeys", {
    method: "POST",
    body: { token, name, response },
  });
  return body.recoveryCodes;
}

async function ask<Options>(path: string): Promise<Challenge<Options>> {
  return (await request<Challenge<Options>>(path, { method: "POST" })).body;
}

function expectHere(name: string): void {
  if (location.hostname === name) return;
  const message = `Passkeys of docgate belong to the host name ${name}: open this page there.`;
  throw new ApiError(message, { status: 0 });
}

/** Explains what the browser refuses. */
async function inBrowser<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    throw new ApiError(explain(error as Error), { status: 0 });
  }
}

/** @param error of WebAuthn, by its name in the specification, or of the library around it */
function explain({ name, message }: Error): string {
  switch (name) {
    case "NotAllowedError":
      return "No passkey was used: the browser’s question was cancelled, or took too long.";
    case "InvalidStateError":
      return "This device has a passkey of yours already.";
    default:
      return `The browser cannot use a passkey: ${message}`;
  }
}
