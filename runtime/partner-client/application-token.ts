import { onceAtATime } from "./once-at-a-time.ts";

/** The application token of a client. It does not expire by the clock, so one is enough. */
export interface ApplicationTokens {
  /** Returns the token; mints one if there is none. */
  current(): Promise<string>;
  /** Forgets a token that docgate refused, unless another one has replaced it. */
  forget(refused: string): void;
}

/** Keeps one token. However many calls wait for it, it is minted once. */
export function createApplicationTokens(mint: () => Promise<string>): ApplicationTokens {
  let token: string | undefined;
  const renew = onceAtATime(async () => {
    token = await mint();
    return token;
  });
  return {
    current: async () => token ?? renew(),
    forget(refused) {
      if (token === refused) token = undefined;
    },
  };
}
