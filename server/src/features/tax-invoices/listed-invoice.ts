import type { WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import type { Database } from '../../db/database.ts';
import { fateOf } from './fate-of.ts';
import { BESIDE, presentRow } from './room.ts';

type Party = WholeTaxInvoice['seller'];

const NO_PARTY: Party = {
  ...{ name: '', taxCode: '', address: '', person: '', budgetCode: '', email: '', phone: '' },
  ...{ bankAccount: '', bankName: '', paper: '' },
};

/** An invoice of which the room has the row of a list alone: its content is empty until its XML comes. */
export async function ofListAlone(db: Database, id: string, invoiceKey: string): Promise<WholeTaxInvoice> {
  const row = presentRow(
    await db.selectFrom('taxRoom').selectAll().select(BESIDE).where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return {
    ...row,
    ...{ version: '', title: '', paymentMethod: '', exchangeRate: null, authorityCode: '' },
    seller: { ...NO_PARTY, name: row.sellerName, taxCode: row.sellerTaxCode },
    buyer: { ...NO_PARTY, name: row.buyerName, taxCode: row.buyerTaxCode },
    ...{ lines: [], rates: [], related: [], lookup: [], signatures: [], trust: null, findings: [], versions: [] },
    totals: { beforeVat: null, vat: null, discount: null, fees: '0', deduction: null, total: null, inWords: '' },
    listed: await listedRow(db, invoiceKey),
    fate: await fateOf(db, invoiceKey),
    ...{ fileName: '', fileHash: '', fileSize: 0 },
  };
}

/** That which the newest list says of an invoice. */
export async function listedRow(db: Database, invoiceKey: string | null): Promise<WholeTaxInvoice['listed']> {
  if (invoiceKey === null) return null;
  const row = await db
    .selectFrom('taxListRows as r')
    .innerJoin('taxLists as l', 'l.id', 'r.listId')
    .innerJoin('profiles as p', 'p.id', 'r.profileId')
    .select(['l.id as listId', 'l.fileName', 'p.code as profileCode', 'r.side', 'r.rowNumber as row', 'r.saidAt'])
    .select(['r.beforeVat', 'r.vat', 'r.total'])
    .where('r.invoiceKey', '=', invoiceKey)
    .where('r.speaks', '=', true)
    .executeTakeFirst();
  // The table allows the two sides alone.
  return row ? { ...row, side: row.side as 'purchase' | 'sale' } : null;
}
