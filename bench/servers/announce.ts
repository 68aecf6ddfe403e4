/** Prints the line that tells the benchmark that a server listens. */
export function announce(url: string): void {
  process.stdout.write(`listening on ${url.replace(/\/$/, "")}\n`);
}
