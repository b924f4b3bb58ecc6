import type { ExpectedLotRow } from '@khop/contract/expected-lots/expected-lots.ts';
import { type ExpectedLot, isOpen, missingOf } from '@khop/engine/expected-lots/expected-lots.ts';
import { expectedSheets } from '@khop/engine/invoice-issuance/export/purchase/expected-sheets.ts';
import { compare } from '@khop/engine/order.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { ROWS_PER_SHEET } from '@khop/engine/sheets/sheetfuls.ts';
import { foldText } from '@khop/engine/text/fold.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import type { Call, FileAnswer } from '../../http/call.ts';
import { found } from '../../refusal.ts';
import { holdsAll } from './holds-all.ts';
import { lotsOfProfile } from './read-lots.ts';

type Product = { readonly name: string; readonly unit: string };

/** A page of a profile's expected lots; they are computed, so they are searched, sorted and added up here. */
export async function listExpectedLots(db: Database, query: Call<'listExpectedLots'>['query']) {
  await profileOf(db, query.profileId);
  const [lots, products] = [await lotsOfProfile(db, query.profileId), await productsOf(db, query.profileId)];
  const words = foldText(query.q ?? '')
    .split(' ')
    .filter(Boolean);
  const rows = lots
    .map((lot) => rowOf(lot, products))
    .filter((row) => !query.state?.length || query.state.includes(row.state))
    .filter((row) => query.product === undefined || row.product?.toLowerCase() === query.product.toLowerCase())
    .filter((row) => words.length === 0 || saysAll(row, words))
    .filter((row) => holdsAll(row, query.where));
  const sorted = rows.toSorted(orderOf(query.sort ?? '-day'));
  const sumOf = (some: readonly ExpectedLotRow[]) => some.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return {
    items: sorted.slice(query.offset, query.offset + query.limit),
    ...{ total: rows.length, limit: query.limit, offset: query.offset },
    ...(query.totals && { totals: { value: sumOf(rows), openValue: sumOf(rows.filter(isOpen)) } }),
  };
}

/** The same as a workbook. */
export async function downloadExpectedLots(
  { db, workbooks }: Context,
  { profileId, state }: Call<'downloadExpectedLots'>['query'],
): Promise<FileAnswer> {
  const { code } = await profileOf(db, profileId);
  const lots = (await lotsOfProfile(db, profileId)).filter((lot) => !state?.length || state.includes(lot.state));
  return {
    fileName: `hang-dang-ve-${code}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: workbooks.write(expectedSheets(lots, await productsOf(db, profileId), ROWS_PER_SHEET)),
  };
}

const profileOf = async (db: Database, id: string) =>
  found(
    await db.selectFrom('profiles').select('code').where('id', '=', id).executeTakeFirst(),
    'Không tìm thấy hồ sơ này.',
  );

async function productsOf(db: Database, profileId: string): Promise<ReadonlyMap<string, Product>> {
  const rows = await db
    .selectFrom('amisProducts')
    .select(['code', 'name', 'unit'])
    .where('profileId', '=', profileId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('supplierItemConnections as c')
        .select('c.amisProductId')
        .where('c.profileId', '=', profileId)
        .where('c.amisProductId', 'is not', null)
        .$castTo<{ amisProductId: string }>(),
    )
    .execute();
  return new Map(rows.map(({ code, ...product }) => [code, product]));
}

function rowOf(lot: ExpectedLot, products: ReadonlyMap<string, Product>): ExpectedLotRow {
  const { invoice, product, quantity } = lot;
  const known = product === null ? undefined : products.get(product);
  return {
    id: lot.id,
    invoiceId: invoice.id,
    supplierTaxCode: invoice.supplier,
    supplierName: invoice.supplierName,
    symbol: invoice.symbol,
    number: invoice.number ?? '',
    day: invoice.date,
    name: lot.name,
    invoicedQuantity: formatQuantity(lot.invoiced),
    invoicedUnit: lot.unitName,
    product,
    productName: known?.name ?? '',
    unit: known?.unit ?? '',
    quantity: quantity === null ? null : formatQuantity(quantity),
    received: formatQuantity(lot.received),
    missing: quantity === null ? null : formatQuantity(missingOf(lot)),
    value: lot.value,
    state: lot.state,
    vouchers: [...new Set(lot.receipts.map(({ voucher }) => voucher))],
  };
}

const saysAll = (row: ExpectedLotRow, words: readonly string[]): boolean => {
  const said = foldText(
    [row.supplierName, row.supplierTaxCode, row.symbol, row.number, row.name, row.product, row.productName].join(' '),
  );
  return words.every((word) => said.includes(word));
};

const COLLATOR = new Intl.Collator('vi');

type Order = (a: ExpectedLotRow, b: ExpectedLotRow) => number;
const SORTS: Readonly<Record<string, Order>> = {
  day: (a, b) => compare(a.day ?? '', b.day ?? ''),
  value: (a, b) => (a.value ?? 0) - (b.value ?? 0),
  name: (a, b) => COLLATOR.compare(a.name, b.name),
  supplierName: (a, b) => COLLATOR.compare(a.supplierName, b.supplierName),
};

/** Total: of equal rows the lots' own order decides. */
function orderOf(sort: string): Order {
  const by = SORTS[sort.replace('-', '')]!;
  return sort.startsWith('-') ? (a, b) => by(b, a) || compare(b.id, a.id) : (a, b) => by(a, b) || compare(a.id, b.id);
}
