import { describe, expect, it } from "vitest";
import { DocgateError } from "../../../corpus/error.ts";
import {
  mergeSettings,
  parseAnswerCache,
  parseDatabaseUrl,
  parseLogFormat,
  parseMaxAnswer,
  parseMaxTime,
  parseMetrics,
  parsePort,
  readEnvironment,
} from "../../../runtime/serve/settings.ts";

describe("parsePort", () => {
  it.each([
    ["0", 0],
    ["80", 80],
    ["08080", 8080],
    ["65535", 65535],
  ])("reads %j", (text, port) => {
    expect(parsePort(text, "--port")).toBe(port);
  });

  it.each([
    "",
    " ",
    "-1",
    "+1",
    "1.5",
    "1e3",
    "0x50",
    "80 ",
    "http",
    "65536",
    "99999",
    "100000",
    "８０",
  ])("refuses %j in a message that names the source and quotes the value", (text) => {
    expect(() => parsePort(text, "DOCGATE_PORT")).toThrow(
      new DocgateError(
        "setting",
        `DOCGATE_PORT must be a port number from 0 to 65535, but it is "${text}".`,
      ),
    );
  });
});

describe("parseAnswerCache", () => {
  it.each([
    ["0", 0],
    ["32", 32],
    ["99999", 99999],
  ])("reads %j", (text, mib) => {
    expect(parseAnswerCache(text, "--answer-cache-mib")).toBe(mib);
  });

  it.each(["", "-1", "1.5", "32 MiB", "100000"])("refuses %j", (text) => {
    expect(() => parseAnswerCache(text, "DOCGATE_ANSWER_CACHE_MIB")).toThrow(
      new DocgateError(
        "setting",
        `DOCGATE_ANSWER_CACHE_MIB must be a number of MiB from 0 to 99999, but it is "${text}".`,
      ),
    );
  });
});

describe("limits of an answer", () => {
  it("B10 are read, and refused in a message that names source, value and range", () => {
    expect(parseMaxAnswer("64", "--max-answer-mib")).toBe(64);
    expect(parseMaxTime("5000", "--max-time-ms")).toBe(5000);
    for (const text of ["", "0", "-1", "1.5", "64 MiB", "100000"]) {
      expect(() => parseMaxAnswer(text, "DOCGATE_MAX_ANSWER_MIB")).toThrow(
        new DocgateError(
          "setting",
          `DOCGATE_MAX_ANSWER_MIB must be a number of MiB from 1 to 99999, but it is "${text}".`,
        ),
      );
    }
    expect(() => parseMaxTime("0", "--max-time-ms")).toThrow(
      '--max-time-ms must be a number of milliseconds from 1 to 9999999, but it is "0".',
    );
  });
});

describe("readEnvironment", () => {
  it("reads every variable", () => {
    const environment = {
      DOCGATE_HOST: "::1",
      DOCGATE_PORT: "0",
      DOCGATE_CORPUS: "corpus.json",
      DOCGATE_ACCESS_LOG: "1",
      DOCGATE_ANSWER_CACHE_MIB: "0",
      DOCGATE_MAX_ANSWER_MIB: "8",
      DOCGATE_MAX_TIME_MS: "900",
      DOCGATE_LOG_FORMAT: "json",
      DOCGATE_METRICS: "loopback",
    };

    expect(readEnvironment(environment)).toEqual({
      host: "::1",
      port: 0,
      corpus: "corpus.json",
      accessLog: true,
      answerCacheMib: 0,
      maxAnswerMib: 8,
      maxTimeMs: 900,
      logFormat: "json",
      metrics: "loopback",
    });
  });

  it.each([
    ["no variable", {}],
    [
      "empty ones",
      { DOCGATE_HOST: "", DOCGATE_PORT: "", DOCGATE_CORPUS: "", DOCGATE_ACCESS_LOG: "" },
    ],
  ])("takes %s as unset", (_, environment) => {
    expect(mergeSettings(readEnvironment(environment))).toEqual(mergeSettings());
  });

  it("refuses a port that is none, naming the variable", () => {
    expect(() => readEnvironment({ DOCGATE_PORT: "http" })).toThrow(/^DOCGATE_PORT .*"http"\.$/);
  });
});

describe("parseMetrics", () => {
  it.each(["loopback", "0123456789abcdef", "A-Za-z0-9+/=_.~!"])("takes %s", (text) => {
    expect(parseMetrics(text, "DOCGATE_METRICS")).toBe(text);
  });

  it.each(["1", "true", "Loopback", "localhost", "15 characters..", "a token with blanks"])(
    "refuses %j without showing it, for it may be meant as a secret",
    (text) => {
      expect(() => parseMetrics(text, "DOCGATE_METRICS")).toThrow(
        /^DOCGATE_METRICS must be "loopback", or a token of 16 or more characters without blanks\.$/,
      );
    },
  );
});

describe("parseLogFormat", () => {
  it("takes the two that there are, and refuses others", () => {
    expect(parseLogFormat("plain", "--log-format")).toBe("plain");
    expect(parseLogFormat("json", "--log-format")).toBe("json");
    expect(() => parseLogFormat("JSON", "--log-format")).toThrow(
      '--log-format must be "plain" or "json", but it is "JSON"',
    );
  });
});

describe("mergeSettings", () => {
  it("gives the defaults of the command line's contract", () => {
    expect(mergeSettings()).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      corpus: "dist/corpus.json",
      accessLog: false,
    });
  });

  it("takes each setting from the first source that has it, also where it is 0 or false", () => {
    const flags = { port: 0, host: undefined };
    const environment = { host: "::1", port: 1, accessLog: false };
    const file = { host: "0.0.0.0", port: 2, corpus: "file.json", accessLog: true };

    expect(mergeSettings(flags, environment, file)).toMatchObject({
      host: "::1",
      port: 0,
      corpus: "file.json",
      accessLog: false,
    });
  });
});

describe("parseDatabaseUrl", () => {
  it.each([
    "postgres://db.example.com/docgate",
    "postgresql://user:p%40ss@[::1]:5432/docgate?sslmode=verify-full",
    "postgres:///docgate?host=/var/run/postgresql",
  ])("takes %s", (text) => {
    expect(parseDatabaseUrl(text, "DATABASE_URL")).toBe(text);
  });

  it.each([
    "mysql://u:secret@host/docgate",
    "postgres://u:secret@host",
    "postgres:///docgate?secret",
    "postgres://u:secret#1@host/docgate",
    "postgres://u:100%secret@host/docgate",
    "u:secret@host/docgate",
  ])("refuses %s, and does not repeat it", (text) => {
    const parse = () => parseDatabaseUrl(text, "DATABASE_URL");
    expect(parse).toThrow(/^DATABASE_URL must be an address such as postgres:\/\/user:password@db/);
    expect(parse).not.toThrow(/secret/);
  });
});
