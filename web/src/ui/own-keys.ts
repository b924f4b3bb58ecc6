/** Places in which a plain key is typed, or means something else. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/** True when a key that was pressed belongs to the place in which it was pressed. */
export const hasOwnKeys = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(OWN_KEYS) !== null;
