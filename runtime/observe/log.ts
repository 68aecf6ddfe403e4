import { isStoreAway } from "../store/errors.ts";
import { redact } from "./redact.ts";
import type { AnsweredRequest, RequestScope } from "./requests.ts";

/** Log lines for people, or for machines: one JSON object each. */
export const LOG_FORMATS = ["plain", "json"] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

type Level = "info" | "warn" | "error";

/** The log for operators while docgate serves. */
export interface Log {
  info(message: string): void;
  /** Logs a condition that needs attention, now or soon. */
  warn(message: string): void;
  /** Logs an error that docgate itself caused. */
  error(error: unknown): void;
  /** Logs an answered request. */
  access(answered: AnsweredRequest): void;
}

export interface LogOptions {
  readonly format: LogFormat;
  /** Called with a line, without its line break. */
  readonly write: (line: string) => void;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns the request in progress. */
  readonly current: () => RequestScope | undefined;
}

interface LineOptions extends Pick<LogOptions, "format" | "now"> {
  readonly level: Level;
}

/** Formats one line of the log, for what is said before there is a log, or outside of it. */
export function logLine(message: string, { format, level, now }: LineOptions): string {
  const context = { now, current: () => undefined };
  return (format === "json" ? jsonLines(context) : plainLines(context)).message(level, message);
}

export function createLog(options: LogOptions): Log {
  const { write } = options;
  const form = options.format === "json" ? jsonLines(options) : plainLines(options);
  return {
    info: (message) => write(form.message("info", message)),
    warn: (message) => write(form.message("warn", message)),
    error(error) {
      // The store itself logs once that it does not answer, and each time that it is too busy.
      if (!isStoreAway(error)) write(form.error(error));
    },
    access: (answered) => write(form.access(answered)),
  };
}

interface Form {
  message(level: Level, message: string): string;
  error(error: unknown): string;
  access(answered: AnsweredRequest): string;
}

type Context = Pick<LogOptions, "now" | "current">;

function plainLines({ now, current }: Context): Form {
  return {
    message: (_, message) => redact(message),
    error(error) {
      const request = current();
      const where = request ? `\n    in request ${request.requestId}` : "";
      return redact(stackOf(error) + where);
    },
    access({ method, path, status, durationMs }) {
      return `${timeOf(now())} ${method} ${redact(path)} ${status} ${durationMs.toFixed(1)}ms`;
    },
  };
}

interface Fields extends Record<string, unknown> {
  /** The request, if it is not the current one. */
  readonly scope?: RequestScope;
}

function jsonLines({ now, current }: Context): Form {
  function line(level: Level, msg: string, { scope = current(), ...fields }: Fields = {}): string {
    const { requestId, traceId } = scope ?? {};
    const all = { time: timeOf(now()), level, msg, requestId, traceId, ...fields };
    return JSON.stringify(all, (_, value) => (typeof value === "string" ? redact(value) : value));
  }
  return {
    message: line,
    error(error) {
      const stack = stackOf(error);
      return line("error", error instanceof Error ? error.message : stack, { stack });
    },
    access({ method, path, route, status, durationMs, scope }) {
      const rounded = Number(durationMs.toFixed(1));
      return line("info", "request", { scope, method, path, route, status, durationMs: rounded });
    },
  };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
