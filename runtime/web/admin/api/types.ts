export interface ClaimBody {
  /** @minLength 1 */
  code: string;
}

export interface SignInBody {
  email: string;
  password: string;
}

export interface PasscodeBody {
  /** The six digits that were mailed. */
  pin: string;
  /** The hash of the Verify answer. */
  token: string;
}

export interface RefreshBody {
  refresh_token: string;
}

export interface AdministratorSignIn {
  email: string;
  password: string;
}

export interface SecondFactor {
  token: string;
  code: string;
}

export interface PasswordChange {
  currentPassword: string;
  /**
   * Not one of the most common passwords, and not little more than the name in the email address or that of the organization.
   * @format password
   * @minLength 12
   * @maxLength 1024
   */
  newPassword: string;
}

export interface SetUp {
  token: string;
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  organization: string;
  /** @maxLength 254 */
  email: string;
  /**
   * Not one of the most common passwords, and not little more than the name in the email address or that of the organization.
   * @format password
   * @minLength 12
   * @maxLength 1024
   */
  password: string;
}

export interface TotpConfirmation {
  code: string;
}

export interface PasskeySignIn {
  token: string;
  /** What `navigator.credentials.get` returned, as `AuthenticationResponseJSON`. */
  response: {
    /** @maxLength 1364 */
    id: string;
    /** @maxLength 1364 */
    rawId: string;
    type: "public-key";
    clientExtensionResults: Record<string, any>;
    response: {
      clientDataJSON: string;
      authenticatorData: string;
      signature: string;
      userHandle?: string;
      [key: string]: any;
    };
    [key: string]: any;
  };
}

export interface PasskeyInput {
  token: string;
  /**
   * For you, to tell your passkeys apart.
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /** What `navigator.credentials.create` returned, as `RegistrationResponseJSON`. */
  response: {
    /** @maxLength 1364 */
    id: string;
    /** @maxLength 1364 */
    rawId: string;
    type: "public-key";
    clientExtensionResults: Record<string, any>;
    response: {
      clientDataJSON: string;
      attestationObject: string;
      /** @maxItems 10 */
      transports?: string[];
      [key: string]: any;
    };
    [key: string]: any;
  };
}

export interface OrganizationPatch {
  /** Who signed in with a password alone can then only set up a second factor. */
  requiresSecondFactor?: boolean;
  /** If not, administrators sign in with a passkey or at the provider. */
  allowsPasswords?: boolean;
}

export interface ProviderInput {
  /**
   * As in its metadata, without `/.well-known/openid-configuration`.
   * @maxLength 500
   */
  issuer: string;
  /**
   * @minLength 1
   * @maxLength 500
   */
  clientId: string;
  /** Never shown again. Left out: as before; not with another `issuer`, which must not get the secret of the one before. Null: none, for a public client. */
  clientSecret?: string | null;
  /**
   * Only addresses of these domains may sign in. With several organizations, each must be proven by a record in DNS, or reserved by the operator.
   * @maxItems 100
   * @minItems 1
   */
  domains: string[];
  /** What those may do who sign in without being invited, at most what you may. Null: they are refused. */
  newPermissions:
    | (
        | "api-keys"
        | "api-keys:w"
        | "cache"
        | "cache:w"
        | "directory"
        | "directory:w"
        | "audit"
        | "team"
        | "team:w"
      )[]
    | null;
}

export interface DomainCheck {
  /** @maxLength 253 */
  domain: string;
}

export interface ProviderSignIn {
  /** @maxLength 254 */
  email: string;
}

export interface AdministratorInvitation {
  /** @maxLength 254 */
  email: string;
  /**
   * At most those that you have yourself.
   * @minItems 1
   */
  permissions: (
    | "api-keys"
    | "api-keys:w"
    | "cache"
    | "cache:w"
    | "directory"
    | "directory:w"
    | "audit"
    | "team"
    | "team:w"
  )[];
}

export interface AdministratorPatch {
  /** At most those that you have yourself. */
  permissions?: (
    | "api-keys"
    | "api-keys:w"
    | "cache"
    | "cache:w"
    | "directory"
    | "directory:w"
    | "audit"
    | "team"
    | "team:w"
  )[];
}

export interface InvitationCode {
  code: string;
}

export interface InvitationAcceptance {
  code: string;
  /**
   * Not one of the most common passwords, and not little more than the name in the email address or that of the organization.
   * @format password
   * @minLength 12
   * @maxLength 1024
   */
  password: string;
}

export interface AdminTokenInput {
  /**
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /** At most your own. Null, the default: always your own. */
  permissions?:
    | (
        | "api-keys"
        | "api-keys:w"
        | "cache"
        | "cache:w"
        | "directory"
        | "directory:w"
        | "audit"
        | "team"
        | "team:w"
      )[]
    | null;
  /** At most the end of the token that makes it. Null, the default: the latest. */
  expiresAt?: string | null;
}

export interface ApiKeyInput {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /** An id binds, null unbinds. An id bound to another key is refused, never taken from that key. */
  clientId?: string | null;
  /** An id binds, null unbinds. An id bound to another key is refused, never taken from that key. */
  certificateId?: string | null;
  /** An id binds, null unbinds. An id bound to another key is refused, never taken from that key. */
  contractId?: string | null;
  /** An id binds, null unbinds. An id bound to another key is refused, never taken from that key. */
  webhookId?: string | null;
  /** False: the key is paused, and its partner has no access. */
  active?: boolean;
  /** A time in the future, from which on the partner has no access; null: never. */
  expiresAt?: string | null;
  /** CIDR blocks or addresses. Mints, reads and the certificate handshake work from these networks only; sign-in, which browsers call, works from everywhere. Null: everything works from everywhere. */
  networks?: string[] | null;
  /** Reads within a minute; further ones are answered 429. Null: any number. */
  requestsPerMinute?: number | null;
}

export interface ApiKeyPatch {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name?: string;
  /** An id binds, null unbinds. An id bound to another key is refused, never taken from that key. */
  clientId?: string | null;
  /** An id binds, null unbinds. An id bound to another key is refused, never taken from that key. */
  certificateId?: string | null;
  /** An id binds, null unbinds. An id bound to another key is refused, never taken from that key. */
  contractId?: string | null;
  /** An id binds, null unbinds. An id bound to another key is refused, never taken from that key. */
  webhookId?: string | null;
  /** False: the key is paused, and its partner has no access. */
  active?: boolean;
  /** A time in the future, from which on the partner has no access; null: never. */
  expiresAt?: string | null;
  /** CIDR blocks or addresses. Mints, reads and the certificate handshake work from these networks only; sign-in, which browsers call, works from everywhere. Null: everything works from everywhere. */
  networks?: string[] | null;
  /** Reads within a minute; further ones are answered 429. Null: any number. */
  requestsPerMinute?: number | null;
}

export interface PartnerLinkInput {
  /**
   * Whether the partner may rotate its client secret, raw key and signing secret.
   * @default false
   */
  mayRotate?: boolean;
  /**
   * Whether the page shows why the partner was refused.
   * @default false
   */
  showsCauses?: boolean;
}

export interface ClientInput {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name: string;
}

export interface ClientPatch {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name?: string;
}

export interface CertificateInput {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /** 16 to 32 characters after trimming; an empty text means that there is none. */
  secretKey?: string;
}

export interface CertificatePatch {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name?: string;
  /** 16 to 32 characters after trimming; an empty text means that there is none. */
  secretKey?: string;
}

export interface ContractInput {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /**
   * The spaces that the tenant may offer, in this order.
   * @maxItems 1000
   * @default []
   */
  spaceIds?: string[];
  /** @default false */
  outsideRegistration?: boolean;
  /** @default false */
  otpInsideRegistration?: boolean;
  /** @default false */
  otpOutsideRegistration?: boolean;
  /** @default false */
  blockOutsideRegistrationLogins?: boolean;
  /** @default false */
  blockSystemRegistrationLogins?: boolean;
  /**
   * Those of `spaceIds` that a new consumer starts with.
   * @maxItems 1000
   * @default []
   */
  defaultSystemSpaceIds?: string[];
  /**
   * Those of `spaceIds` that a new consumer starts with.
   * @maxItems 1000
   * @default []
   */
  defaultOutsideSpaceIds?: string[];
}

export interface ContractPatch {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name?: string;
  /**
   * The spaces that the tenant may offer, in this order.
   * @maxItems 1000
   */
  spaceIds?: string[];
  outsideRegistration?: boolean;
  otpInsideRegistration?: boolean;
  otpOutsideRegistration?: boolean;
  blockOutsideRegistrationLogins?: boolean;
  blockSystemRegistrationLogins?: boolean;
  /**
   * Those of `spaceIds` that a new consumer starts with.
   * @maxItems 1000
   */
  defaultSystemSpaceIds?: string[];
  /**
   * Those of `spaceIds` that a new consumer starts with.
   * @maxItems 1000
   */
  defaultOutsideSpaceIds?: string[];
}

export interface WebhookInput {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /**
   * `scheme://host[:port]`, exactly as the partner's visitors' browsers send it.
   * @maxLength 300
   */
  origin: string;
  /** Where notices go: http or https, not an address of a private network, unless `DOCGATE_NOTICE_ALLOW_PRIVATE` allows it. */
  notificationUrl: string;
  /** How notices are signed, as Standard Webhooks has it: `v1` with a secret of this webhook, `v1a` with docgate's published keys, `none` not at all. Default: `none`. */
  signing?: "none" | "v1" | "v1a";
}

export interface WebhookPatch {
  /**
   * Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are Unicode code points.
   * @minLength 1
   * @maxLength 100
   */
  name?: string;
  /**
   * `scheme://host[:port]`, exactly as the partner's visitors' browsers send it.
   * @maxLength 300
   */
  origin?: string;
  /** Where notices go: http or https, not an address of a private network, unless `DOCGATE_NOTICE_ALLOW_PRIVATE` allows it. */
  notificationUrl?: string;
  /** How notices are signed, as Standard Webhooks has it: `v1` with a secret of this webhook, `v1a` with docgate's published keys, `none` not at all. Default: `none`. */
  signing?: "none" | "v1" | "v1a";
}

export interface SpaceInput {
  /**
   * @minLength 1
   * @maxLength 100
   */
  title: string;
  /**
   * @minLength 0
   * @maxLength 2000
   * @default ""
   */
  description?: string;
}

export interface SpacePatch {
  /**
   * @minLength 1
   * @maxLength 100
   */
  title?: string;
  /**
   * @minLength 0
   * @maxLength 2000
   */
  description?: string;
}

export interface AgentInput {
  /** @pattern ^[0-9A-Za-z-]{1,64}$ */
  spaceId: string;
  /**
   * The slug, unique in the organization.
   * @pattern ^[A-Za-z0-9._-]{1,100}$
   */
  agentId: string;
  /**
   * @minLength 1
   * @maxLength 100
   */
  displayName: string;
  /**
   * @minLength 0
   * @maxLength 2000
   * @default ""
   */
  startFlow?: string;
  /**
   * @minLength 0
   * @maxLength 2000
   * @default ""
   */
  startNode?: string;
  /** @default true */
  active?: boolean;
}

export interface AgentPatch {
  /** @pattern ^[0-9A-Za-z-]{1,64}$ */
  spaceId?: string;
  /**
   * The slug, unique in the organization.
   * @pattern ^[A-Za-z0-9._-]{1,100}$
   */
  agentId?: string;
  /**
   * @minLength 1
   * @maxLength 100
   */
  displayName?: string;
  /**
   * @minLength 0
   * @maxLength 2000
   */
  startFlow?: string;
  /**
   * @minLength 0
   * @maxLength 2000
   */
  startNode?: string;
  active?: boolean;
}

export interface ConsumerInput {
  /** @pattern ^[0-9A-Za-z-]{1,64}$ */
  contractId: string;
  /**
   * Unique in the contract; case and the encoding of accents are ignored.
   * @maxLength 254
   */
  email: string;
  /**
   * @format password
   * @minLength 8
   * @maxLength 1024
   */
  password: string;
  /** Registered inside the platform (`system`) or outside it (`outside`). */
  registration: "system" | "outside";
}

export interface ConsumerPatch {
  /** @pattern ^[0-9A-Za-z-]{1,64}$ */
  contractId?: string;
  /**
   * Unique in the contract; case and the encoding of accents are ignored.
   * @maxLength 254
   */
  email?: string;
  /**
   * @format password
   * @minLength 8
   * @maxLength 1024
   */
  password?: string;
  /** Registered inside the platform (`system`) or outside it (`outside`). */
  registration?: "system" | "outside";
}

export interface RefreshNotice {
  /** Empty: a test. */
  "synch-data": (
    | "r_api_keys"
    | "r_consumer_policy"
    | "r_consumer_policy_delete"
    | "r_space"
    | "r_agent"
    | "r_agent_front_settings"
    | "r_json"
  )[];
}

export interface CertificateDelivery {
  "synch-data": "r_cert";
  type: "resource";
  result: {
    /** The certificate that verifies consumers' tokens, PEM. */
    cert: string;
    /** The shared secret; empty if there is none. */
    key: string;
  };
}

export interface CertificateRemoval {
  "synch-data": "r_cert_delete";
  type: "resource";
}

export interface ApplicationToken {
  type: "Bearer";
  access_token: string;
}

export interface CertificateCode {
  /** @pattern ^[A-Za-z0-9_-]{43}$ */
  code: string;
}

export interface PartnerFailure {
  success: false;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  status: number;
  message: string;
  errors?: {
    path: string;
    message: string;
  }[];
}

export interface PartnerSpace {
  id: string;
  title: string;
  description: string;
  agents: PartnerAgent[];
}

export interface PartnerAgent {
  id: string;
  /** The slug that opens a chat and names the front settings. */
  agentId: string;
  displayName: string;
  startFlow: string;
  startNode: string;
  active: boolean;
}

/** The five switches hold mapped defaults here; the consumer policy has the live values. */
export interface ConsumerContract {
  id: string;
  /** Id of the caller's API key. */
  apiKeyId: string;
  name: string;
  /**
   * The contract key, shared with the partner.
   * @minLength 19
   * @maxLength 19
   */
  key: string;
  /** @format date-time */
  createdAt: string;
  spaces: {
    id: string;
    title: string;
  }[];
  outsideRegistration: boolean;
  otpInsideRegistration: boolean;
  otpOutsideRegistration: boolean;
  blockOutsideRegistrationLogins: boolean;
  blockSystemRegistrationLogins: boolean;
}

export interface ConsumerPolicy {
  id: string;
  /**
   * @minLength 19
   * @maxLength 19
   */
  key: string;
  outsideRegistration: boolean;
  otpInsideRegistration: boolean;
  otpOutsideRegistration: boolean;
  blockOutsideRegistrationLogins: boolean;
  blockSystemRegistrationLogins: boolean;
  defaultSystemSpaces: string[];
  defaultOutsideSpaces: string[];
}

export type FrontSettings = Partial<Record<string, any>>;

export interface ConsumerTokens {
  access_token: string;
  refresh_token: string;
}

export interface Administrator {
  email: string;
  permissions: (
    | "api-keys"
    | "api-keys:w"
    | "cache"
    | "cache:w"
    | "directory"
    | "directory:w"
    | "audit"
    | "team"
    | "team:w"
  )[];
  organization: {
    id: string;
    name: string;
  };
  /** There if the organization requires a second factor that the sign-in was without. */
  lacksSecondFactor?: true;
}

export interface Error {
  message: string;
  errors?: {
    /** Path to the field, such as `a.0`; empty for the whole input. */
    path: string;
    message: string;
    /** A value that was probably meant and would be accepted. */
    suggestion?: string;
  }[];
  /** With 412: the change that was made in the meantime. */
  conflict?: {
    /** Who it was, for those who may read `audit` or `team`. */
    by?: string;
    /** @format date-time */
    at: string;
  };
}

export interface Session {
  id: string;
  /** How it began. */
  way: "password" | "totp" | "recovery-code" | "passkey" | "provider";
  /** Where it began: an IPv4 address, or 64 bits of one of IPv6. */
  network: string;
  /** The browser with which it began, in words. */
  device: string;
  /** @format date-time */
  createdAt: string;
  /**
   * Accurate to a minute.
   * @format date-time
   */
  lastSeenAt: string;
  /** Whether it is the session of this request. */
  isCurrent: boolean;
}

export interface Factors {
  /** An authenticator app. */
  totp: {
    /** @format date-time */
    createdAt: string;
  } | null;
  passkeys: Passkey[];
  /**
   * How many are left.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  recoveryCodes: number;
}

export interface Passkey {
  id: string;
  name: string;
  /** @format date-time */
  createdAt: string;
  lastUsedAt: string | null;
}

export interface Organization {
  id: string;
  name: string;
  /** Who signed in with a password alone can then only set up a second factor. */
  requiresSecondFactor: boolean;
  /** If not, administrators sign in with a passkey or at the provider. */
  allowsPasswords: boolean;
  /** The OpenID provider at which administrators can sign in. */
  provider: {
    issuer: string;
    clientId: string;
    hasClientSecret: boolean;
    domains: string[];
    newPermissions:
      | (
          | "api-keys"
          | "api-keys:w"
          | "cache"
          | "cache:w"
          | "directory"
          | "directory:w"
          | "audit"
          | "team"
          | "team:w"
        )[]
      | null;
  } | null;
  /** The domains of the provider. */
  domains: {
    domain: string;
    /** How it is known that the domain is yours; null: it is not known. */
    proof: "operator" | "dns" | null;
    /** Whether people with an address of the domain sign in at the provider. */
    inUse: boolean;
    /** The record of the type TXT in DNS that proves it. */
    record: {
      name: string;
      value: string;
    };
  }[];
  /** To be registered at a provider. */
  redirectUri: string;
}

export interface TeamMember {
  id: string;
  email: string;
  permissions: (
    | "api-keys"
    | "api-keys:w"
    | "cache"
    | "cache:w"
    | "directory"
    | "directory:w"
    | "audit"
    | "team"
    | "team:w"
  )[];
  state: "active" | "invited";
  /** @format date-time */
  createdAt: string;
  /** End of the invitation; null for an administrator. */
  expiresAt: string | null;
  /** Accurate to a minute; null if there has been no sign-in. */
  lastSignInAt: string | null;
  /**
   * Number of live sessions.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  sessions: number;
  /**
   * Number of tokens for scripts.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  tokens: number;
  hasSecondFactor: boolean;
}

export interface InvitationDetails {
  email: string;
  organization: string;
  /** The email of the administrator who invites. */
  inviter: string;
  permissions: (
    | "api-keys"
    | "api-keys:w"
    | "cache"
    | "cache:w"
    | "directory"
    | "directory:w"
    | "audit"
    | "team"
    | "team:w"
  )[];
  /** @format date-time */
  expiresAt: string;
  /** How it can be accepted: with a new password, or by signing in at the provider. */
  ways: ("password" | "provider")[];
}

export interface AdminToken {
  id: string;
  name: string;
  /** Null: always those of the administrator. */
  permissions:
    | (
        | "api-keys"
        | "api-keys:w"
        | "cache"
        | "cache:w"
        | "directory"
        | "directory:w"
        | "audit"
        | "team"
        | "team:w"
      )[]
    | null;
  /** @format date-time */
  createdAt: string;
  /** Null: never. */
  expiresAt: string | null;
  /** Accurate to a minute; null if it was never used. */
  lastUsedAt: string | null;
}

export interface ApiKey {
  id: string;
  name: string;
  /** The only part of the key that is shown again. */
  displayPrefix: string;
  clientId: string | null;
  certificateId: string | null;
  contractId: string | null;
  webhookId: string | null;
  /** Whether all four are bound. */
  fullyBound: boolean;
  active: boolean;
  expiresAt: string | null;
  /** In normal form. */
  networks: string[] | null;
  requestsPerMinute: number | null;
  /** Only while it is `working` does the key work for its partner. */
  state: "working" | "not-bound" | "paused" | "expired";
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
  lastUsedAt: string | null;
}

export interface Notice {
  id: string;
  apiKeyId: string | null;
  webhookId: string;
  kinds: string[];
  /** Without the query. */
  url: string;
  state: "pending" | "delivered" | "failed" | "refused";
  httpStatus: number | null;
  error: string | null;
  durationMs: number | null;
  /** @format date-time */
  createdAt: string;
  /** The earlier notice that this one repeats. */
  resendOf: string | null;
}

export interface PartnerLink {
  mayRotate: boolean;
  showsCauses: boolean;
  /** @format date-time */
  createdAt: string;
  /** When the link was opened; null until then, as the next two. */
  openedAt: string | null;
  /** Where: an IPv4 address, or the first 64 bits of one of IPv6. */
  network: string | null;
  /** With which browser, in words. */
  device: string | null;
  /**
   * The end of the link, and then of the session.
   * @format date-time
   */
  expiresAt: string;
}

export interface Client {
  id: string;
  name: string;
  /** The public identifier, `dgc_…`. */
  clientId: string;
  /** Until when the secret before the last rotation works too; null if there was no overlap. */
  previousSecretUntil: string | null;
  /** @format date-time */
  createdAt: string;
}

export interface Certificate {
  id: string;
  name: string;
  /** PEM. */
  publicCertificate: string;
  /** The shared secret, empty if there is none. Each time it is shown, a `read-secret` is written to the audit log. Left out for administrators without `api-keys`. */
  secretKey?: string;
  /** Only with `withoutSecretKey`: whether there is a shared secret. */
  hasSecretKey?: boolean;
  /** SHA-256 of the certificate, in hexadecimal digits. */
  fingerprint: string;
  /** @format date-time */
  notBefore: string;
  /** @format date-time */
  notAfter: string;
  /** @format date-time */
  createdAt: string;
}

export interface Contract {
  id: string;
  name: string;
  /**
   * The contract key, shared with the partner.
   * @minLength 19
   * @maxLength 19
   */
  key: string;
  spaceIds: string[];
  outsideRegistration: boolean;
  otpInsideRegistration: boolean;
  otpOutsideRegistration: boolean;
  blockOutsideRegistrationLogins: boolean;
  blockSystemRegistrationLogins: boolean;
  /** In the order of `spaceIds`. */
  defaultSystemSpaceIds: string[];
  /** In the order of `spaceIds`. */
  defaultOutsideSpaceIds: string[];
  /** @format date-time */
  createdAt: string;
}

export interface Webhook {
  id: string;
  name: string;
  origin: string;
  /** In normal form. */
  notificationUrl: string;
  signing: "none" | "v1" | "v1a";
  /** With `v1`: until when notices have a signature with the secret before the last rotation too; null if there was no overlap. */
  previousSecretUntil: string | null;
  /** @format date-time */
  createdAt: string;
}

export interface Space {
  id: string;
  title: string;
  description: string;
  /** @format date-time */
  createdAt: string;
}

export interface Agent {
  id: string;
  spaceId: string;
  /** The slug. */
  agentId: string;
  displayName: string;
  startFlow: string;
  startNode: string;
  active: boolean;
  /** @format date-time */
  createdAt: string;
}

export interface Consumer {
  id: string;
  contractId: string;
  email: string;
  registration: "system" | "outside";
  /** @format date-time */
  createdAt: string;
  lastSignInAt: string | null;
}

export interface ConsumerImport {
  /**
   * Number of rows, without the header.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  rows: number;
  /**
   * 0 with `dryRun`.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  created: number;
  errors: {
    /**
     * Where the row begins in the file, from 1.
     * @min -9007199254740991
     * @max 9007199254740991
     */
    line: number;
    /** Empty for the whole row. */
    field: string;
    message: string;
  }[];
}

export interface AuditEntry {
  id: string;
  /** @format date-time */
  at: string;
  /** The administrator's address, or the name of another actor. */
  admin: string;
  /** Where the request came from: an IPv4 address, or the first 64 bits of one of IPv6; null for what was not a request to the API. */
  network: string | null;
  action: string;
  resource: string;
  resourceId: string;
  name: string;
  /** Field → [before, after], without secrets. */
  changes: Partial<Record<string, [any, any]>>;
  /**
   * Its number in the organization, from 1.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  sequence: number;
  /** SHA-256 of the entry before, as `docgate audit export` prints it. */
  previousHash: string | null;
}

export interface Refusals {
  id: string;
  /**
   * Start of the hour.
   * @format date-time
   */
  hour: string;
  /** The key whose webhook has the Origin, or the one that was meant; null if none has. */
  apiKeyId: string | null;
  /** The Origin of a webhook that was probably meant: it has the same host. Null if a webhook has the Origin itself, or none is near. */
  meantOrigin: string | null;
  /** As sent; `(other)` for those of too many Origins. */
  origin: string;
  /** Method and path; `(other)` if there is no such operation. */
  endpoint: string;
  reason: string;
  /**
   * @min 1
   * @max 9007199254740991
   */
  count: number;
  /**
   * The time of the last one.
   * @format date-time
   */
  lastAt: string;
}

export interface PartnerCall {
  id: string;
  /** The `X-Request-Id` of the answer. */
  requestId: string;
  /** @format date-time */
  at: string;
  /** The key whose webhook has the Origin. */
  apiKeyId: string | null;
  origin: string;
  /** Method and path; `(other)` if there is no such operation. */
  endpoint: string;
  /** `ok`, the reason of a refusal, or `status-` and the status. */
  outcome: string;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  status: number;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  durationMs: number;
  /** Where it came from: an IPv4 address, or 64 bits of one of IPv6. */
  network: string;
}

export interface Calls {
  period: "hour" | "day";
  /**
   * Start of the hour or day, in UTC.
   * @format date-time
   */
  start: string;
  /** Method and path; `(other)` if there is no such operation. */
  endpoint: string;
  /** `ok`, the reason of a refusal, or `status-` and the status. */
  outcome: string;
  /**
   * @min 1
   * @max 9007199254740991
   */
  count: number;
}

export interface SearchGap {
  /** In lower case. */
  query: string;
  /**
   * Searches that found nothing.
   * @min 0
   * @max 9007199254740991
   */
  nothing: number;
  /**
   * Searches in which a word was corrected, and none of the places was opened.
   * @min 0
   * @max 9007199254740991
   */
  corrected: number;
  /**
   * Other searches after which none of the places was opened.
   * @min 0
   * @max 9007199254740991
   */
  unopened: number;
  /** Slugs of the first places that it finds now. */
  nearest: string[];
  /** Words that the docs or the first place lack. */
  lacking: string[];
}

export interface SearchResult {
  collection:
    | "api-keys"
    | "clients"
    | "certificates"
    | "contracts"
    | "webhooks"
    | "spaces"
    | "agents"
    | "consumers"
    | "administrators";
  id: string;
  name: string;
  /** What identifies it further, or the text that matched. */
  detail: string | null;
}

export const AdministratorSignInRules = {} as const;

export const SecondFactorRules = {} as const;

export const PasswordChangeRules = {
  "newPassword": {
    "minLength": 12,
    "maxLength": 1024
  }
} as const;

export const SetUpRules = {
  "organization": {
    "minLength": 1,
    "maxLength": 100
  },
  "email": {
    "maxLength": 254
  },
  "password": {
    "minLength": 12,
    "maxLength": 1024
  }
} as const;

export const TotpConfirmationRules = {} as const;

export const PasskeySignInRules = {} as const;

export const PasskeyInputRules = {
  "name": {
    "minLength": 1,
    "maxLength": 100
  }
} as const;

export const ProviderInputRules = {
  "issuer": {
    "maxLength": 500
  },
  "clientId": {
    "minLength": 1,
    "maxLength": 500
  },
  "clientSecret": {
    "minLength": 1,
    "maxLength": 1000
  }
} as const;

export const DomainCheckRules = {
  "domain": {
    "maxLength": 253
  }
} as const;

export const ProviderSignInRules = {
  "email": {
    "maxLength": 254
  }
} as const;

export const AdministratorInvitationRules = {
  "email": {
    "maxLength": 254
  }
} as const;

export const InvitationCodeRules = {} as const;

export const InvitationAcceptanceRules = {
  "password": {
    "minLength": 12,
    "maxLength": 1024
  }
} as const;

export const AdminTokenInputRules = {
  "name": {
    "minLength": 1,
    "maxLength": 100
  }
} as const;

export const ApiKeyInputRules = {
  "name": {
    "minLength": 1,
    "maxLength": 100
  }
} as const;

export const PartnerLinkInputRules = {} as const;

export const ClientInputRules = {
  "name": {
    "minLength": 1,
    "maxLength": 100
  }
} as const;

export const CertificateInputRules = {
  "name": {
    "minLength": 1,
    "maxLength": 100
  },
  "secretKey": {
    "minLength": 16,
    "maxLength": 32
  }
} as const;

export const ContractInputRules = {
  "name": {
    "minLength": 1,
    "maxLength": 100
  }
} as const;

export const WebhookInputRules = {
  "name": {
    "minLength": 1,
    "maxLength": 100
  },
  "origin": {
    "maxLength": 300
  }
} as const;

export const SpaceInputRules = {
  "title": {
    "minLength": 1,
    "maxLength": 100
  },
  "description": {
    "minLength": 0,
    "maxLength": 2000
  }
} as const;

export const AgentInputRules = {
  "spaceId": {
    "pattern": "^[0-9A-Za-z-]{1,64}$"
  },
  "agentId": {
    "pattern": "^[A-Za-z0-9._-]{1,100}$"
  },
  "displayName": {
    "minLength": 1,
    "maxLength": 100
  },
  "startFlow": {
    "minLength": 0,
    "maxLength": 2000
  },
  "startNode": {
    "minLength": 0,
    "maxLength": 2000
  }
} as const;

export const ConsumerInputRules = {
  "contractId": {
    "pattern": "^[0-9A-Za-z-]{1,64}$"
  },
  "email": {
    "maxLength": 254
  },
  "password": {
    "minLength": 8,
    "maxLength": 1024
  }
} as const;

export const ACCESS_TOKEN_SECONDS = 900;

export const CODE_TTL_SECONDS = 120;

export const EXPIRY_WARNING_MS = 2592000000;

export const MAX_API_KEYS = 20;

export const MAX_CERTIFICATES = 20;

export const MAX_FRONT_SETTINGS_BYTES = 65536;

export const MAX_JSON_DEPTH = 32;

export const ROLES = {
  "owner": [
    "api-keys",
    "api-keys:w",
    "cache",
    "cache:w",
    "directory",
    "directory:w",
    "audit",
    "team",
    "team:w"
  ],
  "support": [
    "api-keys",
    "cache",
    "cache:w",
    "directory",
    "directory:w",
    "audit"
  ],
  "read-only": [
    "api-keys",
    "cache",
    "directory",
    "audit",
    "team"
  ]
} as const;

export const SETUP_TTL_SECONDS = 86400;
