import { useEffect } from "preact/hooks";
import { Page } from "../parts/page.tsx";
import { useReveal } from "../parts/reveal.tsx";
import { goTo } from "../route.ts";
import { CheckStep } from "./check-step.tsx";
import { Done } from "./done.tsx";
import { type DraftStore, hasEntries, madeSoFar, useDraft } from "./draft.ts";
import "./guide.css";
import { PartStep } from "./part-step.tsx";
import { PARTS } from "./parts.ts";
import { Progress, STEPS, type StepName } from "./progress.tsx";
import { revealFinished, revealPartly } from "./reveal-made.ts";

const PARENT = { text: "Overview", href: "#/" };
const ABOUT =
  "What one partner needs, step by step. Each step is checked when you leave it, and everything is " +
  "made at the end; until then you can go back and forth, and look something up elsewhere.";

interface GuideProps {
  /** From the address. Default: the first step. */
  readonly step: string | undefined;
}

/** Builds the whole access chain of a partner. */
export function Guide({ step = "webhook" }: GuideProps) {
  const store = useDraft();
  const reveal = useReveal();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the person comes back
  useEffect(() => {
    // The session ended while they were on the screen.
    const { secrets, finished } = store.current();
    if (secrets.length === 0) return;
    const shown = finished ? revealFinished(store, finished) : revealPartly(store);
    if (shown) reveal(shown);
  }, []);

  if (step === "done") {
    return (
      <Page title="The partner is set up" parent={PARENT}>
        <Done />
      </Page>
    );
  }
  const part = PARTS.find(({ name }) => name === step);
  const name: StepName = part?.name ?? "check";
  const title = part?.title ?? "Check and create";
  return (
    <Page
      title={`Set up a partner: ${title}`}
      parent={PARENT}
      about={name === STEPS[0]!.name && ABOUT}
    >
      <Progress current={name} />
      <Begun store={store} />
      {part ? <PartStep part={part} /> : <CheckStep />}
    </Page>
  );
}

/** Says that a draft was kept, and offers to discard it. */
function Begun({ store }: { readonly store: DraftStore }) {
  const draft = store.current();
  if (!hasEntries(draft)) return null;
  const made = madeSoFar(draft);
  return (
    <p class="begun">
      <span class="quiet">
        {made.length > 0
          ? `Made already: ${made.join(", ")}. It stays if you leave, and can be used again. `
          : "What you have entered is kept until this page is reloaded; nothing is made yet. "}
      </span>
      <button
        type="button"
        class="small"
        onClick={() => {
          store.startOver();
          goTo("guide");
        }}
      >
        Start over
      </button>
    </p>
  );
}
