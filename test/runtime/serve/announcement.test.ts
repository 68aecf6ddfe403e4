import { describe, expect, it, vi } from "vitest";
import { Announcement } from "../../../runtime/serve/announcement.ts";
import { DEFAULTS, type Settings } from "../../../runtime/serve/settings.ts";

const LINK = `http://127.0.0.1:8080/admin#setup=${"a".repeat(43)}`;
const FACTS = {
  version: "0.1.0",
  readyMs: 240.4,
  listening: "http://127.0.0.1:8080",
  docCount: 1072,
  partner: true,
  reload: true,
  hasAgents: true,
};

function announce(options: { isTerminal: boolean; settings?: Partial<Settings> }) {
  const warn = vi.fn<(line: string) => void>();
  const settings = { ...DEFAULTS, ...options.settings };
  const announcement = new Announcement({ now: () => 0, ...options, settings, warn });
  return { announcement, warn };
}

/** Removes colours, which depend on the environment of the test. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  return text.replaceAll(/\x1b\[\d+m/g, "");
}

describe("Announcement.render", () => {
  it("lists all addresses on a terminal, with the link for the first administrator", () => {
    const { announcement, warn } = announce({ isTerminal: true });

    announcement.addSetupLink(LINK);
    const text = plain(announcement.render(FACTS));

    expect(text).toBe(`docgate 0.1.0  ready in 240 ms

  Start      http://127.0.0.1:8080/
  Explorer   http://127.0.0.1:8080/graphql
  Graph      http://127.0.0.1:8080/graph
  Reference  http://127.0.0.1:8080/reference
  Console    http://127.0.0.1:8080/admin  ← set it up: open the link below
  MCP        http://127.0.0.1:8080/mcp
  Corpus     dist/corpus.json, 1,072 pages, watching

This link creates the first administrator. It works once, for 24 hours:
${LINK}

`);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(warn).not.toHaveBeenCalled();
  });

  it("lists what is served, at addresses that a browser can open", () => {
    const { announcement } = announce({ isTerminal: true });
    const listening = "http://0.0.0.0:8080";

    const text = plain(
      announcement.render({ ...FACTS, listening, docCount: 1, partner: false, reload: false }),
    );

    expect(text).toMatch(/ Explorer +http:\/\/localhost:8080\/graphql\n/);
    expect(text).toMatch(/ Listening +http:\/\/0\.0\.0\.0:8080\n/);
    expect(text).toMatch(/ Corpus +dist\/corpus\.json, 1 page\n/);
    expect(text).not.toMatch(/Console|Reference|link/);
  });

  it("prefers the public address", () => {
    const settings = { publicUrl: "https://docs.example.com" };
    const { announcement } = announce({ isTerminal: true, settings });

    const text = plain(announcement.render(FACTS));

    expect(text).toMatch(/ Console +https:\/\/docs\.example\.com\/admin\n/);
    expect(text).toMatch(/ Listening +http:\/\/127\.0\.0\.1:8080\n/);
  });

  it.each([{ isTerminal: false }, { isTerminal: true, settings: { logFormat: "json" as const } }])(
    "is one line for programs, and the log says how to begin: %j",
    (options) => {
      const { announcement, warn } = announce(options);

      announcement.addSetupLink(LINK);

      const isLogged = options.settings === undefined;
      const said = "docgate listening on http://127.0.0.1:8080";
      const inJson = { time: "1970-01-01T00:00:00.000Z", level: "info", msg: said };
      expect(announcement.render(FACTS)).toBe(`${isLogged ? said : JSON.stringify(inJson)}\n`);
      expect(warn.mock.lastCall![0].includes(LINK)).toBe(isLogged);
    },
  );

  it("logs a link that comes after the list, as from a store that answers late", () => {
    const { announcement, warn } = announce({ isTerminal: true });

    announcement.render(FACTS);
    announcement.addSetupLink(LINK);

    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(LINK));
  });
});
