import { request } from "../api/request.ts";
import type { FrontSettings } from "../api/types.ts";

/** Front settings as readable text, and their version. */
export interface SettingsVersion {
  readonly text: string;
  readonly etag: string | undefined;
}

export async function readSettings(agentId: string): Promise<SettingsVersion> {
  return versionOf(await request<FrontSettings>(pathOf(agentId)));
}

interface SaveSettings extends SettingsVersion {
  readonly agentId: string;
}

/**
 * @param options.text Text without faults.
 * @param options.etag The version to replace.
 * @throws {ApiError} With 412 if somebody else has saved since.
 */
export async function saveSettings({
  agentId,
  text,
  etag,
}: SaveSettings): Promise<SettingsVersion> {
  const options = { method: "PUT", body: JSON.parse(text), etag } as const;
  return versionOf(await request<FrontSettings>(pathOf(agentId), options));
}

/** Returns how many bytes of a valid text are sent and stored; spaces between values are not. */
export function sizeOf(text: string): number {
  return new TextEncoder().encode(JSON.stringify(JSON.parse(text))).length;
}

function pathOf(agentId: string): string {
  return `/agents/${encodeURIComponent(agentId)}/front-settings`;
}

function versionOf(answer: { body: FrontSettings; etag: string | undefined }): SettingsVersion {
  return { text: JSON.stringify(answer.body, null, 2), etag: answer.etag };
}
