import path from 'node:path';
import { by } from '@khop/engine/order.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import { type FirstWeek, issueDayOf, type WeekEntity } from '@khop/sample/first-week.ts';
import { writeWorkbookFile } from '../adapters/workbook/write/write-workbook.ts';
import type { Caller } from './fill-sample.ts';

type Invoice = {
  id: string;
  profileId: string;
  voucherNumber: string;
  documentDate: string;
  buyer: { customerCode: string; name: string };
  items: {
    productCode: string;
    name: string;
    unit: string;
    warehouseCode: string;
    quantity: string;
    amount: number;
    vatRate: string;
    vatAmount: number;
  }[];
};

/** The installation to fill: `folder` takes the workbooks of the week, `profiles` is profile code → id. */
type Place = { readonly call: Caller; readonly folder: string; readonly profiles: ReadonlyMap<string, string> };

/**
 * Takes the sample's first week through the calls of a person: its sales and stock come in, its invoices are made and
 * handed over, and the sales ledgers of AMIS come back with their numbers and the days on which each was really issued. The
 * week is closed then. Safe to repeat after an interruption.
 */
export async function fillFirstWeek(place: Place, week: FirstWeek): Promise<void> {
  const { call } = place;
  const known = (await call('listPeriods')).items as { id: string; name: string; status: string }[];
  const begun = known.find(({ name }) => name === week.name);
  if (begun?.status === 'closed') return;
  await lock(place, week, false);
  const params = { id: begun?.id ?? (await openWeek(place, week)) };
  await call('loadBravoSales', { params });
  for (const { code, stock } of week.entities) {
    const body = { profileId: place.profiles.get(code)!, madeAt: week.stockMadeAt };
    const file = await written(place, week, [`${code}-TonKho.xlsx`, 'amis-inventory'], stock);
    await call('loadAmisInventory', { params, body, file });
  }
  const { status } = await call('getPeriod', { params });
  if (status !== 'generated' && status !== 'exported') await call('generateInvoices', { params, body: {} });
  if (status !== 'exported') await call('downloadExcel', { params, body: {} });
  const invoices = await invoicesOf(call, params.id);
  for (const entity of week.entities) {
    const profileId = place.profiles.get(entity.code)!;
    const own = invoices.filter((invoice) => invoice.profileId === profileId);
    const file = await written(
      place,
      week,
      [`${entity.code}-SoBanHang.xlsx`, 'amis-sales-ledger'],
      ledgerRows(entity, own),
    );
    await call('loadAmisSalesLedger', { params, body: { profileId, madeAt: week.salesLedgerMadeAt }, file });
  }
  // The discount names the invoices that it lowers once they have their numbers.
  await call('regenerateInvoices', { params, body: {} });
  await lock(place, week, true);
  const { version } = await call('getPeriod', { params });
  const acknowledgement = 'Chiết khấu tuần chờ hóa đơn điều chỉnh, lập theo DieuChinhChietKhauDongKy.xlsx';
  await call('updatePeriod', { params, body: { version, status: 'closed', acknowledgement } });
}

/** Opens the books of the week's entities, which are locked until the sample's month, or locks them again. */
async function lock({ call, profiles }: Place, { entities }: FirstWeek, isLocked: boolean): Promise<void> {
  for (const { code, lockedThrough } of entities) {
    const params = { id: profiles.get(code)! };
    const { version } = await call('getProfile', { params });
    await call('updateProfile', { params, body: { version, lockedThrough: isLocked ? lockedThrough : null } });
  }
}

async function openWeek({ call, profiles }: Place, { name, fromDate, toDate, entities, sales }: FirstWeek) {
  await call('storeSalesLedgers', { body: { rows: sales } });
  const own = entities.map(({ code, branch }) => ({ branch, profileId: profiles.get(code)! }));
  const body = {
    ...{ name, fromDate, toDate },
    profileIds: own.map(({ profileId }) => profileId),
    issuers: Object.fromEntries(own.map(({ branch, profileId }) => [branch, [profileId]])),
    bases: own.map((basis) => ({ ...basis, kind: 'own', fromDate: `${fromDate.slice(0, 4)}-01-01` })),
  };
  return String((await call('createPeriod', { body })).id);
}

async function invoicesOf(call: Caller, id: string): Promise<Invoice[]> {
  const { items } = await call('listAmisInvoices', { params: { id }, query: { limit: '500', sort: 'voucherNumber' } });
  const invoices: Invoice[] = [];
  for (const one of items as { id: string }[])
    invoices.push((await call('getAmisInvoice', { params: { id: one.id } })) as Invoice);
  return invoices;
}

/** Rows of the layout "amis-sales-ledger": every invoice with its number, in order of the days on which it was issued. */
function ledgerRows(entity: WeekEntity, invoices: readonly Invoice[]): Row[] {
  const issued = invoices
    .map((invoice) => ({ ...invoice, issuedOn: issueDayOf(entity, invoice.documentDate) }))
    .toSorted(by((one) => `${one.issuedOn} ${one.documentDate}`));
  return issued.flatMap((invoice, index) =>
    invoice.items.map((item) => ({
      ...{ accountingDate: invoice.documentDate, documentDate: invoice.documentDate },
      ...{ voucherNumber: invoice.voucherNumber, invoiceDate: invoice.issuedOn },
      // The numbers of the month begin after these.
      invoiceNumber: String(FIRST_NUMBER + index).padStart(8, '0'),
      description: `Bán hàng cho ${invoice.buyer.name}`,
      ...{ customerCode: invoice.buyer.customerCode, customerName: invoice.buyer.name },
      ...{ productCode: item.productCode, productName: item.name, unit: item.unit, quantity: item.quantity },
      ...{ amount: item.amount, discount: 0, returnQuantity: '0', returnAmount: 0, allowanceAmount: 0 },
      ...{ vatRate: item.vatRate, vatAmount: item.vatAmount, totalAmount: item.amount + item.vatAmount },
      ...{ debitAccount: '131', creditAccount: '5111', warehouseCode: item.warehouseCode },
    })),
  );
}

const FIRST_NUMBER = 101;

/** Writes a workbook of the week beside the sample's files. @returns its path. */
async function written(
  { folder }: Place,
  { fromDate, toDate }: FirstWeek,
  [name, layout]: readonly [name: string, layout: 'amis-inventory' | 'amis-sales-ledger'],
  rows: readonly Row[],
): Promise<string> {
  const file = path.join(folder, name);
  await writeWorkbookFile(file, [renderLayout(layout, rows, { fromDate, toDate })]);
  return file;
}
