import {
  formatShortcutForOS,
  type GraphiQLPlugin,
  KEY_MAP,
  type MonacoEditor,
  pick,
  UnStyledButton,
  useGraphiQL,
  useGraphiQLActions,
} from "@graphiql/react";
import { useState } from "react";
import { queryEndpoint } from "./endpoint.ts";
import { type Example, examples, placeholderDoc, type SampleDoc, sampleQuery } from "./examples.ts";
import { isNarrowScreen } from "./screen.ts";

/** Panel that lists the prepared queries; choosing one puts it into the editors and runs it. */
export const EXAMPLES_PLUGIN: GraphiQLPlugin = {
  title: "Examples",
  icon: ExamplesIcon,
  content: ExamplesPanel,
};

const runKey = formatShortcutForOS(KEY_MAP.runQuery.key);

function ExamplesPanel() {
  const { queryEditor, variableEditor } = useGraphiQL(pick("queryEditor", "variableEditor"));
  const { run, setOperationFacts, setVisiblePlugin, stop } = useGraphiQLActions();
  const [sample] = useState(loadSample);

  async function choose(example: Example) {
    if (!queryEditor || !variableEditor) return;
    const variables = example.variables?.(await sample);
    replaceText(queryEditor, example.query);
    replaceText(variableEditor, variables ? JSON.stringify(variables, null, 2) : "");
    // GraphiQL reads the new query a moment later; until then, it does not know its operations.
    setOperationFacts({});
    if (isNarrowScreen()) setVisiblePlugin(null);
    queryEditor.focus();
    // Running again would only stop a query that is still running.
    stop();
    run();
  }

  return (
    <section className="examples" aria-label="Examples">
      <h2>Examples</h2>
      <p>
        Choose one to run it. Then change it, and run it again with <kbd>{runKey}</kbd>.
      </p>
      <ul>
        {examples.map((example) => (
          <li key={example.title}>
            <UnStyledButton type="button" onClick={() => choose(example)}>
              <strong>{example.title}</strong> <code>{example.field}</code>
              <span>{example.description}</span>
            </UnStyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks for a page of the corpus; returns a placeholder if there is none. */
async function loadSample(): Promise<SampleDoc> {
  try {
    const { data } = await queryEndpoint({ query: sampleQuery });
    return data?.docs[0] ?? placeholderDoc;
  } catch {
    return placeholderDoc;
  }
}

/** Replaces the text of an editor in one step that undo can revert. */
function replaceText(editor: MonacoEditor, text: string): void {
  const range = editor.getModel()?.getFullModelRange();
  if (!range) return;
  editor.pushUndoStop();
  editor.executeEdits("examples", [{ range, text }]);
  editor.pushUndoStop();
}

function ExamplesIcon() {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M7 5h10M7 10h10M7 15h10" />
      <path d="M3 5h.01M3 10h.01M3 15h.01" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
