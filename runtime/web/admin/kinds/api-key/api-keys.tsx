import type { ComponentChildren } from "preact";
import { COLLECTIONS } from "../../api/collections.ts";
import { type ApiKey, EXPIRY_WARNING_MS } from "../../api/types.ts";
import { RelativeTime } from "../../parts/time.tsx";
import { changesOf, type Filter, type ItemProps, type Kind } from "../kind.ts";
import { nameMistake } from "../name-field.tsx";
import { API_KEY_ACTIONS } from "./api-key-actions.tsx";
import { ApiKeyCalls } from "./api-key-calls.tsx";
import { BindingCount, OriginOf } from "./api-key-cells.tsx";
import { ApiKeyFacts } from "./api-key-facts.tsx";
import { ApiKeyFields, type ApiKeyValues } from "./api-key-fields.tsx";
import { type ApiKeyOthers, loadApiKeyOthers, nameOfTarget } from "./api-key-others.ts";
import { BINDINGS } from "./bindings.ts";
import { limitMistakes, limitsSent, limitValuesOf, NO_LIMITS } from "./limits.ts";
import { PartnerLinkCard } from "./partner-link.tsx";

const DAY_MS = 24 * 60 * 60 * 1000;

const FILTERS: readonly Filter[] = [
  {
    name: "fullyBound",
    label: "State",
    choices: [
      { value: "true", text: "Fully bound" },
      { value: "false", text: "Something missing" },
    ],
  },
  {
    name: "access",
    label: "Access",
    choices: [
      { value: "paused", text: "Paused" },
      { value: "expiring", text: "Ends within 30 days" },
    ],
    sent: (value) => (value === "paused" ? { active: "false" } : endingSoon()),
  },
  {
    name: "unusedDays",
    label: "Last used",
    all: "At any time",
    choices: [
      { value: "30", text: "Not for 30 days" },
      { value: "90", text: "Not for 90 days" },
    ],
    sent: unusedFor,
  },
];

function unusedFor(days: string): { readonly unusedSince: string } {
  return { unusedSince: minuteAway(-Number(days) * DAY_MS) };
}

function endingSoon(): { readonly expiresBefore: string } {
  return { expiresBefore: minuteAway(EXPIRY_WARNING_MS) };
}

/** To the minute, so that the same list is not asked for again and again. */
function minuteAway(ms: number): string {
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  return new Date(minute + ms).toISOString();
}

export const apiKeys: Kind<"api-keys", ApiKeyValues, ApiKeyOthers> = {
  collection: "api-keys",
  ...COLLECTIONS["api-keys"],
  about:
    "What gives a partner access, while a client, a certificate, a contract and a webhook are " +
    "bound to it.",
  why: "A partner needs one to call the API. Setting up a partner makes one with all that belongs to it.",
  columns: [
    {
      title: "Display prefix",
      form: "prefix",
      cell: ({ displayPrefix }) => <code>{displayPrefix}</code>,
    },
    {
      title: "Origin",
      isExtra: true,
      cell: ({ webhookId }) => webhookId && <OriginOf webhookId={webhookId} />,
    },
    { title: "State", form: "state", cell: (item) => <BindingCount item={item} /> },
    {
      title: "Last used",
      form: "time",
      brief: "Used",
      sort: "lastUsedAt",
      cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
    },
    {
      title: "Created",
      form: "time",
      isExtra: true,
      sort: "createdAt",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ],
  filters: FILTERS,
  loadOthers: loadApiKeyOthers,
  Facts: ApiKeyFacts,
  Fields: ApiKeyFields,
  actions: API_KEY_ACTIONS,
  noticesOf: ({ id }) => ({ apiKeyId: id }),
  More,
  blank: {
    name: "",
    clientId: "",
    certificateId: "",
    contractId: "",
    webhookId: "",
    ...NO_LIMITS,
  },
  valuesOf,
  findMistakes: (values) => ({ ...nameMistake(values), ...limitMistakes(values) }),
  inputOf: (values) => ({ ...toSent(values), name: values.name }),
  patchOf: (values, before) => toSent(changesOf(values, valuesOf(before))),
  labels: {
    name: "Name",
    clientId: "Client",
    certificateId: "Certificate",
    contractId: "Contract",
    webhookId: "Webhook",
    active: "Active",
    expiresAt: "Expires",
    networks: "Networks",
    requestsPerMinute: "Reads in a minute",
  },
  show,
  consequences: (item, others) => <Consequences item={item} others={others} />,
  secretLabels: { key: "Raw key" },
};

function More(props: ItemProps<ApiKey, ApiKeyOthers>) {
  return (
    <>
      <ApiKeyCalls {...props} />
      <PartnerLinkCard {...props} />
    </>
  );
}

function valuesOf({ name, ...key }: ApiKey): ApiKeyValues {
  const { clientId, certificateId, contractId, webhookId } = key;
  return {
    name,
    clientId: clientId ?? "",
    certificateId: certificateId ?? "",
    contractId: contractId ?? "",
    webhookId: webhookId ?? "",
    ...limitValuesOf(key),
  };
}

/** An empty choice is sent as null, which unbinds. */
function toSent<Values extends Partial<ApiKeyValues>>(values: Values) {
  const { active, expiresAt, networks, requestsPerMinute, ...others } = values;
  const entries = Object.entries(others).map(([field, value]) => [field, value || null]);
  const limits = limitsSent({ active, expiresAt, networks, requestsPerMinute });
  return { ...(Object.fromEntries(entries) as Pick<Values, "name">), ...limits };
}

function show(field: string, value: string | boolean, others: ApiKeyOthers): ComponentChildren {
  if (typeof value === "boolean") return value ? "Yes" : "No";
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
