import type { Permission } from "../session.tsx";

/** Explains each permission of the admin API, in the order in which they are shown. */
export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  "api-keys":
    "See API keys, clients, certificates with their shared secrets, contracts and webhooks",
  "api-keys:w":
    "Change API keys, clients, certificates, contracts and webhooks, and so make credentials for partners",
  cache: "Nothing more at the moment",
  "cache:w": "Rebuild the cache of an API key or a certificate",
  directory: "See spaces, agents with their front settings, and consumers",
  "directory:w": "Change spaces, agents, front settings and consumers",
  audit: "Read the notice log, the audit log and why partners were refused",
  team: "See the administrators of the organization",
  "team:w": "Invite, change and remove administrators",
};
