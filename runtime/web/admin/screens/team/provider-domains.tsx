import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Organization } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { useFailure } from "../../parts/load.tsx";

type DomainState = Organization["domains"][number];

interface ProviderDomainsProps {
  readonly domains: readonly DomainState[];
  /** Called after a check. */
  readonly reload: () => void;
}

/** Shows which domains of the provider are the organization's, and how to prove the others. */
export function ProviderDomains({ domains, reload }: ProviderDomainsProps) {
  // An organization that is alone needs no proof.
  const judged = domains.filter(({ proof, inUse }) => proof !== null || !inUse);
  if (judged.length === 0) return null;
  return (
    <>
      <h3>Proof of the domains</h3>
      <p class="hint">
        There are several organizations here: only people of a domain that is proven, or reserved by
        the operator of docgate, sign in at the provider.
      </p>
      {judged.map((state) => (
        <Domain key={state.domain} state={state} reload={reload} />
      ))}
    </>
  );
}

const WORDS = { operator: "Reserved by the operator", dns: "Proven by DNS" } as const;

interface DomainProps {
  readonly state: DomainState;
  readonly reload: () => void;
}

function Domain({ state: { domain, proof, record }, reload }: DomainProps) {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const announce = useAnnounce();
  const fail = useFailure();

  async function check(): Promise<void> {
    if (isBusy) return;
    setProblem("");
    setBusy(true);
    try {
      await request("/organization/domain-checks", { method: "POST", body: { domain } });
      announce(`${domain} is proven.`);
    } catch (error) {
      setProblem(fail(error).message);
    } finally {
      setBusy(false);
      reload();
    }
  }

  return (
    <section aria-label={domain}>
      <p>
        <code>{domain}</code>{" "}
        <Badge tone={proof ? "good" : "attention"}>{proof ? WORDS[proof] : "Not proven"}</Badge>
      </p>
      {proof === null && (
        <>
          <p class="hint">Add this record of the type TXT to DNS, then check:</p>
          <p>
            Name: <Copyable text={record.name} what="name of the record" />
          </p>
          <p>
            Text: <Copyable text={record.value} what="text of the record" />
          </p>
        </>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
      {proof !== "operator" && (
        <div class="actions">
          <button
            type="button"
            class="secondary"
            aria-disabled={isBusy}
            onClick={() => void check()}
          >
            Check now<span class="unseen"> for {domain}</span>
          </button>
        </div>
      )}
    </section>
  );
}
