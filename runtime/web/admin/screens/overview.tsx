import { KINDS } from "../kinds/kinds.ts";
import { Loaded, useLoad } from "../parts/load.tsx";
import { Card, Page } from "../parts/page.tsx";
import { linkTo } from "../route.ts";
import { useSession } from "../session.tsx";
import { Attention } from "./attention.tsx";
import { Counts } from "./counts.tsx";
import { FirstPartner, readBeginning } from "./first-partner.tsx";
import "./overview.css";

/**
 * The first page: problems that need attention, the size of each collection, and where to start.
 */
export function OverviewScreen() {
  const { admin, may } = useSession();
  const kinds = KINDS.filter(({ permission }) => may(permission));
  const beginning = useLoad(async (signal) => ({ found: await readBeginning(may, signal) }), []);
  const seesSomething = kinds.length > 0 || may("audit");
  return (
    <Page
      title="Overview"
      about={
        <>
          You administer <bdi>{admin.organization.name}</bdi>.
        </>
      }
      actions={
        may("api-keys:w") && (
          <a class="button" href={linkTo("guide")}>
            Set up a partner
          </a>
        )
      }
    >
      {seesSomething ? (
        <Loaded from={beginning}>
          {({ found }) => (
            <>
              {found && <FirstPartner {...found} />}
              {(!found || found.apiKey) && (
                <>
                  <Attention />
                  {kinds.length > 0 && <Counts kinds={kinds} />}
                </>
              )}
            </>
          )}
        </Loaded>
      ) : (
        <Card title="You may not see anything here">
          <p>
            Your account has no permission to read. Whoever runs docgate can make an administrator
            with more permissions. What you may do is on the page of{" "}
            <a href={linkTo("account")}>your account</a>.
          </p>
        </Card>
      )}
    </Page>
  );
}
