import { COLLECTIONS, rotate } from "../api/collections.ts";
import { ACCESS_TOKEN_SECONDS, type Certificate, CertificateInputRules } from "../api/types.ts";
import { lengthWords } from "../parts/length-words.ts";
import { type Fact, Facts } from "../parts/page.tsx";
import { RelativeTime, Time } from "../parts/time.tsx";
import { keyBoundTo } from "./api-key/bindings.ts";
import {
  BoundKey,
  boundKeyColumn,
  loadKeys,
  Unbinding,
  type WithKeys,
} from "./api-key/bound-key.tsx";
import { CertificatePem } from "./certificate-pem.tsx";
import { Validity, ValidityAdvice } from "./certificate-validity.tsx";
import { Fingerprint } from "./fingerprint.tsx";
import { type Action, changesOf, type FieldsProps, type ItemProps, type Kind } from "./kind.ts";
import { NameField, nameMistake } from "./name-field.tsx";
import { rebuildAction } from "./rebuild-action.ts";
import { Masked, SharedSecret, SharedSecretField } from "./shared-secret.tsx";

interface Values {
  readonly name: string;
  /** A new shared secret, empty for none; null leaves the present one, which is not shown here. */
  readonly secretKey: string | null;
}

const ROTATE: Action<Certificate, WithKeys> = {
  label: "Rotate",
  about: "Makes a new key pair, and a new certificate of one year. The shared secret stays.",
  question: "Rotate the certificate?",
  confirmLabel: "Rotate",
  isGrave: true,
  warning: ({ item: { id }, others: { apiKeys } }) => {
    const key = keyBoundTo(apiKeys, { field: "certificateId", id });
    return (
      <>
        Consumer tokens are signed with the new key pair from now on. Those that were signed before
        do not verify with the new certificate: they need the old one, until they expire within{" "}
        {ACCESS_TOKEN_SECONDS / 60} minutes.{" "}
        {key?.webhookId ? (
          <>
            The partner of “<bdi>{key.name}</bdi>” is sent the new certificate in a notice.
          </>
        ) : (
          "No partner is sent a notice, because it is not bound to an API key with a webhook."
        )}
      </>
    );
  },
  async run(target) {
    const { outcomes, ...next } = await rotate("certificates", { ...target, action: "rotate" });
    return { said: "The certificate has a new key pair.", next, outcomes };
  },
};

const REBUILD = rebuildAction<"certificates", WithKeys>(
  "certificates",
  "The data served to the partner of the API key it is bound to is computed again. " +
    "It stays available in the meantime.",
);

export const certificates: Kind<"certificates", Values, WithKeys> = {
  collection: "certificates",
  ...COLLECTIONS.certificates,
  about:
    "A key pair that signs the tokens of a partner’s consumers. Its private half never leaves " +
    "docgate; the partner is sent the public one.",
  why: "A partner needs one for its consumers to sign in.",
  columns: [
    boundKeyColumn("certificateId"),
    {
      title: "Validity",
      form: "state",
      isWide: true,
      sort: "notAfter",
      cell: (item) => <Validity {...item} />,
    },
    {
      title: "Created",
      form: "time",
      brief: "Created",
      sort: "createdAt",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ],
  loadOthers: loadKeys,
  Facts: CertificateFacts,
  Fields: CertificateFields,
  More: CertificatePem,
  actions: [ROTATE, REBUILD],
  blank: { name: "", secretKey: "" },
  valuesOf,
  findMistakes: ({ name, secretKey }) => ({
    ...nameMistake({ name }),
    ...secretMistake(secretKey),
  }),
  inputOf: ({ name, secretKey }) => ({ name, secretKey: secretKey ?? "" }),
  patchOf: (values, before) => {
    const { name, secretKey } = changesOf(values, valuesOf(before));
    return { ...(name !== undefined && { name }), ...(secretKey != null && { secretKey }) };
  },
  labels: { name: "Name", secretKey: "Shared secret" },
  show: (field, value) => (field === "name" ? <bdi>{value}</bdi> : <Masked />),
  consequences: ({ id }) => (
    <>
      <Unbinding field="certificateId" id={id} />
      <p>Its private key is gone for good, and with it the shared secret.</p>
    </>
  ),
};

/** Without the secret, even after it was revealed: seeing it is not changing it. */
function valuesOf({ name, secretKey, hasSecretKey = Boolean(secretKey) }: Certificate): Values {
  return { name, secretKey: hasSecretKey ? null : "" };
}

function secretMistake(secretKey: string | null): { readonly secretKey?: string } {
  const { minLength, maxLength } = CertificateInputRules.secretKey;
  const length = Array.from(secretKey?.trim() ?? "").length;
  if (length === 0 || (minLength <= length && length <= maxLength)) return {};
  const range = lengthWords(CertificateInputRules.secretKey);
  return { secretKey: `Must have ${range}, but has ${length}.` };
}

function CertificateFields({ form }: FieldsProps<Values, Certificate, WithKeys>) {
  return (
    <>
      <NameField form={form} />
      <SharedSecretField form={form} />
    </>
  );
}

function CertificateFacts({ item, others, replace }: ItemProps<Certificate, WithKeys>) {
  const { id, fingerprint, notBefore, notAfter, createdAt } = item;
  const rows: readonly Fact[] = [
    ["API key", <BoundKey key="key" {...others} field="certificateId" id={id} />],
    [
      "Validity",
      <div key="validity">
        <Validity notAfter={notAfter} />
        <p>
          <Time at={notBefore} /> – <Time at={notAfter} />
        </p>
        <ValidityAdvice notAfter={notAfter} />
      </div>,
    ],
    ["Fingerprint (SHA-256)", <Fingerprint key="fingerprint" fingerprint={fingerprint} />],
    ["Shared secret", <SharedSecret key="secret" item={item} replace={replace} />],
    ["Created", <Time key="created" at={createdAt} />],
  ];
  return <Facts rows={rows} />;
}
