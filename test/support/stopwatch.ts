import { once } from "node:events";
import { connect } from "node:net";
import { mannWhitney } from "./mann-whitney.ts";
import { createRandom } from "./random.ts";

/** Requests by the case that they represent, each with its bytes. */
export type Requests = Readonly<Record<string, Uint8Array>>;

/** The duration of each request of a case, in microseconds. */
export type Samples = ReadonlyMap<string, readonly number[]>;

export interface RequestParts {
  readonly method?: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Formats requests, padded to one length: the sender knows the length of a request anyway, so it
 * must not hide differences that the server reveals.
 */
export function toRequests(cases: Readonly<Record<string, RequestParts>>): Requests {
  const textOf = (parts: RequestParts) => Buffer.byteLength(requestText(parts, ""));
  const length = Math.max(...Object.values(cases).map(textOf));
  return Object.fromEntries(
    Object.entries(cases).map(([name, parts]) => [
      name,
      Buffer.from(requestText(parts, "x".repeat(length - textOf(parts)))),
    ]),
  );
}

function requestText(parts: RequestParts, padding: string): string {
  const { method = "GET", target, headers, body = "" } = parts;
  const lines = Object.entries({
    Host: "docs.example",
    ...headers,
    ...(body && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
    "X-Padding": padding,
  }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${target} HTTP/1.1`, ...lines, "", body].join("\r\n");
}

/** Sends a request and waits for its end. @returns the duration in microseconds */
export type Stopwatch = (request: Uint8Array) => Promise<number>;

/** Times answers on one keep-alive connection. The answers have a Content-Length. */
export async function openAnswerWatch(
  url: string,
  expected: string,
): Promise<{ readonly time: Stopwatch; close(): void }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay().setEncoding("latin1");
  await once(socket, "connect");

  async function time(request: Uint8Array): Promise<number> {
    const start = performance.now();
    socket.write(request);
    let answer = "";
    while (!isWhole(answer)) answer += (await once(socket, "data"))[0];
    const end = performance.now();
    if (!answer.endsWith(expected)) throw new Error(`Expected ${expected}, not ${answer}`);
    return (end - start) * 1000;
  }

  return { time, close: () => void socket.destroy() };
}

function isWhole(answer: string): boolean {
  const [head, body] = answer.split("\r\n\r\n", 2);
  const length = /^content-length: (\d+)$/im.exec(head!)?.[1];
  return body !== undefined && body.length >= Number(length);
}

/** Times how long a connection lives after a request that is answered by closing it. */
export function dropWatch(url: string): Stopwatch {
  const { hostname, port } = new URL(url);
  return async (request) => {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, "connect");
    // A reset counts as a regular end.
    socket.on("error", () => undefined).resume();
    const closed = once(socket, "close");
    const start = performance.now();
    socket.write(request);
    await closed;
    const end = performance.now();
    if (socket.bytesRead > 0) throw new Error("Expected not one byte, but there was an answer");
    return (end - start) * 1000;
  };
}

export interface SamplingOptions {
  /** Number of times that each request is sent. */
  readonly rounds: number;
  /** Number of times before that, which are not measured. */
  readonly warmUp: number;
  readonly time: Stopwatch;
  /** The same seed gives the same order. */
  readonly seed: number;
}

/** Sends every request once per round, in random order, so that drift affects all equally. */
export async function sample(requests: Requests, options: SamplingOptions): Promise<Samples> {
  const { rounds, warmUp, time, seed } = options;
  const random = createRandom(seed);
  const samples = new Map(Object.keys(requests).map((name) => [name, [] as number[]]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of shuffle([...samples.keys()], random)) {
      const micros = await time(requests[name]!);
      if (round >= 0) samples.get(name)!.push(micros);
    }
  }
  return samples;
}

/** Shuffles in place (Fisher and Yates). */
function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}

const SIGNIFICANCE = 0.01;
/** Share of the smaller median. */
const NOTICEABLE = 0.02;

/**
 * Finds pairs of cases that can be told apart: according to the rank test, at 1 % over all pairs
 * (Bonferroni), and with medians that differ by at least 2 %.
 *
 * @returns a line for each pair
 */
export function findDifferences(samples: Samples): readonly string[] {
  const pairs = pairsOf([...samples]);
  return pairs.flatMap(([[one, left], [other, right]]) => {
    const [shorter, longer] = [quantile(left, 0.5), quantile(right, 0.5)].sort((a, b) => a - b);
    const gap = longer! / shorter! - 1;
    const { p } = mannWhitney(left, right);
    if (p > SIGNIFICANCE / pairs.length || gap < NOTICEABLE) return [];
    const percent = (100 * gap).toFixed(1);
    return [`"${one}" and "${other}": medians ${percent} % apart, p = ${p.toExponential(1)}`];
  });
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, index) =>
    items.slice(index + 1).map((other): [Item, Item] => [one, other]),
  );
}

/** Returns the value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!;
}

/** Formats a line for each case with its median, quartiles and p99 in microseconds. */
export function describeSamples(samples: Samples): string {
  return [...samples]
    .map(([name, values]) => {
      const shares = [0.25, 0.5, 0.75, 0.99].map((share) => quantile(values, share).toFixed(0));
      return `${name}: ${shares.join(" / ")} µs (quartiles, p99), ${values.length} samples`;
    })
    .join("\n");
}
