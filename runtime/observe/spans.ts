import type { Attributes } from "@opentelemetry/api";
import type { RequestAnswer, RequestHead } from "../http/observer.ts";

/** Spans of OpenTelemetry, with the names and attributes of its semantic conventions. */
export interface Tracing {
  /** Starts the span of a request, as part of the trace that its `traceparent` names. */
  startRequest(head: RequestHead): RequestSpan;
  readonly span: InSpan;
  /**
   * Sends the remaining spans.
   *
   * @returns true if that finished within `graceMs`; otherwise a connection may still be open
   */
  close(options: { readonly graceMs: number }): Promise<boolean>;
}

export interface RequestSpan {
  readonly traceId: string;
  run<Result>(work: () => Result): Result;
  end(answer: RequestAnswer): void;
}

/** Runs work in a child span of the current one; the span ends with the work. */
export type InSpan = <Result>(options: SpanOptions, work: (span: WorkSpan) => Result) => Result;

export interface SpanOptions {
  readonly name: string;
  /** `client` for requests to another system. */
  readonly kind: "internal" | "client";
  readonly attributes?: Attributes;
}

/** The span of some work, as the work sees it. */
export interface WorkSpan {
  set(attributes: Attributes): void;
  /** Marks the span as failed. */
  fail(errorType: string): void;
}

/** Runs the work without tracing. */
export const UNTRACED: InSpan = (_, work) => work(NO_SPAN);

const NO_SPAN: WorkSpan = { set() {}, fail() {} };
