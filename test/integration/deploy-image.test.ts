import { cp, mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../support/command.ts";
import { buildStage, readDockerfile } from "../support/dockerfile.ts";
import { tryImage } from "../support/image.ts";
import { writeHandbookCorpus } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

/** The output of the image's first stage, from what is built and installed here. */
async function makeBuildStage(): Promise<string> {
  const root = await makeFolder();
  const app = join(root, "app");
  for (const path of ["package.json", "corpus/corpus.schema.json"]) {
    await cp(join(ROOT, path), join(app, path));
  }
  const files = ["docgate.js", "command.js", "define-config.js"];
  for (const path of [...files, "corpus", "generator", "runtime", "web"]) {
    await cp(join(ROOT, "dist", path), join(app, "dist", path), { recursive: true });
  }
  await symlink(join(ROOT, "node_modules"), join(app, "node_modules"));
  await mkdir(join(app, "site/dist"), { recursive: true });
  await writeHandbookCorpus(join(app, "site/dist/corpus.json"));
  return root;
}

it("the last stage of the image serves, is healthy and writes only to its volume", async () => {
  const stages = await readDockerfile();
  const built = await makeBuildStage();
  const root = await makeFolder();

  const last = await buildStage(stages.at(-1)!, { root, from: () => built });

  expect(await tryImage(last, root)).toEqual({ data: { meta: { name: "Acme" } } });
});

it("compose.yaml persists the image's files, and allows no other writes", async () => {
  const { services, volumes } = parse(await readFile(join(ROOT, "compose.yaml"), "utf8"));
  const stages = await readDockerfile();
  const last = stages.at(-1)!.instructions;
  const textOf = (name: string) => last.find((one) => one.name === name)!.text;

  expect(services.docgate.volumes).toEqual([`data:${textOf("VOLUME")}`]);
  expect(textOf("ENV")).toContain(`DOCGATE_DATA=${textOf("VOLUME")}`);
  expect(services.docgate.ports).toEqual([`127.0.0.1:8080:${textOf("EXPOSE")}`]);
  expect(textOf("USER")).toBe("node");
  for (const service of Object.values<Record<string, unknown>>(services)) {
    expect(service).toMatchObject({ read_only: true, security_opt: ["no-new-privileges:true"] });
  }
  expect(Object.keys(volumes)).toEqual(["data", "postgres"]);
});
