import { applyEdits, format } from "jsonc-parser";
import { useState } from "preact/hooks";
import type { ApiError, Conflict } from "../api/request.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { useFailure } from "../parts/load.tsx";
import { readSettings, type SettingsVersion, saveSettings } from "./settings-api.ts";

const FORMAT = { tabSize: 2, insertSpaces: true, eol: "\n" };

/** Front settings being edited. */
interface State {
  readonly text: string;
  readonly saved: SettingsVersion;
  /** The version that somebody else has saved since. */
  readonly theirs: SettingsVersion | null;
  /** Who has saved it, and when. */
  readonly conflict: Conflict | undefined;
  readonly error: ApiError | null;
  readonly isBusy: boolean;
  /** True if the text was saved and has not changed since. */
  readonly hasSaved: boolean;
}

export interface EditedSettings extends State {
  edit(text: string): void;
  /** Formats the text without changing its meaning. */
  tidy(): void;
  /** Saves the text, unless somebody else has saved since. */
  save(): Promise<void>;
  /** Saves the text in place of the version that somebody else has saved. */
  saveOver(version: SettingsVersion): Promise<undefined>;
  /** Continues editing despite the version that somebody else has saved. */
  ignoreTheirs(): void;
}

interface Options {
  readonly agentId: string;
  readonly version: SettingsVersion;
}

/** Keeps the state of an editor for one agent's front settings. */
export function useSettings({ agentId, version }: Options): EditedSettings {
  const [state, setState] = useState<State>({
    text: version.text,
    saved: version,
    theirs: null,
    conflict: undefined,
    error: null,
    isBusy: false,
    hasSaved: false,
  });
  const announce = useAnnounce();
  const fail = useFailure();
  const change = (next: Partial<State>) => setState((before) => ({ ...before, ...next }));

  async function saveOver(over: SettingsVersion): Promise<undefined> {
    const { text } = state;
    const { etag } = await saveSettings({ agentId, text, etag: over.etag });
    change({ saved: { text, etag }, hasSaved: true });
    announce("The front settings are saved.");
  }

  /** Shows a failure; for a conflict, the version that somebody else has saved. */
  async function explain(error: unknown): Promise<undefined> {
    const failure = fail(error);
    if (failure.status === 412) {
      change({ theirs: await readSettings(agentId), conflict: failure.conflict });
    } else change({ error: failure });
  }

  async function save(): Promise<void> {
    change({ error: null, isBusy: true });
    try {
      await saveOver(state.saved).catch(explain);
    } catch (error) {
      change({ error: fail(error) });
    } finally {
      change({ isBusy: false });
    }
  }

  return {
    ...state,
    edit: (text) => change({ text, hasSaved: false }),
    tidy: () => change({ text: applyEdits(state.text, format(state.text, undefined, FORMAT)) }),
    save,
    saveOver,
    ignoreTheirs: () => change({ theirs: null }),
  };
}
