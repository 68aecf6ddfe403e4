/** The options of Swagger UI that the page sets: swagger.io/docs/open-source-tools/swagger-ui. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export interface SwaggerUIOptions {
    readonly url: string;
    readonly domNode: Element;
    readonly deepLinking: boolean;
    readonly filter: boolean;
    readonly docExpansion: "list" | "full" | "none";
    readonly defaultModelsExpandDepth: number;
    readonly displayRequestDuration: boolean;
    readonly persistAuthorization: boolean;
    readonly syntaxHighlight: { readonly activated: boolean };
    readonly validatorUrl: null;
    readonly plugins: readonly (object | ((system: never) => object))[];
  }

  export default function SwaggerUI(options: SwaggerUIOptions): unknown;
}
