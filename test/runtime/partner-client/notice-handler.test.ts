import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  createNoticeHandler,
  type NoticeHandlers,
} from "../../../runtime/partner-client/exports.ts";

const SECRET = `whsec_${btoa("x".repeat(32))}`;

function handlerOf(handlers: NoticeHandlers) {
  const errors: unknown[] = [];
  const handle = createNoticeHandler({
    docgateUrl: "https://docs.example.com",
    signing: "none",
    handlers,
    onError: (error) => errors.push(error),
  });
  const send = (body: unknown, context?: Parameters<typeof handle>[1]) =>
    handle(
      new Request("https://shop.example/notices", { method: "POST", body: JSON.stringify(body) }),
      context,
    );
  return { handle, send, errors };
}

describe("createNoticeHandler", () => {
  it("calls the handlers of a notice's kinds, each once, after those of every notice", async () => {
    const calls: string[] = [];
    const readSpaces = () => calls.push("spaces");
    const { send } = handlerOf({
      every: ({ kinds }) => calls.push(kinds.join()),
      r_space: readSpaces,
      r_agent: readSpaces,
      other: () => calls.push("other"),
      r_cert: ({ pem, sharedSecret }) => calls.push(pem, sharedSecret),
      r_cert_delete: () => calls.push("gone"),
    });

    await send({ "synch-data": ["r_space", "r_agent", "r_json"] });
    await send({ "synch-data": ["r_new", "every", "toString", "r_cert"] });
    const result = { cert: "PEM", key: "secret" };
    await send({ "synch-data": "r_cert", type: "resource", result });
    await send({ "synch-data": "r_cert_delete", type: "resource" });
    await send({ "synch-data": [] });
    await nextTurn();

    expect(calls).toEqual([
      ...["r_space,r_agent,r_json", "spaces"],
      ...["r_new,every,toString,r_cert", "other"],
      ...["r_cert", "PEM", "secret"],
      ...["r_cert_delete", "gone"],
      "",
    ]);
  });

  it("answers before the handlers run, which run in the order of arrival", async () => {
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const { send } = handlerOf({
      r_space: () => promise.then(() => order.push("first")),
      r_json: () => order.push("second"),
    });
    const running: Promise<unknown>[] = [];
    const context = { waitUntil: (work: Promise<unknown>) => void running.push(work) };

    expect((await send({ "synch-data": ["r_space"] }, context)).status).toBe(204);
    expect((await send({ "synch-data": ["r_json"] }, context)).status).toBe(204);
    expect(order).toEqual([]);
    resolve();
    await Promise.all(running);

    expect(order).toEqual(["first", "second"]);
  });

  it("reports an error of a handler, and goes on with the others", async () => {
    const failure = new Error("no disk");
    const calls: string[] = [];
    const { send, errors } = handlerOf({
      r_space: () => Promise.reject(failure),
      r_json: () => calls.push("json"),
    });

    await send({ "synch-data": ["r_space", "r_json"] });
    await nextTurn();

    expect(errors).toEqual([failure]);
    expect(calls).toEqual(["json"]);
  });

  it.each([
    [null],
    [{}],
    [{ "synch-data": "r_space" }],
    [{ "synch-data": [1] }],
    [{ "synch-data": "r_cert", result: { cert: "PEM" } }],
  ])("refuses %j, which is not a notice", async (body) => {
    const { send, errors } = handlerOf({});

    expect((await send(body)).status).toBe(400);
    expect(errors).toMatchObject([{ code: "notice-invalid" }]);
  });

  it.each([
    [{ webhookId: undefined as never }, /^webhookId must be the id of your webhook/],
    [{ webhookId: "" }, /^webhookId must be/],
    [{ webhookId: "one_two" }, /^webhookId must be/],
    [{ signing: "standard" as never }, /^signing must be "v1a", "v1" or "none"/],
    [{ signing: "v1" as const }, /^secret must be the secret of the webhook, "whsec_…"/],
    [{ signing: "v1" as const, secret: "whsec_secret" }, /^secret must be/],
    [{ secret: SECRET }, /^secret is for notices with the signing "v1" only/],
    [{ signing: "v1a" as const, secret: SECRET }, /^secret is for notices/],
  ])("refuses the options %j, without a secret in the message", (wrong, message) => {
    const options = { docgateUrl: "https://docs.example.com", webhookId: "webhook-1" };
    const create = () => createNoticeHandler({ ...options, handlers: {}, onError() {}, ...wrong });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(/whsec_\w/);
  });

  it("answers only POST, and does not accept a request that was read before", async () => {
    const { handle } = handlerOf({});
    expect((await handle(new Request("https://shop.example/notices"))).status).toBe(405);
    const read = new Request("https://shop.example/notices", { method: "POST", body: "{}" });
    await read.text();
    await expect(handle(read)).rejects.toThrow(TypeError);
  });
});
