import { create, type Revealing, rotate, type Secrets, update } from "../api/collections.ts";
import { newIdempotencyKey } from "../api/idempotency-key.ts";
import type { ApiKeyInput } from "../api/types.ts";
import type { Draft, DraftStore, Item, PartDraft } from "./draft.ts";
import { formOf, itemHasSecret } from "./part-form.tsx";
import { PARTS, type Part, type PartName, partOf } from "./parts.ts";

/** Parts with secrets come last: a failure before them leaves no secrets behind. */
const ORDER: readonly PartName[] = ["certificate", "contract", "webhook", "client", "apiKey"];

export class PartFailure extends Error {
  override readonly name = "PartFailure";
  readonly part: PartName;

  constructor(part: PartName, cause: unknown) {
    super(`Cannot make the ${part}`, { cause });
    this.part = part;
  }
}

/**
 * Creates the new parts of a chain and binds everything to its API key. The draft keeps created
 * parts as existing ones, so that another attempt does not create them again.
 *
 * @throws {PartFailure} With the first part that could not be created, and the reason.
 */
export async function createChain(store: DraftStore): Promise<void> {
  for (const name of ORDER) {
    try {
      await makePart(store, partOf(name));
    } catch (error) {
      throw new PartFailure(name, error);
    }
  }
}

async function makePart(store: DraftStore, part: Part): Promise<void> {
  const draft = store.current();
  const entered = draft.parts[part.name];
  if (entered.chosen === null) {
    const { item, secrets } = await makeNew(part, { draft, values: entered.values! });
    // If the response with the secret was lost, the retry returns the item without it.
    const isLost = itemHasSecret(part, item) && noneOf(secrets);
    const shown = isLost ? await renew(part, item) : { item, secrets };
    return keepMade(store, { part, ...shown });
  }
  const bound = part.name === "apiKey" ? await bind(draft, entered.chosen) : entered.chosen;
  if (entered.isRenewed) return keepMade(store, { part, ...(await renew(part, bound)) });
  store.changePart(part.name, { chosen: bound });
}

interface NewPart {
  readonly draft: Draft;
  readonly values: object;
}

async function makeNew(part: Part, { draft, values }: NewPart): Promise<Revealing<Item>> {
  const { collection, name } = part;
  const fields = formOf(part).inputOf(values);
  const input = name === "apiKey" ? { ...fields, ...bindingsOf(draft) } : fields;
  const text = JSON.stringify([collection, input]);
  const idempotencyKey = draft.tries.get(text) ?? newIdempotencyKey();
  draft.tries.set(text, idempotencyKey);
  const made = await create(collection, { input, idempotencyKey });
  draft.tries.delete(text);
  return made;
}

async function bind(draft: Draft, { id }: Item): Promise<Item> {
  return (await update("api-keys", { id, patch: bindingsOf(draft) })).item;
}

function renew({ collection, secret }: Part, { id }: Item): Promise<Revealing<Item>> {
  return rotate(collection, { id, action: secret!.action });
}

interface MadePart {
  readonly part: Part;
  readonly item: Item;
  readonly secrets: Secrets;
}

function keepMade(store: DraftStore, { part: { name, secret }, item, secrets }: MadePart): void {
  const made: Partial<PartDraft> = { chosen: item, values: null, isRenewed: false, isMade: true };
  store.changePart(name, made);
  if (!secret) return;
  const shown = Object.values(secrets).map((value) => ({ part: name, label: secret.label, value }));
  const others = store.current().secrets.filter(({ part }) => part !== name);
  store.change({ secrets: [...others, ...shown] });
}

function noneOf(secrets: Secrets): boolean {
  return Object.keys(secrets).length === 0;
}

/** Everything but the key itself exists by now. */
function bindingsOf({ parts }: Draft): Omit<ApiKeyInput, "name"> {
  return Object.fromEntries(
    PARTS.filter(({ binding }) => binding).map(({ name, binding }) => [
      binding!,
      parts[name].chosen!.id,
    ]),
  );
}
