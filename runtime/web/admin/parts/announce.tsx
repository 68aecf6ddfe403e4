import { createContext } from "preact";
import { useContext } from "preact/hooks";

const AnnounceContext = createContext<(message: string) => void>(() => {});

export const AnnounceProvider = AnnounceContext.Provider;

/** Announces an action that was done: shown for a while, and read aloud. */
export function useAnnounce(): (message: string) => void {
  return useContext(AnnounceContext);
}

interface AnnouncementProps {
  /** Its number tells it from the next message with the same text. */
  readonly message: { readonly number: number; readonly text: string };
}

export function Announcement({ message: { number, text } }: AnnouncementProps) {
  return (
    <div class="announcement" role="status">
      {text && <p key={number}>{text}</p>}
    </div>
  );
}
