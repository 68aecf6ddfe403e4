import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createNoticeHandler,
  type NoticeHandlerOptions,
  type PartnerError,
} from "../../runtime/partner-client/exports.ts";
import { ROOT, runShared } from "../support/command.ts";
import {
  callAdmin,
  claimAt,
  type DataChain,
  type DataFolder,
  issueAt,
  prepareData,
} from "../support/data-server.ts";
import { type ReceivedNotice, type Receiver, startReceiver } from "../support/receiver.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";

type Signing = "v1" | "v1a";

const run = promisify(execFile);

/** Each prints what a program of the page says of some notices, a line for each. */
const IN_NODE = `
import { isGenuine } from "./verify-notice.mjs";
for (const [headers, text] of JSON.parse(process.argv[1])) {
  console.log(await isGenuine(headers, Buffer.from(text)));
}`;
const IN_PYTHON = `
import json, sys
from verify_notice import is_genuine
for headers, text in json.loads(sys.argv[1]):
    print(is_genuine(headers, text.encode()))`;

const IN_PHP = `
require "verify_notice.php";
foreach (json_decode($argv[1], true) as [$headers, $text]) {
  echo is_genuine($headers, $text) ? "true" : "false", "\\n";
}`;
const IN_GO = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var cases [][2]json.RawMessage
	json.Unmarshal([]byte(os.Args[1]), &cases)
	for _, each := range cases {
		var names map[string]string
		var text string
		json.Unmarshal(each[0], &names)
		json.Unmarshal(each[1], &text)
		headers := http.Header{}
		for name, value := range names {
			headers.Set(name, value)
		}
		fmt.Println(isGenuine(headers, []byte(text)))
	}
}
`;

/** Returns true if a command works on this machine. */
async function isAtHand(command: string, ...args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

/** A partner's handler, with what it accepts and refuses. */
function partner(options: Omit<NoticeHandlerOptions, "handlers" | "onError">) {
  const calls: string[] = [];
  const refused: string[] = [];
  const handle = createNoticeHandler({
    ...options,
    handlers: {
      every: ({ id, kinds }) => void calls.push(`${id} ${kinds}`),
      r_cert: ({ sharedSecret }) => void calls.push(sharedSecret),
      r_cert_delete: () => void calls.push("distrust"),
    },
    onError: (error) => refused.push((error as PartnerError).code),
  } as NoticeHandlerOptions);
  /** Sends a notice on as it came, but for some headers. */
  async function receive({ headers, text }: ReceivedNotice, changes: Record<string, string> = {}) {
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature", "docgate-key-id"];
    const kept = names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []));
    const request = new Request("https://shop.example/notices", {
      method: "POST",
      headers: { ...Object.fromEntries(kept), ...changes },
      body: text,
    });
    const { status } = await handle(request);
    // Handlers run after the answer.
    await sleep(0);
    return { status, calls: calls.splice(0), refused: refused.splice(0) };
  }
  return { receive };
}

describe("ATTACK-S222: a notice is good for its own webhook alone", () => {
  const folder = makeSharedFolder();
  let receiver: Receiver;
  let prepared: DataFolder;
  let server: TestServer;
  let [attacker, victim]: DataChain[] = [];

  const admin = (method: string, path: string, body?: unknown) =>
    callAdmin(server, { token: prepared.token, method, path, body });

  beforeAll(async () => {
    receiver = await startReceiver();
    const notificationUrls = [receiver.url("/attacker"), receiver.url("/victim")];
    prepared = await prepareData(folder(), { notificationUrls });
    [attacker, victim] = prepared.chains;
    server = await startServer({
      partner: true,
      corpus: prepared.corpus,
      args: ["--data", prepared.data],
      env: { DOCGATE_NOTICE_ALLOW_PRIVATE: "127.0.0.1" },
    });
  });

  afterAll(async () => {
    await server?.stop();
    receiver?.close();
  });

  /** Sets how a webhook signs. @returns the options of its partner's handler */
  async function sourceOf({ webhookId }: DataChain, signing: Signing) {
    const path = `/webhooks/${webhookId}`;
    await admin("PATCH", path, { signing: "none" });
    const { signingSecret: secret } = (await admin("PATCH", path, { signing })).json;
    return { docgateUrl: server.url, webhookId, signing, secret: secret as string };
  }

  async function testOf({ webhookId, notices }: DataChain): Promise<ReceivedNotice> {
    await admin("POST", `/webhooks/${webhookId}/test`);
    return (await receiver.take(1, notices))[0]!;
  }

  /** Has the certificate and the shared secret of a partner delivered to it. */
  async function deliveryOf(chain: DataChain): Promise<ReceivedNotice> {
    const caller = { chain, token: chain.rawKey };
    await claimAt(server, { ...caller, code: await issueAt(server, caller) });
    return (await receiver.take(1, chain.notices))[0]!;
  }

  it.each<[Signing, Signing]>([
    ["v1a", "v1a"],
    ["v1", "v1"],
    ["v1a", "v1"],
    ["v1", "v1a"],
  ])("with %s, sent on unchanged to the handler of a partner with %s", async (theirs, ours) => {
    const their = partner(await sourceOf(attacker!, theirs));
    const our = partner(await sourceOf(victim!, ours));
    for (const notice of [await deliveryOf(attacker!), await testOf(attacker!)]) {
      const code = theirs === ours ? "notice-other-webhook" : "notice-other-scheme";
      const refused = { status: 401, calls: [], refused: [code] };
      expect(await our.receive(notice)).toEqual(refused);
      expect(await their.receive(notice)).toMatchObject({ status: 204, refused: [] });
    }
    // The genuine one still arrives.
    expect(await our.receive(await testOf(victim!))).toMatchObject({ status: 204, refused: [] });
    expect(await our.receive(await deliveryOf(victim!))).toMatchObject({
      calls: [expect.stringMatching(/ r_cert$/), "a shared secret 1"],
    });
  });

  it.each<[Signing]>([["v1a"], ["v1"]])(
    "with %s, under the name of the other webhook, in its notice's place, or as one of another scheme",
    async (signing) => {
      await sourceOf(attacker!, signing);
      const source = await sourceOf(victim!, signing);
      const our = partner(source);
      const notice = await deliveryOf(attacker!);
      const id = String(notice.headers["webhook-id"]);
      const renamed = id.replace(attacker!.webhookId, victim!.webhookId);
      const forged = { status: 401, calls: [], refused: ["notice-forged"] };
      expect(await our.receive(notice, { "webhook-id": renamed })).toEqual(forged);
      const ids = [`${victim!.webhookId}_${id}`, `${victim!.webhookId}_`];
      for (const each of ids) {
        expect(await our.receive(notice, { "webhook-id": each })).toEqual(forged);
      }
      const misdirected = { status: 401, calls: [], refused: ["notice-other-webhook"] };
      for (const each of [
        `${id}_${victim!.webhookId}`,
        victim!.webhookId,
        `_${victim!.webhookId}_1`,
      ]) {
        expect(await our.receive(notice, { "webhook-id": each })).toEqual(misdirected);
      }
      const genuine = await testOf(victim!);
      expect(await our.receive({ ...genuine, text: notice.text })).toEqual(forged);
      const relabelled = String(notice.headers["webhook-signature"]).replace(
        /^v1a?,/,
        signing === "v1" ? "v1a," : "v1,",
      );
      expect(await our.receive(notice, { "webhook-signature": relabelled })).toMatchObject({
        status: 401,
        refused: ["notice-other-scheme"],
      });
    },
  );

  it("with v1a, after a rotation of docgate's keys and of both at once", async () => {
    const their = partner(await sourceOf(attacker!, "v1a"));
    const our = partner(await sourceOf(victim!, "v1a"));
    await runShared(["admin", "rotate-notice-key", "--data", prepared.data]);
    const notice = await deliveryOf(attacker!);
    expect(String(notice.headers["docgate-key-id"]).split(" ")).toHaveLength(2);
    expect(await our.receive(notice)).toEqual({
      ...{ status: 401, calls: [], refused: ["notice-other-webhook"] },
    });
    expect((await their.receive(notice)).status).toBe(204);
  });

  it("with v1, after rotations of both secrets, whose old ones are good in the overlap", async () => {
    const sources = [await sourceOf(attacker!, "v1"), await sourceOf(victim!, "v1")];
    const rotated = await Promise.all(
      sources.map(async (source) => {
        const path = `/webhooks/${source.webhookId}/rotate-signing-secret`;
        const { signingSecret: secret } = (await admin("POST", path)).json;
        return { ...source, secret };
      }),
    );
    const notice = await deliveryOf(attacker!);
    for (const source of [sources[1]!, rotated[1]!]) {
      const our = partner(source);
      expect(await our.receive(notice)).toEqual({
        ...{ status: 401, calls: [], refused: ["notice-other-webhook"] },
      });
      expect((await our.receive(await testOf(victim!))).status).toBe(204);
    }
    for (const source of [sources[0]!, rotated[0]!]) {
      expect((await partner(source).receive(notice)).status).toBe(204);
    }
    // Somebody else's secret, with the right webhook.
    const wrong = partner({ ...sources[1]!, secret: sources[0]!.secret });
    expect((await wrong.receive(await testOf(victim!))).refused).toEqual(["notice-forged"]);
  });

  it("also to the programs of the page, for those who verify without docgate/partner", async () => {
    const page = await readFile(join(ROOT, "content/partner/notices.md"), "utf8");
    const blocks = page.matchAll(/^```(?:js|python|php|go) title="([^"]+)"\n([\s\S]*?)^```$/gm);
    await writeTree(
      folder(),
      Object.fromEntries(Array.from(blocks, ([, name, code]) => [name!, code!])),
    );
    await writeTree(folder(), { "main.go": IN_GO, "go.mod": "module partner\n\ngo 1.19\n" });
    const hasEd25519 = await isAtHand("python3", "-c", "import cryptography");
    const hasPhp = await isAtHand("php", "--version");
    const hasGo = await isAtHand("go", "version");
    if (hasGo) await run("go", ["build", "-o", "in-go"], { cwd: folder() });
    for (const signing of ["v1", "v1a"] as const) {
      const { secret = "" } = await sourceOf(victim!, signing);
      await sourceOf(attacker!, signing);
      const [genuine, theirs] = [await testOf(victim!), await deliveryOf(attacker!)];
      const renamed = String(theirs.headers["webhook-id"]).replace(
        attacker!.webhookId,
        victim!.webhookId,
      );
      await sourceOf(victim!, signing === "v1" ? "v1a" : "v1");
      const cases = [
        genuine,
        theirs,
        { ...theirs, headers: { ...theirs.headers, "webhook-id": renamed } },
        { ...genuine, text: '{"synch-data":["r_space"]}' },
        { ...genuine, headers: { ...genuine.headers, "webhook-timestamp": "1700000000" } },
        await testOf(victim!),
        { ...genuine, headers: {} },
      ].map(({ headers, text }) => [headers, text]);
      const programs = [
        ["node", "--input-type=module", "-e", IN_NODE],
        ...(signing === "v1" || hasEd25519 ? [["python3", "-c", IN_PYTHON]] : []),
        ...(hasPhp ? [["php", "-r", IN_PHP, "--"]] : []),
        ...(hasGo ? [["./in-go"]] : []),
      ];
      for (const [program, ...args] of programs) {
        const { stdout } = await run(program!, [...args, JSON.stringify(cases)], {
          cwd: folder(),
          env: {
            ...process.env,
            ...{ DOCGATE_URL: server.url, WEBHOOK_ID: victim!.webhookId },
            ...{ NOTICE_SIGNING: signing, NOTICE_SECRET: secret },
          },
        });
        expect(stdout.toLowerCase(), `${program} ${signing}`).toBe(
          "true\nfalse\nfalse\nfalse\nfalse\nfalse\nfalse\n",
        );
      }
    }
  });

  it("which the package standardwebhooks verifies with v1, and whose id says for whom it is", async () => {
    const { secret } = await sourceOf(victim!, "v1");
    const { headers, text } = await deliveryOf(victim!);
    const verified = new Webhook(secret).verify(text, headers as Record<string, string>);
    expect(verified).toMatchObject({ "synch-data": "r_cert" });
    expect(String(headers["webhook-id"])).toMatch(new RegExp(`^${victim!.webhookId}_[\\w-]{36}$`));
    expect(headers).not.toHaveProperty("docgate-key-id");
    const log = (await admin("GET", `/notices?webhookId=${victim!.webhookId}`)).json.items;
    expect(headers["webhook-id"]).toBe(`${victim!.webhookId}_${log[0].id}`);
  });
});
