/** The line by which the benchmark knows that a server listens. */
export function announce(url: string): void {
  process.stdout.write(`listening on ${url.replace(/\/$/, "")}\n`);
}
