import { html } from "hono/html";
import type { Certificate } from "./certificates.ts";
import type { Configuration } from "./configuration.ts";
import type { Agent, FrontSettings, Policy, Space } from "./platform.ts";

/** A notice as the page lists it. */
export interface ReceivedNotice {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kinds: readonly string[];
}

export interface PageContent {
  readonly docgateUrl: string;
  readonly configuration: Configuration;
  readonly certificate: Certificate | undefined;
  readonly hasSharedSecret: boolean;
  /** Newest first. */
  readonly received: readonly ReceivedNotice[];
}

type Html = ReturnType<typeof html>;

/** The partner's page. `html` escapes every value that is put into it. */
export function renderPage(content: PageContent): Html {
  const { docgateUrl, configuration, received } = content;
  const title = configuration.contract?.name ?? "Example partner";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/sign-in.js"></script>
</head>
<body data-docgate="${docgateUrl}">
<header>
<h1>${title}</h1>
<p>The site of a partner. Its server reads what docgate lets it offer; its visitors sign in at
docgate from this page.</p>
</header>
<main>
${renderSignIn()}
${renderSpaces(configuration)}
${renderContract(configuration)}
${renderCertificate(content)}
${renderNotices(received)}
</main>
</body>
</html>`;
}

function renderSignIn(): Html {
  return html`<section aria-labelledby="sign-in-title">
<h2 id="sign-in-title">Sign in</h2>
<noscript><p>Signing in needs JavaScript.</p></noscript>
<p id="outcome" role="status"></p>
<form id="sign-in" method="post">
<label>Email <input type="email" name="email" autocomplete="username" required></label>
<label>Password
<input type="password" name="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<form id="passcode" method="post" hidden>
<label>Passcode
<input name="pin" inputmode="numeric" autocomplete="one-time-code" required maxlength="6"
pattern="[0-9]{6}" title="The six digits of the mail" aria-describedby="passcode-hint"></label>
<p id="passcode-hint">Six digits, sent to you by mail. They are good for five minutes and for one
try.</p>
<button>Confirm</button>
</form>
<div id="signed-in" tabindex="-1" hidden>
<table>
<caption>What the token says, checked by this site's server</caption>
<thead><tr><th scope="col">Claim</th><th scope="col">Value</th></tr></thead>
<tbody id="claims"></tbody>
</table>
<p>
<button type="button" id="refresh">Refresh the tokens</button>
<button type="button" id="sign-out">Sign out</button>
</p>
</div>
</section>`;
}

function renderSpaces({ spaces, frontSettings }: Configuration): Html {
  return html`<section aria-labelledby="spaces-title">
<h2 id="spaces-title">Spaces and agents</h2>
${spaces.length === 0 ? html`<p>There is no space.</p>` : ""}
${spaces.map((space) => renderSpace(space, frontSettings))}
</section>`;
}

function renderSpace(
  { title, description, agents }: Space,
  frontSettings: ReadonlyMap<string, FrontSettings>,
): Html {
  return html`<article>
<h3>${title}</h3>
<p>${description}</p>
<ul>
${agents.map((agent) => renderAgent(agent, frontSettings.get(agent.agentId)))}
</ul>
</article>`;
}

function renderAgent(agent: Agent, settings: FrontSettings | undefined): Html {
  const { agentId, displayName, active } = agent;
  return html`<li>${displayName} <code>${agentId}</code>${active ? "" : " (not active)"}
<details><summary>Front settings of ${displayName}</summary>
<pre>${JSON.stringify(settings ?? {}, null, 2)}</pre></details></li>`;
}

const POLICY_LABELS: readonly (readonly [keyof Policy, string])[] = [
  ["outsideRegistration", "Registration outside"],
  ["otpInsideRegistration", "Passcode for those registered inside"],
  ["otpOutsideRegistration", "Passcode for those registered outside"],
  ["blockSystemRegistrationLogins", "Sign-in blocked for those registered inside"],
  ["blockOutsideRegistrationLogins", "Sign-in blocked for those registered outside"],
];

function renderContract({ contract, policy }: Configuration): Html {
  return html`<section aria-labelledby="contract-title">
<h2 id="contract-title">Contract and policy</h2>
${
  contract === null
    ? html`<p>There is no contract.</p>`
    : html`<dl>
<dt>Contract</dt><dd>${contract.name}</dd>
<dt>Tenant key</dt><dd><code>${contract.key}</code></dd>
${policy && POLICY_LABELS.map(([name, label]) => renderSwitch(label, policy[name] === true))}
</dl>`
}
</section>`;
}

function renderSwitch(label: string, isOn: boolean): Html {
  return html`<dt>${label}</dt><dd>${isOn ? "yes" : "no"}</dd>
`;
}

function renderCertificate({ certificate, hasSharedSecret }: PageContent): Html {
  return html`<section aria-labelledby="certificate-title">
<h2 id="certificate-title">Certificate</h2>
${
  certificate === undefined
    ? html`<p>None has been delivered yet.</p>`
    : html`<dl>
<dt>Thumbprint</dt><dd><code>${certificate.thumbprint}</code></dd>
<dt>Valid until</dt><dd>${certificate.notAfter}</dd>
<dt>Shared secret</dt><dd>${hasSharedSecret ? "received" : "none"}</dd>
</dl>
<details><summary>The certificate</summary><pre id="pem">${certificate.pem}</pre></details>`
}
</section>`;
}

function renderNotices(received: readonly ReceivedNotice[]): Html {
  return html`<section aria-labelledby="notices-title">
<h2 id="notices-title">Notices received</h2>
<p>Reload this page after an administrator's change: the values above are new.</p>
${received.length === 0 ? html`<p>None yet.</p>` : ""}
<ol>
${received.map(
  ({ at, kinds }) =>
    html`<li><time datetime="${at}">${at}</time> <code>${kinds.join(", ") || "(none)"}</code></li>
`,
)}
</ol>
</section>`;
}
