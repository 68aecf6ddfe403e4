/**
 * A vitest reporter: writes the seconds from each project's first file to its last, next to the
 * projects that another run has written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { ROOT } from "../support/command.ts";

export default class ProjectTimes implements Reporter {
  readonly #times = new Map<string, { readonly start: number; end: number }>();

  onTestModuleStart({ project }: TestModule): void {
    const now = performance.now();
    if (!this.#times.has(project.name)) this.#times.set(project.name, { start: now, end: now });
  }

  onTestModuleEnd({ project }: TestModule): void {
    this.#times.get(project.name)!.end = performance.now();
  }

  onTestRunEnd(): void {
    const seconds = [...this.#times].map(([name, { start, end }]) => [name, (end - start) / 1_000]);
    mkdirSync(join(ROOT, "dist"), { recursive: true });
    const file = join(ROOT, "dist/project-times.json");
    const others = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    writeFileSync(file, JSON.stringify({ ...others, ...Object.fromEntries(seconds) }));
  }
}
