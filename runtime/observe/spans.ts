import type { Attributes } from "@opentelemetry/api";
import type { RequestAnswer, RequestHead } from "../http/observer.ts";

/** Spans of OpenTelemetry, with the names and attributes of its semantic conventions. */
export interface Tracing {
  /** Begins the span of a request, as part of the trace that its `traceparent` names. */
  startRequest(head: RequestHead): RequestSpan;
  readonly span: InSpan;
  /**
   * Sends what was not sent yet.
   *
   * @returns whether it ended within `graceMs`; else a connection may still be open
   */
  close(options: { readonly graceMs: number }): Promise<boolean>;
}

export interface RequestSpan {
  readonly traceId: string;
  run<Result>(work: () => Result): Result;
  end(answer: RequestAnswer): void;
}

/** Does work in a span below the current one, which ends with the work. */
export type InSpan = <Result>(options: SpanOptions, work: (span: WorkSpan) => Result) => Result;

export interface SpanOptions {
  readonly name: string;
  /** `client` for what asks another system. */
  readonly kind: "internal" | "client";
  readonly attributes?: Attributes;
}

/** What the work may add to its span. */
export interface WorkSpan {
  set(attributes: Attributes): void;
  /** Marks it as failed. */
  fail(errorType: string): void;
}

/** Does the work, and traces nothing. */
export const UNTRACED: InSpan = (_, work) => work(NO_SPAN);

const NO_SPAN: WorkSpan = { set() {}, fail() {} };
