import { useState } from "preact/hooks";
import { act } from "../api/collections.ts";
import type { ApiError } from "../api/request.ts";
import type { Notice } from "../api/types.ts";
import { Failure, useFailure } from "../parts/load.tsx";
import { NoticeResult } from "../screens/items/notice-result.tsx";
import { useSession } from "../session.tsx";

interface TestNoticeProps {
  readonly webhookId: string;
  readonly onSent: () => void;
}

/** Sends a test notice and says in place what became of it. */
export function TestNotice({ webhookId, onSent }: TestNoticeProps) {
  const { may } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState<readonly Notice[]>([]);
  const [error, setError] = useState<ApiError | null>(null);
  const fail = useFailure();

  async function send(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      setSent((await act("webhooks", { id: webhookId, action: "test" })).outcomes);
      onSent();
    } catch (error) {
      setError(fail(error));
    } finally {
      setBusy(false);
    }
  }

  if (!may("api-keys:w")) return <>Send a test notice on the webhook’s page.</>;
  return (
    <>
      <button type="button" class="small" aria-disabled={isBusy} onClick={() => void send()}>
        Send a test notice
      </button>{" "}
      <span role="status">
        {isBusy && "Waiting for the answer…"}
        {!isBusy && sent.map((notice) => <NoticeResult key={notice.id} notice={notice} />)}
      </span>
      {error && <Failure error={error} />}
    </>
  );
}
