import type { Buffer } from "node:buffer";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceBy } from "../../../corpus/write/replace-file.ts";
import { makeDataFolder } from "../../store/data-folder.ts";
import type { Delivery } from "./delivery.ts";

/** A mail holds a passcode: only the user that runs docgate may read it. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export interface OutboxOptions {
  /** A path in the data folder; the folder is created with the first mail. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** Writes each mail to its own `.eml` file; the names sort by time. */
export function createOutboxDelivery({ folder, now, newId }: OutboxOptions): Delivery {
  function newName(): string {
    const time = new Date(now()).toISOString().replaceAll(/[-:.]/g, "");
    return `${time}-${newId()}.eml`;
  }

  return {
    async deliver(options) {
      // Imported only here, because it takes time to load, and most processes send no mail.
      const { createTransport } = await import("nodemailer");
      const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message } = await composer.sendMail(options);
      const file = join(folder, newName());
      await attempt(() => write(file, message as Buffer));
    },
    async check() {
      const file = join(folder, `${newName()}.check`);
      await attempt(async () => {
        await write(file, new Uint8Array());
        await rm(file);
      });
    },
  };

  /** Explains failures: messages of the file system name only files, which are not secret. */
  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      makeDataFolder(dirname(folder));
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      await action();
    } catch (error) {
      throw new Error(`the outbox "${folder}" cannot be written: ${(error as Error).message}`);
    }
  }
}

/** Writes a file so that a reader of the folder sees a whole mail or none. */
async function write(file: string, bytes: Uint8Array): Promise<void> {
  await replaceBy(file, (handle) => handle.writeFile(bytes), { mode: FILE_MODE });
}
