/** The parts of Swagger UI's libraries that a plugin gets. */
interface System {
  readonly React: { createElement(name: "span", attributes: null, text: unknown): unknown };
}

/**
 * A plugin of Swagger UI that shows the path of an operation as text. By default it is a link
 * inside the button that opens the operation, and interactive elements must not be nested.
 */
export function plainPaths({ React }: System): object {
  return {
    components: {
      DeepLink: ({ text }: { readonly text: unknown }) => React.createElement("span", null, text),
    },
  };
}
