import { useState } from "preact/hooks";
import { act } from "../api/collections.ts";
import type { Webhook } from "../api/types.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { ConfirmDialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import { Facts } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { linkTo } from "../route.ts";
import { changesOf, type FieldsProps, type ItemProps, type Kind } from "./kind.ts";

type Values = Pick<Webhook, "name" | "origin" | "notificationUrl">;

export const webhooks: Kind<"webhooks", Values> = {
  collection: "webhooks",
  noun: "webhook",
  aNoun: "a webhook",
  plural: "Webhooks",
  permission: "api-keys",
  about:
    "The origin of a partner’s website, which may call the API while the webhook is part of a " +
    "fully bound API key, and the address on the partner’s server that notices go to.",
  nameOf: ({ name }) => name,
  columns: [
    { title: "Origin", cell: ({ origin }) => <code>{origin}</code> },
    { title: "Notification URL", cell: ({ notificationUrl }) => <code>{notificationUrl}</code> },
  ],
  Facts: WebhookFacts,
  Fields: WebhookFields,
  Actions: TestNotice,
  blank: { name: "", origin: "", notificationUrl: "" },
  valuesOf,
  findMistakes: ({ name, origin, notificationUrl }) => ({
    ...(name.trim() === "" && { name: "Enter a name." }),
    ...(origin.trim() === "" && { origin: "Enter the origin." }),
    ...(notificationUrl.trim() === "" && { notificationUrl: "Enter the address." }),
  }),
  inputOf: (values) => values,
  patchOf: (values, before) => changesOf(values, valuesOf(before)),
  labels: { name: "Name", origin: "Origin", notificationUrl: "Notification URL" },
  consequences: () =>
    "The API key it is bound to, if any, becomes partially bound: its partner loses access, and " +
    "no notice is sent any more.",
};

function valuesOf({ name, origin, notificationUrl }: Webhook): Values {
  return { name, origin, notificationUrl };
}

function WebhookFields({ form }: FieldsProps<Values, Webhook>) {
  return (
    <>
      <TextField form={form} name="name" label="Name" hint="1 to 100 characters." isRequired />
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
        hint="http or https, on the partner’s server."
        isRequired
      />
    </>
  );
}

function WebhookFacts({ item: { origin, notificationUrl, createdAt } }: ItemProps<Webhook>) {
  return (
    <Facts
      rows={[
        ["Origin", <code key="origin">{origin}</code>],
        ["Notification URL", <code key="url">{notificationUrl}</code>],
        ["Created", <Time key="created" at={createdAt} />],
      ]}
    />
  );
}

function TestNotice({ item: { id, notificationUrl }, etag }: ItemProps<Webhook>) {
  const [isAsking, setAsking] = useState(false);
  const announce = useAnnounce();

  async function send(): Promise<void> {
    await act("webhooks", { id, etag, action: "test" });
    announce("The test notice is on its way.");
  }

  return (
    <>
      <p>
        A test notice is an empty one. What became of it is in the{" "}
        <a href={linkTo("notices")}>notice log</a>.
      </p>
      <button type="button" class="secondary" onClick={() => setAsking(true)}>
        Send a test notice
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Send a test notice?"
          confirmLabel="Send"
          work={send}
          onClose={() => setAsking(false)}
        >
          <p>
            It goes to <code>{notificationUrl}</code>.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
