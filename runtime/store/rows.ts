import type { Policy } from "./policy.ts";

/**
 * The contents of the store, as plain rows. Identifiers are text in order of creation; times are
 * ISO 8601 in UTC; secrets are hashed with a key or encrypted before they are stored.
 */

/** A row that an organization owns and that changes over time. */
export interface OwnedRow {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Organization extends SignInPolicy {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** How the administrators of an organization may sign in. */
export interface SignInPolicy {
  /** Administrators who signed in with a password alone may only set up a second factor. */
  readonly requiresSecondFactor: boolean;
  /** False: only passkeys and the organization's provider. */
  readonly allowsPasswords: boolean;
}

export interface Admin {
  readonly id: string;
  readonly organizationId: string;
  /** In lower case. */
  readonly email: string;
  /** Empty if the administrator has no password. */
  readonly passwordHash: string;
  readonly permissions: readonly string[];
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
}

/** A network from which an administrator signed in. */
export interface AdminNetwork {
  readonly adminId: string;
  /** Keyed hash. */
  readonly networkHash: string;
  readonly expiresAt: string;
}

/**
 * How a session began: with a password alone, with a password and a code of an authenticator app or
 * a recovery code, with a passkey, or at the organization's OpenID provider.
 */
export const SIGN_IN_WAYS = ["password", "totp", "recovery-code", "passkey", "provider"] as const;

export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export interface AdminSession {
  readonly id: string;
  /** Keyed hash of the cookie's value. */
  readonly idHash: string;
  readonly adminId: string;
  readonly way: SignInWay;
  /** Where it began: an IPv4 address, or the first 64 bits of one of IPv6. */
  readonly network: string;
  /** The browser with which it began, in words. */
  readonly device: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
}

/** A secret that an authenticator app shares; each administrator has at most one. */
export interface TotpSecret {
  readonly adminId: string;
  /** Encrypted. */
  readonly secret: string;
  readonly createdAt: string;
  /** Null until a first code shows that the app has it. */
  readonly confirmedAt: string | null;
  /** The time step of the last code that was accepted; none of an earlier one is. */
  readonly lastStep: number;
}

/** A code that stands in for a lost second factor, once. */
export interface RecoveryCode {
  /** Keyed hash. */
  readonly codeHash: string;
  readonly adminId: string;
}

/** A WebAuthn credential of an administrator. */
export interface Passkey {
  readonly id: string;
  readonly adminId: string;
  /** Base64url, as chosen by the authenticator. */
  readonly credentialId: string;
  /** Base64url of a COSE key. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** A step of a sign-in that was taken, and cannot be taken again. */
export interface UsedStep {
  readonly id: string;
  readonly expiresAt: string;
}

/** The OpenID provider of an organization. */
export interface IdentityProvider {
  readonly organizationId: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Encrypted; null for a public client. */
  readonly clientSecret: string | null;
  /** The permissions of administrators it may create; null: it creates none. */
  readonly newPermissions: readonly string[] | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A domain of email addresses that an organization named for its provider. */
export interface ProviderDomain {
  readonly organizationId: string;
  /** As DNS writes it. */
  readonly domain: string;
}

/** How it is known whose a domain is: by the operator's word, or by a record in DNS. */
export type DomainProof = "operator" | "dns";

/** A domain that belongs to an organization. */
export interface OwnedDomain {
  /** As DNS writes it; unique in the installation. */
  readonly domain: string;
  readonly organizationId: string;
  readonly proof: DomainProof;
  readonly createdAt: string;
}

/** An administrator's account at an OpenID provider, from the first sign-in with it. */
export interface Identity {
  readonly adminId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly createdAt: string;
}

export interface AdminToken {
  readonly id: string;
  readonly adminId: string;
  /** The token that made this one, which ends with it; null if an administrator or an operator did. */
  readonly parentId: string | null;
  readonly name: string;
  readonly tokenHash: string;
  /** Null: always those of the administrator, who limits them in any case. */
  readonly permissions: readonly string[] | null;
  readonly createdAt: string;
  /** Null: never. */
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

/** Someone who may become an administrator. */
export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  /** The administrator who invited; the invitation ends with them. */
  readonly inviterId: string;
  /** In lower case. */
  readonly email: string;
  readonly permissions: readonly string[];
  /** Keyed hash. */
  readonly tokenHash: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/**
 * An administrator's link to the page of a key's partner, and then the session that it opened. A key
 * has at most one.
 */
export interface PartnerLink {
  readonly apiKeyId: string;
  /** The administrator who made the link; it ends with them. */
  readonly adminId: string;
  /** The token with which they made it, if it was one; it ends with that too. */
  readonly tokenId: string | null;
  /** Keyed hash of the link's code, and then of the session cookie's value. */
  readonly tokenHash: string;
  /** True if the partner may rotate its secrets. */
  readonly mayRotate: boolean;
  /** True if the page shows why the partner was refused. */
  readonly showsCauses: boolean;
  readonly createdAt: string;
  /** The end of the link, and then of the session. */
  readonly expiresAt: string;
  /** When the link was used; null until then, as the next two. */
  readonly openedAt: string | null;
  /** Where it was used: an IPv4 address, or the first 64 bits of one of IPv6. */
  readonly network: string | null;
  /** The browser that used it, in words. */
  readonly device: string | null;
}

/** The four bindings of an API key, by the id of the bound row. */
export interface Bindings {
  readonly clientId: string | null;
  readonly certificateId: string | null;
  readonly contractId: string | null;
  readonly webhookId: string | null;
}

/** When, from where and how often a key works for its partner (CHAIN-C5a). */
export interface KeyLimits {
  /** False while the key is paused. */
  readonly active: boolean;
  /** Null: never. */
  readonly expiresAt: string | null;
  /** CIDR blocks that mints, reads and handshakes may come from; null: any. */
  readonly networks: readonly string[] | null;
  /** Reads within a minute; null: any number. */
  readonly requestsPerMinute: number | null;
}

export interface ApiKey extends OwnedRow, Bindings, KeyLimits {
  readonly name: string;
  readonly keyHash: string;
  readonly displayPrefix: string;
  /** Application tokens of an earlier generation are revoked. */
  readonly generation: number;
  readonly lastUsedAt: string | null;
  /** Days before its expiry that administrators were last reminded of; null if they were not. */
  readonly remindedDays: number | null;
}

export interface Client extends OwnedRow {
  readonly name: string;
  /** The public identifier, `dgc_…`. */
  readonly clientId: string;
  readonly secretHash: string;
  /** Hash of the secret before, which works too for some time after a rotation. */
  readonly previousSecretHash: string | null;
  /** The end of that time. */
  readonly previousSecretUntil: string | null;
}

export interface Certificate extends OwnedRow {
  readonly name: string;
  /** PEM. */
  readonly publicCertificate: string;
  /** Encrypted. */
  readonly privateKey: string;
  /** Encrypted; null if there is none. */
  readonly secretKey: string | null;
  readonly fingerprint: string;
  readonly notBefore: string;
  readonly notAfter: string;
}

export interface Contract extends OwnedRow, Policy {
  readonly name: string;
  /** The contract key, 19 characters. */
  readonly key: string;
}

/** A space that a contract offers. */
export interface ContractSpace {
  readonly contractId: string;
  readonly spaceId: string;
  /** Its position in the contract's list. */
  readonly position: number;
  readonly defaultSystem: boolean;
  readonly defaultOutside: boolean;
}

/**
 * How the notices to a webhook are signed: not at all, or as Standard Webhooks has it, with a secret
 * of that webhook (`v1`) or with the keys of the installation (`v1a`).
 */
export const SIGNINGS = ["none", "v1", "v1a"] as const;

export type Signing = (typeof SIGNINGS)[number];

/** PIA §6: notices have no header that proves who sent them, unless the webhook asks for one. */
export const DEFAULT_SIGNING: Signing = "none";

export interface Webhook extends OwnedRow {
  readonly name: string;
  readonly origin: string;
  readonly notificationUrl: string;
  readonly signing: Signing;
  /** Encrypted; null unless `signing` is `v1`. */
  readonly signingSecret: string | null;
  /** The secret before, which signs too for some time after a rotation. */
  readonly previousSigningSecret: string | null;
  /** The end of that time. */
  readonly previousSecretUntil: string | null;
}

export interface Space extends OwnedRow {
  readonly title: string;
  readonly description: string;
}

export interface Agent extends OwnedRow {
  readonly spaceId: string;
  /** The slug. */
  readonly agentId: string;
  readonly displayName: string;
  readonly startFlow: string;
  readonly startNode: string;
  readonly active: boolean;
  /** A JSON object, as text. */
  readonly frontSettings: string;
}

export type Registration = "system" | "outside";

export interface Consumer extends OwnedRow {
  readonly contractId: string;
  readonly email: string;
  /** The normalized form, for comparing addresses. */
  readonly emailFolded: string;
  readonly passwordHash: string;
  readonly registration: Registration;
  readonly lastSignInAt: string | null;
}

export interface CertificateCode {
  readonly apiKeyId: string;
  readonly codeHash: string;
  /** Row id of the client that the code was issued to. */
  readonly clientId: string | null;
  readonly expiresAt: string;
}

/** A consumer who has given the right password and must enter the passcode. */
export interface Challenge {
  readonly idHash: string;
  readonly consumerId: string;
  readonly pinHash: string;
  readonly expiresAt: string;
}

export interface RefreshToken {
  readonly tokenHash: string;
  /** Shared by all tokens that descend from one sign-in. */
  readonly familyId: string;
  readonly consumerId: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

/** A network from which a consumer signed in. */
export interface KnownNetwork {
  readonly consumerId: string;
  /** Keyed hash. */
  readonly networkHash: string;
  readonly expiresAt: string;
}

export type NoticeState = "pending" | "delivered" | "failed" | "refused";

export interface Notice {
  readonly id: string;
  readonly organizationId: string;
  readonly apiKeyId: string | null;
  readonly webhookId: string;
  readonly kinds: readonly string[];
  readonly url: string;
  readonly state: NoticeState;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly createdAt: string;
  /** Until this time, a pending notice belongs to the process that queued it. */
  readonly leaseUntil: string | null;
  /** The earlier notice that this one repeats. */
  readonly resendOf: string | null;
}

export interface AuditEntry {
  readonly id: string;
  readonly organizationId: string;
  readonly at: string;
  /** The administrator's address, or the other actor. */
  readonly admin: string;
  /** Where from: an IPv4 address, or the first 64 bits of one of IPv6; null if it was not a request. */
  readonly network: string | null;
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly name: string;
  /** The changed fields, without secrets: field → [before, after]. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
  /** Its number in the organization, from 1. */
  readonly sequence: number;
  /** Hash of the entry before; null for the first one. */
  readonly previousHash: string | null;
}

/** The end of an organization's audit log. */
export interface AuditHead {
  readonly organizationId: string;
  /** Number of the last entry. */
  readonly sequence: number;
  /** Hash of the last entry. */
  readonly hash: string;
}

/** How often requests from one Origin were refused within an hour. */
export interface Refusals {
  readonly id: string;
  /** Start of the hour. */
  readonly hour: string;
  /** The organization whose webhook has the Origin; null if none has. */
  readonly organizationId: string | null;
  /** The key that has this webhook. */
  readonly apiKeyId: string | null;
  /** The Origin that was probably meant; organization and key are then those of its webhook. */
  readonly meantOrigin: string | null;
  /** As sent; empty if there was none. */
  readonly origin: string;
  /** Method and path. */
  readonly endpoint: string;
  readonly reason: string;
  readonly count: number;
  /** The time of the last one. */
  readonly lastAt: string;
}

/** How often a key's partner called an endpoint with one outcome. */
export interface KeyCalls {
  readonly apiKeyId: string;
  readonly period: "hour" | "day";
  /** Start of the period. */
  readonly start: string;
  /** Method and path. */
  readonly endpoint: string;
  /** `ok`, or the reason of the refusal. */
  readonly outcome: string;
  readonly count: number;
}

/** A single call of a partner. */
export interface PartnerCall {
  readonly id: string;
  /** The id that the answer has in a header. */
  readonly requestId: string;
  /** The organization whose webhook has the Origin. */
  readonly organizationId: string;
  /** The key that has this webhook. */
  readonly apiKeyId: string | null;
  readonly at: string;
  readonly origin: string;
  /** Method and path. */
  readonly endpoint: string;
  /** `ok`, or the reason of the refusal. */
  readonly outcome: string;
  readonly status: number;
  readonly durationMs: number;
  /** Where it came from, as `networkOf` returns it. */
  readonly network: string;
}

/** A completed create request, so that its retry finds the same resource. */
export interface IdempotentCreate {
  readonly adminId: string;
  readonly key: string;
  readonly collection: string;
  readonly bodyHash: string;
  readonly resourceId: string;
  readonly createdAt: string;
}

/** A key that signs notices. */
export type NoticeKey = SigningKey;

export interface SigningKey {
  readonly kid: string;
  /** A JWK, as text. */
  readonly publicKey: string;
  /** Encrypted JWK. */
  readonly privateKey: string;
  readonly createdAt: string;
}

/** Everything that a key's partner may be sent, ready to serve. */
export interface ServedKey extends Bindings, KeyLimits {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly keyHash: string;
  readonly generation: number;
  /** The public identifier of the bound client. */
  readonly clientPublicId: string | null;
  readonly clientSecretHash: string | null;
  readonly previousSecretHash: string | null;
  readonly previousSecretUntil: string | null;
  /** On the allow-list; null while a binding of the key is missing. */
  readonly origin: string | null;
  /** Ids of the contract's spaces. */
  readonly spaceIds: readonly string[];
  /** The payloads of the reads, as JSON text. */
  readonly spaceList: string;
  readonly contract: string;
  readonly policy: string;
}
