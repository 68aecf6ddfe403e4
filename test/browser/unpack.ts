import sparticuz from "@sparticuz/chromium";

/** Unpacks Chromium once, before several test files start it at the same time. */
export default async function unpack(): Promise<void> {
  await sparticuz.executablePath();
}
