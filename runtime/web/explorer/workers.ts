import editorUrl from "monaco-editor/esm/vs/editor/editor.worker.js?chunk-url";
import jsonUrl from "monaco-editor/esm/vs/language/json/json.worker.js?chunk-url";
import graphqlUrl from "monaco-graphql/esm/graphql.worker.js?chunk-url";

const workerUrls: Record<string, string> = { graphql: graphqlUrl, json: jsonUrl };

/** Tells Monaco where its workers are. Call before the first editor is made. */
export function setUpWorkers(): void {
  const firstInput = waitForFirstInput();
  window.MonacoEnvironment = {
    async getWorker(_moduleId, label) {
      // Nothing to check in the variables before somebody types, so the page loads without it.
      if (label === "json") await firstInput;
      return new Worker(workerUrls[label] ?? editorUrl, { type: "module", name: label });
    },
  };
}

function waitForFirstInput(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ["keydown", "pointerdown"]) {
      window.addEventListener(type, () => resolve(), { once: true, capture: true });
    }
  });
}
