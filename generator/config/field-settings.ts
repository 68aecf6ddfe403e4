import type { FieldType } from "../../corpus/fields/field-types.ts";
import type { Field, FieldValue } from "../../corpus/schema.ts";

/** A key of the frontmatter that docs have as data: its type, or its type with more about it. */
export type UserField =
  | Exclude<FieldType, "enum" | "enum[]">
  | {
      type: FieldType;
      /** The values of an `enum`. */
      values?: string[] | undefined;
      /** The value of pages whose frontmatter has none. Default: such pages have none. */
      default?: FieldValue | undefined;
      /** True if a page without it is a problem. Default: false. */
      required?: boolean | undefined;
      /** The key in the frontmatter. Default: the name of the field. */
      key?: string | undefined;
    };

/** A field with its defaults filled in. */
export interface FieldSetting extends Field {
  readonly key: string;
  readonly required: boolean;
}
