/** The orders of day and month that a person may say of a whole file. */
export type DateOrder = 'dmy' | 'mdy';

/** The answers of a person about a file: what its texts with two readings mean, of all its days or of single columns. */
export type Said = {
  readonly dateOrder?: DateOrder | undefined;
  readonly notations?: string | undefined;
  /** It is read once more though it was taken in before, for it may have been read wrongly then. */
  readonly again?: true | undefined;
};

/** All that was answered, the later answers last. */
export function alsoSaid({ dateOrder, notations, again }: Said, more: Said): Said {
  const both = [notations, more.notations].filter(Boolean).join(',');
  return {
    dateOrder: more.dateOrder ?? dateOrder,
    notations: both === '' ? undefined : both,
    again: more.again ?? again,
  };
}
