import { useEffect, useState } from "preact/hooks";

interface CopyButtonProps {
  readonly text: string;
  /** What it is, for those who hear the button without seeing what is beside it. */
  readonly what: string;
}

const SAID_FOR_MS = 2_000;

/** Puts a text on the clipboard and says so; where the browser does not let it, says that. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [said, say] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => say(""), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy(): Promise<void> {
    try {
      // There is none where the page is neither https nor of this machine.
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      say("Select the text and copy it");
    }
  }

  return (
    <span class="copy">
      <button type="button" class="small" onClick={() => void copy()}>
        Copy <span class="unseen">{what}</span>
      </button>
      <span role="status" class="quiet">
        {said}
      </span>
    </span>
  );
}
