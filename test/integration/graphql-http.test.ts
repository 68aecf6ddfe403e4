import { serverAudits } from "graphql-http";
import { describe, expect, it } from "vitest";
import { RUNTIMES } from "../support/command.ts";
import { shareServer } from "../support/shared-server.ts";

describe.each(RUNTIMES)("DOC-B7 GraphQL over HTTP on %s: the audit", (runtime) => {
  const server = shareServer({ runtime });
  const audits = serverAudits({ url: () => `${server.url}/graphql` });

  it("has 61 parts", () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits)("$id: $name", async ({ fn }) => {
    const result = await fn();

    expect(result.status === "ok" ? "ok" : `${result.status}: ${result.reason}`).toBe("ok");
  });
});
