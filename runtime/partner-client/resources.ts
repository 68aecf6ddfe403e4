/** An agent in a space. */
export interface Agent {
  readonly id: string;
  /** The slug that opens a chat and names the front settings. */
  readonly agentId: string;
  readonly displayName: string;
  readonly startFlow: string;
  readonly startNode: string;
  readonly active: boolean;
}

/** A space that the partner may offer, with its agents. */
export interface Space {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly agents: readonly Agent[];
}

/** The five switches of a policy. */
export interface PolicySwitches {
  readonly outsideRegistration: boolean;
  readonly otpInsideRegistration: boolean;
  readonly otpOutsideRegistration: boolean;
  readonly blockOutsideRegistrationLogins: boolean;
  readonly blockSystemRegistrationLogins: boolean;
}

/** The consumer contract. Its switches are defaults; the policy has the ones in force. */
export interface Contract extends PolicySwitches {
  readonly id: string;
  readonly apiKeyId: string;
  readonly name: string;
  /** The tenant key, which consumers' tokens name as their audience. */
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly spaces: readonly { readonly id: string; readonly title: string }[];
}

/** How consumers sign in now. */
export interface Policy extends PolicySwitches {
  readonly id: string;
  readonly key: string;
  /** Ids of the spaces that a consumer registered inside starts with. */
  readonly defaultSystemSpaces: readonly string[];
  readonly defaultOutsideSpaces: readonly string[];
}

/** The JSON object that an administrator saved for an agent. */
export type FrontSettings = Readonly<Record<string, unknown>>;
