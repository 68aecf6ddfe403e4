/** Starts `docgate lsp` for the Markdown of a workspace. */
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function activate(context) {
  await start();
  // A workspace that becomes trusted may run its configuration.
  context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(restart));
};

exports.deactivate = function deactivate() {
  return client?.stop();
};

async function restart() {
  await client?.stop();
  await start();
}

function start() {
  const settings = workspace.getConfiguration("docgate");
  const [command, ...args] = settings.get("command");
  client = new LanguageClient(
    "docgate",
    "docgate",
    { command, args, options: { cwd: workspace.workspaceFolders?.[0]?.uri.fsPath } },
    {
      documentSelector: [
        { scheme: "file", language: "markdown" },
        { scheme: "file", language: "mdx" },
      ],
      initializationOptions: {
        docs: settings.get("docs") || undefined,
        config: settings.get("config") || undefined,
        trusted: workspace.isTrusted,
      },
    },
  );
  return client.start();
}
