import { useState } from "preact/hooks";
import { ROLES } from "../../api/types.ts";
import { CheckList } from "../../parts/check-list.tsx";
import { Labelled } from "../../parts/field.tsx";
import { type Permission, useSession } from "../../session.tsx";
import { permissionChoices } from "./permission-choices.ts";
import { differenceOf, ROLE_NAMES, ROLE_WORDS, type Role, roleOf } from "./roles.ts";

/** The choice to tick permissions one by one. */
const OTHER = "other";

interface RoleFieldProps {
  /** Tells its boxes from others on the page. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly mistake: string | undefined;
  /** The permissions that the person has so far. Default: none. */
  readonly before?: readonly Permission[];
  readonly chosen: readonly Permission[];
  readonly onChange: (chosen: readonly Permission[]) => void;
}

/** A choice of a role, or of single permissions. */
export function RoleField(props: RoleFieldProps) {
  const { name, label, hint, mistake, before = [], chosen, onChange } = props;
  const { permissions: own } = useSession().admin;
  const [isOther, setOther] = useState(chosen.length > 0 && roleOf(chosen) === null);
  const may = (role: Role) =>
    differenceOf(ROLES[role], before).every((one) => own.includes(one as Permission));

  function choose(value: string): void {
    setOther(value === OTHER);
    if (value !== OTHER) onChange(ROLES[value as Role]);
  }

  return (
    <>
      <Labelled label={label} hint={hint} mistake={isOther ? undefined : mistake}>
        {(attributes) => (
          <select
            {...attributes}
            value={isOther ? OTHER : (roleOf(chosen) ?? "")}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="" disabled>
              Choose a role
            </option>
            {ROLE_NAMES.filter(may).map((role) => (
              <option key={role} value={role}>
                {`${ROLE_WORDS[role].name}: ${ROLE_WORDS[role].about}`}
              </option>
            ))}
            <option value={OTHER}>Other: permissions one by one</option>
          </select>
        )}
      </Labelled>
      {isOther && (
        <CheckList
          name={name}
          label="Permissions"
          mistake={mistake}
          choices={permissionChoices(own)}
          chosen={chosen}
          onChange={(next) => onChange(next as readonly Permission[])}
          empty="You have none to give."
        />
      )}
    </>
  );
}
