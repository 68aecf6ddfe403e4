import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Notice } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";

interface ResendNoticeProps {
  readonly notice: Notice;
}

/** Sends a notice of the same kinds once more, after a question. */
export function ResendNotice({ notice: { id, kinds } }: ResendNoticeProps) {
  const [isAsking, setAsking] = useState(false);
  const announce = useAnnounce();

  async function resend(): Promise<void> {
    await request(`/notices/${id}/resend`, { method: "POST" });
    announce("It is being sent once more. Refresh the log to see what came of it.");
  }

  return (
    <>
      <button type="button" class="small secondary" onClick={() => setAsking(true)}>
        Send once more
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Send this notice once more?"
          confirmLabel="Send"
          work={resend}
          onClose={() => setAsking(false)}
        >
          <p>
            A notice of the same kinds goes to the webhook that the API key has now, and has a
            separate entry.
            {kinds.includes("r_cert") && " It carries the certificate that is bound now."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
