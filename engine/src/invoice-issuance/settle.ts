import { formatVnd, type Vnd } from '../money.ts';
import type { AmisSalesEntry, ProfileBooks } from './books.ts';
import type { PlannedInvoice, SettledInvoice, Warning } from './types.ts';

/** Statuses in which an invoice holds its sales and its stock. A cancelled or replaced one sets them free again. */
const HOLDING: ReadonlySet<PlannedInvoice['status']> = new Set(['draft', 'exported', 'issued', 'adjusted']);

/** The kept invoices that still stand. */
export const standing = (kept: readonly PlannedInvoice[]): PlannedInvoice[] =>
  kept.filter((invoice) => HOLDING.has(invoice.status));

/**
 * Reads our invoices back from the AMIS sales ledger by our own voucher numbers, which are exact.
 * `issued` once AMIS gives an invoice number, `adjusted` when the amounts before VAT differ, `cancelled` when the voucher's
 * entries come to nothing and no invoice number was ever given. A numbered invoice that comes to nothing was returned or
 * adjusted: it still stands, and setting its sales free would invoice them twice.
 */
export function readBack(
  profiles: readonly ProfileBooks[],
  kept: readonly PlannedInvoice[],
): { readonly settled: readonly SettledInvoice[]; readonly warnings: readonly Warning[] } {
  const settled: SettledInvoice[] = [];
  const warnings: Warning[] = [];
  for (const books of profiles) {
    const own = kept.filter((invoice) => invoice.profile === books.terms.code);
    if (own.length === 0) continue;
    const entries = byVoucher(books.salesLedger);
    for (const invoice of own) {
      const found = entries.get(invoice.voucherNumber);
      if (!found) continue;
      const one = settle(invoice, found);
      settled.push(one);
      if (one.status === 'adjusted' || one.status === 'cancelled') {
        warnings.push({
          code: 'AMIS_DIFFERS_FROM_OURS',
          message: `Chứng từ «${invoice.voucherNumber}» ở AMIS lệch ${formatVnd(one.difference)} đồng trước thuế so với Khớp.`,
          profile: invoice.profile,
          invoice: invoice.key,
        });
      }
    }
  }
  return { settled, warnings };
}

function settle(invoice: PlannedInvoice, entries: readonly AmisSalesEntry[]): SettledInvoice {
  let amount: Vnd = 0;
  let quantity = 0n;
  for (const entry of entries) {
    amount += entry.amount;
    quantity += entry.quantity;
  }
  const isNothing = amount === 0 && quantity === 0n;
  const numbered = entries.find((entry) => entry.invoiceNumber !== '');
  const difference = amount - invoice.amount;
  const status =
    isNothing && !numbered ? 'cancelled' : difference !== 0 ? 'adjusted' : numbered ? 'issued' : 'exported';
  return {
    key: invoice.key,
    profile: invoice.profile,
    voucherNumber: invoice.voucherNumber,
    invoiceNumber: numbered?.invoiceNumber ?? '',
    invoiceDate: numbered?.invoiceDate,
    status,
    difference,
  };
}

function byVoucher(entries: readonly AmisSalesEntry[]): Map<string, AmisSalesEntry[]> {
  const map = new Map<string, AmisSalesEntry[]>();
  for (const entry of entries) {
    const same = map.get(entry.voucherNumber);
    if (same) same.push(entry);
    else map.set(entry.voucherNumber, [entry]);
  }
  return map;
}
