import editorUrl from "monaco-editor/esm/vs/editor/editor.worker.js?chunk-url";
import jsonUrl from "monaco-editor/esm/vs/language/json/json.worker.js?chunk-url";
import graphqlUrl from "monaco-graphql/esm/graphql.worker.js?chunk-url";

const workerUrls: Record<string, string> = { graphql: graphqlUrl, json: jsonUrl };

/** Tells Monaco where its workers are. To be called before the first editor is created. */
export function setUpWorkers(): void {
  const firstInput = waitForFirstInput();
  window.MonacoEnvironment = {
    async getWorker(_moduleId, label) {
      // There are no variables to check before somebody types, so the page loads without the
      // worker.
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
