import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import {
  type Chain,
  type ChainServer,
  credentialsOf,
  startChainServer,
} from "../support/chain-server.ts";
import { startReceiver } from "../support/receiver.ts";
import {
  describeSamples,
  dropWatch,
  findDifferences,
  openAnswerWatch,
  type RequestParts,
  type Samples,
  sample,
  toRequests,
} from "../support/stopwatch.ts";
import { makeSharedFolder } from "../support/tree.ts";

/*
 * Each case is sent as often as the others, in an order that changes from round to round, so that
 * other load on the machine affects all of them alike. Still: the quieter the machine, the smaller
 * the difference that can be detected.
 */

const SEED = 1;
const ROUNDS = 3_000;
const WARM_UP = 300;
/** A sign-in takes a quarter of a second of hashing. */
const SIGN_IN_ROUNDS = 60;
const SIGN_IN_WARM_UP = 2;

const REFUSED_MINT = '{"message":"Invalid request"}';
const REFUSED_SIGN_IN = '{"success":false,"status":406}';
const PASSWORD = "correct horse battery staple";
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");

describe("timing", () => {
  const folder = makeSharedFolder();
  let shared: ChainServer;

  beforeAll(async () => {
    const receiver = await startReceiver();
    shared = await startChainServer({
      runtime: "node",
      data: join(folder(), "data"),
      receiver,
      // So that a test can choose the network that it calls from.
      env: { DOCGATE_PROXY_COUNT: "1" },
    });
  });
  afterAll(async () => {
    await shared?.server.stop();
    shared?.receiver.close();
  });

  async function expectAlike(samples: Samples, { annotate }: TestContext): Promise<void> {
    await annotate(`\n${describeSamples(samples)}`);
    expect(findDifferences(samples)).toEqual([]);
  }

  it("ATTACK-B17: all reasons for refusing to mint a token take the same time", async (context) => {
    const chain = await shared.buildChain();
    const requests = toRequests(await failingMints(chain));
    const { time, close } = await openAnswerWatch(shared.server.url, REFUSED_MINT);
    const samples = await sample(requests, { rounds: ROUNDS, warmUp: WARM_UP, time, seed: SEED });
    close();
    await expectAlike(samples, context);
  });

  /** Returns the cases of ATTACK-B16, all from the chain's Origin. */
  async function failingMints(chain: Chain): Promise<Record<string, RequestParts>> {
    const other = await shared.buildChain();
    const mint = (query: string, authorization?: string): RequestParts => ({
      method: "POST",
      target: `/v1/auth/application_token${query}`,
      headers: {
        Origin: chain.origin,
        ...(authorization !== undefined && { Authorization: authorization }),
      },
    });
    const of = ({ clientId }: Chain) => `?client_id=${clientId}`;
    const wrong = (parts: Partial<Chain>) => mint(of(chain), credentialsOf({ ...chain, ...parts }));
    const cases: Record<string, RequestParts> = {
      "unknown client id": mint("?client_id=dgc_00000000000000000000", credentialsOf(chain)),
      "wrong client secret": wrong({ clientSecret: other.clientSecret }),
      "wrong api_key": wrong({ keyId: crypto.randomUUID() }),
      "wrong api_key_secret": wrong({ rawKey: other.rawKey }),
      "key of another client": wrong({ keyId: other.keyId, rawKey: other.rawKey }),
      "missing header": mint(of(chain)),
      "missing client_id": mint(of(chain).replace("id", "di"), credentialsOf(chain)),
      "not base64": mint(of(chain), "%".repeat(credentialsOf(chain).length)),
      "two parts": mint(of(chain), base64(`${chain.clientSecret}|${chain.keyId}`)),
      "four parts": mint(
        of(chain),
        base64(`${chain.clientSecret}|${chain.keyId}|${chain.rawKey}|`),
      ),
      "empty parts": mint(of(chain), base64("||")),
      "invalid UTF-8": mint(of(chain), base64(Uint8Array.of(0xff, 0x7c, 0x61, 0x7c, 0xc3))),
    };
    for (const binding of ["clientId", "certificateId", "contractId", "webhookId"]) {
      const unbound = await shared.buildChain();
      await shared.admin.ok("PATCH", `/api-keys/${unbound.keyId}`, { [binding]: null });
      cases[`${binding} unbound`] = mint(of(unbound), credentialsOf(unbound));
    }
    const deleted = await shared.buildChain();
    await shared.admin.ok("DELETE", `/api-keys/${deleted.keyId}`);
    cases["deleted key"] = mint(of(deleted), credentialsOf(deleted));
    return cases;
  }

  it("ATTACK-A9: an unlisted Origin is dropped as fast with valid credentials as with garbage", async (context) => {
    const chain = await shared.buildChain();
    const token = await shared.mint(chain);
    const origin = chain.origin.replace("site", "sitf");
    const call = (method: string, target: string, authorization?: string): RequestParts => ({
      method,
      target,
      headers: { Origin: origin, ...(authorization && { Authorization: authorization }) },
    });
    const mint = `/v1/auth/application_token?client_id=${chain.clientId}`;
    const requests = toRequests({
      "mint, right credentials": call("POST", mint, credentialsOf(chain)),
      "mint, garbage": call("POST", mint, base64("x".repeat(140))),
      "read, right token": call("GET", "/v1/space/list", `Bearer ${token}`),
      "read, raw key": call("GET", "/v1/space/list", `Bearer ${chain.rawKey}`),
      "read, garbage": call("GET", "/v1/space/list", `Bearer ${"x".repeat(token.length)}`),
      "read, nothing": call("GET", "/v1/space/list"),
      "unknown path": call("GET", "/v1/nothing/here"),
    });
    const time = dropWatch(shared.server.url);
    const samples = await sample(requests, { rounds: ROUNDS, warmUp: WARM_UP, time, seed: SEED });
    await expectAlike(samples, context);
  });

  it("ATTACK-G85, ATTACK-G86: all reasons for refusing a sign-in take the same time", async (context) => {
    const requests = toRequests(await failingSignIns());
    const { time, close } = await openAnswerWatch(shared.server.url, REFUSED_SIGN_IN);
    const rounds = { rounds: SIGN_IN_ROUNDS, warmUp: SIGN_IN_WARM_UP };
    const samples = await sample(requests, { ...rounds, time, seed: SEED });
    close();
    await expectAlike(samples, context);
  });

  async function failingSignIns(): Promise<Record<string, RequestParts>> {
    const chain = await shared.buildChain();
    const other = await shared.buildChain();
    const blocked = await shared.buildChain({
      blockSystemRegistrationLogins: true,
      blockOutsideRegistrationLogins: true,
    });
    const passcode = await shared.buildChain({ otpInsideRegistration: true });
    let network = 0;
    const signIn = ({ origin }: Chain, email: string, password: string): RequestParts => ({
      method: "POST",
      target: "/v1/auth/access_token",
      // A separate network for each case, whose attempts are counted separately.
      headers: { Origin: origin, "X-Forwarded-For": `192.0.2.${++network}` },
      body: JSON.stringify({ email, password }),
    });
    const email = await addConsumer(chain, "system");
    return {
      "wrong password": signIn(chain, email, "wrong"),
      "unknown e-mail": signIn(chain, "nobody@people.example", PASSWORD),
      "of another tenant": signIn(other, email, PASSWORD),
      "blocked, system": signIn(blocked, await addConsumer(blocked, "system"), PASSWORD),
      "blocked, outside": signIn(blocked, await addConsumer(blocked, "outside"), PASSWORD),
      "blocked, wrong password": signIn(blocked, await addConsumer(blocked, "system"), "wrong"),
      "passcode, wrong password": signIn(passcode, await addConsumer(passcode, "system"), "wrong"),
    };
  }

  let consumers = 0;

  /** @returns the address */
  async function addConsumer({ contractId }: Chain, registration: string): Promise<string> {
    const email = `consumer-${++consumers}@people.example`;
    const consumer = { contractId, email, password: PASSWORD, registration };
    await shared.admin.ok("POST", "/consumers", consumer);
    return email;
  }
});
