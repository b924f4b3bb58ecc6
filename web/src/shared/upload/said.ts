/** The orders of day and month that a person may say of a whole file. */
export type DateOrder = 'dmy' | 'mdy';

/** The answers of a person about a file whose texts have two readings: of all its days, of single columns. */
export type Said = { readonly dateOrder?: DateOrder | undefined; readonly notations?: string | undefined };

/** All that was answered, the later answers last. */
export function alsoSaid({ dateOrder, notations }: Said, more: Said): Said {
  const both = [notations, more.notations].filter(Boolean).join(',');
  return { dateOrder: more.dateOrder ?? dateOrder, notations: both === '' ? undefined : both };
}
