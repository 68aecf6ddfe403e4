import type { ApiKey } from "../../store/rows.ts";
import type { Change } from "../change.ts";

/**
 * Has what the partner of a changed key is served computed again, and notifies it (CHAIN-C13). When a
 * key is paused, its partner learns that, and nothing more (CHAIN-C5a).
 */
export function announce(
  change: Change,
  { before, after }: { readonly before: ApiKey; readonly after: ApiKey },
): void {
  change.affect(after.id);
  if (before.active && !after.active) {
    change.notifyPaused(after.id);
    return;
  }
  change.notify(after.id, "r_api_keys");
  if (before.contractId !== after.contractId) {
    if (after.contractId === null) change.notify(after.id, "r_consumer_policy_delete");
    else change.notify(after.id, "r_consumer_policy", "r_space", "r_agent");
  }
  if (before.certificateId !== null && before.certificateId !== after.certificateId) {
    change.notifyCertificate(after.id, "r_cert_delete");
  }
}
