/** Reads OpenTelemetry's own environment variables, as far as its libraries do not. */

export interface SamplerSettings {
  /** Share of the traces starting here that are sent, from 0 to 1. */
  readonly ratio: number;
  /** True if a trace that started elsewhere is sent if it is sampled there. */
  readonly isParentBased: boolean;
}

export interface TraceSettings {
  /** Undefined if no traces are sent. */
  readonly sampler: SamplerSettings | undefined;
  /** Variables that are set but not supported. */
  readonly warnings: readonly string[];
}

/** The names of samplers, each with its ratio; null if the ratio is in another variable. */
const SAMPLERS: Readonly<Record<string, number | null>> = {
  always_on: 1,
  always_off: 0,
  traceidratio: null,
};
const PARENT_BASED = "parentbased_";
const DEFAULT_SAMPLER = `${PARENT_BASED}always_on`;

/**
 * Reads whether traces are sent, and which ones. An unsupported value does not prevent the start.
 */
export function readTraceSettings(environment: NodeJS.ProcessEnv): TraceSettings {
  const exporter = environment.OTEL_TRACES_EXPORTER || "otlp";
  const endpoint =
    environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = environment.OTEL_SDK_DISABLED?.toLowerCase() === "true" || exporter === "none";
  if (!endpoint || isOff) return { sampler: undefined, warnings: [] };
  if (exporter !== "otlp") {
    const warning = `OTEL_TRACES_EXPORTER is "${exporter}", but docgate only supports "otlp"; no traces are sent.`;
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
  return [`Traces are sent as "http/protobuf"; "${protocol}" is not supported.`];
}

function readSampler(
  { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: NodeJS.ProcessEnv,
  warn: (warning: string) => void,
): SamplerSettings {
  const name = OTEL_TRACES_SAMPLER || DEFAULT_SAMPLER;
  const isParentBased = name.startsWith(PARENT_BASED);
  const ratio = SAMPLERS[isParentBased ? name.slice(PARENT_BASED.length) : name];
  if (ratio === undefined) {
    warn(`OTEL_TRACES_SAMPLER "${name}" is not known; using "${DEFAULT_SAMPLER}".`);
    return { ratio: 1, isParentBased: true };
  }
  if (ratio !== null) return { ratio, isParentBased };
  const told = Number(OTEL_TRACES_SAMPLER_ARG || 1);
  if (told >= 0 && told <= 1) return { ratio: told, isParentBased };
  warn(
    `OTEL_TRACES_SAMPLER_ARG "${OTEL_TRACES_SAMPLER_ARG}" is not a number from 0 to 1; using 1.`,
  );
  return { ratio: 1, isParentBased };
}
