import type { Migration } from "kysely/migration";
import { createInitialSchema } from "./initial.ts";

/** The schema's history: migrations by name, in order. A released migration is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "001-initial": { up: createInitialSchema },
};
