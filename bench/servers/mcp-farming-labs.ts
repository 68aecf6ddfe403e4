/** Serves a tree with the MCP server of `@farming-labs/docs` over stdio. */
import {
  createFilesystemDocsMcpSource,
  resolveDocsMcpConfig,
  runDocsMcpStdio,
} from "@farming-labs/docs/mcp";

const rootDir = process.argv[2]!;
const name = "Documentation";
await runDocsMcpStdio({
  source: createFilesystemDocsMcpSource({
    rootDir,
    entry: "docs",
    contentDir: rootDir,
    siteTitle: name,
  }),
  mcp: resolveDocsMcpConfig(true, { defaultName: name }),
  defaultName: name,
});
