/**
 * Maximum number of UTF-16 units that Unicode NFC combines into one character (UAX #15, "Maximum
 * expansion factors", in reverse).
 *
 * NFC takes time that grows with the square of the length if a text is a run of combining marks,
 * and 100 kB of them take seconds. So a text's length is checked before it is normalised: one with
 * more than this many units per allowed character is too long in any form.
 */
export const NFC_UNITS = 4;
