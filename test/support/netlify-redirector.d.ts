/** The part of Netlify's matcher that tests use; the package has no types. */
declare module "netlify-redirector" {
  interface Matcher {
    match(request: {
      readonly scheme: string;
      readonly host: string;
      readonly path: string;
      readonly query: string;
      readonly getHeader: (name: string) => string;
      readonly getCookie: (name: string) => string;
    }): { readonly to: string; readonly status: number } | null;
  }

  export function parsePlain(rules: string, options: object): Promise<Matcher>;
}
