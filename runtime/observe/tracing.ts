import { setTimeout as delay } from "node:timers/promises";
import {
  type Context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { DocgateError } from "../../corpus/error.ts";
import type { RequestHead } from "../http/observer.ts";
import { knownMethod } from "./method.ts";
import { redact } from "./redact.ts";
import type { Tracing, WorkSpan } from "./spans.ts";
import type { SamplerSettings } from "./trace-settings.ts";

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

export interface TracingOptions {
  readonly sampler: SamplerSettings;
  /** Version of docgate. */
  readonly version: string;
  /** Called when traces cannot be sent, and when they can be sent again. */
  readonly log: (line: string) => void;
}

/**
 * Starts to send traces by OTLP over HTTP, as configured in the environment: the libraries of
 * OpenTelemetry read `OTEL_EXPORTER_OTLP_…`, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`
 * themselves.
 */
export function startTracing({ sampler, version, log }: TracingOptions): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "docgate", "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(sampler),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: tellFailures(new OTLPTraceExporter(), log) }),
    ],
  });
  const tracer = provider.getTracer("docgate", version);
  const contexts = new AsyncLocalStorageContextManager();

  function runIn<Result>(context: Context, work: () => Result): Result {
    return contexts.with(context, work as () => ReturnType<typeof work>);
  }

  return {
    startRequest(head) {
      const { method, path } = head;
      const known = knownMethod(method);
      const options = {
        kind: SpanKind.SERVER,
        attributes: {
          "http.request.method": known ?? "_OTHER",
          ...(!known && { "http.request.method_original": method }),
          "url.path": redact(path),
          "url.scheme": "http",
        },
      };
      const name = known ?? "HTTP";
      const span = tracer.startSpan(name, options, parentOf(head));
      const context = trace.setSpan(ROOT_CONTEXT, span);
      return {
        traceId: span.spanContext().traceId,
        run: (work) => runIn(context, work),
        end({ route, status }) {
          if (route !== null) span.updateName(`${name} ${route}`).setAttribute("http.route", route);
          span.setAttribute("http.response.status_code", status);
          if (status >= 500) fail(span, String(status));
          span.end();
        },
      };
    },
    span({ name, kind, attributes = {} }, work) {
      const parent = contexts.active();
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
      const live: WorkSpan = {
        set: (more) => void span.setAttributes(more),
        fail: (errorType) => fail(span, errorType),
      };
      return runIn(trace.setSpan(parent, span), () => endWith(span, () => work(live)));
    },
    async close({ graceMs }) {
      const timer = new AbortController();
      const late = delay(graceMs, false, { signal: timer.signal }).catch(() => false);
      // The failure was logged when it happened.
      const ended = await Promise.race([provider.shutdown().then(isOver, isOver), late]);
      timer.abort();
      return ended;
    },
  };
}

function isOver(): true {
  return true;
}

function samplerOf({ ratio, isParentBased }: SamplerSettings): Sampler {
  const root = rootSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(ratio: number): Sampler {
  if (ratio === 1) return new AlwaysOnSampler();
  return ratio === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}

/** W3C Trace Context, section 3.2: version, trace, parent, flags. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/;

function parentOf({ header }: RequestHead): Context {
  const match = TRACEPARENT.exec(header("traceparent") ?? "");
  if (!match) return ROOT_CONTEXT;
  const [, traceId, spanId, flags] = match as unknown as [string, string, string, string];
  const state = header("tracestate");
  const parent = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(state !== undefined && { traceState: createTraceState(state) }),
  };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** Ends a span when its work ends, synchronously or later. */
function endWith<Result>(span: Span, work: () => Result): Result {
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    const failAndEnd = (error: unknown) => {
      failBy(span, error);
      span.end();
    };
    result.then(() => span.end(), failAndEnd);
    return result;
  } catch (error) {
    failBy(span, error);
    span.end();
    throw error;
  }
}

/** Omits the message, which could contain a secret. */
function failBy(span: Span, error: unknown): void {
  const name = error instanceof Error ? error.name : "Error";
  fail(span, error instanceof DocgateError ? error.code : name);
}

function fail(span: Span, errorType: string): void {
  span.setAttribute("error.type", errorType).setStatus({ code: SpanStatusCode.ERROR });
}

/** Logs the first failure, and the first success after it. */
function tellFailures(exporter: OTLPTraceExporter, log: (line: string) => void): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined || result.code !== 0;
        if (hasFailed !== isFailing) {
          const reason = result.error?.message ?? "the reason is unknown";
          log(hasFailed ? `Traces cannot be sent: ${reason}` : "Traces are sent again.");
        }
        isFailing = hasFailed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
