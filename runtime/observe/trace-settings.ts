/** OpenTelemetry's own environment variables, as far as docgate has to read them itself. */

export interface SamplerSettings {
  /** How many traces that begin here are kept, from 0 to 1. */
  readonly ratio: number;
  /** Whether a trace that began elsewhere is kept when it is kept there. */
  readonly isParentBased: boolean;
}

export interface TraceSettings {
  /** Undefined where no traces are to be sent. */
  readonly sampler: SamplerSettings | undefined;
  /** What is set, and not followed. */
  readonly warnings: readonly string[];
}

/** The names of samplers, each with the ratio that it keeps; null for the one that is told. */
const SAMPLERS: Readonly<Record<string, number | null>> = {
  always_on: 1,
  always_off: 0,
  traceidratio: null,
};
const PARENT_BASED = "parentbased_";
const DEFAULT_SAMPLER = `${PARENT_BASED}always_on`;

/** Reads whether and which traces are sent. What cannot be followed is no reason not to start. */
export function readTraceSettings(environment: NodeJS.ProcessEnv): TraceSettings {
  const exporter = environment.OTEL_TRACES_EXPORTER || "otlp";
  const endpoint =
    environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = environment.OTEL_SDK_DISABLED?.toLowerCase() === "true" || exporter === "none";
  if (!endpoint || isOff) return { sampler: undefined, warnings: [] };
  if (exporter !== "otlp") {
    const warning = `OTEL_TRACES_EXPORTER is "${exporter}", but docgate has "otlp" only: no traces are sent.`;
    return { sampler: undefined, warnings: [warning] };
  }
  const warnings = [...protocolWarnings(environment)];
  const sampler = readSampler(environment, (warning) => warnings.push(warning));
  return { sampler, warnings };
}

function protocolWarnings(environment: NodeJS.ProcessEnv): string[] {
  const protocol =
    environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || environment.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (!protocol || protocol === "http/protobuf") return [];
  return [`Traces are sent as "http/protobuf": "${protocol}" is not offered.`];
}

function readSampler(
  { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: NodeJS.ProcessEnv,
  warn: (warning: string) => void,
): SamplerSettings {
  const name = OTEL_TRACES_SAMPLER || DEFAULT_SAMPLER;
  const isParentBased = name.startsWith(PARENT_BASED);
  const ratio = SAMPLERS[isParentBased ? name.slice(PARENT_BASED.length) : name];
  if (ratio === undefined) {
    warn(`OTEL_TRACES_SAMPLER "${name}" is not known: "${DEFAULT_SAMPLER}" is used.`);
    return { ratio: 1, isParentBased: true };
  }
  if (ratio !== null) return { ratio, isParentBased };
  const told = Number(OTEL_TRACES_SAMPLER_ARG || 1);
  if (told >= 0 && told <= 1) return { ratio: told, isParentBased };
  warn(`OTEL_TRACES_SAMPLER_ARG "${OTEL_TRACES_SAMPLER_ARG}" is no ratio from 0 to 1: 1 is used.`);
  return { ratio: 1, isParentBased };
}
