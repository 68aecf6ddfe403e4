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
    "From now on, the old secret mints no application tokens. Tokens that were minted " +
    "with it stay valid. The partner needs the new secret from you.",
  async run(target) {
    const { outcomes: _, ...next } = await rotate("clients", {
      ...target,
      action: "rotate-secret",
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

function ClientFacts({ item: { id, clientId, createdAt }, others }: ItemProps<Client, WithKeys>) {
  return (
    <Facts
      rows={[
        ["Client id", <Copyable key="id" text={clientId} what="Client id" />],
        ["API key", <BoundKey key="key" {...others} field="clientId" id={id} />],
        ["Created", <Time key="created" at={createdAt} />],
      ]}
    />
  );
}
