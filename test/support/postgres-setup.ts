/** Starts the server that the tests of the project `postgres` share. */
import type { TestProject } from "vitest/node";
import { openStore } from "../../runtime/store/store.ts";
import { queryPostgres, startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The server's address without a database. */
    postgres: string;
  }
}

/** The database that others are copied from: it already has the schema. */
export const TEMPLATE = "template_docgate";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await queryPostgres(`${server.url}postgres`, `create database ${TEMPLATE}`);
  await (await openStore({ file: "", url: server.url + TEMPLATE })).close();
  project.provide("postgres", server.url);
  return server.remove;
}
