/** Characters that show nothing and move what is around them: controls, marks of direction, and what hides in a line. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/**
 * A text that others wrote, safe to show in a line of ours: every hidden character becomes a mark that is seen, and lines
 * become one. Empty text for null.
 */
export const plainText = (text: string | null | undefined): string =>
  (text ?? '').replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(HIDDEN, '\ufffd');
