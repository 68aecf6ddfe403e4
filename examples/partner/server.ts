/** The partner's server. Settings come from the environment, see README.md. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { createNoticeHandler, createPartnerClient, createTokenVerifier } from "docgate/partner";
import { createApp } from "./app.ts";
import { createConfigurationCopy } from "./configuration.ts";
import { createOpenPages } from "./live.ts";
import { noticeHandlers, type Partner } from "./notices.ts";
import { readSettings, type Settings } from "./settings.ts";

const RETRY_MS = 5_000;
/** Notices are sent once; this is the longest that a missed one goes unnoticed. */
const CATCH_UP_MS = 10 * 60 * 1000;

try {
  start(readSettings(process.env));
} catch (error) {
  fail(error);
}

function start(settings: Settings): void {
  const { host, port, origin, docgateUrl } = settings;
  const openPages = createOpenPages();
  const client = createPartnerClient(settings);
  const partner: Partner = {
    client,
    configuration: createConfigurationCopy(client, openPages.announce),
    verifier: createTokenVerifier({ docgateUrl }),
    sharedSecret: "",
    received: [],
    announce: openPages.announce,
  };
  const { configuration, verifier } = partner;
  const handleNotice = createNoticeHandler({
    docgateUrl,
    webhookId: settings.webhookId,
    signing: settings.noticeSigning,
    secret: settings.noticeSecret,
    handlers: noticeHandlers(partner),
    onError: report,
  });
  const assets = new Map([
    ["/page.css", { type: "text/css; charset=utf-8", text: readAsset("page.css") }],
    ["/live.js", { type: "text/javascript; charset=utf-8", text: readAsset("live.js") }],
    ["/sign-in.js", { type: "text/javascript; charset=utf-8", text: readAsset("sign-in.js") }],
  ]);
  const { fetch } = createApp({ settings, partner, handleNotice, openPages, assets });

  /** The certificate is delivered to the notification URL, so the server must listen by then. */
  async function connect(): Promise<void> {
    while (!verifier.certificate()) {
      await catchUp().catch(report);
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }

  /** Reads again, in case a notice was missed. */
  async function catchUp(): Promise<void> {
    await configuration.readAll();
    if (!verifier.certificate()) await client.requestCertificate();
  }

  const server = serve({ fetch, hostname: host, port }, () => {
    process.stdout.write(`partner listening on ${origin}\n`);
    void connect();
  });
  server.on("error", fail);
  setInterval(() => void catchUp().catch(report), CATCH_UP_MS).unref();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit());
}

function readAsset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

function report(error: unknown): void {
  process.stderr.write(`partner: ${(error as Error).message}\n`);
}

function fail(error: unknown): never {
  report(error);
  process.exit(1);
}
