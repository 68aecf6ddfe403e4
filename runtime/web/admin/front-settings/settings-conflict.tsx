import type { Conflict } from "../api/request.ts";
import { ConfirmDialog } from "../parts/dialog.tsx";
import { SavedBy } from "../parts/saved-by.tsx";

interface SettingsConflictProps {
  /** The text that the person typed. */
  readonly mine: string;
  /** The text that somebody else has saved in the meantime. */
  readonly theirs: string;
  /** Who it was, and when. */
  readonly conflict: Conflict | undefined;
  readonly keepMine: () => Promise<undefined>;
  readonly takeTheirs: () => void;
  readonly onClose: () => void;
}

/** Shows both versions if somebody else saved first, so that neither is lost unseen. */
export function SettingsConflict({
  mine,
  theirs,
  conflict,
  keepMine,
  takeTheirs,
  onClose,
}: SettingsConflictProps) {
  const mineTidy = JSON.stringify(JSON.parse(mine), null, 2);
  return (
    <ConfirmDialog
      title="Somebody else has changed these front settings"
      confirmLabel="Overwrite with mine"
      work={keepMine}
      onClose={onClose}
    >
      <p>
        <SavedBy conflict={conflict} /> Your changes are not saved yet. Lines that are in only one
        version are marked.
      </p>
      <div class="versions">
        <Version title="Saved by somebody else" text={theirs} other={mineTidy} />
        <Version title="Yours" text={mineTidy} other={theirs} />
      </div>
      <button type="button" class="secondary" onClick={takeTheirs}>
        Discard mine
      </button>
    </ConfirmDialog>
  );
}

interface VersionProps {
  readonly title: string;
  readonly text: string;
  readonly other: string;
}

function Version({ title, text, other }: VersionProps) {
  const others = new Set(other.split("\n").map(bare));
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it only if it has the focus */}
      <pre tabIndex={0}>
        {numbered(text).map(({ number, line }) =>
          others.has(bare(line)) ? `${line}\n` : <mark key={number}>{`${line}\n`}</mark>,
        )}
      </pre>
    </section>
  );
}

function numbered(text: string): readonly { readonly number: number; readonly line: string }[] {
  return text.split("\n").map((line, index) => ({ number: index + 1, line }));
}

/**
 * Drops a line's comma: a line that is last in its object in only one version differs by that
 * alone.
 */
function bare(line: string): string {
  return line.trim().replace(/,$/, "");
}
