import { createRequire } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { IS_LONG } from "./test/support/extent.ts";

// Node caches compiled code, so that the next process starts faster.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "docgate-compile-cache");

const LONG_MS = 4 * 60 * 60 * 1000;

/** Timeout in milliseconds of tests that start processes, a browser or an installation. */
const SLOW_MS = IS_LONG ? LONG_MS : 120_000;

/** Timeout in milliseconds of short tests, on a busy machine. */
const BUSY_MS = IS_LONG ? LONG_MS : 30_000;

/** Tests of the store and the rules of the chain that pass on a PostgreSQL server too. */
const ON_POSTGRES = {
  // Where the engines could differ: statements, lost connections, concurrent changes.
  gate: [
    "test/postgres/*.test.ts",
    "test/runtime/store/*.test.ts",
    "test/runtime/admin/accounts/administrators.test.ts",
    "test/runtime/admin/api/idempotency.test.ts",
    "test/runtime/admin/sign-in/{second-factor,provider}.test.ts",
    "test/runtime/admin/audit/audit.test.ts",
    "test/runtime/admin/partner-page/*.test.ts",
    "test/runtime/partner/chain/{access-chain,cut-off.slow,key-limits,signing}.test.ts",
    "test/runtime/partner/keys/rate-limits.test.ts",
    "test/runtime/partner/sign-in/{refresh,tokens}.test.ts",
  ],
  long: [
    "test/postgres/*.test.ts",
    "test/runtime/store/*.test.ts",
    "test/runtime/admin/{accounts,api,audit,partner-page,sign-in}/*.test.ts",
    "test/runtime/partner/api/routes.test.ts",
    "test/runtime/partner/{time,warnings}.test.ts",
    "test/runtime/partner/keys/*.test.ts",
    "test/runtime/partner/{chain,sign-in}/*.test.ts",
    "test/runtime/partner/notices/notice-log.test.ts",
  ],
};

/** Options of the projects with property tests; loading libraries for each file is slow. */
const properties = { isolate: false, setupFiles: "test/support/property-runs.ts" };

/** graphql-js has two builds that cannot be mixed; @graphql-tools/schema uses this one. */
const resolve = { alias: { graphql: createRequire(import.meta.url).resolve("graphql") } };

export default defineConfig({
  test: {
    // The gate adds one for the projects whose tests mostly wait.
    maxWorkers: availableParallelism(),
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          ...properties,
          testTimeout: BUSY_MS,
          hookTimeout: BUSY_MS,
          include: ["test/{corpus,generator,runtime,tools}/**/*.test.ts"],
          exclude: ["**/*.slow.test.ts"],
        },
      },
      {
        resolve,
        test: {
          // Like unit tests, but each takes about a second or more.
          name: "slow",
          ...properties,
          include: ["test/{corpus,generator,runtime,tools}/**/*.slow.test.ts"],
          testTimeout: SLOW_MS,
          hookTimeout: SLOW_MS,
        },
      },
      {
        resolve,
        test: {
          name: "integration",
          isolate: false,
          include: ["test/integration/**/*.test.ts"],
          testTimeout: SLOW_MS,
          hookTimeout: SLOW_MS,
        },
      },
      {
        test: {
          // The store's guarantees, on a PostgreSQL server instead of a file.
          name: "postgres",
          ...properties,
          testTimeout: BUSY_MS,
          hookTimeout: BUSY_MS,
          globalSetup: "test/support/postgres-setup.ts",
          include: IS_LONG ? ON_POSTGRES.long : ON_POSTGRES.gate,
          exclude: [
            "test/runtime/admin/api/*.slow.test.ts",
            "test/runtime/partner/sign-in/*.slow.test.ts",
            "test/runtime/store/sqlite.test.ts",
          ],
        },
      },
      {
        test: {
          // Failures around docgate: processes, disks, databases, clocks, clients.
          name: "faults",
          isolate: false,
          include: ["test/faults/**/*.test.ts"],
          testTimeout: SLOW_MS,
          hookTimeout: SLOW_MS,
        },
      },
      {
        test: {
          // Tests that take minutes or hours; not part of the gate.
          name: "long",
          include: ["test/long/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: LONG_MS,
          hookTimeout: LONG_MS,
        },
      },
      {
        test: {
          name: "browser",
          isolate: false,
          include: ["test/browser/**/*.test.ts"],
          // A page may show the result of a click some frames later.
          expect: { poll: { timeout: 15_000, interval: 20 } },
          globalSetup: "test/browser/unpack.ts",
          testTimeout: SLOW_MS,
          hookTimeout: SLOW_MS,
        },
      },
    ],
  },
});
