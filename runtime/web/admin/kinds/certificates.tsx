import { COLLECTIONS, rotate } from "../api/collections.ts";
import { ACCESS_TOKEN_SECONDS, type Certificate, CertificateInputRules } from "../api/types.ts";
import { Copyable } from "../parts/copyable.tsx";
import { TextField } from "../parts/field.tsx";
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
import { type Action, changesOf, type FieldsProps, type ItemProps, type Kind } from "./kind.ts";
import { NameField, nameMistake } from "./name-field.tsx";
import { rebuildAction } from "./rebuild-action.ts";

interface Values {
  readonly name: string;
  /** The shared secret; empty if there is none. */
  readonly secretKey: string;
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
    const next = await rotate("certificates", { ...target, action: "rotate" });
    return { said: "The certificate has a new key pair.", next };
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
  readable: ["secretKey"],
  More: CertificatePem,
  actions: [ROTATE, REBUILD],
  blank: { name: "", secretKey: "" },
  valuesOf,
  findMistakes: ({ name, secretKey }) => ({
    ...nameMistake({ name }),
    ...secretMistake(secretKey),
  }),
  inputOf: (values) => values,
  patchOf: (values, before) => changesOf(values, valuesOf(before)),
  labels: { name: "Name", secretKey: "Shared secret" },
  show: (field, value) => (field === "name" ? <bdi>{value}</bdi> : <code>{value}</code>),
  consequences: ({ id }) => (
    <>
      <Unbinding field="certificateId" id={id} />
      <p>Its private key is gone for good, and with it the shared secret.</p>
    </>
  ),
};

function valuesOf({ name, secretKey = "" }: Certificate): Values {
  return { name, secretKey };
}

function secretMistake(secretKey: string): { readonly secretKey?: string } {
  const { minLength, maxLength } = CertificateInputRules.secretKey;
  const length = Array.from(secretKey.trim()).length;
  if (length === 0 || (minLength <= length && length <= maxLength)) return {};
  const range = lengthWords(CertificateInputRules.secretKey);
  return { secretKey: `Must have ${range}, but has ${length}.` };
}

function CertificateFields({ form }: FieldsProps<Values, Certificate, WithKeys>) {
  return (
    <>
      <NameField form={form} />
      <TextField
        form={form}
        name="secretKey"
        label="Shared secret"
        hint={`For what you and the partner seal outside of docgate: ${lengthWords(CertificateInputRules.secretKey)}, or nothing. The partner gets it with the next certificate, for example when you wake the API key. Each time it is shown to an administrator, the audit log says so.`}
      />
    </>
  );
}

function CertificateFacts({ item, others }: ItemProps<Certificate, WithKeys>) {
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
    ["Fingerprint (SHA-256)", <Copyable key="fingerprint" text={fingerprint} what="fingerprint" />],
    ["Created", <Time key="created" at={createdAt} />],
  ];
  return <Facts rows={rows} />;
}
