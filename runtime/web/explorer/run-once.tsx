import { pick, useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import { useEffect, useRef } from "react";

/** Runs the query in the editor as soon as there is one, so that the first visit shows an answer. */
export function RunOnce() {
  const { run } = useGraphiQLActions();
  const { queryEditor, responseEditor } = useGraphiQL(pick("queryEditor", "responseEditor"));
  const isDone = useRef(false);

  useEffect(() => {
    if (isDone.current || !queryEditor || !responseEditor) return;
    isDone.current = true;
    run();
  }, [queryEditor, responseEditor, run]);

  return null;
}
