import { createPublicKey, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { runShared } from "../support/command.ts";
import {
  callAdmin,
  claimAt,
  type DataFolder,
  issueAt,
  prepareData,
  serveData,
} from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { type ReceivedNotice, startReceiver } from "../support/receiver.ts";
import type { TestServer } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

/** Returns the ids of the keys whose signature of a notice is right, by Node's own Ed25519. */
async function signersOf(
  { url }: TestServer,
  { headers, text }: ReceivedNotice,
): Promise<string[]> {
  const response = await fetch(`${url}/.well-known/docgate-notice-keys.json`);
  const { keys } = (await response.json()) as { keys: { kid: string; whpk: string }[] };
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
  const signatures = String(headers["webhook-signature"]).split(" ");
  const kids = String(headers["docgate-key-id"]).split(" ");
  return kids.filter((kid, index) => {
    const key = keys.find((each) => each.kid === kid);
    if (!key) return false;
    const raw = Buffer.from(key.whpk.replace(/^whpk_/, ""), "base64");
    // The frame of RFC 8410 around the 32 bytes of a key.
    const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
    const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
    const [version, signature] = signatures[index]!.split(",");
    expect(version).toBe("v1a");
    return verify(null, Buffer.from(signed), publicKey, Buffer.from(signature!, "base64"));
  });
}

describe.each(runtimesOf("node"))(
  "notices of a webhook that asks for signatures on %s",
  (runtime) => {
    async function start() {
      const receiver = await startReceiver();
      const prepared = await prepareData(await makeFolder(), {
        notificationUrls: [receiver.url("/shop")],
      });
      const server = await serveData(prepared, { runtime });
      const [chain] = prepared.chains;
      const admin = (method: string, path: string, body?: unknown) =>
        callAdmin(server, { token: prepared.token, method, path, body });
      const arrivals = async (count: number): Promise<readonly ReceivedNotice[]> => {
        await expect.poll(() => receiver.all("/shop").length, { timeout: 15_000 }).toBe(count);
        return receiver.all("/shop");
      };
      return { server, prepared, chain: chain!, admin, arrivals };
    }

    function keyCommand({ data }: DataFolder, ...args: string[]) {
      return runShared(["admin", ...args, "--data", data]);
    }

    it("are signed so that a stranger's code can verify them, over a rotation of the key", async () => {
      const { server, prepared, chain, admin, arrivals } = await start();
      const webhook = `/webhooks/${chain.webhookId}`;
      expect((await admin("GET", webhook)).json.webhook.signing).toBe("v1a");
      expect((await admin("PATCH", webhook, { signing: "none" })).status).toBe(200);
      await admin("POST", `${webhook}/test`);
      const [unsigned] = await arrivals(1);
      expect(Object.keys(unsigned!.headers).filter((name) => /webhook|docgate/.test(name))).toEqual(
        [],
      );

      expect((await admin("PATCH", webhook, { signing: "v1a" })).status).toBe(200);
      await admin("POST", `${webhook}/test`);
      const first = (await arrivals(2))[1]!;
      const [oldKey] = await signersOf(server, first);
      expect(oldKey).toMatch(/^[\w-]{43}$/);
      expect(Math.abs(Date.now() / 1000 - Number(first.headers["webhook-timestamp"]))).toBeLessThan(
        60,
      );
      expect(await signersOf(server, { ...first, text: '{"synch-data":["r_space"]}' })).toEqual([]);

      const newKey = (await keyCommand(prepared, "rotate-notice-key")).stdout.trim();
      await admin("POST", `${webhook}/test`);
      const both = await signersOf(server, (await arrivals(3))[2]!);
      expect(both).toEqual([newKey, oldKey]);

      expect(await keyCommand(prepared, "remove-notice-key", oldKey!)).toMatchObject({ code: 0 });
      await admin("POST", `${webhook}/test`);
      expect(await signersOf(server, (await arrivals(4))[3]!)).toEqual([newKey]);
      expect(await keyCommand(prepared, "remove-notice-key", newKey)).toMatchObject({
        code: 2,
        stderr: `docgate: The key "${newKey}" is the only one: run "docgate admin rotate-notice-key" first.\n`,
      });
    });

    it("POST /notices/{id}/resend sends what a notice reported once more, and the log says so", async () => {
      const { server, chain, admin, arrivals } = await start();
      const space = `/spaces/${chain.spaceId}`;
      await admin("PATCH", space, { title: "Support" });
      const caller = { chain, token: chain.rawKey };
      await claimAt(server, { ...caller, code: await issueAt(server, caller) });
      const sent = await arrivals(2);
      const log = async () => (await admin("GET", "/notices")).json.items;
      const [delivery, refresh] = await log();

      const again = await admin("POST", `/notices/${refresh.id}/resend`);
      expect(again.status).toBe(202);
      expect((await arrivals(3))[2]!.text).toBe(sent[0]!.text);
      await admin("POST", `/notices/${delivery.id}/resend`);
      expect((await arrivals(4))[3]!.text).toBe(sent[1]!.text);
      const [second, first] = await log();
      expect(first).toMatchObject({
        id: again.json.notices[0],
        resendOf: refresh.id,
        kinds: refresh.kinds,
      });
      expect(second).toMatchObject({ resendOf: delivery.id, kinds: ["r_cert"] });
      expect((await admin("GET", "/audit")).json.items[0]).toMatchObject({
        action: "resend",
        resource: "notice",
        resourceId: delivery.id,
      });

      await admin("PATCH", `/api-keys/${chain.keyId}`, { certificateId: null });
      expect(await admin("POST", `/notices/${delivery.id}/resend`)).toMatchObject({
        status: 409,
        json: { message: "The API key of this notice has no certificate to deliver." },
      });
      expect((await admin("POST", "/notices/none/resend")).status).toBe(404);
    });
  },
);
