import { expect, it } from "vitest";
import { joined, oncePerTurn } from "../../../runtime/store/joined.ts";

/** Calls whose results come, in their order, when the test says so. */
function createQuestions() {
  const open: PromiseWithResolvers<number>[] = [];
  return {
    ask: joined(() => {
      const question = Promise.withResolvers<number>();
      open.push(question);
      return question.promise;
    }),
    open,
  };
}

it("CHAIN-C15: gives no caller a result from before its call", async () => {
  const { ask, open } = createQuestions();
  const first = ask();
  const later = [ask(), ask(), ask()];
  expect(open).toHaveLength(1);
  open[0]!.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => open.length, { timeout: 10_000 }).toBe(2);
  open[1]!.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  void ask();
  expect(open).toHaveLength(3);
});

it("calls again after a failure, which only the callers of that result see", async () => {
  const { ask, open } = createQuestions();
  const first = ask();
  const second = ask();
  open[0]!.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await expect.poll(() => open.length, { timeout: 10_000 }).toBe(2);
  open[1]!.resolve(2);
  expect(await second).toBe(2);
});

it("CHAIN-C15: oncePerTurn asks once for all calls of a turn, after the last of them", async () => {
  let state = 0;
  let asked = 0;
  const ask = oncePerTurn(async () => {
    asked += 1;
    return state;
  });
  const first = ask();
  await Promise.resolve();
  state = 1;
  const second = ask();
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  expect(asked).toBe(1);
  state = 2;
  expect(await ask()).toBe(2);
  expect(asked).toBe(2);
});

it("oncePerTurn asks again after a failure", async () => {
  let asked = 0;
  const ask = oncePerTurn(async () => {
    asked += 1;
    if (asked === 1) throw new Error("away");
    return asked;
  });
  await expect(ask()).rejects.toThrow("away");
  expect(await ask()).toBe(2);
});
