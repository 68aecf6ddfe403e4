/**
 * UTF-16 units that Unicode NFC makes one character of, at most (UAX #15, "Maximum expansion
 * factors", the other way round).
 *
 * NFC takes time that grows with the square of the length where a text is a run of combining marks,
 * and 100 kB of them take seconds. So a text is refused by its length before it is normalised: one
 * with more than this many units for each character that it may have is too long in any form.
 */
export const NFC_UNITS = 4;
