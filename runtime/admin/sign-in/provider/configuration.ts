import type { ClientAuth, Configuration } from "openid-client";
import { MINUTE_MS } from "../../../partner/clock.ts";
import { createGuardedFetch } from "../../../partner/notices/guarded-fetch.ts";
import type { Platform } from "../../../partner/platform.ts";
import { openProviderSecret } from "../../../partner/secrets/sealed-fields.ts";
import type { IdentityProvider } from "../../../store/rows.ts";

/** Limit for each request to a provider. */
const TIMEOUT_SECONDS = 5;
/** The most that a provider may answer; keys and metadata are a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** How long a provider's metadata is used, and how long it is left alone after it failed. */
const KEPT_MS = 10 * MINUTE_MS;
const FAILED_MS = 10_000;

/** How docgate is registered at a provider. */
export interface ClientRegistration {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
}

/**
 * Reads the metadata of a provider.
 *
 * @throws if it does not answer, or not as an OpenID provider of this name
 */
export async function discoverProvider(
  { allowance: allow, publicUrl }: Platform,
  { issuer, clientId, clientSecret }: ClientRegistration,
): Promise<Configuration> {
  // Loaded here, because most servers never need it.
  const client = await import("openid-client");
  const guarded = createGuardedFetch({
    allow,
    timeoutMs: TIMEOUT_SECONDS * 1000,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  });
  const isPlain = issuer.startsWith("http:") && mayBePlain(issuer, publicUrl);
  return client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === null ? client.None() : bySecret(client, clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: (url, { method, headers, body }) =>
        guarded(url, { method, headers, ...(body && { body: String(body) }) }),
      // Signatures count even if the ID token comes from the provider itself.
      execute: [
        client.enableNonRepudiationChecks,
        ...(isPlain ? [client.allowInsecureRequests] : []),
      ],
    },
  );
}

/** Sends the secret as the provider prefers (OpenID Connect Discovery 1.0: by default, basic). */
function bySecret(client: typeof import("openid-client"), secret: string): ClientAuth {
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isBasic = methods.includes("client_secret_basic");
    return (isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret))(
      server,
      ...rest,
    );
  };
}

/** Checks for a provider on the developer's machine, used by a docgate on the same machine. */
export function mayBePlain(issuer: string, publicUrl: string): boolean {
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(issuer).hostname);
  return isLoopback && publicUrl.startsWith("http:");
}

interface CacheEntry {
  readonly version: string;
  readonly configuration: Promise<Configuration>;
  until: number;
}

const keptOf = new WeakMap<Platform, Map<string, CacheEntry>>();

/**
 * Returns the configuration of an organization's provider. It is kept for a while, so that a flood
 * of sign-ins is not one of requests to the provider.
 *
 * @throws as {@link discoverProvider}
 */
export async function configurationOf(
  platform: Platform,
  provider: IdentityProvider,
): Promise<Configuration> {
  const kept = keptOf.get(platform) ?? new Map<string, CacheEntry>();
  keptOf.set(platform, kept);
  const { organizationId, issuer, clientId } = provider;
  const version = JSON.stringify([issuer, clientId, provider.clientSecret]);
  const found = kept.get(organizationId);
  if (found?.version === version && found.until > platform.now()) return found.configuration;
  const configuration = openProviderSecret(platform.vault, provider).then((clientSecret) =>
    discoverProvider(platform, { issuer, clientId, clientSecret }),
  );
  const entry: CacheEntry = { version, configuration, until: platform.now() + KEPT_MS };
  kept.set(organizationId, entry);
  configuration.catch(() => {
    entry.until = platform.now() + FAILED_MS;
  });
  return configuration;
}
