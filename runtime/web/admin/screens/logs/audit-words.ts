import { COLLECTIONS, type CollectionName } from "../../api/collections.ts";

interface Resource {
  /** In words: `API key`. */
  readonly noun: string;
  /** Its collection in the console, if it has one. */
  readonly collection?: CollectionName;
}

const OF_COLLECTIONS = Object.fromEntries(
  (Object.keys(COLLECTIONS) as CollectionName[]).map((collection) => {
    const { singular, noun } = COLLECTIONS[collection];
    return [singular, { noun, collection }];
  }),
);

const RESOURCES: Readonly<Record<string, Resource>> = {
  ...OF_COLLECTIONS,
  organization: { noun: "organization" },
  admin: { noun: "administrator" },
  adminToken: { noun: "token for scripts" },
  session: { noun: "session" },
  identityProvider: { noun: "OpenID provider" },
  domain: { noun: "domain" },
  totp: { noun: "authenticator app" },
  passkey: { noun: "passkey" },
  recoveryCodes: { noun: "recovery codes" },
  notice: { noun: "notice" },
};

const ACTIONS: Readonly<Record<string, string>> = {
  create: "Created",
  update: "Changed",
  delete: "Deleted",
  rotate: "Rotated",
  "rotate-refused": "Did not rotate: somebody else was faster",
  "rotate-secret": "Rotated the secret of",
  "rotate-signing-secret": "Rotated the signing secret of",
  "revoke-tokens": "Revoked the tokens of",
  wake: "Woke",
  "rebuild-cache": "Rebuilt the cache of",
  "read-secret": "Was shown the shared secret of",
  test: "Sent a test notice to",
  "front-settings": "Changed the front settings of",
  "sign-in": "Signed in",
  "sign-in-refused": "Sign-in refused",
  "sign-out": "Signed out",
  "sign-out-everywhere": "Signed out everywhere",
  "end-session": "Ended another session",
  "change-password": "Changed the password of",
  "reset-factors": "Removed the second factors of",
  invite: "Invited",
  withdraw: "Withdrew the invitation of",
  confirm: "Confirmed the",
  release: "Released the",
  resend: "Sent again",
  revoke: "Revoked",
  "make-partner-link": "Made a link to the partner’s page of",
  "open-partner-link": "Opened the partner’s page of",
  "end-partner-link": "Ended the partner’s page of",
};

/** The actions by which entries can be filtered. */
export const ACTION_CHOICES = Object.entries({
  ...ACTIONS,
  "rotate-refused": "Did not rotate",
  "rotate-secret": "Rotated a secret",
  "rotate-signing-secret": "Rotated a signing secret",
  "revoke-tokens": "Revoked tokens",
  "rebuild-cache": "Rebuilt a cache",
  "read-secret": "Was shown a secret",
  test: "Sent a test notice",
  "front-settings": "Changed front settings",
  "change-password": "Changed a password",
  "reset-factors": "Removed second factors",
  withdraw: "Withdrew an invitation",
  confirm: "Confirmed a domain",
  release: "Released a domain",
  "make-partner-link": "Made a link to a partner’s page",
  "open-partner-link": "Opened a partner’s page",
  "end-partner-link": "Ended a partner’s page",
}).map(([value, text]) => ({ value, text }));

/** The kinds of resources by which entries can be filtered. */
export const RESOURCE_CHOICES = Object.entries(RESOURCES).map(([value, { noun }]) => ({
  value,
  text: noun[0]!.toUpperCase() + noun.slice(1),
}));

/** Translates the terms of the audit log; an unknown term is shown as it is. */
export function wordsOf(entry: { readonly action: string; readonly resource: string }): string {
  const action = ACTIONS[entry.action] ?? entry.action;
  if (entry.resource === "session") return action;
  return `${action} ${RESOURCES[entry.resource]?.noun ?? entry.resource}`;
}

/** @returns Undefined if the console has no page for it. */
export function collectionOf(resource: string): CollectionName | undefined {
  return RESOURCES[resource]?.collection;
}
