import { Hono } from "hono";
import { expect, it } from "vitest";
import { createDocs } from "../../../runtime/docs/execute/queries.ts";
import type { Env } from "../../../runtime/docs/http/reply.ts";
import { createRequests, watchRequests } from "../../../runtime/observe/requests.ts";
import { createService } from "../../../runtime/serve/app.ts";
import { createAssets } from "../../../runtime/serve/assets.ts";
import { DEFAULTS } from "../../../runtime/serve/settings.ts";
import { corpusFrom, makeDocs } from "../../support/corpora.ts";

/** Observes an app. @returns what an observer learns of a request */
function observe(open: (watch: ReturnType<typeof createRequests>) => Hono<Env>) {
  const seen: unknown[] = [];
  const watch = createRequests({
    now: () => 0,
    newId: () => "id",
    onAnswer: [({ path, route, status }) => void seen.push([path, route, status])],
    tracing: undefined,
  });
  const app = open(watch);
  return async (path: string, init: RequestInit = {}) => {
    await app.request(path, init);
    expect(seen).toHaveLength(1);
    return seen.pop();
  };
}

it("observers learn the path as it was sent, the status, and the most specific route", async () => {
  const request = observe((watch) => {
    const app = new Hono<Env>();
    app.use("/api/*", (_, next) => next());
    app.get("/api/spaces/:id", (context) => context.text("a"));
    app.all("/api/spaces/:id", (context) => context.text("no", 405));
    app.all("/api/*", (context) => context.text("none", 404));
    app.get("/fails", () => {
      throw new Error("It fails.");
    });
    app.onError((_, context) => context.text("failed", 500));
    watchRequests(app, watch);
    return app;
  });

  const path = "/api/spaces/a%0Ab";
  expect(await request(path)).toEqual([path, "/api/spaces/:id", 200]);
  expect(await request(`${path}?secret`)).toEqual([path, "/api/spaces/:id", 200]);
  expect(await request(path, { method: "HEAD" })).toEqual([path, "/api/spaces/:id", 200]);
  expect(await request(path, { method: "PUT" })).toEqual([path, "/api/spaces/:id", 405]);
  expect(await request("/api/none")).toEqual(["/api/none", "/api/*", 404]);
  expect(await request("/fails")).toEqual(["/fails", "/fails", 500]);
});

it("observers learn one route for all pages of the docs, and none where nothing is", async () => {
  const docs = createDocs(corpusFrom(makeDocs(2), { base: "" }));
  const onError = () => {};
  const request = observe((watch) => {
    const assets = createAssets({ directory: "/nowhere" });
    return createService({ docs: () => docs, assets, onError, watch }, DEFAULTS).app;
  });
  const slug = docs.docs({})[Symbol.iterator]().next().value!.slug;

  expect(await request(`${slug}.md`)).toEqual([`${slug}.md`, "/:slug{[^]+}", 200]);
  expect(await request("/none/at/all")).toEqual(["/none/at/all", null, 404]);
  expect(await request(slug, { method: "PUT" })).toEqual([slug, null, 404]);
  expect(await request("/assets/none.js")).toEqual(["/assets/none.js", "/assets/*", 404]);
});
