import type { Store } from "../store/store.ts";
import type { OnRefusal } from "./api/refusals.ts";
import type { MailOutcome } from "./mail/outcome.ts";
import type { Outgoing } from "./notices/dispatcher.ts";
import type { Exchange } from "./notices/exchange.ts";
import type { Outcome } from "./notices/outcome.ts";

/** How the partner side is seen by who operates docgate. */
export interface PartnerWatch {
  /** @returns the same store, seen from outside */
  readonly store: (store: Store) => Store;
  /** @returns the same exchange, seen from outside */
  readonly exchange: (exchange: Exchange) => Exchange;
  /** Told what became of a notice. */
  readonly onNotice: (notice: Outgoing, outcome: Outcome) => void;
  /** Told what became of a mail. */
  readonly onMail: (outcome: MailOutcome) => void;
  readonly onRefusal: OnRefusal;
}

/** Nobody looks. */
export const UNWATCHED: PartnerWatch = {
  store: (store) => store,
  exchange: (exchange) => exchange,
  onNotice() {},
  onMail() {},
  onRefusal() {},
};
