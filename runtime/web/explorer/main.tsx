import "@graphiql/react/style.css";
import "@graphiql/plugin-doc-explorer/style.css";
import "@graphiql/plugin-history/style.css";
import "graphiql/graphiql.css";
import "./explorer.css";
import { GraphiQL, HISTORY_PLUGIN } from "graphiql";
import { createRoot } from "react-dom/client";
import { type GraphqlRequest, queryEndpoint } from "./endpoint.ts";
import { examples } from "./examples.ts";
import { EXAMPLES_PLUGIN } from "./examples-panel.tsx";
import { RunOnce } from "./run-once.tsx";
import { isNarrowScreen } from "./screen.ts";
import { SelectOperation } from "./select-operation.tsx";
import { ShareButton } from "./share-button.tsx";
import { readSharedQuery } from "./shared-link.ts";
import { setUpWorkers } from "./workers.ts";

const plugins = [EXAMPLES_PLUGIN, HISTORY_PLUGIN];

/** Read before anything is rendered: then GraphiQL keeps its tabs. */
const IS_FIRST_VISIT = window.localStorage.getItem("graphiql:tabState") === null;

function Explorer() {
  const shared = readSharedQuery(window.location.search);
  const showsExamples = IS_FIRST_VISIT && !isNarrowScreen();
  return (
    <GraphiQL
      fetcher={queryOrExplain}
      plugins={plugins}
      defaultQuery={examples[0]?.query ?? ""}
      defaultEditorToolsVisibility="variables"
      isHeadersEditorEnabled={false}
      showPersistHeadersSettings={false}
      {...(shared && { initialQuery: shared.query, initialVariables: shared.variables })}
      {...(showsExamples && { visiblePlugin: EXAMPLES_PLUGIN })}
    >
      <GraphiQL.Logo>docgate</GraphiQL.Logo>
      <GraphiQL.Toolbar>
        {({ prettify, merge, copy }) => (
          <>
            {prettify}
            {merge}
            {copy}
            <ShareButton />
          </>
        )}
      </GraphiQL.Toolbar>
      {IS_FIRST_VISIT && shared === null && <RunOnce />}
      {shared?.operationName && <SelectOperation name={shared.operationName} />}
    </GraphiQL>
  );
}

/** Returns a failure as a response: otherwise GraphiQL would show a stack trace. */
async function queryOrExplain(request: GraphqlRequest) {
  try {
    return await queryEndpoint(request);
  } catch (error) {
    return { errors: [{ message: (error as Error).message }] };
  }
}

setUpWorkers();
createRoot(document.getElementById("explorer")!).render(<Explorer />);
