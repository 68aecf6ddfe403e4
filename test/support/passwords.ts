import { createPasswords } from "../../runtime/partner/secrets/passwords.ts";

/** Real scrypt hashes at the lowest cost, so that tests need not wait. */
export const CHEAP_PASSWORDS = createPasswords({ concurrency: 2, cost: { ln: 4, r: 1, p: 1 } });
