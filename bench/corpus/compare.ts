/** A file as a reader sees it: the cells of its sheets, or why it is refused. */
export type Reading = { readonly sheets: Readonly<Record<string, unknown[][]>> } | { readonly refused: string };

/** Rows as both readers have them: days as days, blanks as null, nothing at the ends of rows and of the sheet. */
export function plainRows(rows: readonly (readonly unknown[])[]): unknown[][] {
  const plain = rows.map((row) => {
    const cells = Array.from(row, plainCell);
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    return cells;
  });
  while (plain.length > 0 && plain.at(-1)!.length === 0) plain.pop();
  return plain;
}

function plainCell(cell: unknown): unknown {
  if (cell instanceof Date) return { day: cell.toISOString().slice(0, 10) };
  if (typeof cell === 'boolean') return Number(cell);
  return cell === '' || cell === undefined ? null : cell;
}

/** The first cell in which two readings of a file differ, as a sentence; undefined when they are equal. */
export function firstDifference(ours: Reading, second: Reading): string | undefined {
  if ('refused' in ours || 'refused' in second) return undefined;
  for (const [name, theirs] of Object.entries(second.sheets)) {
    const own = ours.sheets[name];
    if (!own) return `không có trang «${name}»`;
    for (let row = 0; row < Math.max(own.length, theirs.length); row++) {
      const [a = [], b = []] = [own[row], theirs[row]];
      for (let column = 0; column < Math.max(a.length, b.length); column++) {
        const [left, right] = [JSON.stringify(a[column] ?? null), JSON.stringify(b[column] ?? null)];
        if (left !== right) return `«${name}» dòng ${row + 1}, cột ${column + 1}: ${left} – ${right}`;
      }
    }
  }
  return undefined;
}
