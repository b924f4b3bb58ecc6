import { expect, test } from 'vitest';
import { recordFinder } from '../findings/records.ts';
import { HandedOver } from '../handed-over/handed-over.ts';
import { memoryOf } from '../memory-fixture.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import { timeFindings } from '../preflight/time-findings.ts';

const sale = { doc: '1', partner: 'KH', item: 'VT', quantity: '1', amount: 100_000, vatRate: '8' } as const;
type Sold = readonly (Partial<GivenLine> & { readonly date: string })[];
const month = (lines: Sold, opening = '1000', sales: GivenProfile['sales'] = []) =>
  issuanceInput({
    ...{ days: ['2026-07-01', '2026-09-30'], issueDay: '2026-09-30' },
    profiles: [
      {
        code: 'A',
        products: [{ code: 'SP' }, { code: 'CƯỚC', kind: 'Dịch vụ' }],
        customers: [{ code: 'AN', name: 'Công ty TNHH Hoa Mai', taxCode: '0316520076' }],
        links: [
          { product: 'SP', item: 'VT' },
          { product: 'CƯỚC', item: 'DV' },
        ],
        partnerLinks: [{ customer: 'AN', partner: 'KH' }],
        stock: [{ product: 'SP', opening }],
        sales,
      },
      {
        code: 'B',
        products: [{ code: 'SP' }, { code: 'CƯỚC', kind: 'Dịch vụ' }],
        links: [
          { product: 'SP', item: 'VT-B' },
          { product: 'CƯỚC', item: 'DV' },
        ],
        stock: [{ product: 'SP', opening }],
      },
    ],
    lines: lines.map((line, index) => ({ ...sale, id: `${index + 1}`, ...line })),
  });
const said = (plan: ReturnType<typeof planInvoices>) =>
  plan.invoices.map(({ documentDate, date, vat, key }) => [documentDate, date, vat[0]!.amount, key]);

test('a number that Bravo gives anew is of as many sales as it has days, each with its own day and key', () => {
  const input = month([{ date: '2026-07-05' }, { date: '2026-09-30' }, { date: '2026-09-30' }]);
  const plan = planInvoices(input);
  expect(said(plan)).toEqual([
    ['2026-07-05', '2026-09-30', 100_000, 'A/HN/HD/1/KH/1'],
    ['2026-09-30', '2026-09-30', 200_000, 'A/HN/HD/1/KH/ban-2026-09-30/1'],
  ]);
  expect(new Set(plan.invoices.map(({ voucherNumber }) => voucherNumber)).size).toBe(2);
  expect(planInvoices({ ...input, ...memoryOf(plan.invoices) }).invoices).toEqual(plan.invoices);
  const kept = plan.invoices.map((invoice) => ({ ...invoice, status: 'exported' as const }));
  expect(planInvoices({ ...input, kept }).invoices).toEqual(kept);
});

test('the sums of invoices that have left still know the first day of a number', () => {
  const input = month([{ date: '2026-07-05' }, { date: '2026-09-30' }]);
  const whole = planInvoices(input);
  const handedOver = new HandedOver();
  const [left] = whole.invoices;
  const rest = handedOver.take({ ...input, kept: [{ ...left!, status: 'exported' }] });
  expect(rest.lines.map(({ docDate }) => docDate)).toEqual(['2026-09-30']);
  expect(said(planInvoices(rest, handedOver))).toEqual(said(whole));
});

test('the invoice of a later day keeps its key when the first day gets an invoice, too', () => {
  const lines = [{ date: '2026-07-05' }, { date: '2026-09-30', quantity: '2' }];
  const [first] = planInvoices(month(lines, '2')).invoices;
  expect(planInvoices(month(lines)).invoices.map(({ key }) => key)).toContain(first!.key);
});

const discount = { kind: 'discount', quantity: '0', amount: -10_000 } as const;

test('a discount lowers the sale of its own day, and that of another day where its own has no goods', () => {
  const amounts = (day: string) =>
    planInvoices(month([{ date: '2026-07-05' }, { date: '2026-08-05' }, { ...discount, date: day }])).invoices.map(
      ({ documentDate, vat }) => [documentDate, vat[0]!.amount],
    );
  expect(amounts('2026-08-05')).toEqual([
    ['2026-07-05', 100_000],
    ['2026-08-05', 90_000],
  ]);
  expect(amounts('2026-09-05')).toEqual([
    ['2026-07-05', 95_000],
    ['2026-08-05', 95_000],
  ]);
});

test('a discount never lowers the sale of another partner who has the same number', () => {
  const plan = planInvoices(
    month([
      { date: '2026-07-05', partner: 'KHÁC' },
      { ...discount, date: '2026-08-05' },
    ]),
  );
  expect(plan.invoices.map(({ amount }) => amount)).toEqual([100_000]);
  expect(plan.shortages).toMatchObject([{ line: '2', reason: 'DISCOUNT_TO_ADJUST', amount: -10_000 }]);
});

test('a discount of a sale that has its invoice adjusts that of its own day', () => {
  const sales = [{ date: '2026-07-05' }, { date: '2026-08-05' }];
  const kept = planInvoices(month(sales)).invoices.map((invoice, n) => ({
    ...invoice,
    ...{ status: 'issued' as const, invoiceNumber: `${n + 11}` },
  }));
  const { shortages } = planInvoices({ ...month([...sales, { ...discount, date: '2026-08-05' }]), kept });
  expect(shortages).toMatchObject([{ line: '3', reason: 'DISCOUNT_TO_ADJUST' }]);
  expect(shortages[0]!.message).toMatch(/hóa đơn số 12 ngày .* \(A\)\.$/);
});

test('a return takes back the discount of its own sale, whatever other sales have the same number', () => {
  const back = { doc: 'TL', date: '2026-08-20', quantity: '-1', amount: -90_000 };
  const plan = planInvoices(
    month([{ date: '2026-07-05' }, { date: '2026-08-05' }, { ...discount, date: '2026-08-05' }, back]),
  );
  expect(plan.netted).toMatchObject([
    { saleLine: '2', amount: 100_000 },
    { saleLine: '3', amount: -10_000 },
  ]);
  expect([said(plan).map(([day, , amount]) => [day, amount]), plan.shortages]).toEqual([[['2026-07-05', 100_000]], []]);
});

test('a voucher by hand is asked about at the sale of its own day', () => {
  const byHand = { id: 'E1', voucherNumber: 'BH001', documentDate: '2026-08-06', customerCode: 'AN' };
  const entry = { ...byHand, product: 'KHÁC', quantity: '3', amount: 70_000, invoiceNumber: '12' };
  const plan = planInvoices(month([{ date: '2026-07-05' }, { date: '2026-08-05', amount: 70_000 }], '1000', [entry]));
  const { key } = plan.invoices.find(({ amount }) => amount === 70_000)!;
  const suspects = plan.warnings.filter(({ code }) => code === 'SALE_MAYBE_ISSUED');
  expect(suspects).toMatchObject([{ invoice: key, voucher: 'BH001' }]);
  expect(suspects[0]!.message).toContain('«HN/HD/1» ngày 05/08/2026');
});

test('a service goes with the goods of its own sale', () => {
  const freight = { item: 'DV', kind: 'service' } as const;
  const plan = planInvoices(
    month([
      { date: '2026-07-05', amount: 900_000 },
      { date: '2026-08-05', item: 'VT-B' },
      { ...freight, date: '2026-08-05', amount: 20_000 },
    ]),
  );
  expect(plan.invoices.map(({ profile, amount }) => [profile, amount])).toEqual([
    ['A', 900_000],
    ['B', 120_000],
  ]);
});

test('sales that can no longer be in time are told one by one, each with what of it is uninvoiced', () => {
  const last = { date: '2026-09-05', item: 'LẠ', amount: 30_000 };
  const input = month([
    { date: '2026-07-05' },
    { date: '2026-08-05', partner: 'KHÁC', item: 'LẠ', amount: 70_000 },
    last,
  ]);
  const [found] = timeFindings(input, planInvoices(input)).filter(({ code }) => code === 'NOT_ISSUED_IN_TIME');
  expect(found!.message).toContain('2 chứng từ bán còn phần chưa có hóa đơn');
  expect(recordFinder(input)(found!)).toMatchObject([
    { kind: 'document', id: 'HN/HD/1', line: '2', amount: 70_000, detail: 'Bán ngày 05/08/2026, khách «KHÁC».' },
    { kind: 'document', id: 'HN/HD/1', line: '3', amount: 30_000, detail: 'Bán ngày 05/09/2026, khách «KH».' },
  ]);
});
