import { createPasswords } from "../../runtime/partner/secrets/passwords.ts";

/** Enough to be scrypt hashes, and nothing to wait for. */
export const CHEAP_PASSWORDS = createPasswords({ concurrency: 2, cost: { ln: 4, r: 1, p: 1 } });
