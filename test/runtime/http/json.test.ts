import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type JsonResult, readJson, validate } from "../../../runtime/http/json.ts";
import { findJsonFault, placeOf } from "../../../runtime/http/json-scan.ts";
import { RUNS } from "../../support/extent.ts";
import { connectRaw } from "../../support/raw-client.ts";

const MAX_BYTES = 1000;

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

interface PostOptions {
  readonly headers?: Record<string, string>;
  readonly maxBytes?: number;
}

function post(body: Body, options: PostOptions = {}): Promise<JsonResult> {
  const { headers = { "Content-Type": "application/json" }, maxBytes = MAX_BYTES } = options;
  const init: RequestInit = { method: "POST", body, headers, duplex: "half" };
  return readJson(new Request("http://localhost/", init), { maxBytes });
}

describe("readJson", () => {
  it.each<[string, unknown]>([
    ['{"code":"x","n":[1,-0.5e3,true,false,null,"\\u00e9\\n\\"é🎉"]}', undefined],
    [' \t\r\n{ "a" : { } , "b" : [ ] } \n', undefined],
    ["null", null],
    ["-0", -0],
    ['""', ""],
    ["1.7976931348623157e308", 1.7976931348623157e308],
    ['{"constructor":{"name":1},"prototype":1}', undefined],
    ['{"a":{"x":1},"b":{"x":1}}', undefined],
    ['{"toString":1,"hasOwnProperty":2}', undefined],
  ])("gives the value of %s", async (text, value) => {
    expect(await post(text)).toEqual({ ok: true, value: value ?? JSON.parse(text) });
  });

  describe("media type", () => {
    const refusal = {
      ok: false,
      status: 415,
      message: "Content-Type must be application/json, in UTF-8.",
      errors: [{ path: "", message: "Content-Type must be application/json, in UTF-8." }],
      headers: {},
    };

    it.each([
      "application/json",
      "Application/JSON",
      "application/json; charset=utf-8",
      'application/json;charset="UTF-8"',
      "application/json; profile=x; charset=utf-8",
      'application/json; note="; charset=latin1"',
      "application/json;",
      " application/json ; Charset=utf-8 ",
    ])("takes %s", async (contentType) => {
      expect(await post("{}", { headers: { "Content-Type": contentType } })).toEqual({
        ok: true,
        value: {},
      });
    });

    it.each([
      "",
      "text/plain",
      "text/plain; application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "application/json, text/plain",
      "application/merge-patch+json",
      "application/json; charset=latin1",
      "application/json; charset =latin1",
      "application/json; charset=utf-8; charset=utf-16",
      "application/json; charset=",
      "application/json; charset",
    ])("ATTACK-E56, ATTACK-H109: refuses %s with 415", async (contentType) => {
      expect(await post("{}", { headers: { "Content-Type": contentType } })).toEqual(refusal);
    });

    it("ATTACK-H109: refuses a body without a type with 415", async () => {
      expect(await post(new TextEncoder().encode("{}"), { headers: {} })).toEqual(refusal);
    });
  });

  describe("size", () => {
    const refusal = {
      ok: false,
      status: 413,
      message: "The body must not exceed 1000 bytes.",
      errors: [{ path: "", message: "The body must not exceed 1000 bytes." }],
      headers: { Connection: "close" },
    };

    it("accepts a body as long as the limit", async () => {
      const text = JSON.stringify("x".repeat(MAX_BYTES - 2));
      expect(await post(text)).toEqual({ ok: true, value: JSON.parse(text) });
    });

    it("counts bytes, not characters", async () => {
      expect(await post(JSON.stringify("é".repeat(MAX_BYTES / 2)))).toEqual(refusal);
    });

    it("ATTACK-E56, ATTACK-K137: refuses a declared length above the limit without reading", async () => {
      const pull = vi.fn();
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const headers = { "Content-Type": "application/json", "Content-Length": "1001" };

      expect(await post(body, { headers })).toEqual(refusal);
      expect(pull).not.toHaveBeenCalled();
    });

    it("ATTACK-K137: stops reading a stream at the limit, whatever follows", async () => {
      let sent = 0;
      const endless = new ReadableStream({
        pull(controller) {
          sent += 100;
          controller.enqueue(new Uint8Array(100).fill(0x20));
        },
      });

      expect(await post(endless)).toEqual(refusal);
      expect(sent).toBeLessThan(MAX_BYTES * 2);
    });

    it("joins chunks, even if they split a character", async () => {
      const bytes = new TextEncoder().encode('{"name":"é🎉"}');
      const pieces = ReadableStream.from(Array.from(bytes, (byte) => Uint8Array.of(byte)));

      expect(await post(pieces)).toEqual({ ok: true, value: { name: "é🎉" } });
    });
  });

  describe("text", () => {
    it.each([[null], [""], [new Uint8Array()]])(
      "ATTACK-E56: refuses an empty body (%j)",
      async (body) => {
        expect(await post(body)).toMatchObject({
          status: 400,
          errors: [{ path: "", message: "The body is empty: expected JSON." }],
        });
      },
    );

    it.each([
      [[0x22, 0xff, 0x22], 1],
      [[0x22, 0xc3, 0x22], 1],
      [[0x22, 0xc0, 0x80, 0x22], 1],
      [[0x22, 0xed, 0xa0, 0x80, 0x22], 1],
      [[0x22, 0x61, 0xf4, 0x90, 0x80, 0x80, 0x22], 2],
      [[0xef, 0xbf], 2],
    ])("refuses what is not UTF-8: %j", async (bytes, offset) => {
      expect(await post(new Uint8Array(bytes))).toMatchObject({
        status: 400,
        message: `The body is not UTF-8 at byte ${offset}.`,
      });
    });

    it.each([
      ["{", "Line 1, column 2: The JSON ends too early."],
      ["   ", "Line 1, column 4: The JSON ends too early."],
      ['{"a":"hunter2', "Line 1, column 14: The JSON ends too early."],
      ['{\n  "a": hunter2}', "Line 2, column 8: Expected a value."],
      ['{"a" 1}', "Line 1, column 6: Expected :."],
      ['{"a":1,}', "Line 1, column 8: Expected a name in double quotes."],
      ["{a:1}", "Line 1, column 2: Expected a name in double quotes or }."],
      ["[1,]", "Line 1, column 4: Expected a value."],
      ["[1 2]", "Line 1, column 4: Expected , or ]."],
      ['{"a":1]', "Line 1, column 7: Expected , or }."],
      ["{} {}", "Line 1, column 4: Expected the end."],
      ['"a\nb"', "Line 1, column 3: Expected a character that is allowed in a string."],
      ['"\\x"', "Line 1, column 2: Expected a character that is allowed in a string."],
      ["01", "Line 1, column 2: Expected the end."],
      ["// no", "Line 1, column 1: Expected a value."],
      ["NaN", "Line 1, column 1: Expected a value."],
      ["\ufeff{}", "Line 1, column 1: Expected a value."],
      ["\u00a0{}", "Line 1, column 1: Expected a value."],
    ])("ATTACK-E56: refuses %j with the place and no part of the text", async (text, message) => {
      const result = await post(text);
      expect(result).toMatchObject({ ok: false, status: 400, message });
    });
  });

  describe("values", () => {
    it.each([
      ['{"a":1,"a":1}', "a"],
      ['{"a":{"b":[0,{"c":1,"d":2,"c":3}]}}', "a.b.1.c"],
      ['{"a":1,"\\u0061":2}', "a"],
      ['{"":1,"":2}', ""],
    ])("ATTACK-E56: refuses a name that occurs twice: %s", async (text, path) => {
      expect(await post(text)).toMatchObject({
        status: 400,
        errors: [{ path, message: placed("This name occurs more than once.") }],
      });
    });

    it.each([
      ['{"__proto__":{"admin":true}}', "__proto__"],
      ['{"a":[{"__proto__":null}]}', "a.0.__proto__"],
      ['{"\\u005f_proto__":{}}', "__proto__"],
      ['{"constructor":{"prototype":{"admin":true}}}', "constructor.prototype"],
    ])(
      "ATTACK-E56, ATTACK-H105: refuses a name that reaches a prototype: %s",
      async (text, path) => {
        expect(await post(text)).toMatchObject({
          status: 400,
          errors: [{ path, message: placed("This name is not allowed.") }],
        });
      },
    );

    it.each(["1e309", "-1e309", `1${"0".repeat(400)}`])(
      "ATTACK-K137: refuses the number %s, which would become infinite",
      async (number) => {
        expect(await post(`{"a":[${number}]}`)).toMatchObject({
          status: 400,
          errors: [{ path: "a.0", message: placed("The number is too large.") }],
        });
      },
    );

    it("refuses half a character", async () => {
      expect(await post('{"name":"\\ud83c"}')).toMatchObject({
        status: 400,
        errors: [
          {
            path: "name",
            message: placed("This text holds half a character (an unpaired surrogate)."),
          },
        ],
      });
      expect(await post('{"name":"\\ud83c\\udf89"}')).toEqual({ ok: true, value: { name: "🎉" } });
    });

    it.each([
      ["[", "]"],
      ['{"a":', "}"],
    ])("takes 32 levels of %s and refuses 33", async (open, close) => {
      const nest = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;

      expect(await post(nest(32))).toMatchObject({ ok: true });
      expect(await post(nest(33))).toMatchObject({
        status: 400,
        message: placed("Nested deeper than 32 levels."),
      });
    });

    it.each(["[", '{"a":'])("ATTACK-K137: refuses a million levels of %s", async (open) => {
      const text = open.repeat(1_000_000);

      expect(await post(text, { maxBytes: text.length })).toMatchObject({
        status: 400,
        message: placed("Nested deeper than 32 levels."),
      });
    });

    it("ATTACK-K137: refuses a million names because of their size", async () => {
      expect(await post(`{${manyNames(1_000_000)}}`)).toMatchObject({ status: 413 });
    });

    it("ATTACK-K137: finds the only repeated name among many", async () => {
      const text = `{${manyNames(100_000)},"7":0}`;

      expect(await post(text, { maxBytes: text.length })).toMatchObject({
        status: 400,
        errors: [{ path: "7", message: placed("This name occurs more than once.") }],
      });
    });

    it("reads a string of several megabytes, plain and escaped", async () => {
      for (const text of [`"${"x".repeat(2 ** 22)}"`, `"${"\\n".repeat(2 ** 21)}"`]) {
        expect(await post(text, { maxBytes: text.length })).toEqual({
          ok: true,
          value: JSON.parse(text),
        });
      }
    });

    it("shortens a long path", async () => {
      const name = "x".repeat(400);
      const result = await post(`{"${name}":1,"${name}":1}`);
      expect(result).toMatchObject({ errors: [{ path: `${"x".repeat(200)}…` }] });
    });
  });
});

describe("findJsonFault", () => {
  /** Faults that JSON.parse accepts. */
  const BEYOND_JSON = /more than once|not allowed|too large|half a character|deeper/;

  function agreesWithParser(text: string): void {
    const fault = findJsonFault(text, { maxDepth: 32 });
    if (fault && BEYOND_JSON.test(fault.message)) return;
    expect(fault === null).toBe(isJson(text));
  }

  it("finds no fault in JSON, however it is written", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(4), (value, blanks) => {
        const text = JSON.stringify(value, null, blanks);
        const fault = findJsonFault(text, { maxDepth: 32 });
        expect(fault === null || BEYOND_JSON.test(fault.message)).toBe(true);
      }),
    );
  });

  it("agrees with JSON.parse about damaged JSON", () => {
    const damage = fc.constantFrom(...'{}[]:,"\\ \n\t-+.0123eEtrufalsn\u0000\u007f\ufeff');
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.array(fc.tuple(fc.nat(), damage, fc.boolean()), { minLength: 1, maxLength: 3 }),
        (text, changes) => {
          agreesWithParser(
            changes.reduce((changed, [at, character, replaces]) => {
              const place = at % (changed.length + 1);
              const rest = changed.slice(place + Number(replaces));
              return changed.slice(0, place) + character + rest;
            }, text),
          );
        },
      ),
      { numRuns: RUNS.cheap },
    );
  });

  it("agrees with JSON.parse about strings of JSON's syntax characters", () => {
    const tokens = fc.constantFrom("{", "}", "[", "]", ":", ",", '"a"', '"', "1", "-", "true", " ");
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 12 }), (parts) => agreesWithParser(parts.join(""))),
      { numRuns: RUNS.cheap },
    );
  });
});

describe("placeOf", () => {
  it("counts lines and columns from 1", () => {
    expect(placeOf("ab\ncd", 0)).toEqual({ line: 1, column: 1 });
    expect(placeOf("ab\ncd", 2)).toEqual({ line: 1, column: 3 });
    expect(placeOf("ab\ncd", 3)).toEqual({ line: 2, column: 1 });
    expect(placeOf("", 0)).toEqual({ line: 1, column: 1 });
  });
});

describe("readJson behind a server", () => {
  let stop = () => {};
  afterEach(() => stop());

  /** Answers every request with the result of reading it. */
  async function serve(): Promise<string> {
    const server = createAdaptorServer({
      fetch: async (request) => {
        const result = await readJson(request, { maxBytes: MAX_BYTES });
        return result.ok ? Response.json(result.value) : Response.json(result, result);
      },
    });
    stop = () => void server.close();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

  it("ATTACK-K137: answers a chunked body above the limit while it is still arriving, and closes", async () => {
    const client = await connectRaw(await serve());
    client.send(`${HEAD}Transfer-Encoding: chunked\r\n\r\n7d0\r\n${" ".repeat(2000)}\r\n`);
    const { status, headers } = await client.response();

    expect(status).toBe(413);
    expect(headers.get("connection")).toBe("close");
  });

  it("ATTACK-K137: answers a declared length above the limit before the body arrives", async () => {
    const client = await connectRaw(await serve());
    client.send(`${HEAD}Content-Length: 1001\r\n\r\n`);
    const { status, headers } = await client.response();

    expect(status).toBe(413);
    expect(headers.get("connection")).toBe("close");
  });

  it("reads the next body of the same connection", async () => {
    const client = await connectRaw(await serve());
    client.send(`${HEAD}Content-Length: 3\r\n\r\n{"a`);
    expect((await client.response()).status).toBe(400);
    client.send(`${HEAD}Content-Length: 7\r\n\r\n{"a":1}`);
    expect((await client.response()).body).toBe('{"a":1}');
  });
});

describe("validate", () => {
  const schema = z.strictObject({
    name: z.string().min(1),
    spaces: z.array(z.strictObject({ id: z.string() })).optional(),
    kind: z.enum(["system", "outside"]).default("system"),
  });

  it("gives the schema's output", () => {
    expect(validate(schema, { name: "x" })).toEqual({
      ok: true,
      value: { name: "x", kind: "system" },
    });
  });

  it("ATTACK-H105: names every unknown field by its path", () => {
    const body = { name: "x", keyHash: "a", id: "b", spaces: [{ id: "c", organizationId: "d" }] };
    const result = validate(schema, body);

    expect(result).toEqual({
      ok: false,
      errors: [
        { path: "spaces.0.organizationId", message: "Unknown field." },
        { path: "keyHash", message: "Unknown field." },
        { path: "id", message: "Unknown field." },
      ],
    });
  });

  it("names a missing field and one of the wrong type", () => {
    expect(validate(schema, { spaces: [{ id: 1 }] })).toEqual({
      ok: false,
      errors: [
        { path: "name", message: "This field is required." },
        { path: "spaces.0.id", message: "Invalid input: expected string, received number" },
      ],
    });
  });

  it.each([[null], [[]], [1], ["text"], [true]])(
    "ATTACK-E56: refuses %j, which is not an object",
    (value) => {
      expect(validate(schema, value)).toMatchObject({ ok: false, errors: [{ path: "" }] });
    },
  );

  it("never repeats a value", () => {
    const secret = "hunter2";
    const bodies = [{ name: "x", kind: secret }, { name: [secret] }, { name: { first: secret } }];
    const format = z.object({ a: z.email(), b: z.uuid(), c: z.url(), d: z.literal("x") });
    const formats = validate(format, { a: secret, b: secret, c: secret, d: secret });

    const results = [...bodies.map((body) => validate(schema, body)), formats];
    expect(results.every(({ ok }) => !ok)).toBe(true);
    expect(JSON.stringify(results)).not.toContain(secret);
  });

  it("ATTACK-K137: reports at most a hundred errors", () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 0]));
    expect(validate(schema, { name: "x", ...body })).toMatchObject({
      errors: { length: 100 },
    });
  });
});

/** Members of an object, no two of the same name. */
function manyNames(count: number): string {
  return Array.from({ length: count }, (_, index) => `"${index}":0`).join(",");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A message after the place of a fault. */
function placed(message: string) {
  return {
    asymmetricMatch: (text: string) => /^Line 1, column \d+: (.*)$/.exec(text)?.[1] === message,
  };
}
