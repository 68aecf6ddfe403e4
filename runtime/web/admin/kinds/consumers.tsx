import { listAll } from "../api/collections.ts";
import type { Consumer, ConsumerInput } from "../api/types.ts";
import { NameOf } from "../names.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { useLoad } from "../parts/load.tsx";
import { Facts } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { linkTo } from "../route.ts";
import { useSession } from "../session.tsx";
import { changesOf, type FieldsProps, type ItemProps, type Kind } from "./kind.ts";

/** The password is only ever on its way in. */
type Values = ConsumerInput;

const REGISTRATIONS: Readonly<Record<Consumer["registration"], string>> = {
  system: "Inside the platform",
  outside: "Outside the platform",
};

export const consumers: Kind<"consumers", Values> = {
  collection: "consumers",
  noun: "consumer",
  aNoun: "a consumer",
  plural: "Consumers",
  permission: "directory",
  about:
    "People who sign in on a partner’s website. A consumer belongs to one contract, and what the " +
    "contract allows holds for it.",
  nameOf: ({ email }) => email,
  columns: [
    {
      title: "Contract",
      cell: ({ contractId }) => <NameOf collection="contracts" id={contractId} />,
    },
    { title: "Registered", cell: ({ registration }) => REGISTRATIONS[registration] },
    { title: "Last sign-in", cell: ({ lastSignInAt }) => <Time at={lastSignInAt} /> },
    { title: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ],
  Facts: ConsumerFacts,
  Fields: ConsumerFields,
  blank: { contractId: "", email: "", password: "", registration: "system" },
  valuesOf,
  findMistakes: ({ contractId, email }) => ({
    ...(contractId.trim() === "" && { contractId: "Choose a contract." }),
    ...(email.trim() === "" && { email: "Enter an email address." }),
  }),
  inputOf: (values) => values,
  patchOf: (values, before) => {
    const { password, ...changes } = changesOf(values, valuesOf(before));
    return password ? { ...changes, password } : changes;
  },
  labels: {
    email: "Email",
    contractId: "Contract",
    registration: "Registered",
  },
  consequences: () =>
    "The consumer cannot sign in any more. Refresh tokens end at once, access tokens within 15 minutes.",
};

function valuesOf({ contractId, email, registration }: Consumer): Values {
  return { contractId, email, password: "", registration };
}

function ConsumerFields({ form, item }: FieldsProps<Values, Consumer>) {
  return (
    <>
      <ContractField form={form} />
      <TextField
        form={form}
        name="email"
        label="Email"
        hint="Unique in the contract, whatever the letter case."
        keyboard="email"
        isRequired
      />
      <TextField
        form={form}
        name="password"
        label={item ? "New password" : "Password"}
        hint={
          item
            ? "Left empty, the password stays as it is. A new one signs the consumer out."
            : "8 to 1024 characters. It is kept as a hash: nobody can ever see it again."
        }
        type="password"
        autocomplete="new-password"
        isRequired={!item}
      />
      <SelectField
        form={form}
        name="registration"
        label="Registered"
        hint="The contract has switches for both: who needs a passcode, and who is kept out."
        choices={Object.entries(REGISTRATIONS).map(([value, text]) => ({ value, text }))}
      />
    </>
  );
}

/** A choice of the contracts; the bare id for those who may not see them. */
function ContractField({ form }: Pick<FieldsProps<Values, Consumer>, "form">) {
  const { may } = useSession();
  const mayList = may("api-keys");
  const { loading } = useLoad(
    async (signal) => (mayList ? listAll("contracts", { signal }) : []),
    [mayList],
  );
  if (!mayList) {
    return (
      <TextField
        form={form}
        name="contractId"
        label="Contract"
        hint="Its id. To choose from a list you need the permission api-keys."
        isRequired
      />
    );
  }
  const contracts = loading.state === "ready" ? loading.value : [];
  const isEmpty = loading.state === "ready" && contracts.length === 0;
  return (
    <SelectField
      form={form}
      name="contractId"
      label="Contract"
      hint={
        loading.state === "failed" ? (
          `The contracts cannot be listed: ${loading.error.message}`
        ) : isEmpty ? (
          <>
            There is no contract yet: <a href={linkTo("contracts", "new")}>make one first</a>.
          </>
        ) : (
          "Whose consumer it is."
        )
      }
      choices={[
        { value: "", text: "Choose a contract", isDisabled: true },
        ...contracts.map(({ id, name }) => ({ value: id, text: name })),
      ]}
      isRequired
    />
  );
}

function ConsumerFacts({ item }: ItemProps<Consumer>) {
  const { contractId, registration, lastSignInAt, createdAt } = item;
  return (
    <Facts
      rows={[
        ["Contract", <NameOf key="contract" collection="contracts" id={contractId} />],
        ["Registered", REGISTRATIONS[registration]],
        ["Last sign-in", <Time key="last" at={lastSignInAt} />],
        ["Created", <Time key="created" at={createdAt} />],
      ]}
    />
  );
}
