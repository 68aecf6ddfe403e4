import type { ServedKey } from "../../store/rows.ts";
import { authorize, forReads } from "./access.ts";
import { fail, type PartnerApp, type PartnerContext, refuseToken, succeed } from "./replies.ts";
import { callerOf, type PartnerSide } from "./requests.ts";

type AnswerRead = (context: PartnerContext, key: ServedKey) => Response | Promise<Response>;

/** The reads whose payload is kept with the key, as JSON text. */
const KEPT_READS: ReadonlyMap<string, (key: ServedKey) => string> = new Map([
  ["/space/list", ({ spaceList }) => spaceList],
  ["/resources/consumer-contract", ({ contract }) => contract],
  ["/resources/consumer-policy", ({ policy }) => policy],
]);

/** Adds the routes with which a partner reads its own chain. */
export function addReadRoutes(app: PartnerApp, side: PartnerSide): void {
  const { platform } = side;

  function read(path: string, answer: AnswerRead) {
    app.get(path, async (context) => {
      const caller = await authorize(platform, { ...callerOf(side, context), rule: forReads });
      if (!caller) return refuseToken(context);
      const { key, nowMs } = caller;
      const waitSeconds = await platform.rateLimits.take(key, nowMs);
      if (waitSeconds === null) return answer(context, key);
      platform.onRefusal("bearer", "too-many-reads", context.var.call);
      context.header("Retry-After", String(waitSeconds));
      return fail(context, { status: 429, message: "Too many requests" });
    });
  }

  for (const [path, payloadOf] of KEPT_READS) {
    read(path, (context, key) => succeed(context, payloadOf(key)));
  }
  read("/resources/agent-front-settings", async (context, { organizationId, spaceIds }) => {
    const agentId = context.req.query("agentId") ?? "";
    const agent = await platform.store.read.agents.find({ organizationId, agentId });
    if (!agent || !spaceIds.includes(agent.spaceId)) {
      return fail(context, { status: 404, message: "Agent not found" });
    }
    return succeed(context, agent.frontSettings);
  });
}
