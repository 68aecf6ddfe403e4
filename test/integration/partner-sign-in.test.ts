import { createPublicKey, verify, X509Certificate } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { createConsumer } from "../../runtime/partner/chain/consumers.ts";
import type { Registration } from "../../runtime/store/rows.ts";
import { changed } from "../support/access-chain.ts";
import { type Chain, shareChainServer } from "../support/chain-server.ts";
import { onData } from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";

const PASSWORD = "correct horse battery staple";
const REFUSED = '{"success":false,"status":406}';
const EXPIRED = '{"success":false,"message":"Expired"}';

let count = 0;

describe.each(runtimesOf("deno"))("consumer sign-in on %s", (runtime) => {
  const shared = shareChainServer(runtime);
  // Each guess costs a password hash; the code is the same on both runtimes.
  const attack = it.runIf(runtime === "node");

  /** Created outside of the server, whose password hashes take time. */
  async function consumer(
    { contractId }: Chain,
    registration: Registration = "system",
  ): Promise<string> {
    const email = `consumer-${++count}@people.example`;
    await onData(shared().data, async (platform) => {
      const { organizationId } = (await platform.store.read.contracts.find({ id: contractId }))!;
      const passwordHash = await platform.passwords.hash(PASSWORD);
      await changed(platform, { organizationId, name: "test" }, (change) =>
        createConsumer(change, { contractId, email, passwordHash, registration }),
      );
    });
    return email;
  }

  const post = ({ origin }: Chain, path: string, body: unknown) =>
    shared().partner(path, { method: "POST", origin, body });
  const signIn = (chain: Chain, email: string, password = PASSWORD) =>
    post(chain, "/auth/access_token", { email, password });
  const confirm = (chain: Chain, token: string, pin: unknown) =>
    post(chain, "/auth/otp/confirm", { pin, token });
  const refresh = (chain: Chain, refresh_token: string) =>
    post(chain, "/auth/refresh_token", { refresh_token });

  /** The mails to an address so far, oldest first. */
  async function mailsTo(email: string) {
    const folder = join(shared().data, "outbox");
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(
      names
        .filter((name) => name.endsWith(".eml"))
        .sort()
        .map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
    return mails.filter(({ to }) => to?.some(({ address }) => address === email));
  }

  /** Waits for the given number of mails, and returns the passcode of the newest. */
  async function pinOf(email: string, mails = 1): Promise<string> {
    await expect.poll(async () => (await mailsTo(email)).length, { timeout: 15_000 }).toBe(mails);
    return /\b\d{6}\b/.exec((await mailsTo(email)).at(-1)!.text!)![0];
  }

  const otherPin = (pin: string) => (pin === "000000" ? "000001" : "000000");

  it("PIA §4, CHAIN-C11: right credentials give tokens that verify with the PEM by node:crypto (ATTACK-G100)", async () => {
    const chain = await shared().buildChain();
    const other = await shared().buildChain();
    const answer = await signIn(chain, await consumer(chain));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      status: 200,
      statusCode: 200,
      result: { access_token: expect.any(String), refresh_token: expect.any(String) },
    });
    const lifetimes = { access_token: 15 * 60, refresh_token: 30 * 24 * 60 * 60 };
    for (const [name, seconds] of Object.entries(lifetimes)) {
      const parts = answer.json.result[name].split(".");
      const [header, claims] = parts
        .slice(0, 2)
        .map((part: string) => JSON.parse(Buffer.from(part, "base64url").toString()));
      const signed = Buffer.from(`${parts[0]}.${parts[1]}`);
      const signature = Buffer.from(parts[2], "base64url");
      const isBy = (pem: string) =>
        verify(
          "sha256",
          signed,
          { key: createPublicKey(pem), dsaEncoding: "ieee-p1363" },
          signature,
        );
      expect(isBy(chain.pem)).toBe(true);
      expect(isBy(other.pem)).toBe(false);
      const hex = new X509Certificate(chain.pem).fingerprint256.replaceAll(":", "");
      expect(header).toMatchObject({
        alg: "ES256",
        kid: Buffer.from(hex, "hex").toString("base64url"),
      });
      expect(claims).toMatchObject({ aud: chain.contractKey, typ: name.split("_")[0] });
      expect(claims.exp - claims.iat).toBe(seconds);
      for (const claim of ["iss", "sub", "jti"]) expect(claims[claim]).toMatch(/\S/);
    }
  });

  it("PIA §7, ATTACK-G85: every cause of a refusal gives the same bytes and headers", async () => {
    const chain = await shared().buildChain();
    const tenantB = await shared().buildChain();
    const blocked = await shared().buildChain({
      blockSystemRegistrationLogins: true,
      blockOutsideRegistrationLogins: true,
    });
    const passcode = await shared().buildChain({ otpInsideRegistration: true });
    const email = await consumer(chain);
    const answers = [
      await signIn(chain, email, "wrong"),
      await signIn(chain, "nobody@people.example"),
      await signIn(tenantB, email),
      await signIn(blocked, await consumer(blocked, "system")),
      await signIn(blocked, await consumer(blocked, "outside")),
      await signIn(passcode, await consumer(passcode), "wrong"),
      await signIn(chain, email, "x".repeat(5_000)),
      await signIn(chain, email, `${PASSWORD}\0`),
    ];
    const headersOf = ({ headers }: { headers: Headers }) =>
      [...headers].filter(([name]) => !["date", "access-control-allow-origin"].includes(name));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(REFUSED);
      expect(headersOf(answer)).toEqual(headersOf(answers[0]!));
    }
    // ATTACK-G87: and none of them caused a mail.
    expect(await mailsTo(email)).toEqual([]);
  });

  it.each<[Registration, Record<string, unknown>, number | undefined]>([
    ["system", { otpInsideRegistration: true }, 201],
    ["system", { otpOutsideRegistration: true }, 200],
    ["outside", { otpOutsideRegistration: true }, 201],
    ["outside", { otpInsideRegistration: true }, 200],
    ["system", { blockOutsideRegistrationLogins: true }, 200],
    ["outside", { blockOutsideRegistrationLogins: true }, undefined],
    ["outside", { blockSystemRegistrationLogins: true }, 200],
    ["system", { blockSystemRegistrationLogins: true }, undefined],
  ])(
    "CHAIN-C10: registered %s under %j answers statusCode %s",
    async (registration, policy, code) => {
      const chain = await shared().buildChain(policy);
      const answer = await signIn(chain, await consumer(chain, registration));
      expect(answer.json.statusCode).toBe(code);
    },
  );

  it("PIA §3: a passcode is mailed, and with its hash gives tokens once", async () => {
    const chain = await shared().buildChain({ otpInsideRegistration: true });
    const email = await consumer(chain);
    const answer = await signIn(chain, email.toUpperCase());
    expect(answer.json).toEqual({
      success: true,
      status: 200,
      statusCode: 201,
      message: "Verify",
      result: { hash: expect.stringMatching(/\S/) },
    });
    const { hash } = answer.json.result;
    const pin = await pinOf(email);
    expect((await confirm(chain, hash, pin)).json.result.access_token).toMatch(/^ey/);
    // ATTACK-G93: but not a second time.
    expect((await confirm(chain, hash, pin)).text).toBe(EXPIRED);
  });

  it("ATTACK-G88: a wrong pin ends the challenge", async () => {
    const chain = await shared().buildChain({ otpInsideRegistration: true });
    const email = await consumer(chain);
    const { hash } = (await signIn(chain, email)).json.result;
    const pin = await pinOf(email);
    const wrong = await confirm(chain, hash, otherPin(pin));
    expect([wrong.status, wrong.text]).toEqual([200, EXPIRED]);
    expect((await confirm(chain, hash, pin)).text).toBe(EXPIRED);
  });

  it("ATTACK-G93: a hash works with its own pin and only at its own tenant", async () => {
    const chain = await shared().buildChain({ otpInsideRegistration: true });
    const other = await shared().buildChain({ otpInsideRegistration: true });
    const [one, two] = [await consumer(chain), await consumer(chain)];
    const hashes = [
      (await signIn(chain, one)).json.result.hash,
      (await signIn(chain, two)).json.result.hash,
    ];
    expect((await confirm(chain, hashes[0], await pinOf(two))).text).toBe(EXPIRED);
    expect((await confirm(other, hashes[1], await pinOf(two))).text).toBe(EXPIRED);
  });

  attack.each([[123456], [["1", "2"]], [{}], ["１２３４５６"], ["12345"], [null], [true]])(
    "ATTACK-G94: the pin %j fails like a wrong one",
    async (pin) => {
      const chain = await shared().buildChain({ otpInsideRegistration: true });
      const { hash } = (await signIn(chain, await consumer(chain))).json.result;
      const answer = await confirm(chain, hash, pin);
      expect([answer.status, answer.text]).toEqual([200, EXPIRED]);
    },
  );

  attack(
    "ATTACK-G89: of 50 confirmations at once with the right pin one gives tokens",
    async () => {
      const chain = await shared().buildChain({ otpInsideRegistration: true });
      const email = await consumer(chain);
      const { hash } = (await signIn(chain, email)).json.result;
      const pin = await pinOf(email);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => confirm(chain, hash, pin)),
      );
      expect(answers.filter(({ text }) => text !== EXPIRED)).toHaveLength(1);
    },
  );

  attack("ATTACK-G90: asking for new passcodes does not buy more guesses", async () => {
    const chain = await shared().buildChain({ otpInsideRegistration: true });
    const email = await consumer(chain);
    let guesses = 0;
    for (;;) {
      const answer = await signIn(chain, email);
      if (answer.text === REFUSED) break;
      guesses += 1;
      expect(guesses).toBeLessThan(20);
      const pin = await pinOf(email, guesses);
      expect((await confirm(chain, answer.json.result.hash, otherPin(pin))).text).toBe(EXPIRED);
    }
    expect(await mailsTo(email)).toHaveLength(guesses);
  });

  attack("ATTACK-G91: twenty wrong passwords do not keep the owner out", async () => {
    const chain = await shared().buildChain();
    const email = await consumer(chain);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => signIn(chain, email, "no")));
    expect(new Set(wrong.map(({ text }) => text))).toEqual(new Set([REFUSED]));
    expect((await signIn(chain, email)).json.success).toBe(true);
  });

  attack("ATTACK-G92: ten sign-ins of one consumer at once all succeed", async () => {
    const chain = await shared().buildChain();
    const email = await consumer(chain);
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(chain, email)));
    expect(answers.map(({ json }) => json.success)).toEqual(Array(10).fill(true));
  });

  it.each([
    ["{}", "email"],
    ['{"email":"a@b.example"}', "password"],
    ['{"email":1,"password":"x"}', "email"],
    ['{"email":"a@b.example","password":"x","more":1}', "more"],
    ["[]", ""],
  ])("CHAIN-C9: the body %s is answered 400 naming %j", async (body, path) => {
    const chain = await shared().buildChain();
    const answer = await post(chain, "/auth/access_token", body);
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toContainEqual({ path, message: expect.stringMatching(/\S/) });
  });

  it("ATTACK-G101: a refresh token works once; a replay ends all its descendants", async () => {
    const chain = await shared().buildChain();
    const { result } = (await signIn(chain, await consumer(chain))).json;
    expect((await refresh(chain, result.access_token)).text).toBe(REFUSED);
    const second = (await refresh(chain, result.refresh_token)).json.result;
    expect(second.access_token).toMatch(/^ey/);
    expect((await refresh(chain, result.refresh_token)).text).toBe(REFUSED);
    expect((await refresh(chain, second.refresh_token)).text).toBe(REFUSED);
  });

  it("ATTACK-C28: no token or code is accepted as an application token, nor as any other kind", async () => {
    const { mint, partner } = shared();
    const chain = await shared().buildChain({ otpInsideRegistration: true });
    const email = await consumer(chain);
    const { hash } = (await signIn(chain, email)).json.result;
    const tokens = (await confirm(chain, hash, await pinOf(email))).json.result;
    const application = await mint(chain);
    const { code } = (
      await partner(`/resources/certificate?client_id=${chain.clientId}`, {
        origin: chain.origin,
        authorization: `Bearer ${application}`,
      })
    ).json.result;
    for (const text of [
      tokens.access_token,
      tokens.refresh_token,
      code,
      hash,
      chain.clientSecret,
    ]) {
      const authorization = `Bearer ${text}`;
      const answer = await partner("/space/list", { origin: chain.origin, authorization });
      expect(answer.status).toBe(401);
    }
    for (const text of [application, tokens.access_token, code, hash]) {
      expect((await refresh(chain, text)).text).toBe(REFUSED);
    }
    for (const text of [application, tokens.access_token, tokens.refresh_token, code]) {
      expect((await confirm(chain, text, "000000")).text).toBe(EXPIRED);
    }
  });

  it("ATTACK-G102: after a rotation new tokens have the new key's id, old refresh tokens still work", async () => {
    const { admin } = shared();
    const chain = await shared().buildChain();
    const { result } = (await signIn(chain, await consumer(chain))).json;
    await admin.ok("POST", `/certificates/${chain.certificateId}/rotate`);
    const renewed = (await refresh(chain, result.refresh_token)).json.result;
    const kid = (token: string) =>
      JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).kid;
    expect(kid(renewed.access_token)).not.toBe(kid(result.access_token));
  });

  attack(
    "ATTACK-G97: an address cannot carry headers, and spellings of one address are one account",
    async () => {
      const { admin } = shared();
      const chain = await shared().buildChain();
      const make = (email: string) =>
        admin.call("POST", "/consumers", {
          contractId: chain.contractId,
          email,
          password: PASSWORD,
          registration: "system",
        });
      for (const email of [
        "a@b.example\r\nBcc: x@y.example",
        "a@b.example\0",
        `${"a".repeat(10_000)}@b.example`,
      ]) {
        expect((await make(email)).status).toBe(400);
      }
      expect((await make("jos\u00e9@people.example")).status).toBe(201);
      expect((await make("JOSE\u0301@people.example")).status).toBe(409);
      expect((await signIn(chain, "Jose\u0301@People.example")).json.success).toBe(true);
    },
  );
});
