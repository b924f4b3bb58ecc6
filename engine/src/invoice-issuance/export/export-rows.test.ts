import { expect, test } from 'vitest';
import type { SheetModel, SheetRow } from '../../sheets/sheet-model.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { ruleChanges } from '../rule-changes/rule-changes.ts';
import { exportFiles } from './export-files.ts';
import { newCustomerRows, salesVoucherRows } from './export-rows.ts';
import { ruleChangeSheets } from './rule-change-sheets.ts';

const input = issuanceInput({
  profiles: [
    {
      code: 'A',
      terms: { exportLayout: 'amis-sales-voucher' },
      products: [
        { code: 'SP1', unit: 'hộp' },
        { code: 'DV', kind: 'Dịch vụ' },
      ],
      links: [
        { product: 'SP1', item: 'VT1' },
        { product: 'DV', item: 'SHIP' },
      ],
      stock: [{ product: 'SP1', warehouse: 'K2', opening: '9' }],
    },
    { code: 'B', terms: { exportLayout: 'amis-sales-voucher' } },
  ],
  partners: [{ code: 'KH1', name: 'Nguyễn Văn A', requirement: 'required', taxCode: '001099012345' }],
  lines: [
    { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '3', amount: 300000, discount: 1, doc: 'D' },
    { id: '2', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '1', amount: 0, kind: 'free', doc: 'D' },
    {
      id: '3',
      date: '2026-09-05',
      partner: 'KH1',
      item: 'SHIP',
      quantity: '1',
      amount: 20000,
      kind: 'service',
      doc: 'D',
    },
    {
      id: '4',
      date: '2026-09-05',
      partner: 'KH1',
      item: 'CK',
      quantity: '1',
      amount: -5000,
      kind: 'discount',
      doc: 'D',
    },
  ],
});
const plan = planInvoices(input);

test('a voucher’s rows carry what AMIS needs, with the sale’s date and the warehouse per line', () => {
  const rows = [...salesVoucherRows(plan.invoices, input.profiles[0]!.terms)];
  const pick = rows.map((row) => [
    row.productCode,
    row.quantity,
    row.amount,
    row.vatAmount,
    row.warehouseCode,
    row.isPromotion,
    row.isTradeDiscount,
    row.cogsAccount,
  ]);
  expect(pick).toEqual([
    ['SP1', '3', 299999, 30000, 'K2', false, false, '632'],
    ['SP1', '1', 0, 0, 'K2', true, false, '632'],
    ['DV', '1', 20000, 2000, null, false, false, null],
    ['SP1', null, -5000, -500, null, false, true, null],
  ]);
  expect(rows[0]).toMatchObject({
    accountingDate: '2026-09-05',
    documentDate: '2026-09-05',
    invoiceDate: '2026-09-30',
    voucherNumber: 'BHA202609-00001',
    customerCode: 'KH1',
    taxCode: '001099012345',
    withDelivery: true,
    unitPrice: '99999.666667',
    receivableAccount: '131',
  });
});

test('a new customer with a personal number is a person', () => {
  expect([...newCustomerRows(plan.newCustomers)]).toMatchObject([
    { code: 'KH1', name: 'Nguyễn Văn A', isPerson: true },
  ]);
});

test('the download has the vouchers and new customers of each profile, and one reconciliation workbook', () => {
  const files = exportFiles(input, plan);
  expect(files.map((file) => file.path)).toEqual(['A/BanHang.xlsx', 'A/KhachHangMoi.xlsx', 'DoiChieu.xlsx']);
  const sheets = files[2]!.sheets;
  expect(sheets.map((sheet) => sheet.name)).toEqual([
    'Tổng hợp',
    'Kiểm tra',
    'Thuế GTGT',
    'Chênh thuế',
    'Tờ khai 01-GTGT (nháp)',
    'Nguồn tờ khai',
    'Dòng Bravo',
    'Chưa xuất',
    'Cần nhập thêm',
    'Lần bán cần hàng',
    'Hóa đơn',
    'Theo khách',
    'Theo mặt hàng',
    'Theo hồ sơ',
    'Theo ngày',
    'Lô hàng',
    'Cần quyết định',
    'Cảnh báo',
  ]);
  const totals = sheets.slice(11, 15).map((sheet) => [...sheet.rows].at(-1));
  for (const total of totals) {
    expect(total).toEqual({ style: 'total', cells: ['Tổng cộng', null, 314999, 314999, 0, 0, 0, 0] });
  }
});

test('the reconciliation workbook speaks of reasons and AMIS entries in words, not in codes', () => {
  const given = issuanceInput({
    profiles: [
      {
        code: 'A',
        products: [{ code: 'SP1' }],
        links: [{ product: 'SP1', item: 'VT1' }],
        stock: [{ product: 'SP1', opening: '5' }],
        sales: [
          { id: 'k#1', voucherNumber: 'BH01', documentDate: '2026-09-03', product: 'SP1', quantity: '3', amount: 9 },
        ],
      },
    ],
    lines: [
      { id: '1', date: '2026-09-03', partner: 'KH1', item: 'VT1', quantity: '3', amount: 9, doc: 'D' },
      { id: '2', date: '2026-09-03', partner: 'KH1', item: 'VT9', quantity: '1', amount: 7, doc: 'D' },
      { id: '3', date: '2026-09-03', partner: 'KH1', item: 'VT1', quantity: '3', amount: 9, doc: 'E' },
    ],
  });
  const rows = new Map(
    exportFiles(given, planInvoices(given))
      .find(({ path }) => path === 'DoiChieu.xlsx')!
      .sheets.map(({ name, rows: all }) => [name, [...all].map((row) => ('cells' in row ? row.cells : row))]),
  );
  expect(rows.get('Dòng Bravo')!.map((cells) => [cells[0], cells[9], cells[11]])).toEqual([
    ['Khóa dòng', 'Nơi đến', 'Chứng từ / lý do'],
    ['1', 'Chưa xuất', 'Cần xem lại'],
    ['2', 'Chưa xuất', 'Mặt hàng chưa nối mã'],
    ['3', 'Chưa xuất', 'Cần xem lại'],
  ]);
  expect(
    rows
      .get('Cần quyết định')!
      .slice(1)
      .map((cells) => cells.slice(0, 8)),
  ).toEqual([['A', 'BH01', { day: '2026-09-03' }, '', 'SP1', 3, 9, '1, 3']]);
});

test('invoices that AMIS has issued, cancelled, replaced or adjusted are not imported a second time', () => {
  for (const status of ['issued', 'cancelled', 'replaced', 'adjusted'] as const) {
    const settled = { ...plan, invoices: plan.invoices.map((invoice) => ({ ...invoice, status })) };
    expect(exportFiles(input, settled).map((file) => file.path)).not.toContain('A/BanHang.xlsx');
  }
  const exported = { ...plan, invoices: plan.invoices.map((invoice) => ({ ...invoice, status: 'exported' as const })) };
  expect(exportFiles(input, exported).map((file) => file.path)).toContain('A/BanHang.xlsx');
});

const cellsOf = (row: SheetRow) => ('cells' in row ? row.cells : row);

/** Forty documents of two lines at 8 %, which would be 10 % if they were sold from 01/01/2027 on. */
const turnOfTheYear = issuanceInput({
  issueDay: '2026-12-30',
  days: ['2026-12-01', '2026-12-31'],
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP', vatRate: '10', vatReduction: 'reduced' }],
      links: [{ product: 'SP', item: 'VT' }],
    },
  ],
  lines: Array.from({ length: 80 }, (_, n) => ({
    ...{ id: `L${n}`, doc: `D${Math.floor(n / 2)}`, date: '2026-12-30', partner: 'KH1', item: 'VT', quantity: '1' },
    ...{ amount: 1_000 + n, vatRate: '8' as const },
  })),
});

test('the workbook has every document of every effect, with its day, buyer and worth', () => {
  const changes = ruleChanges(turnOfTheYear, planInvoices(turnOfTheYear), '2027-01-01');
  const [rules, effects, records] = ruleChangeSheets(turnOfTheYear, changes, 1_000).map(({ rows }: SheetModel) =>
    [...rows].map(cellsOf),
  );
  expect(rules!.flat()).toEqual(expect.arrayContaining(['Luật đổi vào ngày 01/01/2027', 'Hết', 'Chưa ai xác nhận']));
  const told = effects!.slice(1).map((row) => row[0]);
  expect(told).toEqual(changes.effects.map((_, index) => index + 1));
  const at = changes.effects.findIndex(({ code }) => code === 'VAT_RATE') + 1;
  const documents = records!.filter(([number, kind]) => number === at && kind === 'Chứng từ Bravo');
  expect(documents).toHaveLength(40);
  const third = documents.find((row) => row[2] === 'HN/HD/D3');
  expect(third).toEqual([at, 'Chứng từ Bravo', 'HN/HD/D3', { day: '2026-12-30' }, 'KH1', 'Khách KH1', 2_013]);
  const sum = documents.reduce((all, row) => all + Number(row[6]), 0);
  expect(sum).toBe(changes.effects[at - 1]!.amount);
  expect(records!.length - 1).toBe(changes.effects.reduce((all, { about }) => all + about.length, 0));
});
