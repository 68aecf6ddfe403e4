import { X509Certificate } from "node:crypto";
import type { Agent, Certificate, FrontSettings, Policy, Space } from "docgate/partner";
import { html } from "hono/html";
import type { Configuration } from "./configuration.ts";
import type { ReceivedNotice } from "./notices.ts";

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
<script type="module" src="/live.js"></script>
<script type="module" src="/sign-in.js"></script>
<script type="module" src="${docgateUrl}/assets/search.js"></script>
</head>
<body data-docgate="${docgateUrl}">
<header>
<div id="name" data-live><h1>${title}</h1></div>
<docgate-search site="${docgateUrl}"><a href="${docgateUrl}/">Search the documentation</a></docgate-search>
</header>
<main>
<div id="agents" data-live>${renderSpaces(configuration)}</div>
${renderSignIn()}
<section aria-labelledby="behind-title">
<h2 id="behind-title">Behind this page</h2>
<p class="quiet">A visitor of a real shop would not see this: what the shop's server has read from
docgate, and been sent by it. Change something in docgate's console, and watch.</p>
<div id="contract" data-live>${renderContract(configuration)}</div>
<div id="certificate" data-live>${renderCertificate(content)}</div>
<div id="notices" data-live>${renderNotices(received)}</div>
</section>
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
  return html`<h2>How can we help?</h2>
${spaces.length === 0 ? html`<p>There is no space.</p>` : ""}
${spaces.map((space) => renderSpace(space, frontSettings))}`;
}

function renderSpace(
  { title, description, agents }: Space,
  frontSettings: ReadonlyMap<string, FrontSettings>,
): Html {
  return html`<article>
<h3>${title}</h3>
<p class="quiet">${description}</p>
<ul class="cards">
${agents.map((agent) => renderAgent(agent, frontSettings.get(agent.agentId)))}
</ul>
</article>`;
}

/** An agent with what it greets visitors with, in its colour; both are front settings. */
function renderAgent(agent: Agent, settings: FrontSettings = {}): Html {
  const { agentId, displayName, active } = agent;
  const { greeting, accent } = settings;
  return html`<li class="card" data-accent="${textOf(accent)}">
<p class="agent"><strong>${displayName}</strong> <code>${agentId}</code>${active ? "" : " (not active)"}</p>
<p class="greeting">${textOf(greeting) || "Hello."}</p>
<details><summary>Front settings of ${displayName}</summary>
<pre>${JSON.stringify(settings, null, 2)}</pre></details></li>`;
}

/** Front settings are any JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const POLICY_LABELS: readonly (readonly [keyof Policy, string])[] = [
  ["outsideRegistration", "Registration outside"],
  ["otpInsideRegistration", "Passcode for those registered inside"],
  ["otpOutsideRegistration", "Passcode for those registered outside"],
  ["blockSystemRegistrationLogins", "Sign-in blocked for those registered inside"],
  ["blockOutsideRegistrationLogins", "Sign-in blocked for those registered outside"],
];

function renderContract({ contract, policy }: Configuration): Html {
  return html`<h3>Contract and policy</h3>
${
  contract === null
    ? html`<p>There is no contract.</p>`
    : html`<dl>
<dt>Contract</dt><dd>${contract.name}</dd>
<dt>Tenant key</dt><dd><code>${contract.key}</code></dd>
${policy && POLICY_LABELS.map(([name, label]) => renderSwitch(label, policy[name] === true))}
</dl>`
}`;
}

function renderSwitch(label: string, isOn: boolean): Html {
  return html`<dt>${label}</dt><dd>${isOn ? "yes" : "no"}</dd>
`;
}

function renderCertificate({ certificate, hasSharedSecret }: PageContent): Html {
  return html`<h3>Certificate</h3>
${
  certificate === undefined
    ? html`<p>None has been delivered yet.</p>`
    : html`<dl>
<dt>Thumbprint</dt><dd><code>${certificate.kid}</code></dd>
<dt>Valid until</dt><dd>${new X509Certificate(certificate.pem).validTo}</dd>
<dt>Shared secret</dt><dd>${hasSharedSecret ? "received" : "none"}</dd>
</dl>
<details><summary>The certificate</summary><pre id="pem">${certificate.pem}</pre></details>`
}`;
}

function renderNotices(received: readonly ReceivedNotice[]): Html {
  return html`<h3>Notices received</h3>
${received.length === 0 ? html`<p>None yet.</p>` : ""}
<ol>
${received.map(
  ({ at, kinds }) =>
    html`<li><time datetime="${at}">${at}</time> <code>${kinds.join(", ") || "(none)"}</code></li>
`,
)}
</ol>`;
}
