/** Sends the forms of operations that a browser may call. */
export function setUpForms(): void {
  const credentials = document.querySelector<HTMLFormElement>("form.token")!;
  credentials.hidden = false;
  credentials.addEventListener("submit", (event) => event.preventDefault());
  const token = document.querySelector<HTMLInputElement>("#Token")!;
  for (const form of document.querySelectorAll<HTMLFormElement>(".try form")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(form, token.value.trim());
    });
  }
}

async function send(form: HTMLFormElement, token: string): Promise<void> {
  const output = form.querySelector("output")!;
  const button = form.querySelector("button")!;
  button.disabled = true;
  output.textContent = "Sending …";
  try {
    const startMs = performance.now();
    const response = await fetch(addressOf(form), requestOf(form, token));
    const text = await response.text();
    const ms = Math.round(performance.now() - startMs);
    show(output, `${response.status} ${response.statusText} · ${ms} ms`, indent(text));
  } catch (error) {
    show(output, "The request could not be sent.", (error as Error).message);
  } finally {
    button.disabled = false;
  }
}

/** Fills in the path, and adds the query. The page is at the root of the server. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  let path = form.dataset.path!;
  for (const { name, value, dataset } of inputsOf(form)) {
    if (dataset.in === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (dataset.in === "query" && value !== "") query.set(name, value);
  }
  return `.${path}${query.size > 0 ? `?${query}` : ""}`;
}

function requestOf(form: HTMLFormElement, token: string): RequestInit {
  const headers = new Headers();
  if (token !== "") headers.set("Authorization", `Bearer ${token}`);
  for (const { name, value, dataset } of inputsOf(form)) {
    if (dataset.in === "header" && value !== "") headers.set(name, value);
  }
  const body = form.querySelector("textarea")?.value ?? "";
  if (body !== "") headers.set("Content-Type", form.dataset.type!);
  return { method: form.dataset.method!, headers, ...(body !== "" && { body }) };
}

function inputsOf(form: HTMLFormElement): NodeListOf<HTMLInputElement> {
  return form.querySelectorAll<HTMLInputElement>("input[data-in]");
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function show(output: HTMLOutputElement, title: string, text: string): void {
  const heading = document.createElement("p");
  heading.textContent = title;
  const block = document.createElement("pre");
  block.tabIndex = 0;
  block.textContent = text;
  output.replaceChildren(heading, ...(text === "" ? [] : [block]));
}
