import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { StockLayout } from '../amis-world/stock-layouts.ts';
import type { Company } from '../company.ts';
import { inventoryRows, salesLedgerRows } from './amis-ledgers.ts';
import { customerRows, productRows, supplierRows } from './amis-lists.ts';
import { purchaseRows } from './purchase-ledger.ts';
import type { SampleFile } from './sample-file.ts';

/** The form in which each profile exports its stock: the first two as AMIS does by default. */
const stockForms: readonly StockLayout[] = [
  ...(['with-codes', 'with-codes', 'grouped'] as const),
  ...(['by-name', 'three-columns', 'printed'] as const),
];

/** The form of a profile's stock report. */
export const stockFormOf = ({ options }: Company, profile: number): StockLayout =>
  options.stock ?? stockForms[profile % stockForms.length]!;

/** The third profile's columns of the sales ledger were never chosen. */
export const hasWideLedger = (profile: number): boolean => profile === 2;

type Sheet = Extract<SampleFile, { kind: 'sheet' }>;

/** The six workbooks of every profile, in the layouts in which AMIS exports them. */
export function* amisSheets(company: Company): Generator<Sheet> {
  const { fromDate, toDate, profiles } = company.period;
  for (const [profile, { code }] of profiles.entries()) {
    const { inventory, purchases, sales } = company.moments[profile]!;
    const sheet = (name: string, layout: LayoutName, rows: Iterable<Row>, createdAt = inventory): Sheet => ({
      path: `amis/${code}/${name}.xlsx`,
      kind: 'sheet',
      layout,
      rows,
      period: { fromDate, toDate },
      createdAt,
    });
    yield sheet('HangHoa', 'amis-products', productRows(company, profile));
    yield {
      ...sheet('KhachHang', 'amis-customers', customerRows(company, profile)),
      ...(profile === 1 && { habit: 'extra-columns' }),
    };
    yield sheet('NhaCungCap', 'amis-suppliers', supplierRows(company, profile));
    yield {
      ...sheet('TonKho', 'amis-inventory', inventoryRows(company, profile)),
      form: stockFormOf(company, profile),
    };
    yield {
      ...sheet('SoMuaHang', 'amis-purchase-ledger', purchaseRows(company, profile), purchases),
      ...(profile === 2 && { habit: 'text-days' }),
    };
    yield {
      ...sheet('SoBanHang', 'amis-sales-ledger', salesLedgerRows(company, profile), sales),
      ...(hasWideLedger(profile) && { form: 'wide-ledger' }),
    };
  }
}
