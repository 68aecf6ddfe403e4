import { describe, expect, it } from "vitest";
import type { RequestHead } from "../../../runtime/http/observer.ts";
import { type AnsweredRequest, createRequests } from "../../../runtime/observe/requests.ts";

function build() {
  const answers: AnsweredRequest[] = [];
  let made = 0;
  let elapsed = 0;
  const requests = createRequests({
    now: () => elapsed,
    newId: () => `made-${++made}`,
    onAnswer: [(answered) => answers.push(answered)],
    tracing: undefined,
  });
  function pass(ms: number): void {
    elapsed += ms;
  }
  return { requests, answers, pass };
}

function headOf(id?: string): RequestHead {
  const headers = new Map(id === undefined ? [] : [["x-request-id", id]]);
  return { method: "GET", path: "/a", header: (name) => headers.get(name) };
}

describe("a request's id", () => {
  it.each(["a", "0af7651916cd43dd8448eb211c80319c", "web-1.example_2", "x".repeat(64)])(
    "is the one that a proxy chose: %s",
    (id) => {
      const { requests } = build();
      const current = requests.begin(headOf(id)).run(() => requests.current());

      expect(current?.requestId).toBe(id);
    },
  );

  it.each([
    ["nothing", undefined],
    ["an empty one", ""],
    ["a long one", "x".repeat(65)],
    ["blanks", "a b"],
    ["a line break", "a\nb"],
    ["an escape sequence", "\u001b[31m"],
    ["a quote", 'a"b'],
    ["letters that look alike", "аdmin"],
    ["two of them", "a, b"],
  ])("is made where there is %s", (_, id) => {
    const { requests } = build();
    const request = requests.begin(headOf(id));
    const ids = [1, 2].map(() => request.run(() => requests.current()?.requestId));

    expect(ids).toEqual(["made-1", "made-1"]);
  });

  it("is that of the request in progress, also later and among others", async () => {
    const { requests } = build();
    const [first, second] = [requests.begin(headOf("first")), requests.begin(headOf("second"))];
    const later = async () => {
      await new Promise(setImmediate);
      return requests.current()?.requestId;
    };

    expect(await Promise.all([first.run(later), second.run(later), later()])).toEqual([
      "first",
      "second",
      undefined,
    ]);
  });
});

describe("an answer", () => {
  it("is reported once, with its duration and its request", () => {
    const { requests, answers, pass } = build();
    const request = requests.begin(headOf("first"));
    pass(12.5);
    request.end({ route: "/:a", status: 201 });

    expect(answers).toMatchObject([
      { method: "GET", path: "/a", route: "/:a", status: 201, durationMs: 12.5 },
    ]);
    expect(answers[0]!.scope.requestId).toBe("first");
  });
});
