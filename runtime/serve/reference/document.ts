/** The parts of an OpenAPI document that the reference shows. */
export interface ApiDocument {
  readonly info: { readonly version: string; readonly description?: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  /** Requests that docgate sends. */
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description?: string }>>;
  };
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly "x-codeSamples"?: readonly { readonly source: string }[];
}

export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface ResponseObject {
  readonly description: string;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

/** A schema of JSON Schema 2020-12, as far as docgate uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** An operation with its place. */
export interface PlacedOperation extends OperationObject {
  readonly method: string;
  readonly path: string;
  /** True if docgate sends the request. */
  readonly isWebhook: boolean;
}

const NOTIFICATION_URL = "your notification URL";

/** Lists the operations of a group in the order of the document. */
export function operationsOf(document: ApiDocument, tag: string): PlacedOperation[] {
  const items = [
    ...Object.entries(document.paths).map(([path, item]) => ({ path, item, isWebhook: false })),
    ...Object.values(document.webhooks ?? {}).map((item) => ({
      path: NOTIFICATION_URL,
      item,
      isWebhook: true,
    })),
  ];
  return items.flatMap(({ path, item, isWebhook }) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
        isWebhook,
      })),
  );
}

/** Returns the schema that a reference leads to, or the schema itself. */
export function resolve(document: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  return name === undefined ? schema : document.components.schemas[name]!;
}
