import { COLLECTIONS, rotate } from "../api/collections.ts";
import type { Client } from "../api/types.ts";
import { Copyable } from "../parts/copyable.tsx";
import { Facts } from "../parts/page.tsx";
import { RelativeTime, Time } from "../parts/time.tsx";
import {
  BoundKey,
  boundKeyColumn,
  loadKeys,
  Unbinding,
  type WithKeys,
} from "./api-key/bound-key.tsx";
import { type Action, changesOf, type ItemProps, type Kind } from "./kind.ts";
import { NameField, nameMistake } from "./name-field.tsx";

type Values = Pick<Client, "name">;

const ROTATE_SECRET: Action<Client, WithKeys> = {
  label: "Rotate secret",
  about: "Replaces the client secret by a new one, which is shown once.",
  question: "Rotate the client secret?",
  confirmLabel: "Rotate",
  isGrave: true,
  warning: () =>
    "The partner needs the new secret from you. Application tokens that were minted with the old one " +
    "stay valid.",
  choice: {
    label: "The old secret mints tokens",
    choices: [
      { value: "0", text: "no more from now on" },
      { value: "1", text: "for another hour" },
      { value: "24", text: "for another day" },
      { value: "72", text: "for another three days" },
    ],
  },
  async run(target, hours) {
    const { outcomes: _, ...next } = await rotate("clients", {
      ...target,
      action: "rotate-secret",
      body: { overlapHours: Number(hours) },
    });
    return { said: "The client has a new secret.", next };
  },
};

export const clients: Kind<"clients", Values, WithKeys> = {
  collection: "clients",
  ...COLLECTIONS.clients,
  about:
    "The identity of a partner’s server: a client id that it names in its calls, and a secret " +
    "with which it mints application tokens.",
  why: "A partner’s server needs one to mint application tokens.",
  columns: [
    {
      title: "Client id",
      form: "code",
      isExtra: true,
      cell: ({ clientId }) => <code title={clientId}>{clientId}</code>,
    },
    boundKeyColumn("clientId"),
    {
      title: "Created",
      form: "time",
      brief: "Created",
      sort: "createdAt",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ],
  loadOthers: loadKeys,
  Facts: ClientFacts,
  Fields: NameField,
  actions: [ROTATE_SECRET],
  blank: { name: "" },
  valuesOf,
  findMistakes: nameMistake,
  inputOf: (values) => values,
  patchOf: (values, before) => changesOf(values, valuesOf(before)),
  labels: { name: "Name" },
  consequences: ({ id }) => (
    <>
      <Unbinding field="clientId" id={id} />
      <p>Its secret ends for good: a new client has another client id and another secret.</p>
    </>
  ),
  secretLabels: { clientSecret: "Client secret" },
};

function valuesOf({ name }: Client): Values {
  return { name };
}

function ClientFacts({ item, others }: ItemProps<Client, WithKeys>) {
  const { id, clientId, previousSecretUntil: until, createdAt } = item;
  const isOverlap = until !== null && Date.parse(until) > Date.now();
  return (
    <Facts
      rows={[
        ["Client id", <Copyable key="id" text={clientId} what="Client id" />],
        ...(isOverlap
          ? [["The old secret works until", <Time key="until" at={until} />] as const]
          : []),
        ["API key", <BoundKey key="key" {...others} field="clientId" id={id} />],
        ["Created", <Time key="created" at={createdAt} />],
      ]}
    />
  );
}
