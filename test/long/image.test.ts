import { expect, it } from "vitest";
import { buildStage, readDockerfile } from "../support/dockerfile.ts";
import { tryImage } from "../support/image.ts";
import { makeFolder } from "../support/tree.ts";

it("every stage of the Dockerfile can be built, and the image serves docgate's own docs", async () => {
  const roots = new Map<string, string>();
  let root = "";
  let built: Awaited<ReturnType<typeof buildStage>> | undefined;
  for (const stage of await readDockerfile()) {
    root = await makeFolder();
    roots.set(stage.name, root);
    built = await buildStage(stage, { root, from: (name) => roots.get(name)! });
  }

  expect(await tryImage(built!, root)).toEqual({ data: { meta: { name: "docgate" } } });
});
