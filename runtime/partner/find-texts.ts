import { Resolver } from "node:dns/promises";

/** Finds the texts that DNS has for a name (records of the type TXT). @returns null if DNS does not answer */
export type FindTexts = (name: string) => Promise<readonly string[] | null>;

export interface FindTextsOptions {
  /** Name servers to ask, as `address:port`. Default: those of the system. */
  readonly servers?: readonly string[];
}

/** A person waits for the answer. */
const QUERY = { timeout: 1500, tries: 3 };

/**
 * DNS answered that there is no such name, or no text for it. Deno reports the failure of a name
 * server like that too.
 */
const NOTHING = new Set(["ENOTFOUND", "ENODATA"]);

export function createFindTexts({ servers }: FindTextsOptions = {}): FindTexts {
  return async (name) => {
    const resolver = new Resolver(QUERY);
    if (servers) resolver.setServers(servers);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
    } catch (error) {
      const { syscall, code } = error as NodeJS.ErrnoException;
      if (syscall !== "queryTxt") throw error;
      return NOTHING.has(code!) ? [] : null;
    }
  };
}
