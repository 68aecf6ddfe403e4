import { useEffect } from "preact/hooks";
import { COLLECTIONS } from "../api/collections.ts";
import { isFull, useFill } from "../caps.tsx";
import { Page } from "../parts/page.tsx";
import { useReveal } from "../parts/reveal.tsx";
import { goTo } from "../route.ts";
import { CheckStep } from "./check-step.tsx";
import { Done } from "./done.tsx";
import { type DraftStore, hasEntries, madeSoFar, useDraft } from "./draft.ts";
import "./guide.css";
import { PartStep } from "./part-step.tsx";
import { PARTS, type Part } from "./parts.ts";
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
      {name === STEPS[0]!.name && CAPPED.map((part) => <Cap key={part.name} part={part} />)}
      <Begun store={store} />
      {part ? <PartStep part={part} /> : <CheckStep />}
    </Page>
  );
}

const CAPPED = PARTS.filter(({ collection }) => COLLECTIONS[collection].cap !== undefined);

/** Says how many there are of what an organization can only have some of, before any entry. */
function Cap({ part: { collection, binding } }: { readonly part: Part }) {
  const { noun, plural } = COLLECTIONS[collection];
  const fill = useFill({ collection, ...COLLECTIONS[collection] });
  if (!fill) return null;
  const unused = binding ? "that no API key has" : "that has nothing bound to it";
  return (
    <p class={isFull(fill) ? "hint full" : "hint"}>
      {plural}: {fill.count} of {fill.cap}.
      {isFull(fill) &&
        ` There can be no new ${noun}: choose one ${unused} in its step, or delete one first.`}
    </p>
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
