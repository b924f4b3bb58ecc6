import { Problem } from '../../problem.ts';
import type { Row, Value } from '../layouts/layout.ts';
import type { Plan } from './plan.ts';

/** Fewer lines or vouchers may say the same by chance. */
const [LEAST_LINES, LEAST_VOUCHERS] = [3, 2];
/** The fields that together tell one voucher from the next. */
const OF_A_VOUCHER: ReadonlySet<string> = new Set(['voucherNumber', 'docNo', 'docCode', 'branchCode']);

/** Vouchers one after the other that came before in the same order; `earlier`: places of the first and the last of those among all vouchers. */
type Run = {
  readonly vouchers: number;
  readonly lines: number;
  readonly rows: readonly [first: number, last: number];
  readonly earlier: readonly [first: number, last: number];
};
type Block = { readonly row: Row; readonly firstRow: number; lastRow: number; lines: number };

/**
 * Watches a ledger for two exports of overlapping days that were pasted below each other: vouchers that follow one another come again in the
 * same order, line by line with the same figures. Lines of one voucher that say the same are next to each other, and a voucher that is scattered over a
 * report by goods or customers has other lines each time. One number of 53 bits is kept of a voucher, not its lines. Undefined where every line has a
 * key of its own, by which the second is known.
 */
export function overlapWatch({ columns, layout, has }: Plan) {
  if (layout.isForTaxRoom || has('rowId')) return undefined;
  const voucher = columns.flatMap(({ field }) => (OF_A_VOUCHER.has(field.field) ? [field.field] : []));
  const said = columns.flatMap(({ field }) => (field.type === 'text' ? [] : [field.field]));
  const seen = new Map<number, number>();
  // Of each block its first and its last row: a ledger may have a million of them.
  const [firstRows, lastRows]: [number[], number[]] = [[], []];
  let sum = noDigest();
  let current: Block | undefined;
  let run: Run | undefined;
  let longest: Run | undefined;

  const close = (): void => {
    if (!current) return;
    const key = digestOf(sum);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, firstRows.length);
    firstRows.push(current.firstRow);
    lastRows.push(current.lastRow);
    run = before === undefined ? undefined : carriedOn(run, before, current);
    if (run && run.lines >= LEAST_LINES && run.vouchers >= LEAST_VOUCHERS && run.lines > (longest?.lines ?? 0))
      longest = run;
  };
  return {
    take(row: Row, rowNumber: number): void {
      if (!current || voucher.some((field) => row[field] !== current!.row[field])) {
        close();
        current = { row, firstRow: rowNumber, lastRow: rowNumber, lines: 0 };
        sum = noDigest();
      }
      current.lines++;
      current.lastRow = rowNumber;
      for (const field of said) add(sum, row[field]);
    },
    /** Throws REPORT_TWICE. */
    finish(): void {
      close();
      if (longest) throw overlapping(longest, firstRows[longest.earlier[0]]!, lastRows[longest.earlier[1]]!);
    },
  };
}

function carriedOn(run: Run | undefined, before: number, { firstRow, lastRow, lines }: Block): Run {
  if (run?.earlier[1] !== before - 1)
    return { vouchers: 1, lines, rows: [firstRow, lastRow], earlier: [before, before] };
  return {
    vouchers: run.vouchers + 1,
    lines: run.lines + lines,
    rows: [run.rows[0], lastRow],
    earlier: [run.earlier[0], before],
  };
}

type Digest = { a: number; b: number };
const noDigest = (): Digest => ({ a: 0xdeadbeef, b: 0x41c6ce57 });

/** Mixes a value, and the end of it, into two numbers of 32 bits. */
function add(sum: Digest, value: Value | undefined): void {
  const text = value === null || value === undefined ? '' : String(value);
  let { a, b } = sum;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0 : text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  sum.a = a;
  sum.b = b;
}

function digestOf({ a, b }: Digest): number {
  const high = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const low = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

const overlapping = ({ rows: [firstRow, lastRow], lines, vouchers }: Run, from: number, to: number): Problem =>
  new Problem(
    'REPORT_TWICE',
    `Dòng ${firstRow}–${lastRow} (${lines} dòng, ${vouchers} chứng từ) lặp lại y như dòng ${from}–${to}: hai báo cáo có ngày chồng nhau có thể đã được dán vào một trang, và các dòng ấy sẽ được tính hai lần. Hãy xóa phần lặp, hoặc xuất lại một báo cáo cho tất cả các ngày rồi tải lên.`,
    { row: firstRow, lastRow, earlierRow: from, lines },
  );
