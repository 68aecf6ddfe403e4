import { describe, expect, it } from "vitest";
import { DocgateError } from "../../../corpus/error.ts";
import { createMasterKey } from "../../../runtime/partner/secrets/vault.ts";
import {
  readSettings,
  requireSettings,
  type SettingSources,
} from "../../../runtime/serve/read-settings.ts";
import {
  DEFAULTS,
  SETTING_KEYS,
  SETTINGS,
  type Setting,
  type SettingKey,
} from "../../../runtime/serve/settings.ts";

const KEY = createMasterKey();

const TRUSTED = ["ci", "docs"].map((name) => `${name}:${"A".repeat(43)}`);

interface Example {
  readonly text: string;
  /** The value in a configuration file. Default: the text. */
  readonly inFile?: unknown;
  /** The parsed value. Default: the value in a file. */
  readonly value?: unknown;
}

/** A valid value, and an invalid one with its message. */
const EXAMPLES: Readonly<Record<SettingKey, { good: Example; bad: Example; message: RegExp }>> = {
  corpus: {
    good: { text: "mine.json", value: ["mine.json"] },
    bad: { text: "" },
    message: /^Expected a value, /,
  },
  trust: {
    good: { text: `${TRUSTED[0]}, ${TRUSTED[1]}`, inFile: TRUSTED },
    bad: { text: "ci", inFile: ["ci"] },
    message: /^A trusted key must be NAME:KEY, /,
  },
  host: { good: { text: "::1" }, bad: { text: "" }, message: /^Expected a value, / },
  port: {
    good: { text: "0", inFile: 0 },
    bad: { text: "99999", inFile: 99999 },
    message: /^Expected a port number from 0 to 65535, but got "99999"\.$/,
  },
  agents: {
    good: { text: "0", inFile: false },
    bad: { text: "off" },
    message: /^Expected (1 or true, or 0 or false, but got "off"|a value of type boolean)/,
  },
  auditDays: {
    good: { text: "365", inFile: 365 },
    bad: { text: "-1", inFile: -1 },
    message: /^Expected a number of days from 0 to 99999, but got "-1"\.$/,
  },
  callLog: {
    good: { text: "1", inFile: true },
    bad: { text: "yes" },
    message: /^Expected (1 or true, or 0 or false, but got "yes"|a value of type boolean)/,
  },
  accessLog: {
    good: { text: "1", inFile: true },
    bad: { text: "yes" },
    message: /^Expected (1 or true, or 0 or false, but got "yes"|a value of type boolean)/,
  },
  logFormat: {
    good: { text: "json" },
    bad: { text: "JSON" },
    message: /^Expected "plain" or "json", but got "JSON"\.$/,
  },
  answerCacheMib: {
    good: { text: "0", inFile: 0 },
    bad: { text: "-1", inFile: -1 },
    message: /^Expected a number of MiB from 0 to 99999, but got "-1"\.$/,
  },
  maxAnswerMib: {
    good: { text: "8", inFile: 8 },
    bad: { text: "0", inFile: 0 },
    message: /^Expected a number of MiB from 1 to 99999, but got "0"\.$/,
  },
  maxTimeMs: {
    good: { text: "900", inFile: 900 },
    bad: { text: "1.5", inFile: 1.5 },
    message: /^Expected a number of milliseconds from 1 to 9999999, but got "1\.5"\.$/,
  },
  data: { good: { text: "/var/lib/docgate" }, bad: { text: "" }, message: /^Expected a value, / },
  publicUrl: {
    good: { text: "https://Docs.example.com/", value: "https://docs.example.com" },
    bad: { text: "https://docs.example.com/?x" },
    message: /^Expected an address such as .* or .*, but got ".*\/\?x"\.$/,
  },
  mcpOrigin: {
    good: {
      text: "https://docs.example.com,vscode-webview://abc",
      inFile: ["https://docs.example.com", "vscode-webview://abc"],
    },
    bad: { text: "https://docs.example.com/x", inFile: ["https://docs.example.com/x"] },
    message: /^Expected an origin such as .*, without a path, but got ".*\/x"\.$/,
  },
  mcpRequestsPerMinute: {
    good: { text: "0", inFile: 0 },
    bad: { text: "-1", inFile: -1 },
    message: /^Expected a number of requests from 0 to 9999999, but got "-1"\.$/,
  },
  searchLog: {
    good: { text: "searches.json" },
    bad: { text: "" },
    message: /^Expected a value, /,
  },
  mailFrom: {
    good: { text: "Acme <no-reply@example.com>" },
    bad: { text: "nobody" },
    message: /^Mail cannot be sent from "nobody": expected an address/,
  },
  noticeAllowPrivate: {
    good: { text: "10.1.0.0/16,receiver.internal" },
    bad: { text: "127.0.0.1,yes" },
    message: /"yes" is not a host name, an address/,
  },
  proxyCount: {
    good: { text: "1", inFile: 1 },
    bad: { text: "10", inFile: 10 },
    message: /^Expected a number from 0 to 9, but got "10"\.$/,
  },
  databaseUrl: {
    good: { text: "postgres://db.example.com/docgate" },
    bad: { text: "mysql://db.example.com/docgate" },
    message: /^Expected an address such as postgres:/,
  },
  metrics: {
    good: { text: "loopback" },
    bad: { text: "localhost" },
    message: /^Expected "loopback", or a token of 16 or more characters without blanks\.$/,
  },
  smtpUrl: {
    good: { text: "smtps://user:password@mail.example.com:465" },
    bad: { text: "mail.example.com" },
    message: /expected smtp:\/\/host:port/,
  },
  masterKey: { good: { text: KEY }, bad: { text: "not a key" }, message: /expected 32 random byt/ },
  previousMasterKey: { good: { text: KEY }, bad: { text: "abc" }, message: /expected 32 random b/ },
};

/** Every source of a setting, with its name in messages. */
function waysOf(key: SettingKey, { text, inFile = text }: Example) {
  const { flag, variable, isSecret }: Setting = SETTINGS[key];
  const ways: { readonly place: string; readonly sources: SettingSources }[] = [];
  if (flag?.includes("<")) {
    ways.push({ place: flag.split(" ")[0]!, sources: { flags: { [key]: text } } });
  }
  if (text !== "") ways.push({ place: variable, sources: { environment: { [variable]: text } } });
  if (!isSecret) ways.push({ place: `c.json: "serve.${key}"`, sources: fileOf({ [key]: inFile }) });
  return ways;
}

function fileOf(serve: unknown): SettingSources {
  return { file: { name: "c.json", serve } };
}

describe("readSettings", () => {
  it.each(SETTING_KEYS)("reads %s in the same way from every source", (key) => {
    const { good } = EXAMPLES[key];
    const { inFile = good.text, value = inFile } = good;
    const ways = waysOf(key, good);
    expect(ways).not.toEqual([]);
    for (const { sources } of ways) {
      expect(readSettings(sources)).toEqual({
        settings: { ...DEFAULTS, [key]: value },
        problems: [],
      });
    }
  });

  it.each(SETTING_KEYS)("refuses %s from every source, and names the source", (key) => {
    const { bad, message } = EXAMPLES[key];
    const ways = waysOf(key, bad);
    expect(ways).not.toEqual([]);
    for (const { place, sources } of ways) {
      const { settings, problems } = readSettings(sources);
      expect(settings).toEqual(DEFAULTS);
      expect(problems).toHaveLength(1);
      expect(problems[0]!.slice(0, place.length + 2)).toBe(`${place}: `);
      expect(problems[0]!.slice(place.length + 2)).toMatch(message);
    }
  });

  it.each(SETTING_KEYS.filter((key) => (SETTINGS[key] as Setting).isSecret))(
    "refuses %s in a file without repeating it, and names the variable",
    (key) => {
      const { variable } = SETTINGS[key];
      expect(readSettings(fileOf({ [key]: EXAMPLES[key].good.text })).problems).toEqual([
        `c.json: "serve.${key}": This setting is secret. Set ${variable} in the environment.`,
      ]);
    },
  );

  it("takes each setting from the first source that has it, even if it is 0 or false", () => {
    const { settings, problems } = readSettings({
      flags: { port: "0", host: undefined },
      environment: { DOCGATE_HOST: "::1", DOCGATE_PORT: "1", DOCGATE_ACCESS_LOG: "0" },
      ...fileOf({ host: "0.0.0.0", port: 2, corpus: "file.json", accessLog: true }),
    });

    expect(problems).toEqual([]);
    expect(settings).toEqual({ ...DEFAULTS, host: "::1", port: 0, corpus: ["file.json"] });
  });

  it("accepts a flag without a value", () => {
    expect(readSettings({ flags: { accessLog: true } }).settings.accessLog).toBe(true);
    expect(readSettings({ flags: { agents: false } }).settings.agents).toBe(false);
    const environment = { DOCGATE_AGENTS: "0" };
    expect(readSettings({ flags: { agents: true }, environment }).settings.agents).toBe(false);
  });

  it("treats an empty variable, and undefined in a file, as not set", () => {
    const environment = Object.fromEntries(SETTING_KEYS.map((key) => [SETTINGS[key].variable, ""]));
    const sources = { environment, ...fileOf({ port: undefined }) };
    expect(readSettings(sources)).toEqual({ settings: DEFAULTS, problems: [] });
  });

  it.each([
    [
      { port: "8080" },
      '"serve.port": Expected a value of type number, but got one of type string.',
    ],
    [{ host: 1 }, '"serve.host": Expected a value of type string, but got one of type number.'],
    [{ host: null }, '"serve.host": Expected a value of type string, but got one of type object.'],
    [{ prot: 1 }, 'Unknown key "prot" in "serve".'],
    [{ constructor: 1 }, 'Unknown key "constructor" in "serve".'],
    [5, '"serve": Expected an object.'],
    [["port"], '"serve": Expected an object.'],
    [null, '"serve": Expected an object.'],
  ])("refuses %j in a file", (serve, problem) => {
    expect(readSettings(fileOf(serve)).problems).toEqual([`c.json: ${problem}`]);
  });
});

describe("requireSettings", () => {
  it("names every problem at once, even if another source takes precedence", () => {
    const sources = {
      flags: { port: "80" },
      environment: { DOCGATE_PORT: "http", SMTP_URL: "mail.example.com" },
      ...fileOf({ prot: 1 }),
    };
    const error = catchError(() => requireSettings(sources));
    expect(error).toBeInstanceOf(DocgateError);
    expect(error).toMatchObject({
      code: "setting",
      message: expect.stringMatching(/^c\.json: .*"prot".*DOCGATE_PORT: .*"http".*SMTP_URL: /),
    });
  });

  it("uses the defaults of the command line's contract", () => {
    expect(requireSettings({})).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      corpus: ["dist/corpus.json"],
      accessLog: false,
    });
  });
});

function catchError(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

describe("the parser of", () => {
  const NUMBERS: readonly (readonly [
    SettingKey,
    good: readonly string[],
    bad: readonly string[],
  ])[] = [
    [
      "port",
      ["0", "80", "08080", "65535"],
      ["", " ", "-1", "+1", "1.5", "1e3", "0x50", "80 ", "http", "65536", "99999", "８０"],
    ],
    ["answerCacheMib", ["0", "32", "99999"], ["", "-1", "1.5", "32 MiB", "100000"]],
    ["maxAnswerMib", ["1", "64", "99999"], ["", "0", "-1", "1.5", "64 MiB", "100000"]],
    ["maxTimeMs", ["1", "5000", "9999999"], ["", "0", "10000000"]],
    ["proxyCount", ["0", "9"], ["", "-1", "10"]],
  ];

  it.each(NUMBERS)("%s accepts whole numbers in its range", (key, good, bad) => {
    const { parse }: Setting = SETTINGS[key];
    for (const text of good) expect(parse(text)).toBe(Number(text));
    for (const text of bad) expect(() => parse(text)).toThrow(`, but got "${text}".`);
  });

  it("accessLog accepts both spellings of on and off", () => {
    const { parse } = SETTINGS.accessLog;
    expect(["1", "true", "0", "false"].map(parse)).toEqual([true, true, false, false]);
    for (const text of ["", "yes", "on", "TRUE"]) expect(() => parse(text)).toThrow(text);
  });

  it("logFormat accepts its two values, and refuses others", () => {
    const { parse } = SETTINGS.logFormat;
    expect(parse("plain")).toBe("plain");
    expect(parse("json")).toBe("json");
    expect(() => parse("JSON")).toThrow('Expected "plain" or "json", but got "JSON".');
  });

  it.each([
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["https://docs.example.com/", "https://docs.example.com"],
    ["HTTPS://DOCS.example.com", "https://docs.example.com"],
    ["https://docs.example.com:443", "https://docs.example.com"],
    ["https://[::1]:8443", "https://[::1]:8443"],
    ["https://Example.com/Docs/", "https://example.com/Docs"],
  ])("publicUrl reads %s as %s", (text, origin) => {
    expect(SETTINGS.publicUrl.parse(text)).toBe(origin);
  });

  it.each([
    "docs.example.com",
    "ftp://docs.example.com",
    "https://",
    "https://user:pw@docs.example.com",
    "https://docs.example.com:99999",
    "https://:99999",
    "https://docs.example.com?x",
    "https://docs.example.com#x",
  ])("publicUrl refuses %s", (text) => {
    expect(() => SETTINGS.publicUrl.parse(text)).toThrow(
      `such as https://docs.example.com or https://example.com/docs, but got "${text}".`,
    );
  });

  it.each(["loopback", "0123456789abcdef", "A-Za-z0-9+/=_.~!"])("metrics takes %s", (text) => {
    expect(SETTINGS.metrics.parse(text)).toBe(text);
  });

  it.each(["1", "true", "Loopback", "localhost", "15 characters..", "a token with blanks"])(
    "metrics refuses %j without showing it, because it may be a secret",
    (text) => {
      expect(() => SETTINGS.metrics.parse(text)).toThrow(
        /^Expected "loopback", or a token of 16 or more characters without blanks\.$/,
      );
    },
  );

  it.each([
    "postgres://db.example.com/docgate",
    "postgresql://user:p%40ss@[::1]:5432/docgate?sslmode=verify-full",
    "postgres:///docgate?host=/var/run/postgresql",
  ])("databaseUrl takes %s", (text) => {
    expect(SETTINGS.databaseUrl.parse(text)).toBe(text);
  });

  it.each([
    "mysql://u:secret@host/docgate",
    "postgres://u:secret@host",
    "postgres:///docgate?secret",
    "postgres://u:secret#1@host/docgate",
    "postgres://u:100%secret@host/docgate",
    "u:secret@host/docgate",
  ])("databaseUrl refuses %s, and does not repeat it", (text) => {
    const parse = () => SETTINGS.databaseUrl.parse(text);
    expect(parse).toThrow(/^Expected an address such as postgres:\/\/user:password@db/);
    expect(parse).not.toThrow(/secret/);
  });
});
