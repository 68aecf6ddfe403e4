import { applyEdits, format } from "jsonc-parser";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/request.ts";
import { type Agent, MAX_FRONT_SETTINGS_BYTES } from "../api/types.ts";
import type { ItemProps } from "../kinds/kind.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { Failure, Loaded, useFailure, useLoad } from "../parts/load.tsx";
import { Card } from "../parts/page.tsx";
import { linkTo } from "../route.ts";
import { useSession } from "../session.tsx";
import { CodeField, moveCaret } from "./code-field.tsx";
import { FaultView } from "./fault-view.tsx";
import { findJsonFault, type JsonFault, placeOf } from "./json-fault.ts";
import { readSettings, type SettingsVersion, saveSettings, sizeOf } from "./settings-api.ts";
import { SettingsConflict } from "./settings-conflict.tsx";

/** A person who types is not interrupted for so long. */
const TYPING_PAUSE_MS = 600;
const NUMBER = new Intl.NumberFormat("en-GB");

/** What partners get of an agent beside its names: any JSON object. */
export function FrontSettings({ item: { id } }: Pick<ItemProps<Agent>, "item">) {
  const { may } = useSession();
  const loader = useLoad(() => readSettings(id), [id]);
  return (
    <Card
      title="Front settings"
      about={
        <>
          What a partner’s website needs to show this agent: any JSON object. docgate does not look
          inside, and partners get it as it is, so put no secret in it.
        </>
      }
    >
      <Loaded from={loader}>
        {(version) =>
          may("directory:w") ? (
            <Editor key={version.etag} agentId={id} version={version} replace={loader.replace} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys alone scroll it only so
            <pre tabIndex={0}>{version.text}</pre>
          )
        }
      </Loaded>
    </Card>
  );
}

interface EditorProps {
  readonly agentId: string;
  readonly version: SettingsVersion;
  readonly replace: (next: SettingsVersion) => void;
}

function Editor({ agentId, version: loaded, replace }: EditorProps) {
  const [saved, setSaved] = useState(loaded);
  const [text, setText] = useState(loaded.text);
  const [theirs, setTheirs] = useState<SettingsVersion | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [hasSaved, setHasSaved] = useState(false);
  const { shown, check } = useFault(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const mistakeId = useId();
  const announce = useAnnounce();
  const fail = useFailure();

  /** @returns whether there is none; the caret is at the first else */
  function isFaultless(): boolean {
    const fault = check();
    if (fault) moveCaret(field.current!, fault.offset);
    return fault === null;
  }

  function tidy(): void {
    if (!isFaultless()) return;
    const options = { tabSize: 2, insertSpaces: true, eol: "\n" };
    setText(applyEdits(text, format(text, undefined, options)));
  }

  async function save(over: SettingsVersion): Promise<undefined> {
    const { etag } = await saveSettings({ agentId, text, etag: over.etag });
    setSaved({ text, etag });
    setHasSaved(true);
    announce("The front settings are saved.");
  }

  async function trySave(): Promise<void> {
    if (isBusy || !isFaultless()) return;
    setError(null);
    setBusy(true);
    try {
      await save(saved);
    } catch (error) {
      const failure = fail(error);
      if (failure.status === 412) setTheirs(await readSettings(agentId));
      else setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void trySave().catch((error) => setError(fail(error)));
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
        onInput={(next) => {
          setText(next);
          setHasSaved(false);
        }}
      />
      <div id={mistakeId} role="status" class={shown ? "problem fault" : ""}>
        {shown && <FaultView {...shown} />}
      </div>
      {error && <Failure error={error} />}
      <div class="actions">
        <button type="submit" aria-disabled={isBusy}>
          Save front settings
        </button>
        <button type="button" class="secondary" onClick={tidy}>
          Format
        </button>
        <span role="status" class="quiet">
          {isBusy ? "Working…" : hasSaved ? <Sent /> : text !== saved.text && "Not saved yet."}
        </span>
      </div>
      {theirs && (
        <SettingsConflict
          mine={text}
          theirs={theirs.text}
          keepMine={() => save(theirs)}
          takeTheirs={() => replace(theirs)}
          onClose={() => setTheirs(null)}
        />
      )}
    </form>
  );
}

interface ShownFault {
  /** The text that it is in: what is typed meanwhile is another one. */
  readonly text: string;
  readonly fault: JsonFault;
}

/** The first fault of a text, shown when the person pauses, and gone as soon as it is mended. */
function useFault(text: string): {
  readonly shown: ShownFault | null;
  /** Looks at once. */
  readonly check: () => JsonFault | null;
} {
  const [shown, setShown] = useState<ShownFault | null>(null);
  function check(): JsonFault | null {
    const fault = findJsonFault(text) ?? findTooLarge(text);
    setShown(fault && { text, fault });
    return fault;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (shown && findJsonFault(text) === null) setShown(null);
    const timer = setTimeout(check, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { shown, check };
}

function findTooLarge(text: string): JsonFault | null {
  if (sizeOf(text) <= MAX_FRONT_SETTINGS_BYTES) return null;
  const message = `These are ${NUMBER.format(sizeOf(text))} bytes, of ${NUMBER.format(MAX_FRONT_SETTINGS_BYTES)} at most.`;
  return { message, offset: 0 };
}

function sizeWords(text: string): string {
  return findJsonFault(text) === null
    ? `${NUMBER.format(sizeOf(text))} of ${NUMBER.format(MAX_FRONT_SETTINGS_BYTES)} bytes`
    : `At most ${NUMBER.format(MAX_FRONT_SETTINGS_BYTES)} bytes`;
}

/** What follows a save. */
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
