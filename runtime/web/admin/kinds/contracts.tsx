import type { ComponentChildren } from "preact";
import { COLLECTIONS, listAll } from "../api/collections.ts";
import type { Contract, Space } from "../api/types.ts";
import { Copyable } from "../parts/copyable.tsx";
import { ItemLink } from "../parts/item-link.tsx";
import { Facts } from "../parts/page.tsx";
import { RelativeTime, Time } from "../parts/time.tsx";
import type { Session } from "../session.tsx";
import {
  BoundKey,
  boundKeyColumn,
  loadKeys,
  Unbinding,
  type WithKeys,
} from "./api-key/bound-key.tsx";
import { ContractFields, type ContractValues } from "./contract-fields.tsx";
import { ALL_OFF, SWITCHES } from "./contract-switches.ts";
import { changesOf, type ItemProps, type Kind } from "./kind.ts";
import { nameMistake } from "./name-field.tsx";
import "./contracts.css";

interface Others extends WithKeys {
  /** Empty if the administrator may not read the directory. */
  readonly spaces: readonly Space[];
}

const SWITCH_LABELS = Object.fromEntries(
  SWITCHES.map(({ name, label }) => [name, label]),
) as Record<(typeof SWITCHES)[number]["name"], string>;

export const contracts: Kind<"contracts", ContractValues, Others> = {
  collection: "contracts",
  ...COLLECTIONS.contracts,
  about: "What a partner may offer, and how its consumers sign in.",
  why: "It says which spaces a partner shows, and how its consumers sign in.",
  columns: [
    {
      title: "Contract key",
      form: "code",
      isExtra: true,
      cell: ({ key }) => <code title={key}>{key}</code>,
    },
    { title: "Spaces", form: "number", brief: "Spaces:", cell: ({ spaceIds }) => spaceIds.length },
    boundKeyColumn("contractId"),
    {
      title: "Created",
      form: "time",
      brief: "Created",
      sort: "createdAt",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ],
  loadOthers,
  Facts: ContractFacts,
  Fields: ContractFields,
  readable: [
    "spaceIds",
    "defaultSystemSpaceIds",
    "defaultOutsideSpaceIds",
    ...SWITCHES.map(({ name }) => name),
  ],
  blank: {
    name: "",
    spaceIds: [],
    defaultSystemSpaceIds: [],
    defaultOutsideSpaceIds: [],
    ...ALL_OFF,
  },
  valuesOf,
  findMistakes: nameMistake,
  inputOf: toSent,
  patchOf: (values, before) => toSent(changesOf(values, valuesOf(before))),
  labels: {
    name: "Name",
    spaceIds: "Spaces",
    defaultSystemSpaceIds: "At the start: registered inside",
    defaultOutsideSpaceIds: "At the start: registered outside",
    ...SWITCH_LABELS,
  },
  show,
  partsOf: ({ id }) => ({ collection: "consumers", query: { contractId: id } }),
  consequences: ({ id }) => <Unbinding field="contractId" id={id} />,
};

async function loadOthers({ may }: Session): Promise<Others> {
  const [keys, spaces] = await Promise.all([loadKeys(), may("directory") ? listAll("spaces") : []]);
  return { ...keys, spaces };
}

function valuesOf({ id, key, createdAt, ...values }: Contract): ContractValues {
  return values;
}

/** The API's types are mutable; the values sent are not. */
function toSent<Values extends Partial<ContractValues>>(values: Values) {
  return values as { -readonly [Name in keyof Values]: Values[Name] } & Contract;
}

type Value = ContractValues[keyof ContractValues];

function show(_field: string, value: Value, { spaces }: Others): ComponentChildren {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return <bdi>{value}</bdi>;
  return (
    <ul class="plain">
      {value.map((id) => (
        <li key={id}>
          <SpaceName id={id} spaces={spaces} />
        </li>
      ))}
    </ul>
  );
}

interface SpaceNameProps extends Pick<Others, "spaces"> {
  readonly id: string;
}

function SpaceName({ id, spaces }: SpaceNameProps) {
  const space = spaces.find((one) => one.id === id);
  if (!space) return <code>{id}</code>;
  return <ItemLink collection="spaces" id={id} name={space.title} />;
}

function ContractFacts({ item, others }: ItemProps<Contract, Others>) {
  const { id, key, createdAt } = item;
  return (
    <Facts
      rows={[
        ["Contract key", <Copyable key="contract-key" text={key} what="Contract key" />],
        ["API key", <BoundKey key="key" apiKeys={others.apiKeys} field="contractId" id={id} />],
        ["Created", <Time key="created" at={createdAt} />],
      ]}
    />
  );
}
