import { useRef } from "preact/hooks";
import { listAll } from "../api/collections.ts";
import type { ApiKey } from "../api/types.ts";
import { ticksOf } from "../guide/partner-ticks.tsx";
import { isAlive, type SignsOfLife, useSignsOfLife } from "../guide/signs-of-life.ts";
import { TestNotice } from "../guide/test-notice.tsx";
import { type Tick, TickList } from "../guide/tick-list.tsx";
import { Card } from "../parts/page.tsx";
import { linkTo } from "../route.ts";
import type { Session } from "../session.tsx";

/** The beginning of an organization: before its first partner is alive. */
export interface Beginning {
  readonly hasSpace: boolean;
  /** The only key, if it is fully bound. */
  readonly apiKey: ApiKey | undefined;
}

/** @returns null for organizations with partners, and for people who may not see what there is */
export async function readBeginning(
  may: Session["may"],
  signal: AbortSignal,
): Promise<Beginning | null> {
  if (!may("api-keys")) return null;
  const [keys, spaces] = await Promise.all([
    listAll("api-keys", { signal }),
    may("directory") ? listAll("spaces", { query: { limit: 1 }, signal }) : [],
  ]);
  if (keys.length > 1) return null;
  return { hasSpace: spaces.length > 0, apiKey: keys.find(({ state }) => state === "working") };
}

/** A checklist that leads to the first partner; its items tick themselves. */
export function FirstPartner({ hasSpace, apiKey }: Beginning) {
  const before: readonly Tick[] = [
    {
      text: "A space, which partners may offer",
      isDone: hasSpace,
      more: !hasSpace && <a href={linkTo("spaces", "new")}>New space</a>,
    },
    {
      text: "An API key with a client, a certificate, a contract and a webhook",
      isDone: apiKey !== undefined,
      more: !apiKey && (
        <>
          <a href={linkTo("guide")}>Set up a partner</a> makes all of it, step by step.
        </>
      ),
    },
  ];
  return apiKey ? (
    <Watched before={before} apiKey={apiKey} />
  ) : (
    <Checklist ticks={[...before, ...ticksOf(NOTHING)]} />
  );
}

const NOTHING: SignsOfLife = { delivered: [], usedAt: null };

interface WatchedProps {
  readonly before: readonly Tick[];
  readonly apiKey: ApiKey;
}

function Watched({ before, apiKey: { id, webhookId } }: WatchedProps) {
  const { loading, reload } = useSignsOfLife(id);
  const wasPending = useRef(false);
  if (loading.state !== "ready") return null;
  // A person who watches the last tick sees it; whoever comes later sees no list.
  wasPending.current ||= !isAlive(loading.value);
  if (!wasPending.current) return null;
  const test = <TestNotice webhookId={webhookId!} onSent={reload} />;
  return <Checklist ticks={[...before, ...ticksOf(loading.value, test)]} />;
}

function Checklist({ ticks }: { readonly ticks: readonly Tick[] }) {
  const done = ticks.filter(({ isDone }) => isDone).length;
  return (
    <Card title="Set up your first partner" about={`${done} of ${ticks.length} done.`}>
      <TickList label="Set up your first partner" ticks={ticks} />
    </Card>
  );
}
