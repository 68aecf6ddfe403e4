import { validate } from "../../../http/json.ts";
import { networkOf } from "../../../http/network.ts";
import { email as emailField } from "../../../partner/chain/fields.ts";
import { runChange } from "../../../partner/change.ts";
import { HOUR_MS, MINUTE_MS, windowOf } from "../../../partner/clock.ts";
import type { Platform } from "../../../partner/platform.ts";
import { foldEmail } from "../../../partner/sign-in/email.ts";
import type { Browser } from "../../accounts/browser.ts";
import { completeSignIn, type SignedIn } from "../complete-sign-in.ts";
import { readStep, type Step, takeStep } from "../steps.ts";
import type { AtProvider } from "./begin.ts";
import { type Account, bindAccount } from "./bind.ts";
import { configurationOf } from "./configuration.ts";
import { ProviderRefusal, reasonOf } from "./reason.ts";
import { redirectUriOf } from "./settings.ts";

/** Failures after which a network is refused for a while, before the provider is asked. */
const FAILURES = { most: 20, windowMs: 15 * MINUTE_MS } as const;

/** Refused sign-ins of an organization that are written to its audit log. */
const RECORDED = { most: 30, windowMs: HOUR_MS } as const;

/** How far the clocks of a provider and of docgate may differ. */
const CLOCK_SKEW_MS = MINUTE_MS;

/** How a browser comes back. */
export interface Return {
  /** The query that the provider sent it back with. */
  readonly search: string;
  /** The step that the browser holds. */
  readonly token: string | undefined;
  /** The address of the client. */
  readonly address: string;
  /** The session of its cookie ends. */
  readonly browser: Browser;
}

/**
 * Signs an administrator in who comes back from the provider.
 *
 * @returns null if that is refused: the browser learns no reason, the audit log has it
 */
export async function completeAtProvider(
  platform: Platform,
  { search, token = "", address, browser }: Return,
): Promise<SignedIn | null> {
  const step = await readStep<AtProvider>(platform, { purpose: "provider", token });
  // Whoever sends a browser here with an answer to another question stops here: nothing is written.
  if (!step || new URLSearchParams(search).get("state") !== step.data.state) return null;
  const failures = countOf(platform, `network/${hashOf(platform, address)}`, FAILURES.windowMs);
  if ((await platform.store.read.budgets.peek(failures)) >= FAILURES.most) return null;
  try {
    return await signIn(platform, { step, search, browser });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    await platform.store.transaction((tx) => tx.budgets.take(failures));
    await recordRefusal(platform, { ...step.data, reason, network: browser.network });
    return null;
  }
}

interface SignIn {
  readonly step: Step<AtProvider>;
  readonly search: string;
  readonly browser: Browser;
}

async function signIn(platform: Platform, { step, search, browser }: SignIn): Promise<SignedIn> {
  // Taken before the provider is asked, so that an answer counts once, whatever comes of it.
  await platform.store.transaction(async (tx) => {
    if (!(await takeStep(tx, step))) throw new ProviderRefusal("used");
  });
  const account = await readAccount(platform, { step, search });
  const { organizationId, clientId } = step.data;
  const actor = { organizationId, name: account.email, network: browser.network };
  const { result } = await runChange(platform, actor, async (change) => {
    const admin = await bindAccount(change, { account, clientId });
    return completeSignIn(platform, change, { admin, way: "provider", browser });
  });
  return result;
}

/** Exchanges the code. @throws if the answer is not one to this browser's question */
async function readAccount(
  platform: Platform,
  { step: { data }, search }: Pick<SignIn, "step" | "search">,
): Promise<Account> {
  const { organizationId, issuer, clientId } = data;
  const where = { organizationId, issuer, clientId };
  const provider = await platform.store.read.identityProviders.find(where);
  if (!provider) throw new ProviderRefusal("provider-changed");
  const configuration = await configurationOf(platform, provider);
  const client = await import("openid-client");
  const tokens = await client.authorizationCodeGrant(
    configuration,
    new URL(redirectUriOf(platform) + search),
    {
      expectedState: data.state,
      expectedNonce: data.nonce,
      pkceCodeVerifier: data.verifier,
      idTokenExpected: true,
    },
  );
  const { sub: subject, iat, ...claims } = tokens.claims()!;
  // The library checks when an ID token ends, not when it begins.
  if (iat * 1000 > platform.now() + CLOCK_SKEW_MS) throw new ProviderRefusal("future-token");
  // Some providers put what they know about a person into this answer only.
  const isElsewhere =
    claims.email_verified === undefined && configuration.serverMetadata().userinfo_endpoint;
  const { email, email_verified: isVerified } = isElsewhere
    ? await client.fetchUserInfo(configuration, tokens.access_token, subject)
    : claims;
  const parsed = validate(emailField, email);
  if (!parsed.ok) throw new ProviderRefusal("no-email");
  if (isVerified !== true) throw new ProviderRefusal("unverified-email");
  return { issuer, subject, email: foldEmail(parsed.value) };
}

interface RefusedAtProvider extends AtProvider {
  readonly reason: string;
  readonly network: string;
}

/** Writes a refusal to the audit log, but no flood of them. */
async function recordRefusal(
  platform: Platform,
  { organizationId, email, reason, network }: RefusedAtProvider,
): Promise<void> {
  const count = countOf(platform, `recorded/${organizationId}`, RECORDED.windowMs);
  await runChange(platform, { organizationId, name: email, network }, async ({ tx, record }) => {
    if ((await tx.budgets.take(count)) > RECORDED.most) return;
    const changes = { reason: [null, reason] } as const;
    const resource = { resource: "session", resourceId: organizationId, name: email };
    record({ action: "sign-in-refused", ...resource, changes });
  });
}

function countOf(platform: Platform, name: string, windowMs: number) {
  return { name: `admin-provider/${name}`, ...windowOf(platform, windowMs) };
}

function hashOf({ vault }: Platform, address: string): string {
  return vault.hash("address", networkOf(address));
}
