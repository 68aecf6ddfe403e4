/** Guesses of passwords from many networks. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type SlowestHealth, watchHealth } from "../../test/support/health-watch.ts";
import { type Checkout, generateCorpus } from "../support/docgate.ts";
import { serve } from "../support/serve.ts";
import { type RawRequest, sendAtOnce } from "./requests.ts";

const ADMIN = { email: "admin@example.com", password: "correct horse battery staple" };
const NETWORKS = 200;
/** Connections of a network, and guesses on each. */
const [CONNECTIONS, GUESSES] = [9, 2];
/** Guesses that have arrived by then wait for their turn. */
const BEFORE_MS = 1_000;
/** A network from which the administrator has signed in before. */
const KNOWN = "192.0.2.7";

/** Right sign-ins: what was going on, their seconds, and how long others waited in the meantime. */
export interface SignIn {
  readonly name: string;
  readonly seconds: string;
  readonly slowest: SlowestHealth;
}

/** Measures a right sign-in during a flood of wrong ones. */
export async function measureFlood({ docgate }: Checkout, folder: string): Promise<SignIn[]> {
  const [root, out, data] = ["flood", "flood.json", "flood-data"].map((name) => join(folder, name));
  await mkdir(root!, { recursive: true });
  await writeFile(join(root!, "index.md"), "# Start\n");
  await generateCorpus(root!, { out: out!, docgate });
  await createAdministrator(docgate, data!);
  const args = ["serve", "--port", "0", "--corpus", out!, "--data", data!];
  const server = await serve([docgate, ...args], { env: { DOCGATE_PROXY_COUNT: "1" } });
  const { origin } = new URL(server.url);
  const health = await watchHealth({ url: origin, pid: server.pid });
  const measure = async (name: string) => ({
    name,
    seconds: await timeSignIn(origin),
    slowest: await health.slowest(),
  });
  try {
    const alone = await measure("nobody else signs in");
    // The server ends without answering all of it.
    void floodOf(origin);
    await delay(BEFORE_MS);
    return [
      alone,
      await measure(`sign-ins: ${NETWORKS} networks, ${CONNECTIONS * GUESSES} guesses each`),
    ];
  } finally {
    await health.stop();
    await server.stop();
  }
}

async function createAdministrator(docgate: string, data: string): Promise<void> {
  const { email, password } = ADMIN;
  const args = [docgate, "admin", "create", "--org", "Bench", "--email", email, "--data", data];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end(`${password}\n`);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`docgate admin create ended with ${code}.`);
}

/** @returns the seconds that it takes, and the outcome unless it succeeds */
async function timeSignIn(origin: string): Promise<string> {
  const { path, headers, body } = signIn(KNOWN, ADMIN.password);
  const start = performance.now();
  const all = { "Content-Type": "application/json", ...headers };
  const sent = request(new URL(path, origin), { method: "POST", headers: all }).end(body);
  const outcome = await new Promise<number>((resolve) => {
    sent.on("response", ({ statusCode = 0 }) => resolve(statusCode)).on("error", () => resolve(0));
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  if (outcome === 0) return `${seconds}, without an answer`;
  return outcome < 300 ? seconds : `${seconds}, refused with ${outcome}`;
}

function floodOf(origin: string): Promise<unknown> {
  const networks = Array.from({ length: NETWORKS }, (_, at) => `198.51.${at}.1`);
  return Promise.all(
    networks.flatMap((network) =>
      Array.from({ length: CONNECTIONS }, (_, connection) =>
        sendAtOnce(
          origin,
          Array.from({ length: GUESSES }, (_, guess) =>
            signIn(network, `wrong guess ${connection} ${guess}`),
          ),
        ),
      ),
    ),
  );
}

function signIn(network: string, password: string): RawRequest {
  return {
    path: "/admin/api/session",
    headers: { "X-Forwarded-For": network },
    body: JSON.stringify({ email: ADMIN.email, password }),
  };
}
