/** Rows that one sheet is filled with: Excel ends at 1,048,576, with headers and totals. */
export const ROWS_PER_SHEET = 1_000_000;

/**
 * The things in groups that fit one sheet each, in their order; one thing is never split. At least one group, which may
 * be empty.
 */
export function sheetfuls<T>(things: readonly T[], rowsOf: (thing: T) => number, most: number): T[][] {
  const groups: T[][] = [[]];
  let rows = 0;
  for (const thing of things) {
    const own = rowsOf(thing);
    if (rows + own > most && rows > 0) {
      groups.push([]);
      rows = 0;
    }
    groups.at(-1)!.push(thing);
    rows += own;
  }
  return groups;
}

/** The name of a sheet or file among those that carry on one list: «Hóa đơn», «Hóa đơn 2», … */
export const carriedOn = (name: string, index: number): string => (index === 0 ? name : `${name} ${index + 1}`);
