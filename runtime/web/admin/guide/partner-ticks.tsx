import { Loaded } from "../parts/load.tsx";
import { RelativeTime } from "../parts/time.tsx";
import { hasCertificate, type SignsOfLife, useSignsOfLife } from "./signs-of-life.ts";
import { TestNotice } from "./test-notice.tsx";
import { type Tick, TickList } from "./tick-list.tsx";

interface PartnerTicksProps {
  readonly apiKeyId: string;
  readonly webhookId: string;
}

/** Shows how far a partner's server is; it ticks by itself. */
export function PartnerTicks({ apiKeyId, webhookId }: PartnerTicksProps) {
  const loader = useSignsOfLife(apiKeyId);
  return (
    <Loaded from={loader}>
      {(signs) => (
        <TickList
          label="How far the partner’s server is"
          ticks={ticksOf(signs, <TestNotice webhookId={webhookId} onSent={loader.reload} />)}
        />
      )}
    </Loaded>
  );
}

/** @param test Shown until the first notice has arrived. */
export function ticksOf(signs: SignsOfLife, test?: Tick["more"]): readonly Tick[] {
  const { delivered, usedAt } = signs;
  const isCertified = hasCertificate(signs);
  const last = delivered[0];
  return [
    {
      text: "Its notice endpoint answers",
      isDone: last !== undefined,
      more: last ? <RelativeTime at={last.createdAt} /> : test,
    },
    {
      text: "An application token is minted",
      isDone: usedAt !== null,
      more:
        usedAt === null ? (
          "By the partner’s server, or with the guide’s commands."
        ) : (
          <RelativeTime at={usedAt} />
        ),
    },
    {
      text: "The certificate is delivered",
      isDone: isCertified,
      more:
        !isCertified && "When its server gets a code and claims it: the guide’s commands do that.",
    },
  ];
}
