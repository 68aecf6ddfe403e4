import { expect, it } from "vitest";
import { createConsumer } from "../../runtime/partner/chain/consumers.ts";
import { changed } from "../support/access-chain.ts";
import {
  ADMIN,
  callAdmin,
  callChain,
  mintAt,
  onData,
  prepareData,
  serveData,
  statusOf,
} from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { startMailServer } from "../support/mail-server.ts";
import { DROPPED } from "../support/partner-client.ts";
import { flood, receive, trickle } from "../support/receivers.ts";
import { makeFolder } from "../support/tree.ts";
import { documentsOf, expectHealed, readinessOf, vitalsOf } from "../support/vitals.ts";

const SETTLED = { timeout: 90_000, interval: 500 };
/** Number of notices for each receiver; a hanging one takes five seconds for each. */
const NOTICES = 3;
const HEAD = "HTTP/1.1 200 OK\r\n";

it.each(runtimesOf("node"))(
  "ATTACK-F73, ATTACK-F74, ATTACK-F75: receivers that hang or stream without end, on %s, delay nobody and leave nothing behind",
  async (runtime) => {
    const receivers = await Promise.all([
      receive(() => {}),
      receive((socket) => flood(socket, `${HEAD}\r\n`, "x".repeat(65_536))),
      receive((socket) => flood(socket, HEAD, `X: ${"x".repeat(60_000)}\r\n`)),
      receive((socket) => flood(socket, "", "HTTP/1.1 100 Continue\r\n\r\n")),
      receive((socket) => trickle(socket, `${HEAD}Content-Length: 999999\r\n\r\n`, "x")),
      receive((socket) => trickle(socket, HEAD, "X: x\r\n")),
    ]);
    const good = await receive((socket) => socket.end(`${HEAD}Content-Length: 0\r\n\r\n`));
    const prepared = await prepareData(await makeFolder(), {
      notificationUrls: [...receivers.map(({ url }) => url), good.url],
    });
    const server = await serveData(prepared, { runtime });
    const { token, chains } = prepared;
    const save = async (spaceId: string, title: string) => {
      const call = { token, method: "PATCH", path: `/spaces/${spaceId}`, body: { title } };
      expect((await callAdmin(server, call)).status).toBe(200);
    };
    const last = chains.at(-1)!;
    const bearer = await mintAt(server, last);
    await save(last.spaceId, "warm");
    await documentsOf(server);
    const before = vitalsOf(server);
    for (let count = 1; count <= NOTICES; count++) {
      for (const [index, { spaceId }] of chains.entries()) await save(spaceId, `${index} ${count}`);
      expect(await statusOf(server, last, bearer)).toBe(200);
      expect(await documentsOf(server)).toBe(200);
      expect(await readinessOf(server)).toEqual([200, undefined]);
    }
    // The others hang in the meantime.
    await expect.poll(() => good.requests.length, { timeout: 15_000 }).toBe(NOTICES + 1);
    const notices = async (): Promise<{ state: string; webhookId: string }[]> =>
      (await callAdmin(server, { token, path: "/notices?limit=100" })).json.items;
    expect((await notices()).some(({ state }) => state === "pending")).toBe(true);
    await expect
      .poll(async () => (await notices()).some(({ state }) => state === "pending"), SETTLED)
      .toBe(false);
    for (const { state, webhookId } of await notices()) {
      if (webhookId === last.webhookId) expect(state).toBe("delivered");
    }
    expect(await notices()).toHaveLength(NOTICES * chains.length + 1);
    for (const { requests } of receivers) expect(requests).toHaveLength(NOTICES);
    await expectHealed(server, before);
    expect(await server.stop()).toBe(0);
  },
);

it.each(runtimesOf("deno"))(
  "ATTACK-G98: with a mail server that is down or hangs, on %s, sign-ins are answered, and the log reports it",
  async (runtime) => {
    const folder = await makeFolder();
    const silent = await receive(() => {});
    const prepared = await prepareData(folder, { notificationUrls: [silent.url] });
    const chain = prepared.chains[0]!;
    const email = "consumer@people.example";
    await onData(prepared.data, async (platform) => {
      const admin = await platform.store.read.admins.find({ email: ADMIN.email });
      const passwordHash = await platform.passwords.hash(ADMIN.password);
      const actor = { organizationId: admin!.organizationId, name: "test" };
      const { contractId } = chain;
      await changed(platform, actor, (change) =>
        createConsumer(change, { contractId, email, passwordHash, registration: "system" }),
      );
    });
    const contract = { otpInsideRegistration: true };
    const mails = await startMailServer();
    const answers = new Set<string>();
    for (const [port, isTaken] of [
      [1, false],
      [silent.port, false],
      [mails.port, true],
    ] as const) {
      const server = await serveData(prepared, {
        runtime,
        env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
      });
      const path = `/contracts/${chain.contractId}`;
      const call = { token: prepared.token, method: "PATCH", path, body: contract };
      expect((await callAdmin(server, call)).status).toBe(200);
      const answer = await callChain(server, chain, {
        method: "POST",
        path: "/auth/access_token",
        body: { email, password: ADMIN.password },
      });
      if (answer === DROPPED) throw new Error("The sign-in was dropped");
      answers.add(`${answer.status} ${answer.json.status} ${Object.keys(answer.json)}`);
      expect(await documentsOf(server)).toBe(200);
      if (isTaken) expect((await mails.mail(0)).to).toEqual([email]);
      else await expect.poll(server.log, SETTLED).toMatch(/mail/i);
      expect(await server.stop()).toBe(0);
    }
    // The answer is the same, whatever happened to the mail.
    expect(answers).toHaveLength(1);
  },
);
