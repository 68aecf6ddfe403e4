import { describe, expect, it } from "vitest";
import { readTraceSettings } from "../../../runtime/observe/trace-settings.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
const ALL = { ratio: 1, isParentBased: true };

describe("readTraceSettings", () => {
  it.each([
    ["nothing is set", {}],
    ["only a name is set", { OTEL_SERVICE_NAME: "docs", OTEL_TRACES_EXPORTER: "otlp" }],
    ["the SDK is turned off", { ...ENDPOINT, OTEL_SDK_DISABLED: "True" }],
    ["the exporter is none", { ...ENDPOINT, OTEL_TRACES_EXPORTER: "none" }],
  ])("sends nothing where %s", (_, environment) => {
    expect(readTraceSettings(environment)).toEqual({ sampler: undefined, warnings: [] });
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", ENDPOINT],
    [
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" },
    ],
  ])("sends all traces where %s says", (_, environment) => {
    expect(readTraceSettings(environment)).toEqual({ sampler: ALL, warnings: [] });
  });

  it.each([
    ["always_on", undefined, { ratio: 1, isParentBased: false }],
    ["always_off", undefined, { ratio: 0, isParentBased: false }],
    ["traceidratio", "0.25", { ratio: 0.25, isParentBased: false }],
    ["parentbased_always_on", undefined, ALL],
    ["parentbased_always_off", undefined, { ratio: 0, isParentBased: true }],
    ["parentbased_traceidratio", "0.1", { ratio: 0.1, isParentBased: true }],
    ["parentbased_traceidratio", undefined, ALL],
  ])("knows the sampler %s with %s", (name, argument, sampler) => {
    const environment = {
      ...ENDPOINT,
      OTEL_TRACES_SAMPLER: name,
      OTEL_TRACES_SAMPLER_ARG: argument,
    };
    expect(readTraceSettings(environment)).toEqual({ sampler, warnings: [] });
  });

  it.each([
    ["another exporter", { OTEL_TRACES_EXPORTER: "zipkin" }, undefined, '"zipkin"'],
    ["another protocol", { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, ALL, '"grpc"'],
    ["an unknown sampler", { OTEL_TRACES_SAMPLER: "xray" }, ALL, '"xray"'],
    [
      "an invalid ratio",
      { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" },
      { ratio: 1, isParentBased: false },
      '"2"',
    ],
  ])("warns of %s, and starts all the same", (_, variables, sampler, quoted) => {
    const { warnings, ...settings } = readTraceSettings({ ...ENDPOINT, ...variables });
    expect(settings).toEqual({ sampler });
    expect(warnings).toEqual([expect.stringContaining(quoted)]);
  });
});
