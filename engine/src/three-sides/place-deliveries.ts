import { plainSymbol } from '../tax-invoices/identity.ts';
import { plainInvoiceNumber } from './books-invoices.ts';
import { type DraftRow, rowOfDelivery } from './draft-row.ts';
import type { Delivery } from './types.ts';

/**
 * Puts each delivery beside its invoice: the one that reading back has settled it with, else symbol and number, else the voucher.
 * What an invoice carried goes on to the invoice that replaces it. One that has none is a row of its own.
 */
export function placeDeliveries(rows: readonly DraftRow[], deliveries: readonly Delivery[]): DraftRow[] {
  const find = finder(rows);
  const alone: DraftRow[] = [];
  for (const delivery of deliveries) {
    const { byNumber, byVoucher } = find(delivery);
    const target = byNumber ?? byVoucher;
    if (!target) alone.push(rowOfDelivery(delivery));
    else {
      target.deliveries.push(delivery);
      if (byVoucher && byVoucher !== target && byVoucher.tax?.fate.counts) byVoucher.claimedTwice = delivery;
    }
  }
  noteAdjusted(rows);
  return [...rows, ...alone];
}

function finder(rows: readonly DraftRow[]) {
  const byKey = new Map(rows.flatMap((row) => (row.tax ? [[row.tax.key, row] as const] : [])));
  const bySymbol = new Map<string, DraftRow>();
  const byVoucher = new Map<string, DraftRow>();
  for (const row of rows) {
    if (row.tax) bySymbol.set(`${row.tax.symbol}|${row.tax.number}`, row);
    for (const { voucher } of row.books?.vouchers ?? []) {
      const known = byVoucher.get(voucher);
      // Of the invoices of one voucher the largest carries it.
      if (!known || known.books!.amounts.total < row.books!.amounts.total) byVoucher.set(voucher, row);
    }
  }
  const living = (row: DraftRow | undefined): DraftRow | undefined => {
    const seen = new Set<DraftRow>();
    let at = row;
    while (at?.tax && !at.tax.fate.counts && at.tax.fate.replacedBy !== null && !seen.has(at)) {
      seen.add(at);
      at = byKey.get(at.tax.fate.replacedBy) ?? at;
    }
    return at;
  };
  return ({ settledKey, symbol, number, voucher }: Delivery) => ({
    byNumber: living(
      (settledKey === null ? undefined : byKey.get(settledKey)) ??
        (number ? bySymbol.get(`${plainSymbol(symbol ?? '')}|${plainInvoiceNumber(number)}`) : undefined),
    ),
    byVoucher: living(voucher === null ? undefined : byVoucher.get(voucher)),
  });
}

function noteAdjusted(rows: readonly DraftRow[]): void {
  const originals = new Set(
    rows.flatMap(({ tax }) => (tax?.fate.relation === 'adjusts' && tax.fate.corrects ? [tax.fate.corrects] : [])),
  );
  for (const row of rows)
    row.isAdjusted = row.tax !== null && (originals.has(row.tax.key) || row.tax.state === 'adjusted');
}
