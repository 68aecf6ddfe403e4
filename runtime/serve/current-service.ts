import type { Fetch } from "../http/server.ts";
import type { Service } from "./app.ts";

/**
 * The service in use. The server listens before there is one, because what is served may depend on
 * its address: early requests wait for the first service.
 */
export class CurrentService {
  readonly #first = Promise.withResolvers<Service>();
  #service: Service | undefined;

  /** Answers with this service from now on. */
  switchTo(service: Service): void {
    this.#service = service;
    this.#first.resolve(service);
  }

  readonly fetch: Fetch = (request, env) =>
    this.#service
      ? this.#service.app.fetch(request, env)
      : this.#first.promise.then(({ app }) => app.fetch(request, env));

  readonly isListed: Service["isListed"] = async (origin, request) => {
    const service = this.#service ?? (await this.#first.promise);
    return service.isListed(origin, request);
  };

  readonly countDropped: Service["countDropped"] = (reason, head) =>
    this.#service?.countDropped(reason, head);
}
