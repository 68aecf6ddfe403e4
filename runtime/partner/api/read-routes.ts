import type { ServedKey } from "../../store/rows.ts";
import type { Platform } from "../platform.ts";
import { authorize, forReads } from "./access.ts";
import { fail, type PartnerApp, type PartnerContext, refuseToken, succeed } from "./replies.ts";
import { callerOf } from "./requests.ts";

type Answer = (context: PartnerContext, key: ServedKey) => Response | Promise<Response>;

/** Adds the routes with which a partner reads its own chain. */
export function addReadRoutes(app: PartnerApp, platform: Platform): void {
  function read(path: string, answer: Answer) {
    app.get(path, async (context) => {
      const caller = await authorize(platform, { ...callerOf(platform, context), rule: forReads });
      return caller ? answer(context, caller) : refuseToken(context);
    });
  }

  read("/space/list", (context, { spaceList }) => succeed(context, spaceList));
  read("/resources/consumer-contract", (context, { contract }) => succeed(context, contract));
  read("/resources/consumer-policy", (context, { policy }) => succeed(context, policy));
  read("/resources/agent-front-settings", async (context, { organizationId, spaceIds }) => {
    const agentId = context.req.query("agentId") ?? "";
    const agent = await platform.store.read.agents.find({ organizationId, agentId });
    if (!agent || !spaceIds.includes(agent.spaceId)) {
      return fail(context, { status: 404, message: "Agent not found" });
    }
    return succeed(context, agent.frontSettings);
  });
}
