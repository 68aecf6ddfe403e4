import { COLLECTIONS, listAll } from "../api/collections.ts";
import type { Agent, Space } from "../api/types.ts";
import { TextField } from "../parts/field.tsx";
import { Cut } from "../parts/lists/cut.tsx";
import { NameList } from "../parts/lists/name-list.tsx";
import { RowLink } from "../parts/lists/row-link.tsx";
import { Table } from "../parts/lists/table.tsx";
import { Loaded, useLoad } from "../parts/load.tsx";
import { Card, Facts } from "../parts/page.tsx";
import { RelativeTime, Time } from "../parts/time.tsx";
import { linkTo, linkWith } from "../route.ts";
import { useSession } from "../session.tsx";
import { AgentState } from "./agent-state.tsx";
import { changesOf, type FieldsProps, type ItemProps, type Kind } from "./kind.ts";

type Values = Pick<Space, "title" | "description">;

export const spaces: Kind<"spaces", Values> = {
  collection: "spaces",
  ...COLLECTIONS.spaces,
  about:
    "What belongs together on a partner’s website: a space holds agents, and partners see it when " +
    "it is in their contract.",
  nameTitle: "Title",
  nameField: "title",
  why: "Agents are in spaces, and contracts offer spaces to partners.",
  columns: [
    { title: "Description", cell: ({ description }) => <Cut text={description} /> },
    {
      title: "Created",
      form: "time",
      brief: "Created",
      sort: "createdAt",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ],
  Facts: SpaceFacts,
  Fields: SpaceFields,
  readable: ["description"],
  More: SpaceAgents,
  blank: { title: "", description: "" },
  valuesOf,
  findMistakes: ({ title }) => (title.trim() === "" ? { title: "Enter a title." } : {}),
  inputOf: (values) => values,
  patchOf: (values, before) => changesOf(values, valuesOf(before)),
  labels: { title: "Title", description: "Description" },
  show: (_field, value) => <bdi class="lines">{value}</bdi>,
  partsOf: ({ id }) => ({ collection: "agents", query: { spaceId: id } }),
  consequences: ({ id }) => <SpaceConsequences id={id} />,
};

function valuesOf({ title, description }: Space): Values {
  return { title, description };
}

function SpaceFields({ form }: FieldsProps<Values, Space>) {
  return (
    <>
      <TextField
        form={form}
        name="title"
        label="Title"
        hint="What the space is about, as partners show it to their visitors."
        isRequired
      />
      <TextField
        form={form}
        name="description"
        label="Description"
        hint="What visitors find in it. Partners may show it too."
        rows={4}
      />
    </>
  );
}

function SpaceFacts({ item: { createdAt } }: ItemProps<Space>) {
  return <Facts rows={[["Created", <Time key="created" at={createdAt} />]]} />;
}

function SpaceAgents({ item: { id } }: ItemProps<Space>) {
  const { may } = useSession();
  const agents = useLoad((signal) => agentsOf(id, signal), [id]);
  return (
    <Card title="Agents">
      <Loaded from={agents}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">There is no agent in this space.</p>
          ) : (
            <Table
              caption="Agents in this space"
              items={items}
              keyOf={(agent) => agent.id}
              columns={[
                {
                  title: "Name",
                  form: "name",
                  cell: ({ id, displayName }) => (
                    <RowLink href={linkTo("agents", id)} text={displayName} />
                  ),
                },
                { title: "Slug", cell: ({ agentId }) => <code title={agentId}>{agentId}</code> },
                {
                  title: "State",
                  form: "state",
                  cell: ({ active }) => <AgentState active={active} />,
                },
              ]}
            />
          )
        }
      </Loaded>
      {may("directory:w") && (
        <p>
          <a href={linkWith({ spaceId: id }, "agents", "new")}>New agent in this space</a>
        </p>
      )}
    </Card>
  );
}

function agentsOf(spaceId: string, signal: AbortSignal): Promise<readonly Agent[]> {
  return listAll("agents", { query: { spaceId }, signal });
}

/** Names what loses access to a space that is deleted. */
function SpaceConsequences({ id }: Pick<Space, "id">) {
  const { may } = useSession();
  const affected = useLoad(
    async (signal) => {
      const contracts = may("api-keys") ? await listAll("contracts", { signal }) : undefined;
      return { contracts: contracts?.filter(({ spaceIds }) => spaceIds.includes(id)) };
    },
    [id],
  );
  return (
    <Loaded from={affected}>
      {({ contracts }) => (
        <>
          <p>The front settings of its agents are deleted too.</p>
          {contracts === undefined ? (
            <p>Contracts that offer it lose it, which you may not see.</p>
          ) : contracts.length === 0 ? (
            <p>No contract offers it.</p>
          ) : (
            <>
              <p>These contracts lose it, and their partners are told:</p>
              <NameList names={contracts.map(({ name }) => name)} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}
