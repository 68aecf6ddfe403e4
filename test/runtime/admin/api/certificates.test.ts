import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { createAdminApi } from "../../../support/admin-client.ts";
import { holdTransactions } from "../../../support/platform.ts";

const SECRET = "a shared secret of 24 ch";

async function setUp() {
  const api = await createAdminApi();
  const admin = await api.addAdmin({ organization: "Acme" });
  /** Counts how often shared secrets were shown, according to the audit log. */
  const reads = () => api.platform.store.read.audit.count({ action: "read-secret" });
  return { api, ...admin, reads };
}

test("PIA §2: a certificate is a PEM under its name, valid for a year, with fingerprint and times", async () => {
  const { request } = await setUp();
  const { status, json } = await request("POST /certificates", { body: { name: "tenant" } });
  expect(status).toBe(201);
  const { certificate } = json;
  const pem = new X509Certificate(certificate.publicCertificate);
  expect(pem.subject).toBe("CN=tenant");
  expect(certificate).toEqual({
    id: expect.any(String),
    name: "tenant",
    publicCertificate: expect.stringMatching(/^-----BEGIN CERTIFICATE-----/),
    secretKey: "",
    fingerprint: pem.fingerprint256.replaceAll(":", "").toLowerCase(),
    notBefore: "2026-03-01T12:00:00.000Z",
    notAfter: "2027-03-01T12:00:00.000Z",
    createdAt: "2026-03-01T12:00:00.000Z",
  });
});

test("PIA §8: the 21st certificate is answered 400", async () => {
  const { request } = await setUp();
  for (let number = 1; number <= 20; number++) {
    const { status } = await request("POST /certificates", { body: { name: `${number}` } });
    expect(status).toBe(201);
  }
  const { status, json } = await request("POST /certificates", { body: { name: "one more" } });
  expect(status).toBe(400);
  expect(json.message).toBe(
    "Reached the maximum number of certificates (20): delete one that is no longer used.",
  );
});

test.each([
  ["x".repeat(15), null],
  ["x".repeat(16), "x".repeat(16)],
  ["x".repeat(32), "x".repeat(32)],
  ["x".repeat(33), null],
  [`  ${"x".repeat(16)}\n`, "x".repeat(16)],
  [`  ${"x".repeat(15)}  `, null],
  ["😀".repeat(16), "😀".repeat(16)],
  ["", ""],
  ["   ", ""],
  [null, null],
  [1234567890123456, null],
  [["x".repeat(16)], null],
])("ATTACK-H108: the shared secret %j is stored as %j, or refused", async (secretKey, kept) => {
  const { request } = await setUp();
  const created = await request("POST /certificates", { body: { name: "a", secretKey } });
  const id = (await request("POST /certificates", { body: { name: "b", secretKey: SECRET } })).json
    .certificate.id;
  const patched = await request(`PATCH /certificates/${id}`, { body: { secretKey } });
  for (const { status, json } of [created, patched]) {
    if (kept === null) {
      expect(status).toBe(400);
      expect(json.errors).toMatchObject([{ path: "secretKey" }]);
    } else {
      expect(json.certificate.secretKey).toBe(kept);
    }
  }
  const { certificate } = (await request(`GET /certificates/${id}`)).json;
  expect(certificate.secretKey).toBe(kept ?? SECRET);
});

test("ATTACK-H108: a shared secret that is left out does not change", async () => {
  const { request } = await setUp();
  const created = await request("POST /certificates", { body: { name: "a", secretKey: SECRET } });
  const { id } = created.json.certificate;
  await request(`PATCH /certificates/${id}`, { body: { name: "b" } });
  const rotated = await request(`POST /certificates/${id}/rotate`);
  expect(rotated.json.certificate).toMatchObject({ name: "b", secretKey: SECRET });
});

test("ATTACK-H108: each time a shared secret is shown, it is in the audit log", async () => {
  const { request, reads, email } = await setUp();
  const { json } = await request("POST /certificates", { body: { name: "a", secretKey: SECRET } });
  const { id } = json.certificate;
  await request("POST /certificates", { body: { name: "b", secretKey: SECRET } });
  await request("POST /certificates", { body: { name: "without" } });
  // Whoever has just sent the secret is not shown it.
  await request(`PATCH /certificates/${id}`, { body: { secretKey: `${SECRET}2` } });
  expect(await reads()).toBe(0);
  await request(`GET /certificates/${id}`);
  expect(await reads()).toBe(1);
  await request("GET /certificates");
  expect(await reads()).toBe(3);
  await request("GET /certificates?q=without");
  expect(await reads()).toBe(3);
  await request(`HEAD /certificates/${id}`);
  expect(await reads()).toBe(4);
  await request(`PATCH /certificates/${id}`, { body: { name: "c" } });
  expect(await reads()).toBe(5);
  await request(`POST /certificates/${id}/rotate`);
  expect(await reads()).toBe(6);
  const [entry] = (await request("GET /audit")).json.items;
  expect(entry).toMatchObject({ action: "read-secret", admin: email, resourceId: id, name: "c" });
});

test("ATTACK-H108: a list requested without shared secrets shows none and is not in the audit log", async () => {
  const { request, reads } = await setUp();
  await request("POST /certificates", { body: { name: "a", secretKey: SECRET } });
  const before = await reads();
  const { json, text } = await request("GET /certificates?withoutSecretKey=true");
  expect(json.items).toHaveLength(1);
  expect(json.items[0]).not.toHaveProperty("secretKey");
  expect(text).not.toContain(SECRET);
  expect(await reads()).toBe(before);
  expect((await request("GET /certificates?withoutSecretKey=false")).text).toContain(SECRET);
  expect(await reads()).toBe(before + 1);
});

test("ATTACK-H108: one certificate requested without its shared secret says only that there is one", async () => {
  const { request, reads, api } = await setUp();
  const asked = "withoutSecretKey=true";
  const created = await request(`POST /certificates?${asked}`, {
    body: { name: "a", secretKey: SECRET },
  });
  const { id } = created.json.certificate;
  const answers = [
    created,
    await request(`GET /certificates/${id}?${asked}`),
    await request(`PATCH /certificates/${id}?${asked}`, { body: { name: "b" } }),
    await request(`POST /certificates/${id}/rotate?${asked}`),
  ];
  for (const { json, text } of answers) {
    expect(text).not.toContain(SECRET);
    expect(json.certificate).toMatchObject({ hasSecretKey: true });
    expect(json.certificate).not.toHaveProperty("secretKey");
  }
  await request(`PATCH /certificates/${id}`, { body: { secretKey: "" } });
  const without = (await request(`GET /certificates/${id}?${asked}`)).json.certificate;
  expect(without).toMatchObject({ hasSecretKey: false });
  const writer = await api.addAdmin({ organization: "Acme", permissions: ["api-keys:w"] });
  const patched = await writer.request(`PATCH /certificates/${id}?${asked}`, { body: {} });
  expect(patched.json.certificate).not.toHaveProperty("hasSecretKey");
  expect(await reads()).toBe(0);
});

test("ATTACK-H108: an administrator who may only write is not shown the shared secret", async () => {
  const { request, api, reads } = await setUp();
  const writer = await api.addAdmin({ organization: "Acme", permissions: ["api-keys:w"] });
  const { json } = await request("POST /certificates", { body: { name: "a", secretKey: SECRET } });
  const { id } = json.certificate;
  const answers = [
    await writer.request(`PATCH /certificates/${id}`, { body: { name: "b" } }),
    await writer.request(`POST /certificates/${id}/rotate`),
    await writer.request("POST /certificates", { body: { name: "c", secretKey: SECRET } }),
  ];
  for (const { json, text } of answers) {
    expect(json.certificate).not.toHaveProperty("secretKey");
    expect(text).not.toContain(SECRET);
  }
  expect(await reads()).toBe(0);
});

test("ATTACK-F81: saving the same shared secret again changes nothing", async () => {
  const { request, api } = await setUp();
  const { json, headers } = await request("POST /certificates", {
    body: { name: "a", secretKey: SECRET },
  });
  const { id } = json.certificate;
  const entries = await api.platform.store.read.audit.count({});
  api.clock.advance(1000);
  for (const secretKey of [SECRET, ` ${SECRET} `]) {
    const again = await request(`PATCH /certificates/${id}`, { body: { secretKey } });
    expect(again.headers.get("ETag")).toBe(headers.get("ETag"));
  }
  expect(await api.platform.store.read.audit.count({})).toBe(entries);
});

test("ATTACK-H116: the audit log records that a shared secret was set, replaced and cleared", async () => {
  const { request } = await setUp();
  const { json } = await request("POST /certificates", { body: { name: "a" } });
  const { id } = json.certificate;
  for (const secretKey of [SECRET, `${SECRET}2`, ""]) {
    await request(`PATCH /certificates/${id}`, { body: { secretKey } });
  }
  const { json: log, text } = await request("GET /audit");
  const updates = log.items.filter(({ action }: { action: string }) => action === "update");
  expect(updates.map(({ changes }: { changes: object }) => changes)).toEqual([
    { secretKey: ["(hidden)", null] },
    { secretKey: ["(hidden)", "(hidden)"] },
    { secretKey: [null, "(hidden)"] },
  ]);
  expect(text).not.toContain(SECRET);
});

test("a rotated certificate has a new key pair, and keeps its name", async () => {
  const { request } = await setUp();
  const before = (await request("POST /certificates", { body: { name: "a" } })).json.certificate;
  const { status, json } = await request(`POST /certificates/${before.id}/rotate`);
  expect(status).toBe(200);
  const [old, now] = [before, json.certificate].map(
    ({ publicCertificate }) => new X509Certificate(publicCertificate),
  );
  expect(now!.subject).toBe("CN=a");
  expect(now!.publicKey.equals(old!.publicKey)).toBe(false);
  expect(json.certificate.fingerprint).not.toBe(before.fingerprint);
});

test("of two simultaneous rotations of one certificate, one wins", async () => {
  const { request, api } = await setUp();
  const { id } = (await request("POST /certificates", { body: { name: "a" } })).json.certificate;
  const rotate = () => request(`POST /certificates/${id}/rotate`);
  holdTransactions(api, 2);
  const answers = await Promise.all([rotate(), rotate()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers.find(({ status }) => status === 200)!.json.certificate;
  const { certificate } = (await request(`GET /certificates/${id}`)).json;
  expect(certificate.fingerprint).toBe(winner.fingerprint);
});

test("the stored private key belongs to the certificate that is shown", async () => {
  const { request, api } = await setUp();
  const { json } = await request("POST /certificates", { body: { name: "a" } });
  const { id, publicCertificate } = json.certificate;
  const row = (await api.platform.store.read.certificates.find({ id }))!;
  const pem = await api.platform.vault.open(`certificates/${id}/private-key`, row.privateKey);
  const { createPrivateKey, sign, verify } = await import("node:crypto");
  const data = Buffer.from("data");
  const signature = sign("sha256", data, createPrivateKey(pem));
  expect(verify("sha256", data, new X509Certificate(publicCertificate).publicKey, signature)).toBe(
    true,
  );
});
