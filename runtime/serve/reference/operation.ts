import { html } from "hono/html";
import type { ApiDocument, PlacedOperation, Schema } from "./document.ts";
import { fieldList, fieldRow } from "./fields.ts";
import { inlineCode } from "./inline-code.ts";

type Html = ReturnType<typeof html>;

/** Renders one operation: what it is for and takes on one side, an example on the other. */
export function renderOperation(document: ApiDocument, operation: PlacedOperation): Html {
  const { operationId, summary, description = "", method, path } = operation;
  return html`<article id="${operationId}" aria-labelledby="${operationId}-Title">
        <h3 id="${operationId}-Title"><a href="#${operationId}">${summary}</a></h3>
        <p class="address">${methodName(method)} <code>${path}</code></p>
        <div class="sides">
          <div>
            <p>${inlineCode(description)}</p>
            ${accessOf(document, operation)}
            ${parameters(document, operation)}
            ${body(document, operation)}
            ${answers(document, operation)}
          </div>
          <div class="examples">
            ${examples(operation)}
            ${sender(operation)}
          </div>
        </div>
      </article>`;
}

export function methodName(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** Offers to send the request, if this page can. */
function sender(operation: PlacedOperation): Html | string {
  if (operation.isWebhook) return "";
  return isBrowsersCall(operation) ? tryIt(operation) : onlyServers();
}

/** Browsers do not let a page choose the Origin of its requests. */
function isBrowsersCall({ parameters = [] }: PlacedOperation): boolean {
  return !parameters.some(({ name }) => name === "Origin");
}

function onlyServers(): Html {
  return html`<p class="quiet small">A browser sets <code>Origin</code> itself, so this page cannot send the request: use the command.</p>`;
}

function accessOf(document: ApiDocument, operation: PlacedOperation): Html | string {
  const { security, isWebhook } = operation;
  if (isWebhook) return "";
  const names = security.flatMap((one) => Object.keys(one));
  if (names.length === 0) return html`<p class="quiet small">Needs no credentials.</p>`;
  const links = names.map(
    (name, index) =>
      html`${index > 0 ? " or " : ""}<a href="#Credentials-${name}">${title(name)}</a>`,
  );
  return document.components.securitySchemes[names[0]!] === undefined
    ? ""
    : html`<p class="quiet small">Credentials: ${links}.</p>`;
}

/** Writes a name in camel case as words: `Admin token`. */
export function title(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parameters(document: ApiDocument, { parameters = [] }: PlacedOperation): Html | string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(({ name, required = false, schema, description, in: place }) =>
    fieldRow({
      name,
      isRequired: required,
      field: schema,
      document,
      description,
      nested: html`<p class="quiet small">In the ${PLACES[place]}.</p>`,
    }),
  );
  return html`<h4>Parameters</h4><dl class="fields">${rows}</dl>`;
}

const PLACES: Readonly<Record<string, string>> = {
  path: "path",
  query: "query",
  header: "headers",
};

function body(document: ApiDocument, { requestBody }: PlacedOperation): Html | string {
  const schema = schemaOf(requestBody?.content);
  if (schema === undefined) return "";
  return html`<h4>Body</h4>${fieldList(document, schema)}`;
}

function schemaOf(content: Readonly<Record<string, { schema: Schema }>> = {}): Schema | undefined {
  return Object.values(content)[0]?.schema;
}

/** Lists what may come back; the fields of a success can be opened. */
function answers(document: ApiDocument, { responses }: PlacedOperation): Html {
  const rows = Object.entries(responses).map(([status, { description, content }]) => {
    const schema = isSuccess(status) ? schemaOf(content) : undefined;
    const fields =
      schema === undefined
        ? ""
        : html`<details><summary>Fields of the answer</summary>${fieldList(document, schema)}</details>`;
    return html`<div><dt>${statusCode(status)}</dt><dd><p>${inlineCode(description)}</p>${fields}</dd></div>`;
  });
  return html`<h4>Answers</h4><dl class="answers">${rows}</dl>`;
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function statusCode(status: string): Html {
  return html`<code class="status ${isSuccess(status) ? "fine" : "refused"}">${status}</code>`;
}

function examples({ responses, ...operation }: PlacedOperation): Html {
  const [sent] = operation.isWebhook ? Object.values(operation.requestBody?.content ?? {}) : [];
  const [command] = operation["x-codeSamples"] ?? [];
  const given = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content)
      .filter(({ example }) => example !== undefined)
      .map(({ example }) => ({ status, example })),
  );
  const shown = given.map(({ status, example }) =>
    isSuccess(status)
      ? html`<figure><figcaption>Answer ${statusCode(status)}</figcaption>${jsonBlock(example)}</figure>`
      : html`<details><summary>Answer ${statusCode(status)}</summary>${jsonBlock(example)}</details>`,
  );
  const silent = Object.keys(responses).find((status) => status === "204");
  return html`${sent === undefined ? "" : html`<figure><figcaption>Body</figcaption>${jsonBlock(sent.example)}</figure>`}
            ${command === undefined ? "" : html`<figure><figcaption>Request</figcaption><pre><code>${command.source}</code></pre></figure>`}
            ${silent === undefined ? "" : html`<p class="small">The answer is ${statusCode(silent)} without a body.</p>`}
            ${shown}`;
}

function jsonBlock(value: unknown): Html {
  return html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}

/** A form that the script of the page sends; without the script, it is hidden. */
function tryIt({ operationId, method, path, parameters = [], requestBody }: PlacedOperation): Html {
  const inputs = parameters.map(({ name, in: place, required = false }) => {
    const id = `${operationId}-${name}`;
    return html`<label for="${id}">${name}</label><input id="${id}" name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"${required ? html` required` : ""}>`;
  });
  const [type = "", { example } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const text = typeof example === "string" ? example : (JSON.stringify(example, null, 2) ?? "");
  const editor =
    requestBody === undefined
      ? ""
      : html`<label for="${operationId}-Body">Body</label><textarea id="${operationId}-Body" name="Body" rows="${Math.min(12, text.split("\n").length + 1)}" spellcheck="false">${text}</textarea>`;
  return html`<details class="try"><summary>Try it</summary>
              <form data-method="${method}" data-path="${path}" data-type="${type}">${inputs}${editor}
                <p><button type="submit">Send to this server</button></p>
                <output></output>
              </form>
            </details>`;
}
