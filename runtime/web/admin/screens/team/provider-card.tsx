import type { Organization } from "../../api/types.ts";
import { Loaded } from "../../parts/load.tsx";
import { Card, Facts } from "../../parts/page.tsx";
import { useSession } from "../../session.tsx";
import { ProviderDomains } from "./provider-domains.tsx";
import { ProviderSettings } from "./provider-settings.tsx";
import { useOrganization } from "./sign-in-policy.tsx";

/** The OpenID provider of the organization. */
export function ProviderCard() {
  const organization = useOrganization();
  const { may } = useSession();
  return (
    <Card
      title="OpenID provider"
      about="Where administrators can sign in with their account of your organization."
    >
      <Loaded from={organization}>
        {(value) =>
          may("team:w") ? (
            <>
              <ProviderSettings
                // Another provider starts the form again.
                key={JSON.stringify(value.provider)}
                organization={value}
                reload={organization.reload}
              />
              <ProviderDomains domains={value.domains} reload={organization.reload} />
            </>
          ) : (
            <ProviderFacts organization={value} />
          )
        }
      </Loaded>
    </Card>
  );
}

interface OfOrganization {
  readonly organization: Organization;
}

function ProviderFacts({ organization: { provider } }: OfOrganization) {
  if (!provider) return <p>There is none.</p>;
  const rows = [
    ["Issuer", provider.issuer],
    ["Domains", provider.domains.join(", ")],
  ] as const;
  return <Facts rows={rows} />;
}
