/** The settings of `docgate serve`, whichever way they came. */
export interface Settings {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The corpus file. */
  readonly corpus: string;
  /** One line to standard error for each request. */
  readonly accessLog: boolean;
}

/** A source of settings that need not have all of them. */
export type PartialSettings = { readonly [Key in keyof Settings]?: Settings[Key] | undefined };

/** The settings where no source says anything. */
export const DEFAULTS: Settings = {
  host: "127.0.0.1",
  port: 8080,
  corpus: "dist/corpus.json",
  accessLog: false,
};

/** A setting has a value that cannot be used. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Puts sources together, the first that has a setting wins; then come the defaults. */
export function mergeSettings(...sources: readonly PartialSettings[]): Settings {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  for (const source of sources.toReversed()) {
    for (const [name, value] of Object.entries(source)) {
      if (value !== undefined) settings[name] = value;
    }
  }
  return settings as unknown as Settings;
}

/**
 * Reads a port number.
 *
 * @param source names where the text comes from, in the message
 * @throws {SettingsError}
 */
export function parsePort(text: string, source: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new SettingsError(`${source} must be a port number from 0 to 65535, but it is "${text}"`);
}

/** Reads the settings that the environment holds; an empty variable counts as unset. */
export function readEnvironment(environment: NodeJS.ProcessEnv): PartialSettings {
  const { DOCGATE_HOST, DOCGATE_PORT, DOCGATE_CORPUS, DOCGATE_ACCESS_LOG } = environment;
  return {
    host: DOCGATE_HOST || undefined,
    port: DOCGATE_PORT ? parsePort(DOCGATE_PORT, "DOCGATE_PORT") : undefined,
    corpus: DOCGATE_CORPUS || undefined,
    accessLog: DOCGATE_ACCESS_LOG ? DOCGATE_ACCESS_LOG === "1" : undefined,
  };
}
