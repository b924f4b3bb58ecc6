import { bareSymbol } from '@khop/engine/invoice-issuance/amis-ledger/last-issued.ts';
import type { AmisSalesEntry } from '@khop/engine/invoice-issuance/books.ts';
import { foldCode } from '@khop/engine/invoice-issuance/stock-keys.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import type { Selectable } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { PeriodAmisSales } from '../../../db/schema.generated.ts';
import { taxCorrections } from './tax-corrections.ts';

/** The AMIS sales ledger that a period holds of a profile, each entry with the moments since when it is known. */
export async function salesLedgerOf(db: Database, periodId: string, profileId: string): Promise<AmisSalesEntry[]> {
  const rows = await db
    .selectFrom('periodAmisSales')
    .selectAll()
    .where('periodId', '=', periodId)
    .where('profileId', '=', profileId)
    .orderBy('documentDate')
    .orderBy('entryKey')
    .execute();
  return entriesOf(db, profileId, rows);
}

/** Rows of a profile's ledgers as entries, with the word of their tax invoices on what they correct. */
export async function entriesOf(
  db: Database,
  profileId: string,
  rows: readonly Selectable<PeriodAmisSales>[],
): Promise<AmisSalesEntry[]> {
  const correctionOf = await taxCorrections(db, profileId);
  return rows.map((row) => {
    const corrects =
      row.invoiceNumber === '' ? undefined : correctionOf(row.invoiceNumber, row.invoiceDate ?? row.documentDate);
    return { ...entryOf(row), ...(corrects && { corrects }) };
  });
}

/** Rows of the ledgers of several periods without those that an earlier row's period has too: such ledgers share documents where they share days. */
export function ofFirstPeriods<Row extends { readonly voucherNumber: string; readonly periodId: string }>(
  rows: readonly Row[],
): Row[] {
  const periodOf = new Map<string, string>();
  return rows.filter(({ voucherNumber, periodId }) => {
    const voucher = foldCode(voucherNumber);
    const first = periodOf.get(voucher) ?? periodId;
    periodOf.set(voucher, first);
    return first === periodId;
  });
}

const entryOf = (row: Selectable<PeriodAmisSales>): AmisSalesEntry => ({
  id: row.entryKey,
  voucherNumber: row.voucherNumber,
  documentDate: row.documentDate,
  invoiceNumber: row.invoiceNumber,
  invoiceDate: row.invoiceDate ?? undefined,
  customerCode: row.customerCode,
  customerName: row.customerName,
  product: row.productCode,
  warehouse: row.warehouseCode,
  unit: row.unit,
  quantity: parseQuantity(row.quantity),
  amount: row.amount,
  vatAmount: row.vatAmount,
  ...(row.vatRate !== '' && { vatRate: row.vatRate }),
  description: row.description,
  invoiceState: row.invoiceState,
  invoiceSymbol: bareSymbol(row.invoiceSymbol),
  ...(row.firstSeenAt !== null && {
    seen: { first: row.firstSeenAt, ...(row.absentAt !== null && { absent: row.absentAt }) },
  }),
});
