import { COLLECTIONS, listAll } from "../api/collections.ts";
import {
  ACCESS_TOKEN_SECONDS,
  type Consumer,
  type ConsumerInput,
  ConsumerInputRules,
  type Contract,
} from "../api/types.ts";
import { NameOf } from "../names.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { lengthWords } from "../parts/length-words.ts";
import { Facts } from "../parts/page.tsx";
import { RelativeTime, Time } from "../parts/time.tsx";
import type { Session } from "../session.tsx";
import { BelongingField } from "./belonging.tsx";
import { changesOf, type FieldsProps, type ItemProps, type Kind } from "./kind.ts";

/** A password is only ever sent, never received. */
type Values = ConsumerInput;

const REGISTRATIONS: Readonly<Record<Consumer["registration"], string>> = {
  system: "Inside the platform",
  outside: "Outside the platform",
};

interface Others {
  /** Undefined if the administrator may not see contracts. */
  readonly contracts: readonly Contract[] | undefined;
}

export const consumers: Kind<"consumers", Values, Others> = {
  collection: "consumers",
  ...COLLECTIONS.consumers,
  hasImport: true,
  about:
    "People who sign in on a partner’s website. A consumer belongs to one contract, and may " +
    "do what the contract allows.",
  nameTitle: "Email",
  nameField: "email",
  why: "Consumers are people who sign in on a partner’s website. Each belongs to a contract.",
  columns: [
    {
      title: "Contract",
      cell: ({ contractId }) => <NameOf collection="contracts" id={contractId} />,
    },
    {
      title: "Registered",
      isExtra: true,
      cell: ({ registration }) => REGISTRATIONS[registration],
    },
    {
      title: "Last sign-in",
      form: "time",
      brief: "Signed in",
      sort: "lastSignInAt",
      cell: ({ lastSignInAt }) => <RelativeTime at={lastSignInAt} />,
    },
    {
      title: "Created",
      form: "time",
      isExtra: true,
      sort: "createdAt",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ],
  filters: [{ name: "contractId", label: "Contract", choices: "contracts" }],
  loadOthers,
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
    password: "Password",
  },
  show: (field, value, { contracts }) => {
    // Nobody may read the typed password.
    if (field === "password") return "A new one";
    if (field === "registration") return REGISTRATIONS[value as Consumer["registration"]];
    const contract = field === "contractId" && contracts?.find(({ id }) => id === value);
    return <bdi>{contract ? contract.name : value}</bdi>;
  },
  consequences: () =>
    "The consumer can no longer sign in. Refresh tokens end at once, access tokens within " +
    `${ACCESS_TOKEN_SECONDS / 60} minutes.`,
};

async function loadOthers({ may }: Session): Promise<Others> {
  return { contracts: may("api-keys") ? await listAll("contracts") : undefined };
}

function valuesOf({ contractId, email, registration }: Consumer): Values {
  return { contractId, email, password: "", registration };
}

function ConsumerFields({ form, item, others }: FieldsProps<Values, Consumer, Others>) {
  return (
    <>
      <ContractField form={form} others={others} />
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
            : `${lengthWords(ConsumerInputRules.password)}. It is kept as a hash: nobody can ever see it again.`
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

type ContractFieldProps = Pick<FieldsProps<Values, Consumer, Others>, "form" | "others">;

/** A choice of the contracts; the bare id for people who may not see them. */
function ContractField({ form, others: { contracts } }: ContractFieldProps) {
  if (!contracts) {
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
  return (
    <BelongingField
      form={form}
      field="contractId"
      label="Contract"
      hint="Whose consumer it is."
      collection="contracts"
      items={contracts}
    />
  );
}

function ConsumerFacts({ item }: ItemProps<Consumer, Others>) {
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
