import { useAnnounce } from "../../parts/announce.tsx";

interface RefreshButtonProps {
  readonly reload: () => void;
}

/** Asks again; what was there stays on the screen meanwhile. */
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
