import { pick, useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import { useEffect, useRef } from "react";

/** Selects, once, the operation that a shared link names, and puts the cursor on it. */
export function SelectOperation({ name }: { name: string }) {
  const { setOperationName } = useGraphiQLActions();
  const { queryEditor, operations } = useGraphiQL(pick("queryEditor", "operations"));
  const isDone = useRef(false);

  useEffect(() => {
    const operation = operations?.find((candidate) => candidate.name?.value === name);
    const position = queryEditor?.getModel()?.getPositionAt(operation?.loc?.start ?? 0);
    if (isDone.current || !operation || !queryEditor || !position) return;
    isDone.current = true;
    setOperationName(name);
    queryEditor.setPosition(position);
    queryEditor.revealPositionInCenterIfOutsideViewport(position);
  }, [name, operations, queryEditor, setOperationName]);

  return null;
}
