import { pick, ToolbarButton, useGraphiQL } from "@graphiql/react";
import { formatSharedQuery } from "./shared-link.ts";

/**
 * Toolbar button that puts a link to the query in the editor into the address bar, and onto the
 * clipboard if the browser allows it.
 */
export function ShareButton() {
  const { queryEditor, variableEditor, operations, operationName } = useGraphiQL(
    pick("queryEditor", "variableEditor", "operations", "operationName"),
  );

  function share() {
    const link = formatSharedQuery({
      query: queryEditor?.getValue() ?? "",
      variables: variableEditor?.getValue() ?? "",
      operationName: operations && operations.length > 1 ? (operationName ?? null) : null,
    });
    window.history.replaceState(null, "", link);
    copy(window.location.href);
  }

  return (
    <ToolbarButton onClick={share} label="Copy link to this query">
      <LinkIcon />
    </ToolbarButton>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Plain HTTP has no clipboard, or permission is missing; the address bar holds the link.
  }
}

function LinkIcon() {
  return (
    <svg
      className="graphiql-toolbar-icon"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M8.5 11.5a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1 1" />
      <path d="M11.5 8.5a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1-1" />
    </svg>
  );
}
