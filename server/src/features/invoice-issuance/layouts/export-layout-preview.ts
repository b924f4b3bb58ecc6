import { salesVoucherRows } from '@khop/engine/invoice-issuance/export/export-rows.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { readOwnLayout } from '@khop/engine/sheets/layouts/own-layout.ts';
import { renderExport } from '@khop/engine/sheets/render-export.ts';
import type { Database } from '../../../db/database.ts';
import type { Call } from '../../../http/call.ts';
import { storedInvoices } from '../load/kept-invoices.ts';
import { profileTerms } from '../load/profile-terms.ts';
import { readPeriod } from '../period-rows.ts';

/** Two lines of an invoice as every template could show them. */
const EXAMPLE = ['HH001', 'HH002'].map((productCode, index) => ({
  ...{ withInvoice: true, invoiceIssued: false, withDelivery: true, accountingDate: '2026-09-05' },
  ...{ documentDate: '2026-09-05', invoiceDate: '2026-09-30', voucherNumber: 'BH202609-00001' },
  ...{ invoiceForm: '1', invoiceSymbol: 'C26TAA', customerCode: 'KH001', customerName: 'Công ty TNHH Ví Dụ' },
  ...{ address: '1 Tràng Tiền, Hà Nội', taxCode: '0101243150', description: 'Bán hàng theo chứng từ Bravo' },
  ...{ deliveryReason: 'Bán hàng', productCode, productName: `Hàng ví dụ ${index + 1}`, isPromotion: false },
  ...{ isTradeDiscount: false, receivableAccount: '131', revenueAccount: '511', unit: 'Cái', quantity: '2' },
  ...{ unitPrice: '50000', amount: 100_000, convertedAmount: 100_000, vatRate: '8', vatAmount: 8_000 },
  ...{
    convertedVatAmount: 8_000,
    vatAccount: '33311',
    warehouseCode: 'KHO1',
    cogsAccount: '632',
    inventoryAccount: '1561',
  },
}));

const MOST_ROWS = 5;

/** Every problem of a template, or rows written in it: of the period's first invoices, else two made up. */
export async function previewExportLayout({ context, body }: Call<'previewExportLayout'>) {
  const read = readOwnLayout('xem-truoc', body.document);
  if ('problems' in read) return { problems: read.problems, headers: [], rows: [] };
  const [, ...rows] = [
    ...renderExport(read, (await realRows(context.db, body.periodId)) ?? EXAMPLE).rows,
  ] as (readonly unknown[])[];
  return {
    problems: [],
    headers: read.columns.map((column) => column.header),
    rows: rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
  };
}

/** Rows of the period's first invoices; undefined when it has none, or no period was named. */
async function realRows(db: Database, periodId: string | undefined): Promise<Row[] | undefined> {
  if (periodId === undefined) return undefined;
  await readPeriod(db, periodId);
  const first = await db
    .selectFrom('invoices')
    .select(['id', 'profileId'])
    .where('periodId', '=', periodId)
    .orderBy('profileId')
    .orderBy('voucherNumber')
    .executeTakeFirst();
  if (!first) return undefined;
  const profile = await db
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', first.profileId)
    .executeTakeFirstOrThrow();
  const ids = await db
    .selectFrom('invoices')
    .select('id')
    .where('periodId', '=', periodId)
    .where('profileId', '=', first.profileId)
    .orderBy('voucherNumber')
    .limit(MOST_ROWS)
    .execute();
  const rows: Row[] = [];
  for (const { id } of ids) {
    if (rows.length >= MOST_ROWS) break;
    const invoices = await storedInvoices(db, periodId, () => profile.code, { id });
    rows.push(...salesVoucherRows(invoices, profileTerms(profile)));
  }
  return rows.slice(0, MOST_ROWS);
}
