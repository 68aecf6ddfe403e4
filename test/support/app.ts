import { ANSWER_LIMITS, type AnswerLimits } from "../../runtime/serve/answer-limits.ts";
import { type App, type AppDependencies, createService } from "../../runtime/serve/app.ts";

/** Assembles all routes from parts of a test's own, with the limits of `docgate serve`. */
export function openApp(dependencies: AppDependencies, limits: AnswerLimits = ANSWER_LIMITS): App {
  return createService(dependencies, limits).app;
}
