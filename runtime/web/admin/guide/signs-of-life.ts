import { useEffect, useRef } from "preact/hooks";
import { listAll, queryText } from "../api/collections.ts";
import { request } from "../api/request.ts";
import type { Notice } from "../api/types.ts";
import { type Loader, useLoad } from "../parts/load.tsx";
import type { LogPage } from "../screens/logs/log-page.tsx";
import { useSession } from "../session.tsx";

const LOOK_EVERY_MS = 3_000;
/** A page that is left open does not keep its session alive for ever. */
const MOST_LOOKS = 200;

/** Facts that show how far a partner's server is. */
export interface SignsOfLife {
  /** The last notices that its server has accepted. */
  readonly delivered: readonly Notice[];
  /** The time when a credential of the key was last used; null if never. */
  readonly usedAt: string | null;
}

/** Returns whether the partner's server has done all that it does once. */
export function isAlive(signs: SignsOfLife): boolean {
  return signs.usedAt !== null && hasCertificate(signs);
}

export function hasCertificate({ delivered }: SignsOfLife): boolean {
  return delivered.some(({ kinds }) => kinds.includes("r_cert"));
}

/** Looks for signs of life every few seconds, until all are there. */
export function useSignsOfLife(apiKeyId: string): Loader<SignsOfLife> {
  const { may } = useSession();
  const loader = useLoad<SignsOfLife>(
    async (signal) => {
      const query = queryText({ apiKeyId, state: "delivered" });
      const [keys, log] = await Promise.all([
        may("api-keys") ? listAll("api-keys", { signal }) : [],
        may("audit") ? request<LogPage<Notice>>(`/notices${query}`, { signal }) : null,
      ]);
      const usedAt = keys.find(({ id }) => id === apiKeyId)?.lastUsedAt ?? null;
      return { delivered: log?.body.items ?? [], usedAt };
    },
    [apiKeyId],
  );
  const { loading, reload } = loader;
  const isOver =
    loading.state === "ready"
      ? isAlive(loading.value)
      : loading.state === "failed" && loading.error.status === 401;
  usePolling(reload, isOver);
  return loader;
}

/** Does something every few seconds while the page is in view. */
function usePolling(look: () => void, isOver: boolean): void {
  const count = useRef(0);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden" || ++count.current > MOST_LOOKS) return;
      look();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [look, isOver]);
}
