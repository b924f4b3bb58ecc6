import { expect, test } from 'vitest';
import { HandedOver } from '../handed-over/handed-over.ts';
import { memoryOf } from '../memory.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, issuanceInput } from '../plan-fixture.ts';

const sale = { doc: '1', partner: 'KH', item: 'VT', quantity: '1', amount: 100_000, vatRate: '8' } as const;
const month = (lines: readonly (Partial<GivenLine> & { readonly date: string })[], opening = '1000') =>
  issuanceInput({
    ...{ days: ['2026-07-01', '2026-09-30'], issueDay: '2026-09-30' },
    profiles: [
      {
        code: 'A',
        products: [{ code: 'SP' }],
        customers: [{ code: 'AN', name: 'Công ty TNHH Hoa Mai', taxCode: '0316520076' }],
        links: [{ product: 'SP', item: 'VT' }],
        partnerLinks: [{ customer: 'AN', partner: 'KH' }],
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

test('a discount lowers the sale of its own day, and that of another day where its own has no goods', () => {
  const discount = { kind: 'discount', quantity: '0', amount: -10_000 } as const;
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
