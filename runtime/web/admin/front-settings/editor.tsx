import { useId, useRef } from "preact/hooks";
import { placeOf } from "../../../http/json-scan.ts";
import { useUnsaved } from "../parts/forms/unsaved.tsx";
import { Failure } from "../parts/load.tsx";
import { linkTo } from "../route.ts";
import { useSession } from "../session.tsx";
import { CodeField, moveCaret } from "./code-field.tsx";
import { FaultView } from "./fault-view.tsx";
import type { SettingsVersion } from "./settings-api.ts";
import { SettingsConflict } from "./settings-conflict.tsx";
import { sizeWords, useFault } from "./use-fault.ts";
import { type EditedSettings, useSettings } from "./use-settings.ts";

interface EditorProps {
  readonly agentId: string;
  readonly version: SettingsVersion;
  readonly replace: (next: SettingsVersion) => void;
}

export function Editor({ agentId, version, replace }: EditorProps) {
  const settings = useSettings({ agentId, version });
  const { text, saved, theirs, error, isBusy } = settings;
  const isChanged = text !== saved.text;
  useUnsaved(() => isChanged);
  const { shown, check } = useFault(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const mistakeId = useId();

  /** @returns true if there is no fault; otherwise the caret moves to the first one */
  function isFaultless(): boolean {
    const fault = check();
    if (fault) moveCaret(field.current!, fault.offset);
    return fault === null;
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && isChanged && isFaultless()) void settings.save();
      }}
    >
      <CodeField
        field={field}
        label="JSON"
        hint="The Tab key leaves the field; spaces and line ends between values are not kept."
        value={text}
        isInvalid={shown !== null}
        mistakeId={mistakeId}
        faultyLine={shown?.fault && placeOf(shown.text, shown.fault.offset).line}
        size={sizeWords(text)}
        onInput={settings.edit}
      />
      <div id={mistakeId} role="status" class={shown ? "problem fault" : ""}>
        {shown && <FaultView {...shown} />}
      </div>
      {error && <Failure error={error} />}
      <div class="actions">
        <button type="submit" aria-disabled={isBusy || !isChanged}>
          Save front settings
        </button>
        <button
          type="button"
          class="secondary"
          onClick={() => {
            if (isFaultless()) settings.tidy();
          }}
        >
          Format
        </button>
        <Progress {...settings} />
      </div>
      {theirs && (
        <SettingsConflict
          mine={text}
          theirs={theirs.text}
          conflict={settings.conflict}
          keepMine={() => settings.saveOver(theirs)}
          takeTheirs={() => replace(theirs)}
          onClose={settings.ignoreTheirs}
        />
      )}
    </form>
  );
}

function Progress({ text, saved, isBusy, hasSaved }: EditedSettings) {
  return (
    <span role="status" class="quiet">
      {isBusy ? "Working…" : hasSaved ? <Sent /> : text !== saved.text && "Not saved yet."}
    </span>
  );
}

/** The message after a save. */
function Sent() {
  const { may } = useSession();
  return (
    <>
      Saved. The notice <code>r_agent_front_settings</code> goes to every partner whose contract has
      the agent’s space
      {may("audit") && (
        <>
          : see the <a href={linkTo("notices")}>notice log</a>
        </>
      )}
      .
    </>
  );
}
