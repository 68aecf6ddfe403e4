/** Of every password that is chosen; the server has the last word. */
export const MIN_PASSWORD_LENGTH = 8;
