import { describe, expect, it } from "vitest";
import { parseAllowance } from "../../../../runtime/partner/notices/allowance.ts";
import { createResolve } from "../../../../runtime/partner/notices/resolve.ts";
import { serveNames } from "../../../support/name-server.ts";

const { signal } = new AbortController();

/** Creates a resolver that asks this server for DNS, which knows one name. */
async function resolver({ allowed = "" } = {}) {
  const dns = await serveNames((name) => (name === "a.example" ? ["10.0.0.1", "10.0.0.2"] : []));
  const resolve = createResolve({ allow: parseAllowance(allowed), servers: [dns.address] });
  return { dns, resolve };
}

describe("createResolve", () => {
  it("ATTACK-F68: returns every address of a name", async () => {
    const { resolve } = await resolver();

    expect((await resolve("a.example", { signal })).toSorted()).toEqual(["10.0.0.1", "10.0.0.2"]);
  });

  it("CHAIN-C14: fails for a name that does not exist", async () => {
    const { resolve } = await resolver();

    await expect(resolve("b.example", { signal })).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  it("ATTACK-F75: asks DNS itself for a name that the operator did not list", async () => {
    const { resolve, dns } = await resolver({ allowed: "127.0.0.1,other.example" });

    // Every hosts file contains it.
    await expect(resolve("localhost", { signal })).rejects.toMatchObject({ code: "ENOTFOUND" });
    expect(new Set(dns.questions)).toEqual(new Set(["localhost"]));
  });

  it.each(["localhost", "1"])(
    "ATTACK-F71: looks up names as the system does if the operator allows %j",
    async (allowed) => {
      const { resolve, dns } = await resolver({ allowed });

      expect(await resolve("localhost", { signal })).toContain("127.0.0.1");
      expect(dns.questions).toEqual([]);
    },
  );

  it("ATTACK-F75: aborts with the signal, however long the name server is silent", async () => {
    const asked = Promise.withResolvers<void>();
    const dns = await serveNames(() => {
      asked.resolve();
      return null;
    });
    const resolve = createResolve({ allow: parseAllowance(""), servers: [dns.address] });
    const stop = new AbortController();

    const pending = resolve("a.example", { signal: stop.signal });
    void asked.promise.then(() => stop.abort());

    await expect(pending).rejects.toMatchObject({ code: "ECANCELLED" });
  });
});
