import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { ApiKey, PartnerLink } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { CheckField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { Loaded, type Loader, useLoad } from "../../parts/load.tsx";
import { Card } from "../../parts/page.tsx";
import { useReveal } from "../../parts/reveal.tsx";
import { Time } from "../../parts/time.tsx";
import { useSession } from "../../session.tsx";
import type { ItemProps } from "../kind.ts";
import type { ApiKeyOthers } from "./api-key-others.ts";

type Answer = { readonly partnerLink: PartnerLink | null };

/** Gives the partner of a key a link to its own page, and takes it back. */
export function PartnerLinkCard({ item: { id, name } }: ItemProps<ApiKey, ApiKeyOthers>) {
  const { may } = useSession();
  const path = `/api-keys/${id}/partner-link`;
  const link = useLoad(
    async (signal) => (await request<Answer>(path, { signal })).body.partnerLink,
    [id],
  );
  return (
    <Card
      title="The partner’s own page"
      about="It shows this partner alone whether its access works, its calls, refusals and notices, and how to set its server up."
    >
      <Loaded from={link}>
        {(partnerLink) =>
          partnerLink === null ? (
            <p class="quiet">The partner has no link, and no page is open.</p>
          ) : (
            <LinkState path={path} link={partnerLink} from={link} />
          )
        }
      </Loaded>
      {may("api-keys:w") && <NewLink path={path} name={name} onMade={link.reload} />}
    </Card>
  );
}

interface LinkStateProps {
  readonly path: string;
  readonly link: PartnerLink;
  readonly from: Loader<unknown>;
}

/** Says whether the partner has opened its link, with the button that ends it. */
function LinkState({ path, link, from: { reload } }: LinkStateProps) {
  const [isEnding, setEnding] = useState(false);
  const { may } = useSession();
  const announce = useAnnounce();
  const { openedAt, network, device, expiresAt, mayRotate, showsCauses } = link;
  const rights = [
    ...(mayRotate ? ["may rotate its secrets"] : []),
    ...(showsCauses ? ["sees the causes of refusals"] : []),
  ];
  return (
    <>
      <p>
        {openedAt === null ? (
          <>
            A link waits to be opened until <Time at={expiresAt} />.
          </>
        ) : (
          <>
            The page is open until <Time at={expiresAt} />: with {device}, from{" "}
            <code>{network}</code>, since <Time at={openedAt} />.
          </>
        )}
        {rights.length > 0 && ` The partner ${rights.join(" and ")}.`}
      </p>
      {may("api-keys:w") && (
        <button type="button" class="small secondary" onClick={() => setEnding(true)}>
          End the partner’s page
        </button>
      )}
      {isEnding && (
        <ConfirmDialog
          title="End the partner’s page?"
          confirmLabel="End"
          isGrave
          work={async () => {
            await request(path, { method: "DELETE" });
            announce("The partner’s page has ended.");
          }}
          onClose={() => setEnding(false)}
          onDone={reload}
          reload={reload}
        >
          <p>Its link and its page end at once. What the partner was shown stays valid.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface NewLinkProps {
  readonly path: string;
  /** Name of the key. */
  readonly name: string;
  readonly onMade: () => void;
}

const BLANK = { mayRotate: false, showsCauses: false };

function NewLink({ path, name, onMade }: NewLinkProps) {
  const reveal = useReveal();
  const form = useForm({ initial: BLANK });

  async function make(): Promise<void> {
    const { body } = await request<{ link: string; expiresAt: string }>(path, {
      method: "POST",
      body: form.values,
    });
    form.reset(BLANK);
    onMade();
    reveal({
      title: (
        <>
          The page of “<bdi>{name}</bdi>”
        </>
      ),
      about: (
        <>
          Send this link to the partner. It opens once, until <Time at={body.expiresAt} />, for
          whoever has it first; the page is then open for 8 hours. You can make another one.
        </>
      ),
      secrets: [{ label: "Link", value: body.link }],
    });
  }

  return (
    <Form state={form} onSubmit={make} submitLabel="Make a link">
      <CheckField
        form={form}
        name="mayRotate"
        label="The partner may rotate"
        hint="It may replace its client secret, raw key and signing secret there."
      />
      <CheckField
        form={form}
        name="showsCauses"
        label="Show causes of refusals"
        hint="No answer tells them; without this, the page says what to check."
      />
      <p class="hint">A new link ends the one before, and the page that it opened.</p>
    </Form>
  );
}
