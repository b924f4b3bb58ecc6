import { useState } from 'react';

/**
 * The place of the focus after a dialog. Where the page itself had it, the dialog gives it to no part: the page's first link would get it,
 * and the Enter that accepts the next pair of a review would leave the review. `watchLostFocus` gives it back to the page.
 * @returns `finalFocus` for the dialog, and `noteFocus`, called while the focus is still where it was.
 */
export function useFinalFocus() {
  const [finalFocus, setFinalFocus] = useState(true);
  return { finalFocus, noteFocus: () => setFinalFocus(document.activeElement?.id !== 'content') };
}
