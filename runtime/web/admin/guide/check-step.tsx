import { useRef, useState } from "preact/hooks";
import { nameOf } from "../api/collections.ts";
import type { ApiError } from "../api/request.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { Badge } from "../parts/badge.tsx";
import { useFailure } from "../parts/load.tsx";
import { Card } from "../parts/page.tsx";
import { useReveal } from "../parts/reveal.tsx";
import { linkTo } from "../route.ts";
import { createChain, PartFailure } from "./create-chain.ts";
import {
  afterwards,
  type ChainFacts,
  type Draft,
  type DraftStore,
  madeSoFar,
  useDraft,
} from "./draft.ts";
import { PartValues } from "./part-values.tsx";
import { PARTS, type Part, type PartName, partOf } from "./parts.ts";
import { isEntered } from "./progress.tsx";
import { revealFinished, revealPartly } from "./reveal-made.ts";

type State =
  | { readonly kind: "asking" }
  | { readonly kind: "busy" }
  | { readonly kind: "failed"; readonly part: PartName; readonly error: ApiError };

/** Shows the chain that is about to be created, and creates it. */
export function CheckStep() {
  const store = useDraft();
  const draft = store.current();
  const [state, setState] = useState<State>({ kind: "asking" });
  const running = useRef(false);
  const reveal = useReveal();
  const announce = useAnnounce();
  const fail = useFailure();
  const isWhole = PARTS.every(({ name }) => isEntered(draft, name));

  async function work(): Promise<void> {
    if (running.current || !isWhole) return;
    running.current = true;
    setState({ kind: "busy" });
    try {
      await createChain(store);
      announce("The chain is made.");
      reveal(finish(store));
    } catch (failure) {
      if (!(failure instanceof PartFailure)) throw failure;
      setState({ kind: "failed", part: failure.part, error: fail(failure.cause) });
      const shown = revealPartly(store);
      if (shown) reveal(shown);
    } finally {
      running.current = false;
    }
  }

  return (
    <Card
      title="Check and create"
      about="Look through the values: this is what is made when you confirm. The secrets are shown once, at the end."
    >
      <ul class="chain">
        {PARTS.map((part) => (
          <PartRow key={part.name} part={part} draft={draft} />
        ))}
      </ul>
      {state.kind === "failed" && <Failed {...state} draft={draft} />}
      <div class="actions">
        <button
          type="button"
          aria-disabled={!isWhole || state.kind === "busy"}
          onClick={() => void work()}
        >
          {state.kind === "failed" ? "Try again" : "Create the chain"}
        </button>
        <a href={linkTo("guide", "apiKey")}>Back</a>
        <span role="status" class="quiet">
          {state.kind === "busy" && progressText(draft)}
          {!isWhole && "Some steps are not done yet."}
        </span>
      </div>
    </Card>
  );
}

/** Keeps the parts that are not secret, and clears the rest. @returns the secrets to show once */
function finish(store: DraftStore) {
  const { parts, secrets } = store.current();
  const items = Object.fromEntries(PARTS.map(({ name }) => [name, parts[name].chosen!]));
  const finished = { items } as unknown as ChainFacts;
  store.change({ ...afterwards(finished), secrets });
  // "Back" must not lead to a step of a chain that is complete.
  window.location.replace(linkTo("guide", "done"));
  return revealFinished(store, finished);
}

function progressText(draft: Draft): string {
  const made = PARTS.filter(({ name }) => draft.parts[name].isMade).length;
  return `Working… ${made} of ${PARTS.length} made.`;
}

interface PartRowProps {
  readonly part: Part;
  readonly draft: Draft;
}

function PartRow({ part, draft }: PartRowProps) {
  const { name, title, noun } = part;
  return (
    <li>
      <span class="part">{title}</span>
      <PartState part={part} draft={draft} />
      <a href={linkTo("guide", name)}>
        Change <span class="unseen">the {noun}</span>
      </a>
      {isEntered(draft, name) && <PartValues part={part} {...draft.parts[name]} />}
    </li>
  );
}

function PartState({ part: { name, secret }, draft }: PartRowProps) {
  const { chosen, values, isMade, isRenewed } = draft.parts[name];
  if (!isEntered(draft, name)) return <Badge tone="attention">Not done yet</Badge>;
  const text = chosen ? nameOf(chosen) : (values as { readonly name: string }).name;
  return (
    <span>
      <bdi>{text}</bdi>{" "}
      <Badge tone={isMade ? "good" : "neutral"}>
        {isMade ? "Made" : chosen ? "Existing" : "New"}
      </Badge>
      {isRenewed && <> with a new {secret!.label.toLowerCase()}</>}
    </span>
  );
}

interface FailedProps {
  readonly part: PartName;
  readonly error: ApiError;
  readonly draft: Draft;
}

/** Shows the failure, the parts created so far, and where to fix it. */
function Failed({ part, error: { message, fields }, draft }: FailedProps) {
  // If a binding fails, the part to be bound is at fault.
  const bound = PARTS.find(({ binding }) => fields.some(({ path }) => path === binding));
  const culprit = bound ?? partOf(part);
  const made = madeSoFar(draft);
  return (
    <div class="problem" role="alert">
      <p>
        The {partOf(part).noun} could not be made. {message}
      </p>
      {made.length > 0 && (
        <p>Made so far, and not made again: {made.join(", ")}. It stays even if you leave.</p>
      )}
      <p>
        <a href={linkTo("guide", culprit.name)}>Change the {culprit.noun}</a>, or try again as it
        is.
      </p>
    </div>
  );
}
