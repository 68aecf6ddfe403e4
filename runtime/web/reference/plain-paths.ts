/** What Swagger UI hands to a plugin of its own libraries. */
interface System {
  readonly React: { createElement(name: "span", attributes: null, text: unknown): unknown };
}

/**
 * A plugin of Swagger UI that shows the path of an operation as text. Elsewhere it is a link inside
 * the button that opens the operation, and two things to press must not be one in the other.
 */
export function plainPaths({ React }: System): object {
  return {
    components: {
      DeepLink: ({ text }: { readonly text: unknown }) => React.createElement("span", null, text),
    },
  };
}
