import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import type { Doc } from "../../corpus/schema.ts";
import { printable } from "../../corpus/text/printable.ts";
import { withRemedy } from "../docs/corpus-source.ts";
import {
  type OpenedPlatform,
  openPlatform,
  type PlatformOptions,
  readOptions,
  storePlace,
} from "../partner/open.ts";
import { findWarnings } from "../partner/warnings.ts";
import { editionFiles } from "../serve/edition-files.ts";
import { pagesAtOwnRoutes } from "../serve/pages/own-routes.ts";
import { SETTINGS, type Settings } from "../serve/settings.ts";
import { hasStore, placeName } from "../store/store.ts";
import { checkClock, checkDisk, checkReachable, describeRuntime } from "./doctor-machine.ts";
import type { Finding } from "./doctor-report.ts";
import { askGit, isInWorkTree } from "./git.ts";

/** Files in the data folder that must not be committed to a repository, as patterns of git. */
const SECRET_FILES = ["master.key*", "docgate.db", "docgate.db-wal", "outbox"];

const DAY_MS = 86_400_000;
/** Days that a signature must still be valid. */
const MIN_DAYS = 7;

export interface Checkup {
  readonly settings: Settings;
  /** Problems of the settings, a sentence each. */
  readonly problems: readonly string[];
  /** Sentences about variables that are none of the settings. Default: none. */
  readonly warnings?: readonly string[];
  /** Options for opening the platform, with the same settings. */
  readonly platform: PlatformOptions;
  /** True to send a request to the public address. Default: nothing is sent but to the mail server. */
  readonly isOnline?: boolean;
}

/** Checks everything that `docgate serve` requires, without changing anything. */
export async function examine(checkup: Checkup): Promise<readonly Finding[]> {
  const { settings, problems, warnings = [], platform, isOnline = false } = checkup;
  // Checks that depend on an invalid setting would use its default instead.
  const isUsable = problems.length === 0;
  return [
    ...problems.map((message): Finding => ({ level: "fail", what: "settings", message })),
    ...warnings.map((message): Finding => ({ level: "warn", what: "settings", message })),
    describeRuntime(),
    ...(isUsable ? checkPublicUrl(settings) : []),
    ...(isOnline && settings.publicUrl ? [await checkReachable(settings.publicUrl)] : []),
    ...(await checkCorpora(settings)),
    ...(settings.trust.length > 0
      ? await Promise.all(
          editionFiles(settings).map(({ file }) =>
            attempt("signature", () => checkSignature(file, settings)),
          ),
        )
      : []),
    ...(await checkGit(settings.data)),
    ...(isUsable ? await checkData(settings, platform) : []),
  ];
}

function checkPublicUrl({ publicUrl, host }: Settings): Finding[] {
  const what = "public address";
  if (publicUrl?.startsWith("https:")) return [{ level: "ok", what, message: publicUrl }];
  const isLocal = publicUrl === undefined && /^(127\.|localhost$|::1$)/.test(host);
  if (isLocal) return [{ level: "ok", what, message: "this machine only" }];
  const message =
    "is not https: secrets cross the network unencrypted. Put a TLS proxy in front, and set " +
    `${SETTINGS.publicUrl.variable} to its https address`;
  return [{ level: "warn", what, message }];
}

async function checkCorpora(settings: Settings): Promise<Finding[]> {
  const files = editionFiles(settings);
  return (await Promise.all(files.map(({ file }) => checkCorpus(file, settings)))).flat();
}

async function checkCorpus(file: string, { agents, metrics }: Settings): Promise<Finding[]> {
  const what = "corpus";
  let docs: readonly Doc[];
  try {
    ({ docs } = await loadCorpusFile(file));
  } catch (error) {
    return [failed(what, withRemedy(error, file))];
  }
  const message = `${file}, ${docs.length} ${docs.length === 1 ? "doc" : "docs"}`;
  const served = { partner: true, agents, metrics: metrics !== undefined };
  const hidden = pagesAtOwnRoutes(docs, served).map(
    (line): Finding => ({ level: "warn", what, message: printable(line) }),
  );
  return [{ level: "ok", what, message }, ...hidden];
}

async function checkSignature(file: string, { trust }: Settings): Promise<Finding> {
  const what = "signature";
  const { verifyFile } = await import("../../corpus/signature/verify-file.ts");
  const { statement, signers } = await verifyFile(file, { keys: trust, nowMs: Date.now() });
  const { issuedAt, expiresAt, sequence } = statement;
  const message = `${signers.join(", ")} signed the corpus at ${issuedAt}, sequence ${sequence}`;
  if (expiresAt === null) return { level: "ok", what, message };
  const daysLeft = Math.floor((Date.parse(expiresAt) - Date.now()) / DAY_MS);
  if (daysLeft >= MIN_DAYS) return { level: "ok", what, message: `${message}, until ${expiresAt}` };
  const remedy = "sign the corpus again before then: a restarted server would refuse it";
  return { level: "warn", what, message: `${message}, but only until ${expiresAt}: ${remedy}` };
}

async function checkData(settings: Settings, options: PlatformOptions): Promise<Finding[]> {
  try {
    // Also checks the key file when there is no store yet.
    readOptions(options);
  } catch (error) {
    return [failed("settings", error)];
  }
  const folder = await attempt("data folder", () => checkFolder(settings.data));
  if (folder.level === "fail") return [folder];
  const disk = await attempt("disk", () => checkDisk(settings.data));
  return [folder, disk, ...(await checkStored(settings, options))];
}

async function checkStored(settings: Settings, options: PlatformOptions): Promise<Finding[]> {
  const place = storePlace(settings);
  let opened: OpenedPlatform;
  try {
    if (!(await hasStore(place))) {
      const message = `${placeName(place)} does not exist yet: "docgate serve" creates it`;
      return [{ level: "warn", what: "store", message }];
    }
    opened = await openPlatform(options);
  } catch (error) {
    return [failed("store", error)];
  }
  try {
    const store = await attempt("store", () => checkStore(opened));
    // A damaged store cannot be checked any further.
    const rest = store.level === "ok" ? await checkPlatform(opened, settings) : [];
    return [store, ...rest];
  } finally {
    await opened.close({ graceMs: 0 });
  }
}

async function checkFolder(folder: string): Promise<Finding> {
  const what = "data folder";
  if (!(await isThere(folder))) {
    return {
      level: "warn",
      what,
      message: `${folder} does not exist yet: "docgate serve" creates it`,
    };
  }
  const info = await stat(folder);
  const remedy = "make it a folder that the user who runs docgate may write to";
  if (!info.isDirectory()) throw new Error(`${folder} is not a folder: ${remedy}`);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(({ code }) => {
    const why = code === "EROFS" ? "its file system is read-only" : "permission denied";
    throw new Error(`${folder} cannot be written (${why}): ${remedy}`);
  });
  if ((info.mode & 0o077) === 0) return { level: "ok", what, message: folder };
  const message = `${folder} can be read by other users: chmod 700 ${folder}`;
  return { level: "warn", what, message };
}

/** Everyone who can read a repository knows the keys in it. */
async function checkGit(folder: string): Promise<Finding[]> {
  const what = "git";
  if (!(await isThere(folder)) || !isInWorkTree(folder)) return [];
  const ignoreFile = join(folder, ".gitignore");
  try {
    const { tracked, notIgnored } = await askGit(folder, SECRET_FILES);
    if (tracked.length > 0) {
      const message =
        `tracks ${tracked.join(", ")} in ${folder}: run "git rm --cached" on them, write * into ` +
        `${ignoreFile}, and treat the master key as leaked`;
      return [{ level: "fail", what, message }];
    }
    if (notIgnored.length > 0) {
      const message = `would add ${notIgnored.join(", ")} in ${folder}: write * into ${ignoreFile}`;
      return [{ level: "warn", what, message }];
    }
    return [{ level: "ok", what, message: `ignores ${folder}` }];
  } catch (error) {
    const message =
      `could not tell whether it tracks ${folder} (${(error as Error).message.trim()}): ` +
      `"git ls-files ${folder}" must print nothing`;
    return [{ level: "warn", what, message }];
  }
}

async function checkStore({ platform }: OpenedPlatform): Promise<Finding> {
  const { place, verify } = platform.store;
  await verify();
  return { level: "ok", what: "store", message: `${place}, the master key opens it` };
}

async function checkPlatform({ platform }: OpenedPlatform, settings: Settings): Promise<Finding[]> {
  const { store, mailer, now } = platform;
  const admins = await store.read.admins.count({});
  const keys = await store.read.signingKeys.count({});
  const administrators: Finding =
    admins > 0
      ? { level: "ok", what: "administrators", message: String(admins) }
      : {
          level: "warn",
          what: "administrators",
          message: 'none yet: use "docgate admin create", or the link that "docgate serve" prints',
        };
  return [
    { level: "ok", what: "signing keys", message: String(keys) },
    administrators,
    await attempt("clock", () => checkClock(store, now)),
    await attempt("mail", async () => {
      await mailer.check();
      const where = settings.smtpUrl === undefined ? "written to outbox/" : "the server answers";
      return { level: "ok", what: "mail", message: where };
    }),
    ...(await findWarnings(store, now)).map(
      (message): Finding => ({ level: "warn", what: "certificate", message: printable(message) }),
    ),
  ];
}

async function attempt(what: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return failed(what, error);
  }
}

function failed(what: string, error: unknown): Finding {
  return { level: "fail", what, message: (error as Error).message };
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
