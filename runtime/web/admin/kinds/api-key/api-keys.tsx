import type { ComponentChildren } from "preact";
import { COLLECTIONS } from "../../api/collections.ts";
import type { ApiKey } from "../../api/types.ts";
import { Time } from "../../parts/time.tsx";
import { changesOf, type Filter, type Kind } from "../kind.ts";
import { nameMistake } from "../name-field.tsx";
import { API_KEY_ACTIONS } from "./api-key-actions.tsx";
import { ApiKeyFacts } from "./api-key-facts.tsx";
import { ApiKeyFields, type ApiKeyValues } from "./api-key-fields.tsx";
import { type ApiKeyOthers, loadApiKeyOthers, nameOfTarget } from "./api-key-others.ts";
import { ApiKeyState } from "./api-key-state.tsx";
import { BINDINGS } from "./bindings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const FILTERS: readonly Filter[] = [
  {
    label: "State",
    choices: [
      { text: "All", query: () => ({}) },
      { text: "Fully bound", query: () => ({ fullyBound: "true" }) },
      { text: "Something missing", query: () => ({ fullyBound: "false" }) },
    ],
  },
  {
    label: "Last used",
    choices: [
      { text: "At any time", query: () => ({}) },
      { text: "Not for 30 days", query: () => unusedFor(30) },
      { text: "Not for 90 days", query: () => unusedFor(90) },
    ],
  },
];

function unusedFor(days: number): { readonly unusedSince: string } {
  return { unusedSince: new Date(Date.now() - days * DAY_MS).toISOString() };
}

export const apiKeys: Kind<"api-keys", ApiKeyValues, ApiKeyOthers> = {
  collection: "api-keys",
  ...COLLECTIONS["api-keys"],
  about:
    "What gives a partner access, while a client, a certificate, a contract and a webhook are " +
    "bound to it.",
  columns: [
    {
      title: "Display prefix",
      cell: ({ displayPrefix }) => <code class="whole">{displayPrefix}</code>,
    },
    { title: "State", cell: (item) => <ApiKeyState item={item} /> },
    { title: "Last used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    { title: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ],
  filters: FILTERS,
  loadOthers: loadApiKeyOthers,
  Facts: ApiKeyFacts,
  Fields: ApiKeyFields,
  actions: API_KEY_ACTIONS,
  noticesOf: ({ id }) => ({ apiKeyId: id }),
  blank: { name: "", clientId: "", certificateId: "", contractId: "", webhookId: "" },
  valuesOf,
  findMistakes: nameMistake,
  inputOf: toSent,
  patchOf: (values, before) => toSent(changesOf(values, valuesOf(before))),
  labels: {
    name: "Name",
    clientId: "Client",
    certificateId: "Certificate",
    contractId: "Contract",
    webhookId: "Webhook",
  },
  show,
  consequences: (item, others) => <Consequences item={item} others={others} />,
  secretLabels: { key: "Raw key" },
};

function valuesOf({ name, ...key }: ApiKey): ApiKeyValues {
  const { clientId, certificateId, contractId, webhookId } = key;
  return {
    name,
    clientId: clientId ?? "",
    certificateId: certificateId ?? "",
    contractId: contractId ?? "",
    webhookId: webhookId ?? "",
  };
}

/** An empty choice is sent as null, which unbinds. */
function toSent<Values extends Partial<ApiKeyValues>>(values: Values) {
  const entries = Object.entries(values).map(([field, value]) => [field, value || null]);
  return Object.fromEntries(entries) as Values;
}

function show(field: string, value: string, others: ApiKeyOthers): ComponentChildren {
  const binding = BINDINGS.find((one) => one.field === field);
  const { collection } = binding ?? {};
  return <bdi>{collection ? nameOfTarget(others, { collection, id: value }) : value}</bdi>;
}

interface ConsequencesProps {
  readonly item: ApiKey;
  readonly others: ApiKeyOthers;
}

function Consequences({ item, others }: ConsequencesProps) {
  const bound = BINDINGS.flatMap(({ field, collection }) => {
    const id = item[field];
    return id === null
      ? []
      : [{ noun: COLLECTIONS[collection].noun, name: nameOfTarget(others, { collection, id }) }];
  });
  return (
    <>
      Its partner loses access at once: the raw key and every application token end.{" "}
      {bound.length > 0 && (
        <>
          What is bound to it stays and becomes free for another key:{" "}
          {bound.map(({ noun, name }, index) => (
            <>
              {index > 0 && ", "}
              {noun} “<bdi>{name}</bdi>”
            </>
          ))}
          .
        </>
      )}
    </>
  );
}
