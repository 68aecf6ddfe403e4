import type { Query } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { ChoiceOfItem } from "../items/list-filters.tsx";

interface ApiKeyFilterProps {
  readonly query: Query;
  readonly onChange: (change: Query) => void;
}

/** Narrows a log to one API key; for those who may not see keys only if the address names one. */
export function ApiKeyFilter({ query: { apiKeyId = "" }, onChange }: ApiKeyFilterProps) {
  const { may } = useSession();
  if (!may("api-keys") && apiKeyId === "") return null;
  return (
    <ChoiceOfItem
      label="API key"
      collection="api-keys"
      value={apiKeyId}
      onChange={(apiKeyId) => onChange({ apiKeyId })}
    />
  );
}
