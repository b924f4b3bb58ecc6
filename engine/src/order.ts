type Ordered = string | number | bigint;

/** Texts by their code units (days are texts in the order of time), numbers by value. */
export const compare = <T extends Ordered>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of records by one thing of theirs. */
export const by =
  <T>(of: (one: T) => Ordered) =>
  (a: T, b: T): number =>
    compare(of(a), of(b));
