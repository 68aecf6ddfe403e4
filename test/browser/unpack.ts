import sparticuz from "@sparticuz/chromium";

/** Unpacks Chromium once, before several test files start it beside each other. */
export default async function unpack(): Promise<void> {
  await sparticuz.executablePath();
}
