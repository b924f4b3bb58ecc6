import { expect, test } from 'vitest';
import type { SheetModel, SheetRow } from '../../sheets/sheet-model.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { exportFiles } from './export-files.ts';

const line = (id: string, doc: string) => ({
  ...{ id, doc, date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '2', amount: 200_000 },
});
const input = issuanceInput({
  profiles: [
    {
      code: 'A',
      terms: { exportLayout: 'amis-sales-voucher' },
      products: [{ code: 'SP1', unit: 'hộp' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [
        { product: 'SP1', warehouse: 'K1', opening: '7' },
        { product: 'SP1', warehouse: 'K2', opening: '3' },
      ],
    },
  ],
  partners: [{ code: 'KH1', name: 'Nguyễn Văn A', requirement: 'required' }],
  lines: [
    ...[line('1', 'D1'), line('2', 'D1'), line('3', 'D2'), line('4', 'D2')],
    ...[line('5', 'D3'), line('6', 'D4'), line('7', 'D5')],
  ],
});
const plan = planInvoices(input);

const isData = (row: SheetRow): row is SheetRow & unknown[] => Array.isArray(row);
const pull = ({ name, rows }: SheetModel) => ({ name, rows: [...rows] });
const sheetsOf = (most?: number) =>
  exportFiles(input, plan, undefined, undefined, most).map(({ path, sheets }) => ({ path, sheets: sheets.map(pull) }));

test('vouchers that are too many for a sheet go on in another file, none of them split', () => {
  const [whole] = sheetsOf();
  const files = sheetsOf(3).filter(({ path }) => path.includes('BanHang'));
  expect(files.map(({ path }) => path).slice(0, 2)).toEqual(['A/BanHang.xlsx', 'A/BanHang 2.xlsx']);
  const rows = files.map(({ sheets }) => sheets[0]!.rows);
  expect(rows.every(([header]) => header !== undefined && !isData(header))).toBe(true);
  expect(rows.flatMap((own) => own.filter(isData))).toEqual(whole!.sheets[0]!.rows.filter(isData));
  for (const own of rows) expect(own.filter(isData).length).toBeLessThanOrEqual(3);
  const header = rows[0]![0] as { readonly cells: readonly unknown[] };
  const at = header.cells.indexOf('Số chứng từ (*)');
  const vouchers = files.map(({ sheets }) => new Set(sheets[0]!.rows.filter(isData).map((row) => row[at])));
  expect(vouchers.reduce((sum, own) => sum + own.size, 0)).toBe(plan.invoices.length);
});

test('lists that are too long for a sheet go on in another one, with the total on the last', () => {
  const listsOf = (most?: number) => sheetsOf(most).at(-1)!.sheets;
  const [whole, split] = [listsOf(), listsOf(1)];
  for (const name of ['Dòng Bravo', 'Chưa xuất', 'Hóa đơn', 'Lô hàng']) {
    const one = whole.find((sheet) => sheet.name === name)!;
    const parts = split.filter((sheet) => sheet.name.startsWith(name));
    expect(parts.slice(0, 2).map((sheet) => sheet.name)).toEqual([name, `${name} 2`]);
    expect(parts.flatMap((sheet) => sheet.rows.filter(isData))).toEqual(one.rows.filter(isData));
    const totalsOf = (rows: SheetRow[]) =>
      rows.filter((row) => !isData(row) && 'style' in row && row.style === 'total');
    expect(parts.map((sheet) => totalsOf(sheet.rows).length).slice(0, -1)).not.toContain(1);
    expect(totalsOf(parts.at(-1)!.rows)).toEqual(totalsOf(one.rows));
  }
});

test('the invoices of a file come in the order of their dates, whatever numbers earlier plans gave their vouchers', () => {
  const [first, ...others] = plan.invoices;
  // The first voucher was drawn again with the real date.
  const dated = [{ ...first!, date: '2026-10-01' }, ...others];
  const [file] = exportFiles(input, { ...plan, invoices: dated });
  const { rows } = file!.sheets[0]!;
  const [header, ...data] = [...rows] as [{ readonly cells: readonly unknown[] }, ...SheetRow[]];
  const at = header.cells.indexOf('Số chứng từ (*)');
  const vouchers = [...new Set(data.filter(isData).map((row) => row[at]))];
  expect(vouchers).toEqual([...others, first!].map(({ voucherNumber }) => voucherNumber));
});
