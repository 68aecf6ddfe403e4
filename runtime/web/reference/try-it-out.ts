/** Paths of the Partner Integration API. */
const PARTNER_PATH = /^\/v1\//;

/**
 * A plugin of Swagger UI that offers "Try it out" for all operations but the partner's: their
 * response depends on the `Origin` of the request, which a browser does not let a page set.
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
