import type { LayoutName, Row } from '@khop/engine/sheets/layout.ts';
import { inventoryRows, purchaseRows, salesLedgerRows } from './amis-ledgers.ts';
import { customerRows, productRows, supplierRows } from './amis-lists.ts';
import type { Company } from './company.ts';
import type { SampleFile } from './sample-file.ts';

type Sheet = Extract<SampleFile, { kind: 'sheet' }>;

/** The six workbooks of every profile, in the layouts in which AMIS exports them. */
export function* amisSheets(company: Company): Generator<Sheet> {
  const { fromDate, toDate, profiles } = company.period;
  for (const [profile, { code }] of profiles.entries()) {
    const sheet = (name: string, layout: LayoutName, rows: Iterable<Row>): Sheet => ({
      path: `amis/${code}/${name}.xlsx`,
      kind: 'sheet',
      layout,
      rows,
      period: { fromDate, toDate },
    });
    yield sheet('HangHoa', 'amis-products', productRows(company, profile));
    yield sheet('KhachHang', 'amis-customers', customerRows(company, profile));
    yield sheet('NhaCungCap', 'amis-suppliers', supplierRows(company, profile));
    yield sheet('TonKho', 'amis-inventory', inventoryRows(company, profile));
    yield sheet('SoMuaHang', 'amis-purchase-ledger', purchaseRows(company, profile));
    yield sheet('SoBanHang', 'amis-sales-ledger', salesLedgerRows(company, profile));
  }
}
