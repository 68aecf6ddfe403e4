/**
 * Makes everything of a release but the upload, in `dist/release`: the packages, a list of what they
 * consist of, notes and checksums. `npm run release:dry` makes it of the next version's notes; the
 * workflow, which publishes what is in that folder, gives the tag.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { ROOT } from "../../support/command.ts";
import { notesOf } from "./changelog.ts";
import {
  type Manifest,
  SMALL_PACKAGES,
  shareModules,
  writeSmallPackage,
} from "./small-packages.ts";

const run = promisify(execFile);

/** npm prints more than 1 MiB. */
const NPM = { cwd: ROOT, maxBuffer: 2 ** 28 };

const OUT = join(ROOT, "dist/release");

const { values } = parseArgs({
  options: {
    /** The tag that is released, `v` and the version. Default: none, the notes are those of the next version. */
    tag: { type: "string" },
    /** The address of the repository, which a proof of origin must name. */
    repository: { type: "string" },
  },
});

const manifest: Manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
if (values.tag !== undefined && values.tag !== `v${manifest.version}`) {
  throw new Error(
    `The tag is ${values.tag}, but package.json has the version ${manifest.version}.`,
  );
}
const changelog = await readFile(join(ROOT, "CHANGELOG.md"), "utf8");
const notes = notesOf(changelog, values.tag === undefined ? "Unreleased" : manifest.version);

const work = await mkdtemp(join(tmpdir(), "docgate-release-"));
try {
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  await packAll();
  await writeFile(join(OUT, "NOTES.md"), notes);
  await writeFile(join(OUT, "docgate.cdx.json"), await listComponents());
  await writeSums();
  await describe();
} finally {
  await rm(work, { recursive: true });
}

/** Packs docgate as its package.json says, and again with the modules that it shares with others. */
async function packAll(): Promise<void> {
  const whole = await pack(ROOT, work);
  const folder = join(work, "docgate");
  await mkdir(folder);
  await run("tar", ["-xzf", whole, "-C", folder, "--strip-components=1"]);
  const shared: Record<string, string> = {};
  for (const part of SMALL_PACKAGES) {
    const own = join(work, part.name.replace("/", "-"));
    await mkdir(own);
    const files = await writeSmallPackage(part, { folder: own, manifest });
    await finish(own, {});
    await shareModules(files, { folder, name: part.name });
    shared[part.name] = manifest.version;
  }
  await finish(folder, shared);
}

/** Adds what only a release knows to a package, and packs it. */
async function finish(folder: string, shared: Readonly<Record<string, string>>): Promise<void> {
  const file = join(folder, "package.json");
  const own = JSON.parse(await readFile(file, "utf8"));
  Object.assign(own.dependencies, shared);
  if (values.repository !== undefined) own.repository = { type: "git", url: values.repository };
  await writeFile(file, `${JSON.stringify(own, null, 2)}\n`);
  await pack(folder, OUT);
}

/** @returns the path of the archive */
async function pack(folder: string, destination: string): Promise<string> {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", destination];
  const { stdout } = await run("npm", args, { ...NPM, cwd: folder });
  return join(destination, JSON.parse(stdout)[0].filename);
}

/** Lists the packages that docgate installs, in the versions of the lock file. */
async function listComponents(): Promise<string> {
  const folder = join(work, "installed");
  await mkdir(folder);
  // npm leaves out what packages for development need too, so those are taken away first.
  const {
    devDependencies: _,
    scripts: __,
    ...installed
  } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  await writeFile(join(folder, "package.json"), JSON.stringify(installed));
  await copyFile(join(ROOT, "package-lock.json"), join(folder, "package-lock.json"));
  await run("npm", ["install", "--package-lock-only"], { ...NPM, cwd: folder });
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const { stdout } = await run("npm", args, { ...NPM, cwd: folder });
  return stdout;
}

async function writeSums(): Promise<void> {
  const names = (await readdir(OUT)).sort();
  const lines = names.map(async (name) => {
    const bytes = await readFile(join(OUT, name));
    return `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`;
  });
  await writeFile(join(OUT, "SHA256SUMS"), (await Promise.all(lines)).join(""));
}

async function describe(): Promise<void> {
  for (const name of (await readdir(OUT)).sort()) {
    const { size } = await stat(join(OUT, name));
    process.stdout.write(`${`${Math.ceil(size / 1024)} kB`.padStart(9)}  dist/release/${name}\n`);
  }
}
