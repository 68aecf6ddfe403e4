import type { Agent } from "../api/types.ts";
import { Loaded, useLoad } from "../parts/load.tsx";
import { Card } from "../parts/page.tsx";
import { useSession } from "../session.tsx";
import { Editor } from "./editor.tsx";
import { readSettings } from "./settings-api.ts";

interface FrontSettingsProps {
  readonly item: Pick<Agent, "id">;
}

/** The front settings of an agent, which partners get with its names: any JSON object. */
export function FrontSettings({ item: { id } }: FrontSettingsProps) {
  const { may } = useSession();
  const loader = useLoad(() => readSettings(id), [id]);
  return (
    <Card
      title="Front settings"
      about={
        <>
          What a partner’s website needs to show this agent: any JSON object. docgate does not look
          inside, and partners get it as it is, so put no secret in it.
        </>
      }
    >
      <Loaded from={loader}>
        {(version) =>
          may("directory:w") ? (
            <Editor key={version.etag} agentId={id} version={version} replace={loader.replace} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it only if it has the focus
            <pre tabIndex={0}>{version.text}</pre>
          )
        }
      </Loaded>
    </Card>
  );
}
