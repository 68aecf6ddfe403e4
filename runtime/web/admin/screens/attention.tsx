import type { ComponentChildren } from "preact";
import { listAll } from "../api/collections.ts";
import { request } from "../api/request.ts";
import type { ApiKey, Certificate, Notice } from "../api/types.ts";
import { ApiKeyState } from "../kinds/api-key/api-key-state.tsx";
import { missingOf } from "../kinds/api-key/bindings.ts";
import { isExpiring } from "../kinds/api-key/limits.ts";
import { isEnding, Validity, ValidityAdvice } from "../kinds/certificate-validity.tsx";
import { Badge } from "../parts/badge.tsx";
import { ItemLink } from "../parts/item-link.tsx";
import { Loaded, useLoad } from "../parts/load.tsx";
import { Card } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { linkTo } from "../route.ts";
import { type Session, useSession } from "../session.tsx";
import type { LogPage } from "./logs/log-page.tsx";
import { NoticeOutcome } from "./logs/notice-words.tsx";

/** Failed notices shown at most, of the most recent ones. */
const MOST_NOTICES = 5;

interface Troubles {
  readonly keys: readonly ApiKey[];
  readonly certificates: readonly Certificate[];
  readonly notices: readonly Notice[];
}

/** Lists problems that need attention, as far as the person may see them. */
export function Attention() {
  const { may } = useSession();
  const found = useLoad((signal) => findTroubles(may, signal), []);
  return (
    <Card title="Needs attention">
      <Loaded from={found}>
        {({ keys, certificates, notices }) =>
          keys.length + certificates.length + notices.length === 0 ? (
            <p class="quiet">Nothing, as far as you may see.</p>
          ) : (
            <ul class="troubles">
              {certificates.map((certificate) => (
                <CertificateTrouble key={certificate.id} certificate={certificate} />
              ))}
              {keys.map((key) => (
                <KeyTrouble key={key.id} apiKey={key} />
              ))}
              {notices.map((notice) => (
                <NoticeTrouble key={notice.id} notice={notice} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

async function findTroubles(may: Session["may"], signal: AbortSignal): Promise<Troubles> {
  const mayKeys = may("api-keys");
  const [keys, certificates, notices] = await Promise.all([
    mayKeys ? listAll("api-keys", { signal }) : [],
    mayKeys ? listAll("certificates", { signal }) : [],
    may("audit") ? readLastNotices(signal) : [],
  ]);
  return {
    keys: keys.filter(
      (key) => key.state !== "paused" && (key.state !== "working" || isExpiring(key)),
    ),
    certificates: certificates.filter(isEnding),
    notices: notices
      .filter(({ state }) => state === "failed" || state === "refused")
      .slice(0, MOST_NOTICES),
  };
}

async function readLastNotices(signal: AbortSignal): Promise<readonly Notice[]> {
  return (await request<LogPage<Notice>>("/notices", { signal })).body.items;
}

interface TroubleProps {
  readonly badge: ComponentChildren;
  readonly children: ComponentChildren;
}

function Trouble({ badge, children }: TroubleProps) {
  return (
    <li>
      {badge}
      <div>{children}</div>
    </li>
  );
}

function KeyTrouble({ apiKey }: { readonly apiKey: ApiKey }) {
  if (apiKey.state === "expired" || isExpiring(apiKey)) {
    return (
      <Trouble badge={<ApiKeyState item={apiKey} />}>
        API key <ItemLink collection="api-keys" {...apiKey} />
        <p class="hint">
          {apiKey.state === "expired"
            ? "Its partner has no access until you change when it expires."
            : "Its partner loses access then. To extend it, change when it expires."}
        </p>
      </Trouble>
    );
  }
  return (
    <Trouble badge={<Badge tone="attention">Partially bound</Badge>}>
      API key <ItemLink collection="api-keys" {...apiKey} />
      <p class="hint">
        Missing: {missingOf(apiKey).join(", ")}. Its partner has no access until all four are bound.
      </p>
    </Trouble>
  );
}

function CertificateTrouble({ certificate }: { readonly certificate: Certificate }) {
  return (
    <Trouble badge={<Validity {...certificate} />}>
      Certificate <ItemLink collection="certificates" {...certificate} />
      <ValidityAdvice {...certificate} />
    </Trouble>
  );
}

function NoticeTrouble({ notice }: { readonly notice: Notice }) {
  const { state, url, createdAt } = notice;
  return (
    <Trouble
      badge={
        <Badge tone={state === "failed" ? "bad" : "attention"}>
          {state === "failed" ? "Notice failed" : "Notice refused"}
        </Badge>
      }
    >
      <Time at={createdAt} />, to <code>{url}</code>: <NoticeOutcome notice={notice} />{" "}
      <a href={linkTo("notices")}>Notice log</a>
    </Trouble>
  );
}
