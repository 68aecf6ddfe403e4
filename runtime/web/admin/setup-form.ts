import { clearMistake, findMistakes, readEntries, showMistakes } from "./fields.ts";
import { showNextSteps } from "./next-steps.ts";
import { requestSetUp, type SetUpOutcome } from "./setup-api.ts";
import { showView } from "./views.ts";

const form = document.querySelector<HTMLFormElement>("#setup-form")!;
const button = form.querySelector<HTMLButtonElement>("#submit")!;
const progress = form.querySelector("#progress")!;
const problem = form.querySelector("#problem")!;

/** Shows the form; what is typed in is sent with the token of this link, which is kept nowhere else. */
export function openForm(token: string): void {
  form.onsubmit = (event) => {
    event.preventDefault();
    if (!isBusy()) void submit(token);
  };
  form.oninput = ({ target }) => clearMistake(form, target as HTMLInputElement);
  problem.textContent = "";
  showView("setup");
}

async function submit(token: string): Promise<void> {
  const entries = readEntries(form);
  problem.textContent = "";
  if (showMistakes(form, findMistakes(form, entries))) return;
  setBusy(true);
  const { organization, email, password } = entries;
  const outcome = await requestSetUp({ token, organization, email, password });
  setBusy(false);
  conclude(outcome);
}

function conclude(outcome: SetUpOutcome): void {
  switch (outcome.kind) {
    case "wrong":
      if (!showMistakes(form, outcome.mistakes)) problem.textContent = outcome.message;
      return;
    case "failed":
      problem.textContent = outcome.message;
      return;
    case "done":
      showNextSteps(outcome.admin);
      break;
    case "refused":
      document.querySelector("#refusal")!.textContent = outcome.message;
      break;
  }
  closeForm();
  showView(outcome.kind);
}

/** Forgets the token and the passwords. */
function closeForm(): void {
  form.onsubmit = (event) => event.preventDefault();
  form.reset();
}

function isBusy(): boolean {
  return button.ariaDisabled === "true";
}

/** Not `disabled`: that would take the keyboard's focus away. */
function setBusy(busy: boolean): void {
  button.ariaDisabled = busy ? "true" : null;
  progress.textContent = busy ? "Setting up…" : "";
}
