import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { SignedStatement } from "../../corpus/signature/verify.ts";
import { RELOAD_OUTCOMES, type ReloadOutcome } from "../docs/corpus-source.ts";
import { LIMITS } from "../docs/execute/limits.ts";
import type { Docs } from "../docs/execute/queries.ts";
import { DROP_REASONS, type DropReason } from "../http/gate.ts";
import { type OnRefusal, REFUSALS } from "../partner/api/refusals.ts";
import { ADMIN_REFUSALS, type AdminRefusal } from "../partner/calls/admin-refusals.ts";
import { MAIL_OUTCOMES, type MailOutcome } from "../partner/mail/outcome.ts";
import type { Outgoing } from "../partner/notices/dispatcher.ts";
import { NOTICE_ERRORS, type Outcome } from "../partner/notices/outcome.ts";
import { countDurations } from "./request-durations.ts";
import type { AnsweredRequest } from "./requests.ts";
import { TRANSACTION_OUTCOMES, type WatchedTransaction } from "./watchers.ts";

/** Counts events for Prometheus: one method for each kind of event. */
export interface Metrics {
  readonly onAnswer: (answered: AnsweredRequest) => void;
  readonly onDrop: (reason: DropReason) => void;
  readonly onAnswerHit: () => void;
  readonly onExecution: (durationMs: number) => void;
  readonly onAnswerError: (error: string) => void;
  readonly onReload: (outcome: ReloadOutcome) => void;
  readonly onTransaction: (transaction: WatchedTransaction) => void;
  readonly onNotice: (notice: Outgoing, outcome: Outcome) => void;
  readonly onMail: (outcome: MailOutcome) => void;
  readonly onRefusal: OnRefusal;
  readonly onAdminRefusal: (reason: AdminRefusal) => void;
  readonly contentType: string;
  /** Returns all metrics in Prometheus' text format. */
  text(): Promise<string>;
}

export interface MetricsOptions {
  /** The docs in use now. */
  readonly docs: () => Docs;
  /** Returns who signed them; null if no key is required. */
  readonly signed: () => SignedStatement | null;
  /** Returns the number of open connections. */
  readonly connections: () => Promise<number>;
  /** Version of docgate. */
  readonly version: string;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** The metric families of one part of docgate, with the methods that count in them. */
type Part<Names extends keyof Metrics> = Pick<Metrics, Names>;

/** From half a millisecond, within which most queries are answered, to the longest waits. */
const BUCKETS_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** Creates the registry. Labels contain docgate's own words only, never text from a client. */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  countBuild(registers, options);
  return {
    ...countRequests(registry, options),
    ...countGraphql(registers),
    ...countCorpus(registers, options),
    ...countStore(registers),
    ...countNotices(registers),
    ...countRefusals(registers),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

function countBuild(registers: Registry[], { version }: MetricsOptions): void {
  new Gauge({
    name: "docgate_build_info",
    help: "Always 1, with the version of docgate as label.",
    labelNames: ["version"],
    registers,
  }).set({ version }, 1);
}

function countRequests(
  registry: Registry,
  { connections }: MetricsOptions,
): Part<"onAnswer" | "onDrop"> {
  const registers = [registry];
  new Gauge({
    name: "docgate_http_connections",
    help: "Connections that are open.",
    registers,
    async collect() {
      this.set(await connections());
    },
  });
  const drops = new Counter({
    name: "docgate_gate_drops_total",
    help: "Connections that the Origin gate closed without an answer.",
    labelNames: ["reason"],
    registers,
  });
  for (const reason of DROP_REASONS) drops.inc({ reason }, 0);
  return {
    onAnswer: countDurations({ registry, bucketsSeconds: BUCKETS_SECONDS }),
    onDrop: (reason) => drops.inc({ reason }),
  };
}

/** Possible values of `extensions.limit` and `extensions.code` of an error. */
const ANSWER_ERRORS = [
  ...Object.keys(LIMITS),
  "maxComparisons",
  "maxAnswerBytes",
  "maxTimeMs",
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  "BAD_USER_INPUT",
  "BAD_REQUEST",
  "INTERNAL_SERVER_ERROR",
  "SERVICE_UNAVAILABLE",
];

function countGraphql(
  registers: Registry[],
): Part<"onAnswerHit" | "onExecution" | "onAnswerError"> {
  const hits = new Counter({
    name: "docgate_graphql_cache_hits_total",
    help: "GraphQL requests answered from the cache.",
    registers,
  });
  const executions = new Histogram({
    name: "docgate_graphql_execution_duration_seconds",
    help: "Duration of the GraphQL requests that were not answered from the cache.",
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const errors = new Counter({
    name: "docgate_graphql_errors_total",
    help: "GraphQL answers with an error, cached or not, by the exceeded limit or the error's code.",
    labelNames: ["error"],
    registers,
  });
  for (const error of ANSWER_ERRORS) errors.inc({ error }, 0);
  return {
    onAnswerHit: () => hits.inc(),
    onExecution: (durationMs) => executions.observe(durationMs / 1000),
    onAnswerError: (error) => errors.inc({ error }),
  };
}

function countCorpus(
  registers: Registry[],
  { docs, signed, now }: MetricsOptions,
): Part<"onReload"> {
  new Gauge({
    name: "docgate_corpus_docs",
    help: "Docs in the served corpus.",
    registers,
    collect() {
      this.set(docs().meta().docCount);
    },
  });
  new Gauge({
    name: "docgate_corpus_info",
    help: "Always 1, with the SHA-256 of the served corpus as label.",
    labelNames: ["sha256"],
    registers,
    collect() {
      this.reset();
      this.set({ sha256: docs().version }, 1);
    },
  });
  countSignature(registers, signed);
  const loadedAt = new Gauge({
    name: "docgate_corpus_loaded_timestamp_seconds",
    help: "Time at which the served corpus was loaded, in seconds since 1970.",
    registers,
  });
  loadedAt.set(now() / 1000);
  const reloads = new Counter({
    name: "docgate_corpus_reloads_total",
    help: "Changes of the corpus file: loaded (taken), refused, or the file was gone.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of RELOAD_OUTCOMES) reloads.inc({ outcome }, 0);
  return {
    onReload(outcome) {
      reloads.inc({ outcome });
      if (outcome === "taken") loadedAt.set(now() / 1000);
    },
  };
}

/** Labels have names of trusted keys, which the operator has set. */
function countSignature(registers: Registry[], signed: MetricsOptions["signed"]): void {
  new Gauge({
    name: "docgate_corpus_signature_sequence",
    help: "Sequence in the signature of the served corpus, for each trusted key that signed it.",
    labelNames: ["signer"],
    registers,
    collect() {
      this.reset();
      const now = signed();
      for (const signer of now?.signers ?? []) this.set({ signer }, now!.statement.sequence);
    },
  });
  new Gauge({
    name: "docgate_corpus_signature_expires_timestamp_seconds",
    help: "Time at which the signature of the served corpus expires, in seconds since 1970.",
    registers,
    collect() {
      this.reset();
      const end = signed()?.statement.expiresAt;
      if (end) this.set(Date.parse(end) / 1000);
    },
  });
}

function countStore(registers: Registry[]): Part<"onTransaction"> {
  const durations = new Histogram({
    name: "docgate_store_transaction_duration_seconds",
    help: "Duration of the store's transactions, including the wait for their turn.",
    labelNames: ["outcome"],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  for (const outcome of TRANSACTION_OUTCOMES) durations.zero({ outcome });
  const retries = new Counter({
    name: "docgate_store_transaction_retries_total",
    help: "Transactions retried because of a conflict with another one.",
    registers,
  });
  return {
    onTransaction({ outcome, durationMs, retries: count }) {
      durations.observe({ outcome }, durationMs / 1000);
      retries.inc(count);
    },
  };
}

function countNotices(registers: Registry[]): Part<"onNotice" | "onMail"> {
  const notices = new Counter({
    name: "docgate_notices_total",
    help: "Notices by outcome: delivered, or the error in the notice log.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["delivered", ...NOTICE_ERRORS]) notices.inc({ outcome }, 0);
  const kinds = new Counter({
    name: "docgate_notice_kinds_total",
    help: "Kinds that notices announced; a notice can announce several.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "docgate_notice_duration_seconds",
    help: "Duration of the attempts to send a notice.",
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const mails = new Counter({
    name: "docgate_mails_total",
    help: "Mails by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
  return {
    onNotice({ kinds: told }, { error, durationMs }) {
      const outcome = error ?? "delivered";
      notices.inc({ outcome });
      for (const kind of told) kinds.inc({ kind, outcome });
      if (outcome !== "unsent") durations.observe(durationMs / 1000);
    },
    onMail: (outcome) => mails.inc({ outcome }),
  };
}

function countRefusals(registers: Registry[]): Part<"onRefusal" | "onAdminRefusal"> {
  const refusals = new Counter({
    name: "docgate_partner_refusals_total",
    help: "Refusals to partners and consumers, by the reason, which the answer does not reveal.",
    labelNames: ["action", "reason"],
    registers,
  });
  for (const [action, reasons] of Object.entries(REFUSALS)) {
    for (const reason of reasons) refusals.inc({ action, reason }, 0);
  }
  const adminRefusals = new Counter({
    name: "docgate_admin_refusals_total",
    help: "Refused sign-ins of administrators, by the reason, which the answer does not reveal.",
    labelNames: ["reason"],
    registers,
  });
  for (const reason of ADMIN_REFUSALS) adminRefusals.inc({ reason }, 0);
  return {
    onRefusal: (action, reason) => refusals.inc({ action, reason }),
    onAdminRefusal: (reason) => adminRefusals.inc({ reason }),
  };
}
