import { expect, test } from 'vitest';
import { BLOCKS } from '../../findings/finding.ts';
import { HandedOver } from '../../handed-over/handed-over.ts';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { preflight } from '../../preflight/preflight.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';
import { enteredAnewElsewhere } from './entered-anew.ts';
import { ample, inputOf, type Line, left, line, other, told } from './entered-anew-fixture.ts';

test.each<[string, Partial<Line>]>([
  ['as it was', {}],
  ['under another number', { doc: 'X' }],
  ['on another day', { date: '2026-09-08' }],
  ['at another price', { amount: 500_000 }],
  ['under another number, some days after it', { doc: 'X', date: '2026-09-08' }],
  ['under another number, some days before it', { doc: 'X', date: '2026-09-02' }],
  ['for another customer', { partner: 'KH2' }],
  ['on another day at another price', { date: '2026-09-08', amount: 500_000 }],
  ['in part, under another number', { doc: 'X', quantity: '3', amount: 300_000 }],
  ['in part at a rounded price, under another number', { doc: 'X', quantity: '3', amount: 300_001 }],
  ['with more goods, under another number', { doc: 'X', quantity: '6', amount: 600_000 }],
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
  ['of another number, four days away', { doc: 'X', date: '2026-09-09' }],
  ['of another number and day, and customer', { doc: 'X', date: '2026-09-06', partner: 'KH2' }],
  ['of another number and day, in part', { doc: 'X', date: '2026-09-06', quantity: '3', amount: 300_000 }],
  ['of another number and other figures', { doc: 'X', amount: 500_000 }],
  ['of another number and a like price', { doc: 'X', quantity: '3', amount: 300_100 }],
  ['of another customer and number', { partner: 'KH2', doc: 'X' }],
  ['beside the one that is still there', { doc: 'X' }, { lines: [line!, { ...line!, id: '9', doc: 'X' }, other!] }],
  ['that is left out', {}, { exclusions: [{ line: '9', reason: 'not_a_sale', note: 'x' }] }],
  ['of a cancelled invoice', {}, {}, { ...left, status: 'cancelled' }],
])('a sale %s is not taken for one that has left', (_, anew, more, kept) => {
  expect(told(anew, more, kept)).toEqual([]);
});

test('a document that Bravo has divided into two under other numbers does not leave a second time', () => {
  const lines = [1, 3].map((quantity) => {
    return { ...line!, id: `9${quantity}`, doc: `X${quantity}`, quantity: `${quantity}`, amount: quantity * 100_000 };
  });
  expect(told({}, { lines: [...lines, other!] })).toHaveLength(2);
});

test('a discount that Bravo has taken back is no lost sale of the goods that it went with', () => {
  const discount = { ...line!, id: '3', kind: 'discount' as const, quantity: '0', amount: -40_000 };
  const withDiscount = invoicesOf(ample({ lines: [line!, discount, other!] }))[0]!;
  expect(withDiscount.items.map(({ kind, product }) => [kind, product])).toEqual([
    ['goods', 'SP1'],
    ['discount', 'SP1'],
  ]);
  const kept: PlannedInvoice = { ...withDiscount, status: 'exported' };
  const more = { ...line!, id: '9', quantity: '1', amount: 100_000 };
  expect(told({}, { lines: [line!, more, other!] }, kept)).toEqual([]);
  expect(told({}, { lines: [more, other!] }, kept)).toHaveLength(1);
});

test('of a retail sale of many customers, a sale of the same day is known by its figures, not by its price alone', () => {
  const ofMany = { ...left, bravoDocument: 'HN/2026-09-05', buyer: { ...left.buyer, bravoPartnerCode: '' } };
  expect(told({ doc: 'X' }, {}, ofMany)).toHaveLength(1);
  expect(told({ doc: 'X', quantity: '3', amount: 300_000 }, {}, ofMany)).toEqual([]);
});

test('the next order of the same goods is told neither beside the one that was entered anew, nor once that is left out', () => {
  const next = { ...line!, id: '8', doc: 'Y', date: '2026-09-06' };
  const anew = { ...line!, id: '9', doc: 'X' };
  const lines = { lines: [anew, next, other!] };
  expect(told({}, lines)).toEqual([expect.objectContaining({ message: expect.stringContaining('dòng «9»') })]);
  const leftOut = (id: string) => ({ exclusions: [{ line: id, reason: 'not_a_sale' as const, note: 'nhập lại' }] });
  expect(told({}, { ...lines, ...leftOut('9') })).toEqual([]);
  expect(told({}, { ...lines, ...leftOut('2') })).toHaveLength(1);
  const moved = { lines: [{ ...anew, date: '2026-09-04' }, next, other!] };
  expect(told({}, { ...moved, ...leftOut('9') })).toEqual([]);
});

test('a sale that was left out for itself, some days away, is not taken for one that is more like the lost one', () => {
  const returned = { ...line!, id: '8', doc: 'Y', date: '2026-09-04' };
  const exclusions = [{ line: '8', reason: 'not_a_sale' as const, note: 'khách trả lại đơn' }];
  expect(told({}, { exclusions, lines: [returned, { ...line!, id: '9', doc: 'X' }, other!] })).toHaveLength(1);
});

test('a sale of the same day that was left out for itself is not taken for the one that has the number of the lost one', () => {
  const returned = { ...line!, id: '8', doc: 'Y' };
  const exclusions = [{ line: '8', reason: 'not_a_sale' as const, note: 'khách trả lại đơn' }];
  expect(told({}, { exclusions, lines: [returned, { ...line!, id: '9' }, other!] })).toHaveLength(1);
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

const onTwo = (b: string): Partial<GivenPeriod> => ({
  profiles: [
    { ...given().profiles[0]!, stock: [{ product: 'SP1', opening: '3' }] },
    { ...given().profiles[0]!, code: 'B', stock: [{ product: 'SP1', opening: b }] },
  ],
});
const leftOf = (period: Partial<GivenPeriod>) =>
  invoicesOf(ample(period)).map((invoice): PlannedInvoice => ({ ...invoice, status: 'exported' }));

test.each<[string, Partial<GivenPeriod>, Partial<GivenPeriod>]>([
  ['on invoices of two profiles', { ...onTwo('1'), lines: [line!] }, { ...onTwo('9'), lines: [line!] }],
  [
    'of which a part had come back',
    { lines: [line!, { ...line!, id: 'R', doc: 'R', date: '2026-09-06', quantity: '-1', amount: -100_000 }] },
    { lines: [line!, { ...line!, id: 'R', doc: 'R', date: '2026-09-06', quantity: '-1', amount: -100_000 }] },
  ],
])('a sale %s that was entered anew under another number is told', (_, before, after) => {
  const lines = after.lines!.map((one) => (one.id === '1' ? { ...one, id: '9', doc: 'X' } : one));
  const plan = planInvoices(issuanceInput(ample({ ...after, lines, kept: leftOf(before) })));
  expect(plan.warnings.filter(({ code }) => code === 'SALE_ENTERED_ANEW')).toHaveLength(1);
});

test.each<[string, Partial<Line>, number]>([
  ['of the same sale and worth is told', {}, 1],
  ['at another price is not told', { amount: 500_000 }, 0],
  ['of another day is not told', { date: '2026-09-08' }, 0],
  ['of another number is not told', { doc: 'X' }, 0],
  ['of another customer is not told', { partner: 'KH2' }, 0],
])('a line that was entered anew with another item, %s', (_, anew, count) => {
  const products = [{ code: 'SP1' }, { code: 'SP2' }];
  const links = ['1', '2'].map((one) => ({ product: `SP${one}`, item: `VT${one}` }));
  const stock = products.map(({ code: product }) => ({ product, opening: '50' }));
  expect(
    told({ item: 'VT2', ...anew }, { profiles: [{ ...ample().profiles[0]!, products, links, stock }] }),
  ).toHaveLength(count);
});

test('of two lines that were entered anew, goods that AMIS has taken off for one are not those of both', () => {
  const twice = { lines: [line!, { ...line!, id: '3' }] };
  const issued = leftOf(twice).map((one): PlannedInvoice => {
    return { ...one, status: 'issued', invoiceNumber: '12', issuedOn: '2026-09-05' };
  });
  const own = {
    ...{ id: 'HD', voucherNumber: left.voucherNumber, documentDate: '2026-09-05', customerCode: 'C1', product: 'SP1' },
    ...{ invoiceNumber: '12', invoiceDate: '2026-09-05', quantity: '8', amount: 800_000 },
  };
  const off = (quantity: number) => ({
    ...{ ...own, id: 'DC', voucherNumber: 'DC1', documentDate: '2026-09-21', invoiceNumber: '15' },
    ...{ invoiceDate: '2026-09-21', quantity: String(-quantity), amount: -100_000 * quantity },
    description: 'Điều chỉnh cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 05/09/2026',
  });
  const toldAfter = (quantity: number) =>
    planInvoices(
      issuanceInput(
        ample({
          profiles: [{ ...ample().profiles[0]!, sales: [own, off(quantity)] }],
          lines: twice.lines.map((one) => ({ ...one, id: `${one.id}9` })),
          kept: issued,
        }),
      ),
    ).warnings.filter(({ code }) => code === 'SALE_ENTERED_ANEW');
  expect(toldAfter(4)).toHaveLength(1);
  expect(toldAfter(8)).toEqual([]);
});

test.each([
  ['left out of two periods with days in common settles one lost sale alone', ['8', '9'], ['8']],
  ['left out of another period and planned here is told', ['8'], []],
] as const)('a line %s', (_, sold, excluded) => {
  const lines = sold.map((id) => ({ ...line!, id, doc: 'X' }));
  const exclusions = excluded.map((one) => ({ line: one, reason: 'not_a_sale' as const, note: 'x' }));
  const input = inputOf({}, { lines: [...lines, other!], exclusions, kept: [] });
  const sale = input.lines[0]!;
  const lostElsewhere = sold.map((id) => ({
    ...{ line: `L${id}`, voucherNumber: `V${id}`, period: 'Kỳ khác', document: 'D', day: sale.docDate },
    ...{ partner: sale.partnerCode, items: [sale.itemCode], baseQuantity: sale.baseQuantity, amount: sale.amount },
  }));
  const elsewhere = { lostElsewhere, leftOutElsewhere: [{ ...sale }] };
  expect(enteredAnewElsewhere({ ...input, ...elsewhere }, planInvoices(input))).toHaveLength(1);
});

test('a sale that was entered anew is told beside the sums of what has left, too', () => {
  const whole = inputOf({});
  const handedOver = new HandedOver();
  expect(planInvoices(handedOver.take(whole), handedOver)).toEqual(planInvoices(whole));
});
