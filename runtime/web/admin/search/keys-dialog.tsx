import { SHORTCUT } from "../../search-box/shortcut.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Facts } from "../parts/page.tsx";

interface KeysDialogProps {
  readonly onClose: () => void;
}

/** Lists the keys of the console. */
export function KeysDialog({ onClose }: KeysDialogProps) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div class="keys">
        <Facts
          rows={[
            [SHORTCUT.text, "Search everything"],
            ["/", "Search the list on the page; everything, if there is none"],
            ["?", "Show these keys"],
            ["↑ ↓ Enter", "Choose from what was found"],
            ["Enter", "Open the row that has the focus"],
            ["Esc", "Close a dialog or the menu"],
          ]}
        />
      </div>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
