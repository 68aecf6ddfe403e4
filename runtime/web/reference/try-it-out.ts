/** Paths of the Partner Integration API. */
const PARTNER_PATH = /^\/v1\//;

/**
 * A plugin of Swagger UI that offers "Try it out" for all but the partner's operations: those are
 * answered by the request's `Origin`, which a browser does not let a page set.
 */
export const onlyWhereBrowsersCan = {
  statePlugins: {
    spec: {
      wrapSelectors: {
        allowTryItOutFor: () => (_state: unknown, path: string) => !PARTNER_PATH.test(path),
      },
    },
  },
};
