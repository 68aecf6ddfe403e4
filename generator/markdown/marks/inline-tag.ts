/** Tags that may occur within a word; any other tag separates words. */
export const INLINE_TAG =
  /^(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var)$/;
