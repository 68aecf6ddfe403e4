/**
 * The schema that every peer serves: docgate's, answered by the same functions over the same
 * corpus.
 */
import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { loadCorpus } from "../../corpus/exports.ts";
import {
  createDocs,
  type DocArguments,
  type DocsArguments,
  type SearchArguments,
} from "../../runtime/docs/execute/queries.ts";
import { TYPE_DEFS } from "../../runtime/docs/execute/schema.ts";

export interface PeerSchema {
  readonly typeDefs: string;
  readonly resolvers: Readonly<Record<string, Readonly<Record<string, Resolve>>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: each field has its own arguments
type Resolve = (source: unknown, args: any) => unknown;

/** Loads the corpus file in the process's argument. */
export async function loadPeerSchema(): Promise<PeerSchema> {
  const docs = createDocs(await loadCorpus(process.argv[2]!));
  const resolvers = {
    Query: {
      meta: () => docs.meta(),
      sections: () => docs.sections(),
      docs: (_: unknown, args: DocsArguments) => docs.docs(args),
      doc: (_: unknown, args: DocArguments) => docs.doc(args),
      search: (_: unknown, args: SearchArguments) => docs.search(args),
      graph: () => docs.graph(),
    },
  };
  return { typeDefs: TYPE_DEFS, resolvers };
}

export async function loadExecutableSchema(): Promise<GraphQLSchema> {
  const { typeDefs, resolvers } = await loadPeerSchema();
  return makeExecutableSchema({ typeDefs, resolvers });
}
