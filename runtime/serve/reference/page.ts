import { html } from "hono/html";
import { type ApiDocument, operationsOf, type PlacedOperation } from "./document.ts";
import { inlineCode } from "./inline-code.ts";
import { methodName, renderOperation, title } from "./operation.ts";

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly PlacedOperation[];
}

const PARTNER_BASE = "/v1/";

/** The APIs, by the beginning of their paths. */
const APIS = [
  { name: "Partner API", base: PARTNER_BASE },
  { name: "Admin API", base: "/admin/api/" },
] as const;

/** The variables of the commands, and where one gets their values. */
const VARIABLES: readonly (readonly [string, string])[] = [
  ["BASE_URL", "the address of docgate, such as `http://127.0.0.1:8080`"],
  ["ADMIN_TOKEN", "an admin token: `docgate admin token --email you@example.com`"],
  ["ORIGIN", "the Origin of the partner's website, as in its webhook"],
  ["CLIENT_ID", "the `clientId` of the partner's client, `dgc_…`"],
  ["CREDENTIALS", "client secret, id of the API key and raw key, joined by `|`, in Base64"],
  ["TOKEN", "the application token that the first call of a partner returns"],
];

/** Renders the content of the reference. It needs no script; a script adds what can be tried. */
export async function renderReference(document: ApiDocument): Promise<string> {
  const groups = document.tags.map(({ name, description = "" }) => ({
    name,
    description,
    operations: operationsOf(document, name),
  }));
  const apis = APIS.map(({ name, base }) => ({
    name,
    groups: groups.filter(({ operations: [first] }) => {
      if (first?.isWebhook) return base === PARTNER_BASE;
      return first?.path.startsWith(base);
    }),
  }));
  const content = await html`<div class="frame">
        ${navigation(apis)}
        <div class="all">
          <h1>API reference</h1>
          <p class="lead">${document.info.description}</p>
          <p class="quiet">Version ${document.info.version}. For tools, the same is an OpenAPI 3.1 document: <a href="./openapi.json">openapi.json</a>. Every example here is a request that a test of docgate sends, and its answer.</p>
          ${credentials(document)}
          ${groups.map((group) => section(document, group))}
        </div>
      </div>`;
  return content.toString();
}

function anchorOf(group: string): string {
  return group.replaceAll(" ", "-");
}

function navigation(apis: readonly { readonly name: string; readonly groups: readonly Group[] }[]) {
  const lists = apis.map(
    ({ name, groups }) =>
      html`<p class="api">${name}</p>${groups.map((group) => groupLinks(group))}`,
  );
  return html`<details class="side" open>
          <summary>Operations</summary>
          <div class="index">
          <div class="filter" hidden>
            <input id="Filter" type="search" placeholder="Filter operations" aria-label="Filter operations" autocomplete="off" spellcheck="false">
            <p id="Filtered" role="status" class="small"></p>
          </div>
          <nav aria-label="Operations">
            <a class="tag" href="#Credentials">Credentials</a>
            ${lists}
          </nav>
          </div>
        </details>`;
}

function groupLinks({ name, operations }: Group) {
  const links = operations.map(
    ({ operationId, summary, method }) =>
      html`<li><a href="#${operationId}"><span>${summary}</span>${methodName(method)}</a></li>`,
  );
  return html`<div class="group"><a class="tag" href="#${anchorOf(name)}">${name}</a><ul>${links}</ul></div>`;
}

function credentials({ components }: ApiDocument) {
  const schemes = Object.entries(components.securitySchemes).map(
    ([name, { description = "" }]) =>
      html`<div id="Credentials-${name}"><dt>${title(name)}</dt><dd>${inlineCode(description)}</dd></div>`,
  );
  const variables = VARIABLES.map(
    ([name, meaning]) =>
      html`<div><dt><code>$${name}</code></dt><dd>${inlineCode(meaning)}</dd></div>`,
  );
  return html`<section id="Credentials" aria-labelledby="Credentials-Title">
            <h2 id="Credentials-Title">Credentials</h2>
            <dl class="pairs">${schemes}</dl>
            <form class="token" hidden>
              <label for="Token">Admin token for “Try it”</label>
              <input id="Token" type="password" autocomplete="off" spellcheck="false" placeholder="dga_…">
              <p class="quiet small">It is forgotten when you leave the page. Without one, requests are sent with the session of the console, if you are signed in there.</p>
            </form>
            <h3>Variables of the commands</h3>
            <dl class="pairs">${variables}</dl>
          </section>`;
}

function section(document: ApiDocument, { name, description, operations }: Group) {
  const id = anchorOf(name);
  return html`<section id="${id}" class="group" aria-labelledby="${id}-Title">
          <h2 id="${id}-Title">${name}</h2>
          <p>${inlineCode(description)}</p>
          ${operations.map((operation) => renderOperation(document, operation))}
        </section>`;
}
