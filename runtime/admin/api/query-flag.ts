import * as z from "zod";

/** A query parameter that is `true` or `false`, for clients a boolean. */
export const queryFlag = z
  .enum(["true", "false"])
  .optional()
  .meta({
    override({ jsonSchema }) {
      jsonSchema.type = "boolean";
      delete jsonSchema.enum;
    },
  });
