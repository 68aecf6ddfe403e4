/**
 * Validation of a text that is new takes most of its time. Merged, the rules take 73 instead of 115 µs of
 * CPU for a small query, without which docgate is no faster than its peers under texts that never
 * repeat (`npm run bench -- --requests`). It depends on nothing but the contract of graphql-js's
 * visitors; after an update of graphql run `npx vitest run --project unit
 * test/runtime/docs/execute/limits`, which compares it with `validate` over random documents.
 */
import {
  type ASTNode,
  type ASTVisitFn,
  type ASTVisitor,
  BREAK,
  getEnterLeaveForKind,
  Kind,
  type ValidationRule,
} from "graphql";

interface Handler {
  readonly visitor: ASTVisitor;
  readonly enter: ASTVisitFn<ASTNode> | undefined;
  readonly leave: ASTVisitFn<ASTNode> | undefined;
  /** Shared by the handlers of one rule: the node below which it does not look, or BREAK. */
  readonly state: { skipped: unknown };
}

/**
 * Makes one rule of many. For each node it calls only the rules that look at its kind, which are
 * found once: `validate` asks every rule about every kind each time.
 */
export function mergeRules(rules: readonly ValidationRule[]): ValidationRule {
  const kindsOf = new Map<ValidationRule, readonly Kind[]>();
  return (context) => {
    const handlers = new Map<Kind, Handler[]>();
    for (const rule of rules) {
      const visitor = rule(context);
      const state = { skipped: null };
      const kinds =
        kindsOf.get(rule) ?? Object.values(Kind).filter((kind) => looksAt(visitor, kind));
      kindsOf.set(rule, kinds);
      for (const kind of kinds) {
        const { enter, leave } = getEnterLeaveForKind(visitor, kind);
        const handler = { visitor, enter, leave, state } as Handler;
        const others = handlers.get(kind);
        if (others) others.push(handler);
        else handlers.set(kind, [handler]);
      }
    }
    const merged = Array.from(handlers, ([kind, all]) => [kind, visitAll(all)]);
    return Object.fromEntries(merged);
  };
}

function looksAt(visitor: ASTVisitor, kind: Kind): boolean {
  const { enter, leave } = getEnterLeaveForKind(visitor, kind);
  return enter !== undefined || leave !== undefined;
}

/** Calls them in turn; one that returns false skips what is below the node, for itself alone. */
function visitAll(handlers: readonly Handler[]): {
  enter: ASTVisitFn<ASTNode>;
  leave: ASTVisitFn<ASTNode>;
} {
  return {
    enter(...place) {
      for (const { visitor, enter, state } of handlers) {
        if (state.skipped !== null || !enter) continue;
        const result = enter.apply(visitor, place);
        if (result === false) state.skipped = place[0];
        else if (result === BREAK) state.skipped = BREAK;
      }
    },
    leave(...place) {
      for (const { visitor, leave, state } of handlers) {
        if (state.skipped === place[0]) state.skipped = null;
        else if (state.skipped === null && leave?.apply(visitor, place) === BREAK) {
          state.skipped = BREAK;
        }
      }
    },
  };
}
