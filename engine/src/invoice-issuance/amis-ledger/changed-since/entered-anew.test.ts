import { expect, test } from 'vitest';
import { BLOCKS } from '../../findings/finding.ts';
import { HandedOver } from '../../handed-over/handed-over.ts';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { preflight } from '../../preflight/preflight.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';

type Line = GivenPeriod['lines'][number];

const ample = (more: Partial<GivenPeriod> = {}): GivenPeriod =>
  given({
    profiles: [{ ...given().profiles[0]!, stock: [{ product: 'SP1', opening: '50' }] }],
    lines: given().lines.map((line) => ({ ...line, doc: `D${line.id}` })),
    ...more,
  });
const [line, other] = ample().lines;
const left: PlannedInvoice = { ...invoicesOf(ample())[0]!, status: 'exported' };
const inputOf = (anew: Partial<Line>, more: Partial<GivenPeriod> = {}, kept: PlannedInvoice = left) =>
  issuanceInput(ample({ kept: [kept], lines: [{ ...line!, id: '9', ...anew }, other!], ...more }));
const told = (...given: Parameters<typeof inputOf>) =>
  planInvoices(inputOf(...given)).warnings.filter(({ code }) => code === 'SALE_ENTERED_ANEW');

test.each<[string, Partial<Line>]>([
  ['as it was', {}],
  ['under another number', { doc: 'X' }],
  ['on another day', { date: '2026-09-08' }],
  ['at another price', { amount: 500_000 }],
  ['for another customer', { partner: 'KH2' }],
  ['on another day at another price', { date: '2026-09-08', amount: 500_000 }],
])('a document that Bravo has entered anew %s, after its invoice has left, does not leave a second time', (_, anew) => {
  const input = inputOf(anew);
  const plan = planInvoices(input);
  const draft = plan.invoices.find(
    ({ items, status }) =>
      status === 'draft' && items.some(({ allocations }) => allocations.some((one) => one.line === '9')),
  )!;
  expect(told(anew)).toEqual([
    {
      ...{ code: 'SALE_ENTERED_ANEW', profile: 'A', invoice: draft.key },
      message: `Hóa đơn nháp «${draft.voucherNumber}» có thể lập lần hai: 1 dòng bán của nó giống dòng mà hóa đơn đã bàn giao đã xuất và sổ Bravo không còn, ví dụ dòng «9» giống dòng «1» của hóa đơn «${left.voucherNumber}».`,
    },
  ]);
  expect(preflight(input, plan).find(({ code }) => code === 'SALE_ENTERED_ANEW')).toMatchObject({ severity: 'block' });
  expect(BLOCKS.SALE_ENTERED_ANEW).toEqual({ stops: 'export', canOverride: true });
});

test.each<[string, Partial<Line>, Partial<GivenPeriod>?, PlannedInvoice?]>([
  ['of another number and day', { doc: 'X', date: '2026-09-08' }],
  ['of another number and other figures', { doc: 'X', amount: 500_000 }],
  ['of another customer and number', { partner: 'KH2', doc: 'X' }],
  ['beside the one that is still there', { doc: 'X' }, { lines: [line!, { ...line!, id: '9', doc: 'X' }, other!] }],
  ['that is left out', {}, { exclusions: [{ line: '9', reason: 'not_a_sale', note: 'x' }] }],
  ['of a cancelled invoice', {}, {}, { ...left, status: 'cancelled' }],
])('a sale %s is not taken for one that has left', (_, anew, more, kept) => {
  expect(told(anew, more, kept)).toEqual([]);
});

test('a line of which two entities have invoiced a part each is known by both parts together', () => {
  const [own] = ample().profiles;
  const withStock = (a: string, b: string): Partial<GivenPeriod> => ({
    profiles: [
      { ...own!, stock: [{ product: 'SP1', opening: a }] },
      { ...own!, code: 'B', stock: [{ product: 'SP1', opening: b }] },
    ],
  });
  const kept = invoicesOf(ample({ ...withStock('1', '3'), lines: [line!] })).map(
    (one): PlannedInvoice => ({ ...one, status: 'exported' }),
  );
  expect(kept.map(({ amount }) => amount)).toEqual([100_000, 300_000]);
  const lines = [{ ...line!, id: '9', doc: 'X' }];
  const plan = planInvoices(issuanceInput(ample({ ...withStock('9', '9'), kept, lines })));
  expect(plan.warnings.filter(({ code }) => code === 'SALE_ENTERED_ANEW')).toHaveLength(1);
});

test('a sale that was entered anew is told until AMIS has taken the goods off', () => {
  const issued: PlannedInvoice = { ...left, status: 'issued', invoiceNumber: '12', issuedOn: '2026-09-05' };
  const own = {
    ...{ id: 'HD', voucherNumber: left.voucherNumber, documentDate: '2026-09-05', customerCode: 'C1', product: 'SP1' },
    ...{ invoiceNumber: '12', invoiceDate: '2026-09-05', quantity: '4', amount: 400_000 },
  };
  const off = {
    ...{ ...own, id: 'DC', voucherNumber: 'DC1', documentDate: '2026-09-21', invoiceNumber: '15' },
    ...{ invoiceDate: '2026-09-21', quantity: '-4', amount: -400_000 },
    description: 'Điều chỉnh cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 05/09/2026',
  };
  const withSales = (...sales: (typeof off | typeof own)[]) => ({ profiles: [{ ...ample().profiles[0]!, sales }] });
  expect(told({}, withSales(own), issued)).toHaveLength(1);
  expect(told({}, withSales(own, off), issued)).toEqual([]);
});

test('a sale that was entered anew is told beside the sums of what has left, too', () => {
  const whole = inputOf({});
  const handedOver = new HandedOver();
  expect(planInvoices(handedOver.take(whole), handedOver)).toEqual(planInvoices(whole));
});
