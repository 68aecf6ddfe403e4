import { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { createQueries } from "../../../runtime/store/queries.ts";

/** Counts how often statements are made for it. */
function countingDatabase() {
  let made = 0;
  const database = Object.create(Kysely.prototype, {
    getExecutor: {
      value() {
        made += 1;
        return { adapter: {} };
      },
    },
  });
  return { database, made: () => made };
}

describe("createQueries", () => {
  it("makes the statements that a transaction uses, and no others", () => {
    const { database, made } = countingDatabase();
    const queries = createQueries(database);
    expect(made()).toBe(0);
    expect(queries.apiKeys).toBe(queries.apiKeys);
    expect(made()).toBe(1);
  });
});
