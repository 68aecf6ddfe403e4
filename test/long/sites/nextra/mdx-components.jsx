import { useMDXComponents as themeComponents } from "nextra-theme-docs";

/** The components of the theme, without what it puts around a page. */
export function useMDXComponents(components) {
  return {
    ...themeComponents(),
    wrapper: ({ children }) => <main>{children}</main>,
    ...components,
  };
}
