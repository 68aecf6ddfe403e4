import { describe, expect, it, vi } from "vitest";
import { createDocs, type Docs } from "../../../../runtime/docs/execute/queries.ts";
import { createAssets } from "../../../../runtime/serve/assets.ts";
import { openApp } from "../../../support/app.ts";
import { corpusFrom, makeDocs } from "../../../support/corpora.ts";

const FAULT = new Error("the disk is on fire");
const docs = createDocs(corpusFrom(makeDocs(2)));

function fail(): never {
  throw FAULT;
}

/** Sends a query to an app over failing docs, and collects the errors that its operator sees. */
async function ask(failing: () => Docs, query: string) {
  const onError = vi.fn();
  const assets = createAssets({ directory: "/nowhere" });
  const app = openApp({ docs: failing, assets, onError });
  const response = await app.request("/graphql", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape of the query.
  const body: any = await response.json();
  return { response, body, told: onError.mock.calls };
}

describe("internal errors", () => {
  it("DOC-B5 in a resolver: INTERNAL_SERVER_ERROR without details, which only the operator sees", async () => {
    const { response, body, told } = await ask(
      () => ({ ...docs, graph: fail }),
      "{ meta { docCount }\n graph { nodes { id } } }",
    );

    expect(response.status).toBe(200);
    expect(body).toEqual({
      data: null,
      errors: [
        {
          message: "Internal server error.",
          locations: [{ line: 2, column: 2 }],
          path: ["graph"],
          extensions: { code: "INTERNAL_SERVER_ERROR" },
        },
      ],
    });
    expect(told).toEqual([[FAULT]]);
  });

  it("DOC-B5 a failing nullable field leaves the rest of the answer", async () => {
    const { body } = await ask(
      () => ({ ...docs, doc: fail }),
      '{ meta { docCount } doc(id: "a") { id } }',
    );

    expect(body.data).toEqual({ meta: { docCount: 2 }, doc: null });
    expect(body.errors[0].extensions.code).toBe("INTERNAL_SERVER_ERROR");
  });

  it("DQA §7 outside of any operation: 500 in the envelope of every error, with a code", async () => {
    const { response, body, told } = await ask(fail, "{ meta { name } }");

    expect(response.status).toBe(500);
    expect(body).toEqual({
      errors: [
        { message: "Internal server error.", extensions: { code: "INTERNAL_SERVER_ERROR" } },
      ],
    });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(told).toEqual([[FAULT]]);
  });

  it("an invalid request is not reported to the operator", async () => {
    const { told } = await ask(() => docs, "{ docs(limit: -1) { id } }");

    expect(told).toEqual([]);
  });
});
