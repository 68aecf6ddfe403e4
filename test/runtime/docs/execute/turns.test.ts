import { describe, expect, it, vi } from "vitest";
import { createTurns } from "../../../../runtime/docs/execute/long-work.ts";

/** Takes the given number of steps of the given number of milliseconds. */
function* workFor(steps: number, stepMs: number): Generator<undefined, string> {
  for (let step = 0; step < steps; step++) {
    const endMs = performance.now() + stepMs;
    while (performance.now() < endMs);
    yield;
  }
  return "done";
}

describe("createTurns", () => {
  it("runs short work at once", () => {
    expect(createTurns().advance(workFor(3, 0)).last).toEqual({ done: true, value: "done" });
  });

  it("interrupts long work after a turn, and is free again in a later iteration", async () => {
    const turns = createTurns();
    const work = workFor(12, 5);

    expect(turns.advance(work).last.done).toBe(false);
    expect(turns.isFree()).toBe(false);
    await vi.waitFor(() => expect(turns.isFree()).toBe(true));
    let rounds = 0;
    while (!(await turns.later(() => turns.advance(work))).last.done) rounds++;
    expect(rounds).toBeGreaterThan(0);
  });

  it("gives each of several long tasks one turn in an iteration, first come, first served", async () => {
    const turns = createTurns();
    const order: string[] = [];
    async function run(name: string): Promise<void> {
      const work = workFor(12, 5);
      for (let isDone: boolean | undefined = false; !isDone; ) {
        ({ done: isDone } = await turns.later(() => {
          order.push(name);
          return turns.advance(work).last;
        }));
      }
    }
    const ending = Promise.all([run("a"), run("b")]);
    await ending;

    expect(order.slice(0, 4)).toEqual(["a", "b", "a", "b"]);
  });

  it("passes on errors of the work", async () => {
    const turns = createTurns();
    const fail = () => {
      throw new Error("broken");
    };

    await expect(turns.later(fail)).rejects.toThrow("broken");
    expect(await turns.later(() => "next")).toBe("next");
  });
});
