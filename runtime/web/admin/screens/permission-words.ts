/** What each permission of the admin API allows, in the order in which they are told. */
const PERMISSION_WORDS: Readonly<Record<string, string>> = {
  "api-keys":
    "See API keys, clients, certificates with their shared secrets, contracts and webhooks",
  "api-keys:w":
    "Change API keys, clients, certificates, contracts and webhooks, and so make credentials for partners",
  cache: "Nothing more at the moment",
  "cache:w": "Rebuild the cache of an API key or a certificate",
  directory: "See spaces, agents with their front settings, and consumers",
  "directory:w": "Change spaces, agents, front settings and consumers",
  audit: "Read the notice log and the audit log",
};

/** A permission that is not known stands for itself. */
export function permissionWords(permission: string): string {
  return PERMISSION_WORDS[permission] ?? permission;
}
