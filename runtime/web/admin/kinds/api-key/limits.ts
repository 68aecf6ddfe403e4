import { type ApiKey, EXPIRY_WARNING_MS } from "../../api/types.ts";
import type { Mistakes } from "../../parts/form.tsx";

/** The limits of a key as they are entered. */
export interface LimitValues {
  readonly active: boolean;
  /** As a field for dates and times has it, in the person's time zone; empty for never. */
  readonly expiresAt: string;
  /** One on each line; empty for any. */
  readonly networks: string;
  /** Digits; empty for any number. */
  readonly requestsPerMinute: string;
}

export const NO_LIMITS: LimitValues = {
  active: true,
  expiresAt: "",
  networks: "",
  requestsPerMinute: "",
};

type Limits = Pick<ApiKey, keyof LimitValues>;

export function limitValuesOf({
  active,
  expiresAt,
  networks,
  requestsPerMinute,
}: Limits): LimitValues {
  return {
    active,
    expiresAt: expiresAt === null ? "" : localTime(expiresAt),
    networks: networks?.join("\n") ?? "",
    requestsPerMinute: requestsPerMinute === null ? "" : String(requestsPerMinute),
  };
}

/** Returns the limits that were entered, to be sent; a field left out stays as it is. */
export function limitsSent({
  active,
  expiresAt,
  networks,
  requestsPerMinute,
}: { readonly [Field in keyof LimitValues]?: LimitValues[Field] | undefined }): Partial<Limits> {
  return {
    ...(active !== undefined && { active }),
    ...(expiresAt !== undefined && {
      expiresAt: expiresAt === "" ? null : new Date(expiresAt).toISOString(),
    }),
    ...(networks !== undefined && { networks: linesOf(networks) }),
    ...(requestsPerMinute !== undefined && {
      requestsPerMinute: requestsPerMinute.trim() === "" ? null : Number(requestsPerMinute),
    }),
  };
}

function linesOf(text: string): string[] | null {
  const lines = text.split(/[\n,]/).flatMap((line) => line.trim() || []);
  return lines.length === 0 ? null : lines;
}

export function limitMistakes({ expiresAt, requestsPerMinute }: LimitValues): Mistakes {
  return {
    ...(expiresAt !== "" && Number.isNaN(Date.parse(expiresAt)) && { expiresAt: "Enter a time." }),
    ...(/[^\d\s]/.test(requestsPerMinute) && { requestsPerMinute: "Enter a number." }),
  };
}

/** Returns whether a key that works now stops doing so within 30 days. */
export function isExpiring({ state, expiresAt }: Pick<ApiKey, "state" | "expiresAt">): boolean {
  if (expiresAt === null || state === "expired" || state === "paused") return false;
  return Date.parse(expiresAt) - Date.now() <= EXPIRY_WARNING_MS;
}

/** Returns a time in the form of a field for dates and times: `2026-04-01T12:00`. */
function localTime(at: string): string {
  const time = new Date(at);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, "2026-04-01T12:00".length);
}
