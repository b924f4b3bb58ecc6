import { formatVnd, sumVndOf } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import { type OpenLedger, type OpenLine, type Part, shareOf, take, takeRest, vatShare } from '../ledger/open-lines.ts';
import type { AlreadyInvoiced, PlannedAllocation, PlannedInvoice, Warning } from '../types.ts';
import type { Replaced } from './read-back.ts';

/**
 * Gives the sales of replaced invoices to the invoices that AMIS issued instead: they are invoiced there, however the
 * new invoice words them. Where the new invoice is not known, the sales wait. One that is an invoice of ours (`ours`:
 * voucher numbers per profile) holds its own sales already.
 */
export function takeReplaced(
  replaced: readonly Replaced[],
  open: OpenLedger,
  ours: ReadonlyMap<string, ReadonlySet<string>>,
): {
  readonly alreadyInvoiced: AlreadyInvoiced[];
  readonly held: Map<string, string>;
  readonly warnings: readonly Warning[];
} {
  const alreadyInvoiced: AlreadyInvoiced[] = [];
  const held = new Map<string, string>();
  const carried = byForeign(replaced, ours);
  for (const { invoice, by } of carried) {
    for (const item of invoice.items) {
      const entry = by.find((one) => one.product === item.product) ?? by[0];
      for (const allocation of item.allocations) {
        const line = open.get(allocation.line);
        if (!line) continue;
        if (!entry) {
          held.set(
            allocation.line,
            `hóa đơn «${invoice.voucherNumber}» đã bị thay thế, chưa rõ hóa đơn thay thế trên sổ AMIS`,
          );
          continue;
        }
        const part = partOf(line, allocation);
        if (!part) continue;
        alreadyInvoiced.push({
          line: allocation.line,
          profile: invoice.profile,
          entry: entry.id,
          voucherNumber: entry.voucherNumber,
          invoiceNumber: entry.invoiceNumber,
          ...part,
          signals: ['replacement'],
        });
      }
    }
  }
  return { alreadyInvoiced, held, warnings: beyondLedger(carried, alreadyInvoiced) };
}

/** Those that an invoice of AMIS's own replaces, as far as it is known. */
const byForeign = (replaced: readonly Replaced[], ours: ReadonlyMap<string, ReadonlySet<string>>): Replaced[] =>
  replaced.filter(({ invoice, by }) => !by.some((entry) => ours.get(invoice.profile)?.has(entry.voucherNumber)));

/**
 * Invoices of AMIS that replace ours as they were, of sales that the ledger has less of since. What the replacement changes itself is
 * told with it.
 */
function beyondLedger(carried: readonly Replaced[], taken: readonly AlreadyInvoiced[]): Warning[] {
  const known = carried.filter(({ by }) => by.length > 0);
  const byVoucher = Map.groupBy(known, ({ invoice, by }) => `${invoice.profile}\u0000${by[0]!.voucherNumber}`);
  const left = Map.groupBy(taken, ({ profile, voucherNumber }) => `${profile}\u0000${voucherNumber}`);
  return [...byVoucher].flatMap(([key, all]): Warning[] => {
    const [{ invoice, by }] = all as [Replaced];
    const now = sumVndOf(left.get(key) ?? [], ({ amount }) => amount);
    const held = sumVndOf(all, (one) => one.invoice.amount);
    const stated = sumVndOf(by, ({ amount }) => amount);
    if (now >= held || now >= stated) return [];
    const { voucherNumber } = by[0]!;
    const message = `Chứng từ AMIS «${voucherNumber}» thay thế cho hóa đơn «${invoice.voucherNumber}» ghi ${formatVnd(stated)}, sổ Bravo nay ghi ${formatVnd(now)} cho những dòng bán ấy.`;
    return [{ code: 'AMIS_AMOUNT_DIFFERS', message, profile: invoice.profile, voucher: voucherNumber }];
  });
}

/**
 * Invoices of AMIS's own that replace ours with all goods of an item, as ours were: they hold those sales now. One with fewer goods has
 * been put right.
 */
export function replacements(replaced: readonly Replaced[], kept: readonly PlannedInvoice[]): PlannedInvoice[] {
  if (replaced.length === 0) return [];
  return byForeign(replaced, vouchersByProfile(kept)).flatMap(({ invoice, by }): PlannedInvoice[] => {
    const [entry] = by;
    if (!entry) return [];
    const goods = new Map<string, Quantity>();
    for (const { product, quantity } of by) goods.set(product, (goods.get(product) ?? 0n) + quantity);
    const items = invoice.items.filter(({ product, quantity }) => (goods.get(product) ?? 0n) >= quantity);
    const { voucherNumber, invoiceNumber, invoiceDate } = entry;
    const issued = {
      status: 'issued',
      voucherNumber,
      invoiceNumber,
      ...(invoiceDate && { issuedOn: invoiceDate }),
    } as const;
    return items.length === 0 ? [] : [{ ...invoice, ...issued, key: entry.id, items }];
  });
}

/** The voucher numbers of invoices, by profile. */
export function vouchersByProfile(kept: readonly PlannedInvoice[]): Map<string, Set<string>> {
  const vouchers = new Map<string, Set<string>>();
  for (const { profile, voucherNumber } of kept) {
    const own = vouchers.get(profile);
    if (own) own.add(voucherNumber);
    else vouchers.set(profile, new Set([voucherNumber]));
  }
  return vouchers;
}

/** The part of a line that the replaced invoice held, as far as the line still has it. */
function partOf(line: OpenLine, { baseQuantity, amount }: PlannedAllocation): Part | undefined {
  if (baseQuantity === 0n) {
    const isWithin = Math.sign(amount) === Math.sign(line.amount) && Math.abs(amount) <= Math.abs(line.amount);
    if (line.amount === 0 || line.baseQuantity !== 0n) return undefined;
    if (!isWithin || amount === line.amount) return takeRest(line);
    const vatAmount = vatShare(line, amount);
    return take(line, { baseQuantity, amount, vatAmount });
  }
  if (line.baseQuantity <= 0n) return undefined;
  return baseQuantity >= line.baseQuantity ? takeRest(line) : take(line, shareOf(line, baseQuantity));
}
