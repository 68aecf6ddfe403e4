import { useId, useRef, useState } from "preact/hooks";
import type { CollectionName, ItemOf } from "../../api/collections.ts";
import type { Action, ActionChoice, AnyKind, ItemProps, Outcome } from "../../kinds/kind.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { Labelled } from "../../parts/field.tsx";
import { Card } from "../../parts/page.tsx";
import { useReveal } from "../../parts/reveal.tsx";
import { useSession } from "../../session.tsx";
import { NoticeResult } from "./notice-result.tsx";
import { revealOf } from "./reveal-of.tsx";
import "./item-actions.css";

type Item = ItemOf<CollectionName>;
type AnyAction = Action<Item, unknown>;

interface ItemActionsProps extends ItemProps<Item, unknown> {
  readonly kind: AnyKind;
  /** Called after each action. */
  readonly onDone: () => void;
}

/** Offers the actions that this administrator may run on an item. */
export function ItemActions(props: ItemActionsProps) {
  const { actions = [], permission } = props.kind;
  const { may } = useSession();
  const allowed = (actions as readonly AnyAction[]).filter((action) =>
    may(action.permission ?? `${permission}:w`),
  );
  if (allowed.length === 0) return null;
  return (
    <Card title="Actions">
      <ul class="item-actions">
        {allowed.map((action) => (
          <ItemAction key={action.label} {...props} action={action} />
        ))}
      </ul>
    </Card>
  );
}

interface ItemActionProps extends ItemActionsProps {
  readonly action: AnyAction;
}

function ItemAction({
  kind,
  action,
  item,
  etag,
  others,
  replace,
  reload,
  onDone,
}: ItemActionProps) {
  const { label, about, question, confirmLabel, isGrave = false, warning, run, choice } = action;
  const [isAsking, setAsking] = useState(false);
  const [shown, setShown] = useState<Outcome<Item> | null>(null);
  const [chosen, setChosen] = useState(choice?.choices[0].value ?? "");
  const outcome = useRef<Outcome<Item> | null>(null);
  const announce = useAnnounce();
  const reveal = useReveal();
  const id = useId();
  const obstacle = action.obstacle?.(item) ?? null;

  async function work(): Promise<void> {
    outcome.current = await run({ id: item.id, etag }, chosen);
  }

  function show(): void {
    const { said, next } = outcome.current!;
    announce(said);
    setShown(outcome.current);
    onDone();
    if (!next) return;
    replace(next);
    const secrets = next.secrets && revealOf(kind, { ...next, secrets: next.secrets });
    if (secrets) reveal(secrets);
  }

  return (
    <li>
      <div id={`${id}-about`}>
        <p>{about}</p>
        {obstacle !== null && <p class="obstacle">{obstacle}</p>}
        {shown && <WhatBecame {...shown} />}
      </div>
      <button
        type="button"
        class="secondary"
        aria-describedby={`${id}-about`}
        aria-disabled={obstacle !== null}
        onClick={() => obstacle === null && setAsking(true)}
      >
        {label}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={question}
          confirmLabel={confirmLabel}
          isGrave={isGrave}
          work={work}
          onClose={() => setAsking(false)}
          onDone={show}
          reload={reload}
        >
          <p>{warning({ item, others })}</p>
          {choice && <ChoiceOf choice={choice} chosen={chosen} choose={setChosen} />}
        </ConfirmDialog>
      )}
    </li>
  );
}

interface ChoiceOfProps {
  readonly choice: ActionChoice;
  readonly chosen: string;
  readonly choose: (value: string) => void;
}

function ChoiceOf({ choice: { label, choices }, chosen, choose }: ChoiceOfProps) {
  return (
    <Labelled label={label} mistake={undefined}>
      {(attributes) => (
        <select
          {...attributes}
          value={chosen}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** Says in place what came of an action and of the notices that it sent. */
function WhatBecame({ said, outcomes = [] }: Outcome<Item>) {
  return (
    <div class="became" role="status">
      <p>{said}</p>
      {outcomes.length > 0 && (
        <ul>
          {outcomes.map((notice) => (
            <li key={notice.id}>
              <NoticeResult notice={notice} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
