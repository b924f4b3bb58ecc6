import { hasOtherRate } from './other-rate.ts';

/** An AMIS entry that may be a ledger line. Ranks 0 and 1 are strong enough to match when unique; 2 only asks a person. */
export type Pair = {
  readonly entry: string;
  readonly line: string;
  readonly rank: 0 | 1 | 2;
  readonly signals: readonly string[];
};

export type OneToOne = {
  readonly matched: readonly Pair[];
  readonly ambiguous: readonly { readonly entry: string; readonly lines: readonly string[]; readonly why: string }[];
  /** Entries that were matched or need a person. */
  readonly seen: ReadonlySet<string>;
};

/**
 * Matches what is unique on both sides, rank by rank: a pair counts only if neither side has another partner of that
 * rank. Where all the rivals of one side are indistinguishable (same class), any of them gives the same result, and
 * they are taken in order. The rest goes to review, with every line it may be.
 */
export function matchOneToOne(
  pairs: readonly Pair[],
  classOfLine: (line: string) => string,
  classOfEntry: (entry: string) => string,
): OneToOne {
  const matched: Pair[] = [];
  const usedLines = new Set<string>();
  const usedEntries = new Set<string>();
  for (const rank of [0, 1] as const) {
    const free = pairs.filter((pair) => pair.rank <= rank && !usedLines.has(pair.line) && !usedEntries.has(pair.entry));
    const entriesOfLine = group(free, (pair) => pair.line);
    const linesOfEntry = group(free, (pair) => pair.entry);
    for (const pair of free) {
      if (usedLines.has(pair.line) || usedEntries.has(pair.entry)) continue;
      const lines = linesOfEntry.get(pair.entry)!;
      const rivals = entriesOfLine.get(pair.line)!;
      if (!isOneClass(lines, ({ line }) => classOfLine(line))) continue;
      if (!isOneClass(rivals, ({ entry }) => classOfEntry(entry))) continue;
      if (rivals.length > lines.length) continue;
      matched.push(pair);
      usedLines.add(pair.line);
      usedEntries.add(pair.entry);
    }
  }
  const left = pairs.filter((pair) => !usedLines.has(pair.line) && !usedEntries.has(pair.entry));
  const ambiguous = [...group(left, (pair) => pair.entry)].map(([entry, rivals]) => ({
    entry,
    lines: rivals.map((pair) => pair.line),
    why: reasonOf(rivals),
  }));
  return { matched, ambiguous, seen: new Set([...usedEntries, ...ambiguous.map((one) => one.entry)]) };
}

/** Nearly all are alone: no text is made of these. */
const isOneClass = (pairs: readonly Pair[], classOf: (pair: Pair) => string): boolean =>
  pairs.length === 1 || new Set(pairs.map(classOf)).size === 1;

function reasonOf(rivals: readonly Pair[]): string {
  if (rivals.some((pair) => pair.rank < 2)) return `${rivals.length} dòng bán cùng khớp`;
  const { signals } = rivals.find((pair) => pair.signals.includes('voucher')) ?? rivals[0]!;
  if (signals.includes('adjusts')) return 'ghi là điều chỉnh cho hóa đơn khác, tăng thêm hàng';
  if (signals.includes('replaces')) return 'ghi là thay thế cho hóa đơn lập trước kỳ hay không rõ ngày';
  if (signals.includes('gifts')) return 'số chứng từ của Khớp, cùng mặt hàng, ngày cuối của kỳ gộp hàng tặng';
  if (signals.includes('voucher')) return 'số chứng từ của Khớp, cùng mặt hàng và ngày bán';
  if (!signals.includes('item')) return 'cùng khách và số tiền, mã hàng AMIS chưa nối';
  if (!signals.includes('quantity') && !signals.includes('buyer'))
    return 'cùng hàng, ngày bán và tiền nhưng khác số lượng (hệ số có thể sai), AMIS không ghi rõ khách';
  if (hasOtherRate({ signals }) && ['buyer', 'quantity', 'amount'].every((one) => signals.includes(one)))
    return 'cùng khách, mặt hàng, số lượng và tiền nhưng khác ngày và khác thuế suất';
  if (!signals.includes('buyer')) return 'cùng hàng, số lượng và tiền nhưng AMIS không ghi rõ khách';
  return `cùng khách và mặt hàng nhưng ${signals.includes('quantity') ? 'khác tiền hoặc khác ngày' : 'khác số lượng'}`;
}

function group(pairs: readonly Pair[], keyOf: (pair: Pair) => string): Map<string, Pair[]> {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const key = keyOf(pair);
    const list = groups.get(key);
    if (list) list.push(pair);
    else groups.set(key, [pair]);
  }
  return groups;
}
