/** Describes each group of operations, in the order of the reference. */
export const TAGS: Readonly<Record<string, string>> = {
  Handshake:
    "How a partner's server begins: it mints a token with the secrets from its administrator, and " +
    "has its certificate delivered. All requests of partners need a listed `Origin`; without one, " +
    "the connection is closed without an answer.",
  "Partner reads": "What a partner's server reads with its application token.",
  "Consumer sign-in":
    "What a partner's website asks for its visitors. No application token is needed: the `Origin` " +
    "says which partner it is.",
  "Administrator sessions": "How administrators set docgate up, sign in and out.",
  "Second factors":
    "What you sign in with besides a password: an authenticator app, passkeys and recovery codes.",
  Organization: "How the administrators of your organization may sign in.",
  Team: "Who administers an organization, and who has been invited to.",
  "Admin tokens": "Your own tokens for scripts.",
  "API keys": "A partner's access: a raw key, and the four parts that are bound to it.",
  Clients: "The server of a partner, with the secret that it mints tokens with.",
  Certificates: "The key pairs that sign the tokens of consumers.",
  Contracts: "What a partner may offer, and how its consumers sign in.",
  Webhooks: "The Origin of a partner's website, and the address for its notices.",
  Spaces: "Topics that partners offer.",
  Agents: "Whom visitors talk to in a space, with the settings for their looks.",
  Consumers: "Those who sign in on a partner's website.",
  Logs: "What was sent to partners, why they were refused, and what administrators did.",
  Search: "Everything that you may see, by its name or id.",
};
