import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createConsumer } from "../../runtime/partner/chain/consumers.ts";
import { changed } from "../support/access-chain.ts";
import { type Chain, type ChainServer, startChainServer } from "../support/chain-server.ts";
import { ADMIN, onData } from "../support/data-server.ts";
import { callPartner, callServed } from "../support/partner-client.ts";
import { startReceiver } from "../support/receiver.ts";
import { makeFolder } from "../support/tree.ts";

const FLOODER = "198.51.100.1";
const ELSEWHERE = "203.0.113.5";
const OFFICE = "203.0.113.200";

/** Each costs a password hash of the usual cost, and fits into the share of a network. */
const FLOOD = 120;
/**
 * Number of a flood's calls that may be answered before the others: their turns are interleaved.
 */
const BEFORE_OTHERS = 30;

/** Requests, notices and traces have 10 seconds in total. */
const MOST_STOP_MS = 30_000;

const CONSUMER = { email: "ada@people.example", password: "correct horse battery staple" };

/** A server behind a proxy, which gives the networks of its clients. */
async function build() {
  const receiver = await startReceiver();
  const served = await startChainServer({
    runtime: "node",
    data: join(await makeFolder(), "data"),
    receiver,
    env: { DOCGATE_PROXY_COUNT: "1" },
  });
  onTestFinished(async () => {
    // Killed instead of stopped, because the flood is still in progress.
    served.server.process.kill("SIGKILL");
    await served.server.stop();
    receiver.close();
  });
  const chain = await served.buildChain();
  await addConsumer(served, chain);
  const { url } = served.server;

  function consumerSignIn(network: string, body: object) {
    return callPartner(`${url}/v1/auth/access_token`, {
      method: "POST",
      origin: chain.origin,
      headers: { "X-Forwarded-For": network },
      body,
    });
  }

  function administratorSignIn(network: string, body: object) {
    return callPartner(`${url}/admin/api/session`, {
      method: "POST",
      headers: { "X-Forwarded-For": network },
      body,
    });
  }

  return { server: served.server, url, consumerSignIn, administratorSignIn };
}

async function addConsumer({ data }: ChainServer, { contractId }: Chain): Promise<void> {
  await onData(data, async (platform) => {
    const { organizationId } = (await platform.store.read.contracts.find({ id: contractId }))!;
    const { email, password } = CONSUMER;
    const passwordHash = await platform.passwords.hash(password);
    const fields = { contractId, email, passwordHash, registration: "system" } as const;
    await changed(platform, { organizationId, name: "test" }, (change) =>
      createConsumer(change, fields),
    );
  });
}

/**
 * Starts the given number of calls, and counts those that were answered, until the server has
 * ended.
 */
function flood(call: (index: number) => Promise<unknown>): { answered(): number } {
  let answered = 0;
  for (let index = 0; index < FLOOD; index++) {
    call(index).then(
      () => answered++,
      () => {},
    );
  }
  return { answered: () => answered };
}

function nobody(index: number): object {
  return { email: `nobody-${index}@people.example`, password: "x" };
}

/** Waits until the flood is in the queue: some of it is answered. */
async function beginning(of: { answered(): number }): Promise<void> {
  await expect.poll(of.answered, { timeout: 30_000, interval: 10 }).toBeGreaterThan(0);
}

describe("a flood of sign-ins from one network", () => {
  it("ATTACK-G103: on the consumers' side locks out neither another network's consumer nor an administrator", async () => {
    const { url, consumerSignIn, administratorSignIn } = await build();
    const others = flood((index) => consumerSignIn(FLOODER, nobody(index)));
    await beginning(others);
    const before = others.answered();

    const [consumer, administrator] = await Promise.all([
      consumerSignIn(ELSEWHERE, CONSUMER),
      administratorSignIn(OFFICE, ADMIN),
    ]);

    expect(consumer).toMatchObject({ status: 200, json: { success: true, statusCode: 200 } });
    expect(administrator).toMatchObject({ status: 200, json: { admin: { email: ADMIN.email } } });
    expect(others.answered() - before).toBeLessThan(BEFORE_OTHERS);
    expect((await callServed(`${url}/healthz`)).status).toBe(200);
  });

  it("ATTACK-K138: does not delay the shutdown of a server", async () => {
    const { server, consumerSignIn } = await build();
    await beginning(flood((index) => consumerSignIn(FLOODER, nobody(index))));
    const exited = once(server.process, "exit").then(([code]) => code);
    server.process.kill("SIGTERM");
    // The waiting hashes would take as long as the flood.
    expect(await Promise.race([exited, delay(MOST_STOP_MS, "still there")])).toBe(0);
  });

  it("ATTACK-G103: on the administrators' side locks out no other administrator", async () => {
    const { administratorSignIn, consumerSignIn } = await build();
    const others = flood((index) => administratorSignIn(FLOODER, nobody(index)));
    await beginning(others);
    const before = others.answered();

    const [administrator, consumer] = await Promise.all([
      administratorSignIn(OFFICE, ADMIN),
      consumerSignIn(ELSEWHERE, CONSUMER),
    ]);

    expect(administrator).toMatchObject({ status: 200 });
    expect(consumer).toMatchObject({ status: 200, json: { success: true } });
    expect(others.answered() - before).toBeLessThan(BEFORE_OTHERS);
  });
});
