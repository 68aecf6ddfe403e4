import type { Store } from "../store/store.ts";
import type { OnRefusal } from "./api/refusals.ts";
import type { AdminRefusal } from "./calls/admin-refusals.ts";
import type { MailOutcome } from "./mail/outcome.ts";
import type { Outgoing } from "./notices/dispatcher.ts";
import type { Exchange } from "./notices/exchange.ts";
import type { Outcome } from "./notices/outcome.ts";

/** Lets whoever operates docgate observe the partner API. */
export interface PartnerWatch {
  /** @returns the same store, observed */
  readonly store: (store: Store) => Store;
  /** @returns the same exchange, observed */
  readonly exchange: (exchange: Exchange) => Exchange;
  /** Called with the outcome of each notice. */
  readonly onNotice: (notice: Outgoing, outcome: Outcome) => void;
  /** Called with the outcome of each mail. */
  readonly onMail: (outcome: MailOutcome) => void;
  readonly onRefusal: OnRefusal;
  /** Called with each refused sign-in of an administrator. */
  readonly onAdminRefusal: (reason: AdminRefusal) => void;
}

/** Observes nothing. */
export const UNWATCHED: PartnerWatch = {
  store: (store) => store,
  exchange: (exchange) => exchange,
  onNotice() {},
  onMail() {},
  onRefusal() {},
  onAdminRefusal() {},
};
