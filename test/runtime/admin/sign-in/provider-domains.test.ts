import { describe, expect, it } from "vitest";
import { createAdministrator } from "../../../../runtime/admin/accounts/administrators.ts";
import {
  freeDomain,
  listDomains,
  reserveDomain,
} from "../../../../runtime/admin/sign-in/provider/operator-domains.ts";
import { createFindTexts } from "../../../../runtime/partner/find-texts.ts";
import { type AdminApi, PASSWORD, type TestAdmin } from "../../../support/admin-client.ts";
import { serveTexts } from "../../../support/name-server.ts";
import { type ProviderScene, shareProvider } from "../../../support/provider-scene.ts";
import { createVisitor } from "../../../support/provider-visitor.ts";

const setUp = shareProvider();

const NOBODY = [404, "There is no sign-in provider for this address."];

/** Where an address signs in: 200, or the refusal. */
async function whereTo({ api }: { readonly api: AdminApi }, email: string) {
  const { status, json } = await createVisitor(api).begin(email);
  return status === 200 ? new URL(json.location).origin : [status, json.message];
}

/** A second organization, whose administrators have an address of another domain and one of Acme's. */
async function addOther({ api }: { readonly api: AdminApi }, email = "eve@delta.test") {
  await createAdministrator(api.platform, { organization: "Delta", email, password: PASSWORD });
  return api.addAdmin({ organization: "Delta" });
}

function providerOf({ provider }: ProviderScene, domains: readonly string[]) {
  const { issuer, clientId, clientSecret } = provider;
  return { body: { issuer, clientId, clientSecret, domains, newPermissions: null } };
}

/** Name servers with these texts, which can change. */
async function serveDns({ api }: { readonly api: AdminApi }) {
  const texts = new Map<string, readonly string[]>();
  const dns = await serveTexts((name) => texts.get(name) ?? []);
  Object.assign(api.platform, { findTexts: createFindTexts({ servers: [dns.address] }) });
  return { texts, dns };
}

async function domainsOf({ request }: TestAdmin) {
  return (await request("GET /organization")).json.organization.domains;
}

function check({ request }: TestAdmin, domain: string) {
  return request("POST /organization/domain-checks", { body: { domain } });
}

describe("a domain of a provider", () => {
  it("is used as it is by the only organization, and stays its own when others come", async () => {
    const scene = await setUp();
    const { api, ada, provider, save } = scene;
    await save({ domains: ["acme.test"] });
    const named = { domain: "acme.test", proof: null, inUse: true };
    expect(await domainsOf(ada)).toMatchObject([named]);
    expect(await whereTo(scene, "grace@acme.test")).toBe(provider.issuer);
    await addOther(scene);
    expect(await domainsOf(ada)).toMatchObject([{ ...named, proof: "operator" }]);
    expect(await whereTo(scene, "grace@acme.test")).toBe(provider.issuer);
    const { items } = (await ada.request("GET /audit?resource=domain")).json;
    expect(items).toMatchObject([
      { admin: "command line", action: "confirm", changes: { proof: [null, "operator"] } },
    ]);
    expect(await listDomains(api.platform)).toEqual([
      { domain: "acme.test", organization: "Acme", state: "reserved" },
    ]);
  });

  it("ATTACK-T274: cannot be taken if administrators of another organization have it, which alone signs them in", async () => {
    const scene = await setUp();
    const { ada } = scene;
    const eve = await addOther(scene, "root@acme.test");
    const message =
      'The domain "acme.test" is not free. If it is yours, ask the operator of docgate to reserve it for you.';
    for (const domains of [["acme.test"], ["other.test", "Acme.Test."]]) {
      const put = await ada.request("PUT /organization/provider", providerOf(scene, domains));
      expect(put).toMatchObject({
        status: 409,
        json: { message, errors: [{ path: "domains", message }] },
      });
    }
    // The same words for a domain that another organization has.
    await reserveDomain(scene.api.platform, { domain: "delta.test", organization: "Delta" });
    const other = await ada.request(
      "PUT /organization/provider",
      providerOf(scene, ["delta.test"]),
    );
    expect(other.json.message).toBe(message.replace("acme", "delta"));
    // The operator's word wins; administrators of others are not sent there even then.
    await reserveDomain(scene.api.platform, { domain: "acme.test", organization: "Acme" });
    const put = await ada.request("PUT /organization/provider", providerOf(scene, ["acme.test"]));
    expect(put.status).toBe(200);
    expect(await whereTo(scene, "grace@acme.test")).toBe(scene.provider.issuer);
    for (const spelling of ["root@acme.test", "Root@ACME.test", "root@ACME.test."]) {
      expect(await whereTo(scene, spelling)).toEqual(NOBODY);
    }
    expect((await eve.request("GET /session")).status).toBe(200);
  });

  it("ATTACK-T274: leads nobody anywhere while it is not known whose it is, nor lets anyone in", async () => {
    const scene = await setUp();
    const { api, ada, provider, save } = scene;
    await addOther(scene);
    await save({ domains: ["example.com", "open.test"], newPermissions: ["audit"] });
    expect(await domainsOf(ada)).toMatchObject([
      { domain: "example.com", inUse: true },
      { domain: "open.test", proof: null, inUse: false },
    ]);
    expect(await whereTo(scene, "grace@open.test")).toEqual(NOBODY);
    // An account of it that comes by way of another domain.
    provider.accounts.set("grace", { email: "grace@open.test", email_verified: true });
    const visitor = createVisitor(api);
    await visitor.signIn(ada.email, "grace");
    expect(await visitor.whoAmI()).toBeNull();
    await reserveDomain(api.platform, { domain: "OPEN.test.", organization: "Acme" });
    expect(await whereTo(scene, "grace@open.test")).toBe(provider.issuer);
    await freeDomain(api.platform, "open.test");
    expect(await whereTo(scene, "grace@open.test")).toEqual(NOBODY);
  });

  it("has a dot, and is kept as DNS has it", async () => {
    const { save, ada } = await setUp();
    for (const domain of ["com", "test", "localhost", "com.", ".", "", "a b.test", "10.0.0.1"]) {
      const { status, json } = await save({ domains: [domain] });
      expect([status, json.errors?.[0].message], domain).toEqual([
        400,
        "Must be a domain as after the @ of an address, such as example.com.",
      ]);
    }
    await save({ domains: ["Bücher.example", "bücher.example.", "ACME.test"] });
    const { domains } = (await ada.request("GET /organization")).json.organization.provider;
    expect(domains).toEqual(["acme.test", "xn--bcher-kva.example"]);
  });
});

describe("a proof by DNS", () => {
  /** Two organizations that both named `shop.test` before anybody proved it. */
  async function withTwo() {
    const scene = await setUp();
    const delta = await addOther(scene);
    await reserveDomain(scene.api.platform, { domain: "example.com", organization: "Acme" });
    for (const admin of [scene.ada, delta]) {
      const domains = ["shop.test"];
      const saved = await admin.request("PUT /organization/provider", providerOf(scene, domains));
      expect(saved.status).toBe(200);
    }
    const { texts, dns } = await serveDns(scene);
    const records = await Promise.all(
      [scene.ada, delta].map(async (admin) => (await domainsOf(admin))[0].record),
    );
    const [ofAcme, ofDelta] = records;
    return { ...scene, delta, texts, dns, ofAcme, ofDelta };
  }

  it("is a record whose text differs for each organization", async () => {
    const { api, ada, provider, texts, dns, ofAcme, ofDelta } = await withTwo();
    expect(ofAcme.name).toBe("_docgate-challenge.shop.test");
    expect(ofAcme.value).toMatch(/^docgate-domain=[\w-]{43}$/);
    expect(ofDelta.name).toBe(ofAcme.name);
    expect(ofDelta.value).not.toBe(ofAcme.value);
    expect(await whereTo({ api }, "grace@shop.test")).toEqual(NOBODY);
    expect(await check(ada, "shop.test")).toMatchObject({
      status: 409,
      json: {
        message: `DNS has no record of the type TXT for ${ofAcme.name} with the text ${ofAcme.value}. It may take a while until a new record is seen.`,
      },
    });
    texts.set(ofAcme.name, ["v=spf1 -all", ofAcme.value]);
    const proven = await check(ada, "Shop.Test.");
    expect(proven.json.organization.domains).toMatchObject([{ proof: "dns", inUse: true }]);
    expect(dns.questions).toEqual([ofAcme.name, ofAcme.name]);
    expect(await whereTo({ api }, "grace@shop.test")).toBe(provider.issuer);
    expect((await check(ada, "other.test")).status).toBe(404);
  });

  it("ATTACK-S221: a proven domain cannot be taken by another organization's record, or its name", async () => {
    const { api, ada, delta, texts, ofAcme, ofDelta } = await withTwo();
    texts.set(ofAcme.name, [ofAcme.value]);
    expect((await check(ada, "shop.test")).status).toBe(200);
    // The record of the one counts for nobody else.
    expect((await check(delta, "shop.test")).status).toBe(409);
    texts.set(ofAcme.name, [ofDelta.value, ofAcme.value]);
    expect((await check(delta, "shop.test")).status).toBe(409);
    expect(await domainsOf(delta)).toMatchObject([{ proof: null, inUse: false }]);
    expect(await listDomains(api.platform)).toEqual([
      { domain: "example.com", organization: "Acme", state: "reserved" },
      { domain: "shop.test", organization: "Acme", state: "proven" },
      { domain: "shop.test", organization: "Delta", state: "named" },
    ]);
  });

  it("ATTACK-S221: a record that is gone at a later check no longer proves anything", async () => {
    const { api, ada, delta, texts, ofAcme, ofDelta } = await withTwo();
    texts.set(ofAcme.name, [ofAcme.value]);
    await check(ada, "shop.test");
    // No answer says nothing.
    const { findTexts } = api.platform;
    Object.assign(api.platform, { findTexts: createFindTexts({ servers: ["127.0.0.1:1"] }) });
    expect((await check(ada, "shop.test")).json.message).toBe(
      `DNS does not answer for ${ofAcme.name}. Try again later.`,
    );
    expect(await domainsOf(ada)).toMatchObject([{ proof: "dns" }]);
    Object.assign(api.platform, { findTexts });
    texts.set(ofAcme.name, [ofDelta.value]);
    expect((await check(delta, "shop.test")).status).toBe(200);
    expect(await domainsOf(ada)).toMatchObject([{ proof: null, inUse: false }]);
    const { items } = (await ada.request("GET /audit?resource=domain&action=release")).json;
    expect(items).toMatchObject([{ admin: "DNS", changes: { proof: ["dns", null] } }]);
    texts.delete(ofAcme.name);
    expect((await check(delta, "shop.test")).status).toBe(409);
    expect(await domainsOf(delta)).toMatchObject([{ proof: null }]);
    expect(await whereTo({ api }, "grace@shop.test")).toEqual(NOBODY);
  });

  it("ATTACK-S221: the operator's word stays, whatever DNS says", async () => {
    const { api, ada, delta, texts, ofAcme, ofDelta } = await withTwo();
    texts.set(ofAcme.name, [ofAcme.value]);
    await check(ada, "shop.test");
    await reserveDomain(api.platform, { domain: "shop.test", organization: "Delta" });
    expect((await check(ada, "shop.test")).status).toBe(409);
    texts.set(ofAcme.name, [ofDelta.value]);
    expect((await check(delta, "shop.test")).status).toBe(200);
    texts.set(ofAcme.name, []);
    expect((await check(delta, "shop.test")).status).toBe(409);
    expect(await domainsOf(delta)).toMatchObject([{ proof: "operator", inUse: true }]);
  });

  it("ATTACK-S221: a look-alike is another domain, a spelling is the same", async () => {
    const { api, ada, provider, texts, ofAcme, ...scene } = await withTwo();
    texts.set(ofAcme.name, [ofAcme.value]);
    await check(ada, "shop.test");
    for (const email of ["a@SHOP.test", "a@shop.test.", "a@ｓhop.test"]) {
      expect(await whereTo({ api }, email), email).toBe(provider.issuer);
    }
    for (const email of [
      "a@ѕhop.test",
      "a@shοp.test",
      "a@sub.shop.test",
      "a@shop-test",
      "a@test",
    ]) {
      expect(await whereTo({ api }, email), email).toEqual(NOBODY);
    }
    // A look-alike that another organization names has another record.
    const body = providerOf({ api, ada, provider, ...scene }, ["ѕhop.test"]);
    expect((await scene.delta.request("PUT /organization/provider", body)).status).toBe(200);
    const [state] = await domainsOf(scene.delta);
    expect(state).toMatchObject({ domain: "xn--hop-ehd.test", proof: null, inUse: false });
    expect(state.record.name).toBe("_docgate-challenge.xn--hop-ehd.test");
  });

  it("ATTACK-S221: an administrator's address counts in each spelling of its domain", async () => {
    const scene = await setUp();
    await addOther(scene, "root@bücher.test");
    await reserveDomain(scene.api.platform, { domain: "bücher.test", organization: "Acme" });
    await scene.save({ domains: ["bücher.test"] });
    for (const email of ["root@bücher.test", "root@BÜCHER.test", "root@xn--bcher-kva.test"]) {
      expect(await whereTo(scene, email), email).toEqual(NOBODY);
    }
    expect(await whereTo(scene, "grace@xn--bcher-kva.test")).toBe(scene.provider.issuer);
  });
});
