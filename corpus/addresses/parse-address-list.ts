import { DocgateError } from "../error.ts";
import { parseForeign, placeOf } from "../shape.ts";
import { type AddressList, addressListShape } from "./address-list.ts";

/**
 * Parses what `formatAddressList` wrote.
 *
 * @param file names it in messages
 * @throws {DocgateError} `addresses` if it is something else
 */
export function parseAddressList(json: string, file: string): AddressList {
  const value = parseForeign(json);
  const fault = addressListShape.fault(value);
  if (fault === null) return value as AddressList;
  throw new DocgateError(
    "addresses",
    `"${file}" is not a list of addresses that "docgate addresses" wrote: expected ${fault.expected}${placeIn(fault)}. Get it again from its publisher.`,
  );
}

function placeIn(fault: Parameters<typeof placeOf>[0]): string {
  return fault.path.length === 0 ? "" : ` at ${placeOf(fault)}`;
}
