import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest";
import type * as z from "zod";
import type {
  consumerContract,
  consumerPolicy,
  partnerSpace,
} from "../../../runtime/partner/api/schemas.ts";
import {
  type Contract,
  createPartnerClient,
  type PartnerClientOptions,
  type Policy,
  type Space,
} from "../../../runtime/partner-client/exports.ts";

const CREDENTIALS = {
  origin: "https://shop.example",
  clientId: "dgc_1",
  clientSecret: "dgs_secret",
  apiKeyId: "019ab1f0",
  apiKey: "dgk_secret",
};

/** Starts a server that answers as a test wants. @returns a client of it, and the requests so far */
async function startWith(
  answer: RequestListener,
  options: Partial<PartnerClientOptions> = {},
  end = "",
) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const docgateUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/${end}`;
  return { requests, client: createPartnerClient({ ...CREDENTIALS, docgateUrl, ...options }) };
}

/** Answers a mint with a new token each time, and reads with an empty list. */
function docgate(): RequestListener {
  let count = 0;
  return (request, response) => {
    const isMint = request.url!.startsWith("/docs/v1/auth/application_token");
    const result = isMint ? { type: "Bearer", access_token: `token-${++count}` } : [];
    response.end(JSON.stringify({ success: true, status: 200, message: "OK", result }));
  };
}

const MINT = "POST /docs/v1/auth/application_token?client_id=dgc_1";

describe("createPartnerClient", () => {
  it("mints once however many calls wait, below a path prefix", async () => {
    const { client, requests } = await startWith(docgate());

    await Promise.all([client.readSpaces(), client.readSpaces(), client.readSpaces()]);

    expect(requests.filter((request) => request === MINT)).toHaveLength(1);
    expect(requests.slice(1)).toEqual(Array(3).fill("GET /docs/v1/space/list"));
  });

  it.each(["v1", "v1/", ""])(
    "takes the address of the Partner API, with %j at its end, for docgate's own",
    async (end) => {
      const { client, requests } = await startWith(docgate(), {}, end);
      await client.readSpaces();
      expect(requests).toEqual([MINT, "GET /docs/v1/space/list"]);
    },
  );

  it("tries a refused token once more with a new one, and then gives up", async () => {
    const answer = docgate();
    const { client, requests } = await startWith((request, response) => {
      if (request.method === "POST") return answer(request, response);
      response.writeHead(401).end('{"success":false,"status":401,"message":"Invalid token"}');
    });

    await expect(client.readSpaces()).rejects.toMatchObject({ code: "token-refused" });
    expect(requests).toHaveLength(4);
  });

  it("does not follow a redirect with its credentials", async () => {
    const { client, requests } = await startWith((_, response) => {
      response.writeHead(307, { Location: "/elsewhere" }).end();
    });

    await expect(client.readSpaces()).rejects.toMatchObject({
      code: "redirected",
      message: expect.stringContaining("use docgate's own address."),
    });
    expect(requests).toEqual([MINT]);
  });

  it("gives up after the timeout, and when the caller does, which ends no mint of others", async () => {
    const silent = await startWith(() => {}, { timeoutMs: 100 });
    await expect(silent.client.readSpaces()).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringMatching(/did not answer POST \/v1\/auth\/.* within 100 ms\.$/),
    });

    const answer = docgate();
    const { client, requests } = await startWith((...exchange) => {
      setTimeout(() => answer(...exchange), 50);
    });
    const reason = new Error("not needed any longer");
    const given = AbortSignal.abort(reason);
    const [one, other] = [client.readSpaces({ signal: given }), client.readSpaces()];
    await expect(one).rejects.toBe(reason);
    expect(await other).toEqual([]);
    expect(requests.filter((request) => request === MINT)).toHaveLength(1);
  });

  it.each([
    ["an HTML page", 200, "<!doctype html>"],
    ["a failure of docgate", 503, '{"success":false,"status":503,"message":"Unavailable"}'],
  ])("reports %s in place of the result", async (_, status, body) => {
    const { client } = await startWith((_, response) => response.writeHead(status).end(body));

    await expect(client.readSpaces()).rejects.toMatchObject({
      code: "unexpected-answer",
      message: `docgate answered POST /v1/auth/application_token with ${status}; expected 200 and a result.`,
    });
  });

  it.each([
    [503, "7", 7_000],
    [429, "0", 0],
    [503, new Date(Date.now() - 5_000).toUTCString(), 0],
  ])("says how long to wait after %i with Retry-After: %s", async (status, after, expected) => {
    const answer = docgate();
    let isBusy = true;
    const { client } = await startWith((request, response) => {
      if (isBusy) response.writeHead(status, { "Retry-After": after }).end("{}");
      else answer(request, response);
    });

    await expect(client.readSpaces()).rejects.toMatchObject({
      code: "busy",
      retryAfterMs: expected,
      message: `docgate cannot answer POST /v1/auth/application_token now (${status}): try again in ${expected / 1000} seconds.`,
    });
    isBusy = false;
    expect(await client.readSpaces()).toEqual([]);
  });

  it.each([
    [{ clientSecret: undefined as never }, /^clientSecret must be a string, .* undefined/],
    [{ clientId: undefined as never }, /^clientId must be a string/],
    [{ apiKeyId: null as never }, /^apiKeyId must be a string/],
    [{ apiKey: 1 as never }, /^apiKey must be a string, but its type is number/],
    [{ origin: undefined as never }, /^origin must be like "https:\/\/shop\.example"/],
    [{ docgateUrl: undefined as never }, /^docgateUrl must be an address such as/],
    [{ timeoutMs: "10" as never }, /^timeoutMs must be a number above 0/],
    [{ clientSecret: "dgs_secret\n" }, /^clientSecret must consist of letters/],
    [{ apiKey: "" }, /^apiKey must consist of letters/],
    [{ origin: "https://shop.example/" }, /^origin must be like "https:\/\/shop\.example"/],
    [{ docgateUrl: "https://user:secret@docs.example" }, /^docgateUrl must be an address such as/],
    [{ timeoutMs: 0 }, /^timeoutMs must be a number above 0/],
  ])("refuses %j, without a secret in the message", (wrong, message) => {
    const create = () =>
      createPartnerClient({ ...CREDENTIALS, docgateUrl: "https://docs.example", ...wrong });

    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(/secret\b/);
  });

  it("has the types of the resources as docgate sends them", () => {
    type Deep<Value> = Value extends object
      ? { readonly [Key in keyof Value]: Deep<Value[Key]> }
      : Value;
    expectTypeOf<Deep<z.infer<typeof partnerSpace>>>().toEqualTypeOf<Deep<Space>>();
    expectTypeOf<Deep<z.infer<typeof consumerContract>>>().toEqualTypeOf<Deep<Contract>>();
    expectTypeOf<Deep<z.infer<typeof consumerPolicy>>>().toEqualTypeOf<Deep<Policy>>();
  });
});
