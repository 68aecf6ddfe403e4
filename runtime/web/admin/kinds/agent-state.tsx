import { Badge } from "../parts/badge.tsx";

interface AgentStateProps {
  readonly active: boolean;
}

export function AgentState({ active }: AgentStateProps) {
  return <Badge tone={active ? "good" : "neutral"}>{active ? "Active" : "Inactive"}</Badge>;
}
