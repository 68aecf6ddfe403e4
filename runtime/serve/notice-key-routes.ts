import { publishedKey } from "../partner/notices/notice-keys.ts";
import type { Store } from "../store/store.ts";
import type { App } from "./app.ts";

/** Address of the public keys that notices are signed with. */
const NOTICE_KEYS_PATH = "/.well-known/docgate-notice-keys.json";

/** How long a partner may keep them, in seconds. */
const MAX_AGE = 300;

/** Adds the route that publishes the keys as a JWK Set (RFC 7517), newest first. */
export function addNoticeKeys(routes: App, { read }: Store): void {
  routes.get(NOTICE_KEYS_PATH, async (context) => {
    const keys = (await read.noticeKeys.list({}, "createdAt")).reverse().map(publishedKey);
    context.header("Cache-Control", `public, max-age=${MAX_AGE}`);
    context.header("Access-Control-Allow-Origin", "*");
    return context.json({ keys });
  });
}
