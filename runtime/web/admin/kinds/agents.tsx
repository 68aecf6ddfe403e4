import { useLayoutEffect } from "preact/hooks";
import { COLLECTIONS, listAll } from "../api/collections.ts";
import { type Agent, AgentInputRules, type Space } from "../api/types.ts";
import { FrontSettings } from "../front-settings/front-settings.tsx";
import { NameOf } from "../names.tsx";
import { CheckField, TextField } from "../parts/field.tsx";
import { Facts } from "../parts/page.tsx";
import { RelativeTime, Time } from "../parts/time.tsx";
import { useQuery } from "../route.ts";
import { AgentState } from "./agent-state.tsx";
import { BelongingField } from "./belonging.tsx";
import { changesOf, type FieldsProps, type ItemProps, type Kind } from "./kind.ts";

type Values = Pick<
  Agent,
  "spaceId" | "agentId" | "displayName" | "startFlow" | "startNode" | "active"
>;

const SLUG = new RegExp(AgentInputRules.agentId.pattern);

interface Others {
  readonly spaces: readonly Space[];
}

export const agents: Kind<"agents", Values, Others> = {
  collection: "agents",
  ...COLLECTIONS.agents,
  about:
    "Whom visitors of a partner’s website can talk to. An agent is in one space; partners name it " +
    "by its slug.",
  nameField: "displayName",
  why: "Visitors of a partner’s website talk to agents. Each is in a space: make one first.",
  columns: [
    {
      title: "Slug",
      sort: "agentId",
      cell: ({ agentId }) => <code title={agentId}>{agentId}</code>,
    },
    { title: "Space", cell: ({ spaceId }) => <NameOf collection="spaces" id={spaceId} /> },
    { title: "State", form: "state", cell: ({ active }) => <AgentState active={active} /> },
    {
      title: "Created",
      form: "time",
      isExtra: true,
      sort: "createdAt",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ],
  filters: [{ name: "spaceId", label: "Space", choices: "spaces" }],
  loadOthers: async () => ({ spaces: await listAll("spaces") }),
  Facts: AgentFacts,
  Fields: AgentFields,
  readable: ["agentId", "startFlow", "startNode"],
  More: FrontSettings,
  blank: {
    spaceId: "",
    agentId: "",
    displayName: "",
    startFlow: "",
    startNode: "",
    active: true,
  },
  valuesOf,
  findMistakes: ({ spaceId, agentId, displayName }) => ({
    ...(displayName.trim() === "" && { displayName: "Enter a name." }),
    ...(!SLUG.test(agentId) && { agentId: "Enter 1 to 100 letters, digits, dots, - or _." }),
    ...(spaceId === "" && { spaceId: "Choose a space." }),
  }),
  inputOf: (values) => values,
  patchOf: (values, before) => changesOf(values, valuesOf(before)),
  labels: {
    displayName: "Display name",
    agentId: "Slug",
    spaceId: "Space",
    startFlow: "Start flow",
    startNode: "Start node",
    active: "Active",
  },
  show: (field, value, { spaces }) => {
    if (field === "active") return <AgentState active={value === true} />;
    return <bdi>{field === "spaceId" ? nameOfSpace(spaces, value) : value}</bdi>;
  },
  consequences: () =>
    "Its front settings are deleted with it, and the partners that offer its space are told.",
};

function valuesOf({ spaceId, agentId, displayName, startFlow, startNode, active }: Agent): Values {
  return { spaceId, agentId, displayName, startFlow, startNode, active };
}

function AgentFields({ form, others }: FieldsProps<Values, Agent, Others>) {
  return (
    <>
      <TextField
        form={form}
        name="displayName"
        label="Display name"
        hint="As partners show it to their visitors."
        isRequired
      />
      <TextField
        form={form}
        name="agentId"
        label="Slug"
        hint="The name that partners use for it: letters, digits, dots, - and _. Unique in the organization."
        isRequired
      />
      <SpaceField form={form} others={others} />
      <TextField
        form={form}
        name="startFlow"
        label="Start flow"
        hint="Where a conversation begins. docgate does not use it: the partner’s server reads it."
      />
      <TextField
        form={form}
        name="startNode"
        label="Start node"
        hint="Where in the flow it begins, if not at its start."
      />
      <CheckField
        form={form}
        name="active"
        label="Active"
        hint="Partners see inactive agents too, marked as such."
      />
    </>
  );
}

function nameOfSpace(spaces: Others["spaces"], id: Values[keyof Values]): string {
  return spaces.find((space) => space.id === id)?.title ?? String(id);
}

type SpaceFieldProps = Pick<FieldsProps<Values, Agent, Others>, "form" | "others">;

function SpaceField({ form, others: { spaces } }: SpaceFieldProps) {
  const { spaceId } = useQuery();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link names the space to start with
  useLayoutEffect(() => {
    if (spaceId && form.values.spaceId === "") form.reset({ ...form.values, spaceId });
  }, [spaceId]);
  return (
    <BelongingField
      form={form}
      field="spaceId"
      label="Space"
      hint="The space that it is in."
      collection="spaces"
      items={spaces}
    />
  );
}

function AgentFacts({ item: { spaceId, active, createdAt } }: ItemProps<Agent, Others>) {
  return (
    <Facts
      rows={[
        ["Space", <NameOf key="space" collection="spaces" id={spaceId} />],
        ["State", <AgentState key="state" active={active} />],
        ["Created", <Time key="created" at={createdAt} />],
      ]}
    />
  );
}
