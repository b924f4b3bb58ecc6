import { expect, test } from 'vitest';
import type { SheetModel, SheetRow } from '../../sheets/sheet-model.ts';
import { dayBoard } from '../gate/day-board.ts';
import { giftListHash } from '../invoices/gift-list.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';
import { latenessOf } from '../rules/lateness.ts';
import { exportFiles } from './export-files.ts';

const cellsOf = (row: SheetRow) => ('cells' in row ? row.cells : row);
const textOf = ({ rows }: SheetModel): string => JSON.stringify([...rows].map(cellsOf));

/** A sale and a gift of 3 September, a gift of another branch of the 10th, and a gift to a buyer who asks for an invoice. */
const given = (more: Partial<GivenPeriod> = {}) => {
  const base = { partner: 'KH1', item: 'VT', quantity: '1', amount: 0 };
  const input = issuanceInput({
    issuers: { HN: ['A'], HP: ['A'] },
    rules: { consolidatedMonthly: ['A'] },
    profiles: [
      {
        code: 'A',
        terms: { exportLayout: 'amis-sales-voucher', maxLinesPerInvoice: 1 },
        products: [{ code: 'SP', vatRate: '10' }],
        customers: [{ code: 'C2', taxCode: '0316520076' }],
        links: [{ product: 'SP', item: 'VT' }],
        partnerLinks: [{ customer: 'C2', partner: 'KH2' }],
        stock: [{ product: 'SP', opening: '100' }],
      },
    ],
    partners: [{ code: 'KH1' }, { code: 'KH2', requirement: 'required' }],
    lines: [
      { ...base, id: '4', date: '2026-09-11', partner: 'KH2', kind: 'free' },
      { ...base, id: '3', date: '2026-09-10', branch: 'HP', kind: 'free', quantity: '3', amount: 300 },
      { ...base, id: '1', date: '2026-09-03', doc: 'D', amount: 1_000 },
      { ...base, id: '2', date: '2026-09-03', doc: 'D', kind: 'free', quantity: '2' },
    ],
    ...more,
  });
  const lines = input.lines.map((line) => (line.id === '3' ? { ...line, description: 'Biếu khách' } : line));
  return { ...input, lines };
};
const files = (input: ReturnType<typeof given>) => exportFiles(input, planInvoices(input));

test('the gifts of a month are on one invoice of all branches, with the list that names each of them', () => {
  const input = given();
  const plan = planInvoices(input);
  const [together, ...others] = plan.invoices.filter(({ bravoDocument }) => bravoDocument.includes('TONG-HOP'));
  expect(others).toEqual([]);
  expect(together).toMatchObject({ date: '2026-09-30', documentDate: '2026-09-30', amount: 300, vatAmount: 30 });
  expect(plan.invoices.map(({ items }) => items.flatMap((item) => item.allocations.map(({ line }) => line)))).toEqual(
    expect.arrayContaining([['1'], ['4'], expect.arrayContaining(['2', '3'])]),
  );
  const { ledger, invoiced } = plan.tieOut;
  expect([ledger, invoiced]).toEqual([1_300, 1_300]);
  const list = files(input)
    .find(({ path }) => path === 'A/BangKeKhuyenMai.xlsx')!
    .sheets.map(textOf)
    .join('');
  expect(list).toContain(`số BK-${together!.voucherNumber}, ngày 30 tháng 09 năm 2026, kèm theo hóa đơn số`);
  expect(list).toMatch(/\[1,\{"day":"2026-09-03"\},"HN\/HD\/D","KH1".*\[2,\{"day":"2026-09-10"\},"HP\/HD\/3","KH1"/);
  expect(list).toMatch(/"Tổng cộng",(?:null,)*300,null,30\]/);
  const vouchers = textOf(files(input).find(({ path }) => path === 'A/BanHang.xlsx')!.sheets[0]!);
  expect(vouchers).toContain(
    `Hóa đơn tổng hợp hàng khuyến mại, cho, biếu, tặng; kèm theo bảng kê số BK-${together!.voucherNumber}, ngày 30 tháng 09 năm 2026`,
  );
});

test('the list names the symbol of its invoice’s own year once the profile has the next one', () => {
  const input = given();
  const plan = planInvoices(input);
  const profiles = input.profiles.map((books) => ({ ...books, terms: { ...books.terms, invoiceSymbol: 'C27TYY' } }));
  const named = (own: { readonly issuedSymbol?: string }) =>
    exportFiles({ ...input, profiles }, { ...plan, invoices: plan.invoices.map((one) => ({ ...one, ...own })) })
      .find(({ path }) => path === 'A/BangKeKhuyenMai.xlsx')!
      .sheets.map((sheet) => /ký hiệu [^.]*/.exec(textOf(sheet))?.[0]);
  expect(named({ issuedSymbol: 'C26TYY' })).toEqual(['ký hiệu C26TYY']);
  // Another year's symbol would be a wrong invoice.
  expect(named({})).toEqual(['ký hiệu ……']);
});

test('promotion at 0 and gifts at their market prices are lines of their own: none lends another its price', () => {
  const input = given();
  const gift = { ...input.lines.find(({ id }) => id === '3')!, id: '5', docNo: '5', amount: 1_200 };
  const whole = { ...input, lines: [...input.lines, gift] };
  const { items } = planInvoices(whole).invoices.find(({ bravoDocument }) => bravoDocument.includes('TONG-HOP'))!;
  expect(items.map(({ amount, unitPrice, allocations }) => [allocations[0]!.line, amount, unitPrice])).toEqual(
    expect.arrayContaining([
      ['2', 0, '0'],
      ['3', 300, '100'],
      ['5', 1_200, '400'],
    ]),
  );
  const vouchers = textOf(files(whole).find(({ path }) => path === 'A/BanHang.xlsx')!.sheets[0]!);
  expect(vouchers).not.toContain('"60"');
  const list = textOf(files(whole).find(({ path }) => path === 'A/BangKeKhuyenMai.xlsx')!.sheets[0]!);
  expect(list).toMatch(/3,100,300,"10",30\].*3,400,1200,"10",120\]/);
});

test('a period that no profile is chosen in has every gift on the invoice of its sale, and no list', () => {
  const input = given({ rules: {} });
  expect(planInvoices(input).invoices.some(({ bravoDocument }) => bravoDocument.includes('TONG-HOP'))).toBe(false);
  expect(files(input).map(({ path }) => path)).not.toContain('A/BangKeKhuyenMai.xlsx');
});

test('gifts that wait for the last day of their month are neither late nor keep their own day open', () => {
  const input = given({ issueDay: '2026-09-15' });
  const plan = planInvoices(input);
  const waiting = plan.shortages.filter(({ reason }) => reason === 'LATER_DAY');
  expect(waiting.map(({ line }) => line).sort()).toEqual(['2', '3']);
  expect(waiting[0]!.message).toContain('chờ hóa đơn tổng hợp hàng khuyến mại, cho, biếu, tặng ngày 30/09/2026');
  expect(latenessOf(input, plan)[0]!.missing).toEqual([]);
  const board = dayBoard(input, plan, '2026-09-30');
  expect(board.map(({ day, unplanned }) => [day, unplanned.documents])).toEqual([
    ['2026-09-03', 0],
    ['2026-09-10', 0],
    ['2026-09-11', 0],
    ['2026-09-30', 2],
  ]);
});

test('the hash on the list is that of its lines: another day, buyer, quantity or VAT is another one, the invoice’s number is not', () => {
  const input = given();
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const invoice = planInvoices(input).invoices.find(({ bravoDocument }) => bravoDocument.includes('TONG-HOP'))!;
  const hash = giftListHash(invoice, lines);
  const sheets = files(input).find(({ path }) => path === 'A/BangKeKhuyenMai.xlsx')!.sheets;
  expect(sheets.map(textOf).join('')).toContain(`Mã băm SHA-256 của các dòng: ${hash}`);
  const changed = (more: object) => giftListHash(invoice, new Map([...lines, ['2', { ...lines.get('2')!, ...more }]]));
  const [item, ...items] = invoice.items;
  const withItem = (more: object) => giftListHash({ items: [{ ...item!, ...more }, ...items] }, lines);
  const part = item!.allocations[0]!;
  const others = [
    ...[changed({ docDate: '2026-09-04' }), changed({ docNo: 'E' }), changed({ partnerCode: 'KH9' })],
    ...[withItem({ name: 'Khác' }), withItem({ product: 'K' }), withItem({ unit: 'kg' }), withItem({ vatRate: '5' })],
    ...[withItem({ vatAmount: 7 }), withItem({ unitPrice: '9' })],
    ...[withItem({ allocations: [{ ...part, quantity: part.quantity + 1n }] })],
    giftListHash(invoice, new Map([...lines].filter(([id]) => id !== '2'))),
  ];
  expect(new Set([hash, ...others]).size).toBe(others.length + 1);
  expect(changed({ description: 'Tặng khác' })).toBe(hash);
  expect(giftListHash({ ...invoice, invoiceNumber: '7', date: '2026-10-01' } as typeof invoice, lines)).toBe(hash);
});

test('a list that has changed since its invoice left is told; a void one, and one that left without a hash, are not', () => {
  const input = given();
  const [invoice] = planInvoices(input).invoices.filter(({ bravoDocument }) => bravoDocument.includes('TONG-HOP'));
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const told = (more: object, changedLines = input.lines) =>
    preflight({ ...input, lines: changedLines, kept: [{ ...invoice!, status: 'exported', ...more }] }).filter(
      ({ code }) => code === 'GIFT_LIST_CHANGED',
    );
  const listHash = giftListHash(invoice!, lines);
  const moved = input.lines.map((line) => (line.id === '3' ? { ...line, docDate: '2026-09-12' } : line));
  expect(told({ listHash })).toEqual([]);
  expect(told({ listHash }, moved)).toMatchObject([{ severity: 'warn', profile: 'A', count: 1 }]);
  expect(told({ listHash, status: 'replaced' }, moved)).toEqual([]);
  expect(told({}, moved)).toEqual([]);
});
