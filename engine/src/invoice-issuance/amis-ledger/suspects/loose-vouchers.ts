import { type Day, formatDay } from '../../../day.ts';
import { formatVnd, type Vnd } from '../../../money.ts';
import type { AmisSalesEntry } from '../../books.ts';
import type { IssuanceInput } from '../../types.ts';
import { buyerFinder } from '../buyers/entry-buyers.ts';
import type { Reconciliation } from '../reconcile.ts';
import { correctionOf } from '../reference-words.ts';

/** The entries of a profile that are like no line of the ledger; `period` names the other period whose AMIS ledger they are in. */
export type Loose = Reconciliation['loose'][number] & { readonly period?: string };

/** The entries of one AMIS voucher that are like no line of the ledger. */
export type LooseVoucher = {
  readonly profile: string;
  /** The other period whose AMIS ledger it is in; absent: this one's. */
  readonly period?: string;
  readonly voucherNumber: string;
  readonly day: Day;
  readonly invoiceNumber: string;
  readonly entries: AmisSalesEntry[];
  amount: Vnd;
  vatAmount: Vnd;
  readonly partners: ReadonlySet<string>;
  /** Partners in whose name any buyer is sold to. */
  readonly walkIns: ReadonlySet<string>;
  /** The words of its number and its descriptions, in lower case. */
  readonly words: Set<string>;
};

/** Voucher by voucher: sales alone, without what corrects an invoice that it names, and without gifts, which have no amount to go by. */
export function looseVouchers(
  { bravoPartners }: Pick<IssuanceInput, 'bravoPartners'>,
  loose: readonly Loose[],
): LooseVoucher[] {
  return loose.flatMap(({ books, entries, period }) => {
    const sold = entries.filter((entry) => entry.amount > 0 && !correctionOf(entry));
    const buyersOf = sold.length === 0 ? undefined : buyerFinder(books, bravoPartners);
    const vouchers = new Map<string, LooseVoucher>();
    for (const entry of sold) {
      const { partners, walkIns } = buyersOf!(entry);
      const voucher = vouchers.get(entry.voucherNumber) ?? {
        profile: books.terms.code,
        ...(period !== undefined && { period }),
        voucherNumber: entry.voucherNumber,
        day: entry.documentDate,
        invoiceNumber: entry.invoiceNumber,
        entries: [],
        amount: 0,
        vatAmount: 0,
        partners: new Set(partners),
        walkIns: new Set(walkIns),
        words: new Set(wordsOf(entry.voucherNumber)),
      };
      vouchers.set(entry.voucherNumber, voucher);
      voucher.entries.push(entry);
      voucher.amount += entry.amount;
      voucher.vatAmount += entry.vatAmount;
      for (const word of wordsOf(entry.description ?? '')) voucher.words.add(word);
    }
    return [...vouchers.values()];
  });
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;:()«»"“”']+/)
    .map((word) => word.replace(/\.+$/, ''))
    .filter((word) => word !== '');

/** A voucher as a message names it, with the reason why it is named. */
export function spokenVoucher(voucher: LooseVoucher, why: string): string {
  const number = voucher.invoiceNumber === '' ? '' : `, hóa đơn số ${voucher.invoiceNumber}`;
  const where = voucher.period === undefined ? '' : `, sổ của kỳ «${voucher.period}»`;
  return `chứng từ «${voucher.voucherNumber}» của «${voucher.profile}» ngày ${formatDay(voucher.day)}${where}${number}, ${formatVnd(voucher.amount)} đồng (${why})`;
}
