import { useAnnounce } from "../../parts/announce.tsx";

interface RefreshButtonProps {
  readonly reload: () => void;
}

/** Loads again; the previous content stays on the screen until then. */
export function RefreshButton({ reload }: RefreshButtonProps) {
  const announce = useAnnounce();
  return (
    <button
      type="button"
      class="secondary"
      onClick={() => {
        reload();
        announce("Refreshing…");
      }}
    >
      Refresh
    </button>
  );
}
