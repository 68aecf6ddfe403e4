import type { NoticeHandlers, PartnerClient, TokenVerifier } from "docgate/partner";
import type { ConfigurationCopy } from "./configuration.ts";

const NOTICES_SHOWN = 20;

/** A notice as the page lists it. */
export interface ReceivedNotice {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kinds: readonly string[];
}

/** Everything that the partner knows, in memory: it is read again at every start. */
export interface Partner {
  readonly client: PartnerClient;
  readonly configuration: ConfigurationCopy;
  /** Has the certificates that were delivered. */
  readonly verifier: TokenVerifier;
  /** For encrypted data; empty if there is none. */
  sharedSecret: string;
  /** The last notices, newest first. */
  received: readonly ReceivedNotice[];
  /** Tells the open pages to show what is new. */
  readonly announce: () => void;
}

/** Says what to do on each kind of notice. */
export function noticeHandlers(partner: Partner): NoticeHandlers {
  const { client, configuration, verifier, announce } = partner;
  return {
    every({ kinds }) {
      const notice = { at: new Date().toISOString(), kinds };
      partner.received = [notice, ...partner.received].slice(0, NOTICES_SHOWN);
      announce();
    },
    r_space: configuration.readSpaces,
    r_agent: configuration.readSpaces,
    r_consumer_policy: configuration.readContract,
    r_consumer_policy_delete: configuration.clear,
    r_agent_front_settings: configuration.readFrontSettings,
    r_json: configuration.readFrontSettings,
    async r_api_keys() {
      // The key may be bound to another contract or certificate now.
      await configuration.readAll();
      await client.requestCertificate();
    },
    async r_cert({ pem, sharedSecret }) {
      await verifier.trust(pem);
      partner.sharedSecret = sharedSecret;
      announce();
    },
    r_cert_delete() {
      verifier.distrust();
      partner.sharedSecret = "";
      announce();
    },
    other: configuration.readAll,
  };
}
