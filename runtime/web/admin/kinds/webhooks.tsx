import { act, COLLECTIONS, rotate } from "../api/collections.ts";
import type { Webhook } from "../api/types.ts";
import { Copyable } from "../parts/copyable.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { Cut } from "../parts/lists/cut.tsx";
import { Facts } from "../parts/page.tsx";
import { RelativeTime, Time } from "../parts/time.tsx";
import {
  BoundKey,
  boundKeyColumn,
  loadKeys,
  Unbinding,
  type WithKeys,
} from "./api-key/bound-key.tsx";
import { type Action, changesOf, type FieldsProps, type ItemProps, type Kind } from "./kind.ts";
import { NameField, nameMistake } from "./name-field.tsx";

type Values = Pick<Webhook, "name" | "origin" | "notificationUrl" | "signing">;

const SIGNINGS = [
  { value: "v1a", text: "Signed with docgate’s keys (v1a)" },
  { value: "v1", text: "Signed with a secret of this webhook (v1)" },
  { value: "none", text: "Not signed" },
];

const ROTATE_SECRET: Action<Webhook, WithKeys> = {
  label: "Rotate signing secret",
  about:
    "Replaces the secret that signs notices by a new one, which is shown once. For 24 hours, " +
    "notices are signed with both.",
  obstacle: (item) => (hasSecret(item) ? null : "Its notices are not signed with a secret."),
  question: "Rotate the signing secret?",
  confirmLabel: "Rotate",
  isGrave: true,
  warning: () => "The partner needs the new secret from you within 24 hours.",
  async run(target) {
    const action = "rotate-signing-secret";
    const { outcomes: _, ...next } = await rotate("webhooks", { ...target, action });
    return { said: "The webhook has a new signing secret.", next };
  },
};

function hasSecret({ signing }: Pick<Webhook, "signing">): boolean {
  return signing === "v1";
}

const TEST_NOTICE: Action<Webhook, WithKeys> = {
  label: "Send a test notice",
  about: "An empty notice, by the same rules as every other, even while no API key is bound to it.",
  question: "Send a test notice?",
  confirmLabel: "Send",
  warning: ({ item: { notificationUrl } }) => (
    <>
      It goes to <code>{notificationUrl}</code>.
    </>
  ),
  async run(target) {
    const { outcomes } = await act("webhooks", { ...target, action: "test" });
    const hasArrived = outcomes.every(({ state }) => state === "delivered");
    const said = hasArrived ? "The test notice arrived." : "The test notice has not arrived.";
    return { said, outcomes };
  },
};

export const webhooks: Kind<"webhooks", Values, WithKeys> = {
  collection: "webhooks",
  ...COLLECTIONS.webhooks,
  about:
    "The origin of a partner’s website, which may call the API while the webhook is part of a " +
    "fully bound API key, and the address on the partner’s server that notices go to.",
  why: "It says which website may call the API, and where notices to its server go.",
  columns: [
    { title: "Origin", sort: "origin", cell: ({ origin }) => <Cut text={origin} /> },
    {
      title: "Notification URL",
      isExtra: true,
      cell: ({ notificationUrl }) => <Cut text={notificationUrl} />,
    },
    boundKeyColumn("webhookId"),
    {
      title: "Created",
      form: "time",
      isExtra: true,
      sort: "createdAt",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ],
  loadOthers: loadKeys,
  Facts: WebhookFacts,
  Fields: WebhookFields,
  readable: ["origin", "notificationUrl"],
  actions: [TEST_NOTICE, ROTATE_SECRET],
  noticesOf: ({ id }) => ({ webhookId: id }),
  blank: { name: "", origin: "", notificationUrl: "", signing: "v1a" },
  valuesOf,
  findMistakes: ({ name, origin, notificationUrl }) => ({
    ...nameMistake({ name }),
    ...(origin.trim() === "" && { origin: "Enter the origin." }),
    ...(notificationUrl.trim() === "" && { notificationUrl: "Enter the address." }),
  }),
  inputOf: (values) => values,
  patchOf: (values, before) => changesOf(values, valuesOf(before)),
  labels: {
    name: "Name",
    origin: "Origin",
    notificationUrl: "Notification URL",
    signing: "Notices",
  },
  show: (field, value) => {
    if (field === "signing") return SIGNINGS.find((each) => each.value === value)!.text;
    return field === "name" ? <bdi>{value}</bdi> : <code>{value}</code>;
  },
  consequences: ({ id }) => (
    <>
      <Unbinding field="webhookId" id={id} />
      <p>Its origin may no longer call the API, and no more notices go to its address.</p>
    </>
  ),
  secretLabels: { signingSecret: "Signing secret" },
  hasSecret,
};

function valuesOf({ name, origin, notificationUrl, signing }: Webhook): Values {
  return { name, origin, notificationUrl, signing };
}

function WebhookFields({ form }: FieldsProps<Values, Webhook, WithKeys>) {
  return (
    <>
      <NameField form={form} />
      <TextField
        form={form}
        name="origin"
        label="Origin"
        hint="As a browser sends it: https://shop.example, without a path and without a slash at its end."
        isRequired
      />
      <TextField
        form={form}
        name="notificationUrl"
        label="Notification URL"
        hint="http or https, on the partner’s server. Put any secret into its query, which the logs leave out."
        isRequired
      />
      <SelectField
        form={form}
        name="signing"
        label="Notices"
        hint="A signature lets the partner’s server verify that a notice is from docgate, and for this webhook. With v1a there is nothing to hand over; v1 is for a partner whose library for Standard Webhooks knows no other, and has a secret, which is shown once."
        choices={SIGNINGS}
      />
    </>
  );
}

function WebhookFacts({ item, others }: ItemProps<Webhook, WithKeys>) {
  const { id, previousSecretUntil: until, createdAt } = item;
  const isOverlap = until !== null && Date.parse(until) > Date.now();
  return (
    <Facts
      rows={[
        ["Webhook id", <Copyable key="id" text={id} what="Webhook id" />],
        ...(isOverlap
          ? [["The old signing secret signs until", <Time key="until" at={until} />] as const]
          : []),
        ["API key", <BoundKey key="key" {...others} field="webhookId" id={id} />],
        ["Created", <Time key="created" at={createdAt} />],
      ]}
    />
  );
}
