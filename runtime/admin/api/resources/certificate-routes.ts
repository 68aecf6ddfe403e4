import * as z from "zod";
import {
  createCertificate,
  deleteCertificate,
  issueKeyPair,
  rebuildCertificate,
  recordSecretRead,
  rotateCertificate,
  updateCertificate,
} from "../../../partner/chain/certificates.ts";
import { name, secretKey } from "../../../partner/chain/fields.ts";
import type { Change } from "../../../partner/change.ts";
import { openSecretKey, sealSecretKey } from "../../../partner/secrets/sealed-fields.ts";
import type { Certificate } from "../../../store/rows.ts";
import { may } from "../../accounts/authenticate.ts";
import { outcomesField, outcomesOf, waitQuery } from "../notice-outcomes.ts";
import { queryFlag } from "../query-flag.ts";
import {
  changeRow,
  etagHeader,
  findRow,
  type IdParams,
  idParams,
  ifMatchHeader,
  patchOf,
  type Resource,
  runAs,
  showRow,
  singleBody,
  tagOf,
} from "../resource.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { certificateSchema } from "../response-schemas.ts";
import { type AdminCall, type AdminRoute, defineRoute } from "../route.ts";

const body = z
  .strictObject({ name, secretKey: secretKey.optional() })
  .meta({ id: "CertificateInput" });

const view = z.strictObject({
  withoutSecretKey: queryFlag.describe(
    "Leaves out the shared secrets, so that they are not shown needlessly; `hasSecretKey` says " +
      "whether there is one.",
  ),
});

export const certificates: Resource<Certificate> = {
  collection: "certificates",
  singular: "certificate",
  noun: "certificate",
  plural: "certificates",
  permission: "api-keys",
  schema: certificateSchema,
  table: (queries) => queries.certificates,
  textOf: ({ name }) => name,
  sortable: ["name", "notAfter"],
  foundBy: ({ name, fingerprint }) => [name, fingerprint],
  view,
  inExport: { without: ["secretKey"], view: { withoutSecretKey: "true" } },
  complete: openSecretKeys,
};

/**
 * Shows shared secrets to those who may and want to read them, and records it (ATTACK-H108).
 */
async function openSecretKeys(
  rows: readonly Certificate[],
  call: AdminCall,
): Promise<readonly object[]> {
  if (!may(call.caller, "api-keys")) return rows.map(({ secretKey, ...row }) => row);
  const query = call.query as z.output<typeof view> | undefined;
  if (query?.withoutSecretKey === "true") {
    return rows.map(({ secretKey, ...row }) => ({ ...row, hasSecretKey: secretKey !== null }));
  }
  const shown = rows.filter(({ secretKey }) => secretKey !== null);
  if (shown.length > 0 && !hasSecretKey(call.body)) {
    await runAs(call, async (change) => {
      for (const row of shown) recordSecretRead(change, row);
    });
  }
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      secretKey: await openSecretKey(call.platform.vault, row),
    })),
  );
}

/** Checks for a secret in the body: whoever has just sent it is not shown it. */
function hasSecretKey(body: unknown): boolean {
  return (body as { secretKey?: string } | undefined)?.secretKey !== undefined;
}

/** Returns the sealed secret, if it differs from the current one. */
async function sealIfNew(
  call: AdminCall<IdParams>,
  { secretKey }: { readonly secretKey?: string | undefined },
): Promise<string | null | undefined> {
  const { vault, store } = call.platform;
  const row = await findRow(certificates, { queries: store.read, call });
  if (secretKey === undefined || secretKey === (await openSecretKey(vault, row))) return undefined;
  return sealSecretKey(vault, { id: row.id, secretKey });
}

export const CERTIFICATE_ROUTES: readonly AdminRoute[] = [
  ...resourceRoutes({
    resource: certificates,
    createBody: body,
    createDescription:
      "docgate makes a key pair, whose private key it never shows, and signs consumer tokens " +
      "with it. The partner is sent the certificate and the shared secret `secretKey`, to " +
      "verify them. An organization has at most 20 certificates.",
    create: async ({ platform }, { name, secretKey = "" }) => {
      const id = platform.newId();
      const issued = await issueKeyPair(platform, { id, name });
      const sealed = await sealSecretKey(platform.vault, { id, secretKey });
      return async (change) => ({
        row: await createCertificate(change, { id, name, ...issued, secretKey: sealed }),
      });
    },
    updateBody: patchOf(body).meta({ id: "CertificatePatch" }),
    update: async (call, fields) => {
      const sealed = await sealIfNew(call, fields);
      const { id } = call.params;
      return async (change) => ({
        row: await updateCertificate(change, {
          id,
          fields: { name: fields.name, secretKey: sealed },
        }),
      });
    },
    remove: deleteCertificate,
    removeDescription: "Unbinds it from its API key, whose partner is notified.",
  }),
  defineRoute(
    {
      method: "post",
      path: "/certificates/{id}/rotate",
      operationId: "rotateCertificate",
      summary: "Rotate a certificate",
      description:
        "The new certificate is delivered to the partner. Of two simultaneous rotations, one is " +
        "answered 409.",
      tag: tagOf(certificates),
      access: "api-keys:w",
      params: idParams,
      query: view.extend(waitQuery.shape),
      headers: ifMatchHeader,
      responses: {
        200: {
          description: "Rotated",
          body: singleBody(certificates, outcomesField),
          headers: etagHeader,
        },
      },
      errors: [409],
    },
    async (call) => {
      const { platform } = call;
      const { id, name, fingerprint } = await findRow(certificates, {
        queries: platform.store.read,
        call,
      });
      const issued = await issueKeyPair(platform, { id, name });
      const { result: row, noticeIds } = await changeRow(certificates, {
        call,
        work: (change) => rotateCertificate(change, { id, replaces: fingerprint, issued }),
      });
      const { body, headers } = await showRow(certificates, { row, call });
      const outcomes = await outcomesOf(call, noticeIds);
      return { status: 200, body: { ...body, ...outcomes }, headers };
    },
  ),
  defineRoute(
    {
      method: "post",
      path: "/certificates/{id}/rebuild-cache",
      operationId: "rebuildCertificateCache",
      summary: "Rebuild the cache of a certificate",
      description:
        "Computes again what the partner of its key is served. Every save does it, so it is " +
        "never " +
        "needed.",
      tag: tagOf(certificates),
      access: "cache:w",
      params: idParams,
      headers: ifMatchHeader,
      responses: { 204: { description: "Rebuilt" } },
    },
    async (call) => {
      const work = (change: Change) => rebuildCertificate(change, call.params.id);
      await changeRow(certificates, { call, work });
      return { status: 204 };
    },
  ),
];
