import { expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';

const DAY = '2026-09-05';
/** A sale of boxes of which 24 make a carton, and what one entry of AMIS makes of it. */
const planOf = (
  entry: { readonly quantity: string; readonly amount?: number; readonly customer?: string; readonly day?: string },
  line: { readonly quantity?: string; readonly asks?: boolean; readonly isGift?: boolean } = {},
  more: Partial<GivenPeriod> = {},
) => {
  const partners = [
    { code: 'KH1', requirement: line.asks ? ('required' as const) : ('not_required' as const), address: '1 Lê Lợi' },
    { code: 'KH2', requirement: 'not_required' as const, address: '2 Lê Lợi' },
  ];
  const goods = { item: 'VT1', quantity: line.quantity ?? '380', amount: line.isGift ? 0 : 9_500_000 };
  const kind = line.isGift ? ('free' as const) : ('goods' as const);
  return planInvoices(
    issuanceInput({
      lines: [{ id: '1', date: DAY, partner: 'KH1', ...goods, kind }],
      ...more,
      partners,
      profiles: [
        {
          code: 'A',
          products: [{ code: 'SP1', unit: 'kg' }],
          links: [{ product: 'SP1', item: 'VT1', factor: '1/24' }],
          customers: [{ code: 'C1' }, { code: 'C2' }, { code: 'LE', name: 'Khách lẻ' }],
          partnerLinks: [
            { customer: 'C1', partner: 'KH1' },
            { customer: 'C2', partner: 'KH2' },
          ],
          stock: [{ product: 'SP1', opening: '900' }],
          sales: [
            {
              ...{ id: 'a', voucherNumber: 'TAY1', product: 'SP1', quantity: entry.quantity },
              ...{ amount: entry.amount ?? 9_500_000, documentDate: entry.day ?? DAY },
              ...{ customerCode: entry.customer ?? 'C1', customerName: entry.customer === 'LE' ? 'Khách lẻ' : '' },
            },
          ],
        },
      ],
    }),
  );
};
const fate = (...given: Parameters<typeof planOf>): string => {
  const { alreadyInvoiced, review, invoices } = planOf(...given);
  return alreadyInvoiced.length > 0
    ? 'issued'
    : review.length > 0
      ? `asked${review[0]!.why.includes('khác số lượng (hệ số') ? ' of the factor' : ''}`
      : invoices.length > 0
        ? 'drafted'
        : 'left';
};

test('a quantity that AMIS has rounded is the quantity of the line where the money is the same', () => {
  expect(['15.833333', '15.83', '15.833'].map((quantity) => fate({ quantity }))).toEqual([
    'issued',
    'issued',
    'issued',
  ]);
  // 24 × 15.8 is 379.2: the second decimal may be a 0 that is not written, the third is not.
  expect(fate({ quantity: '15.8' }, { quantity: '379.1' })).toBe('issued');
  expect([fate({ quantity: '15.8' }, { quantity: '378.5' }), fate({ quantity: '16' }, { quantity: '383.9' })]).toEqual([
    'asked',
    'asked',
  ]);
  expect(['15.84', '15.834', '16'].map((quantity) => fate({ quantity }))).toEqual(['asked', 'asked', 'asked']);
  expect(fate({ quantity: '2' }, { quantity: '47.99999' })).toBe('issued');
  // 15.825 is rounded up.
  expect([fate({ quantity: '15.83' }, { quantity: '379.8' }), fate({ quantity: '-15.83' })]).toEqual([
    'issued',
    'drafted',
  ]);
  // A voucher dated before the sale asks about it, once.
  expect(planOf({ quantity: '15.83', day: '2026-09-04' }).review).toMatchObject([{ candidates: ['1'] }]);
  expect(fate({ quantity: '15.83', amount: 9_500_001, day: '2026-09-06' })).toBe('drafted');
});

test('a customer who may be any buyer has bought the same goods for the same money, in a quantity that is rounded or is asked about', () => {
  const walkIn = (quantity: string, own: object = {}, line: object = {}) =>
    fate({ quantity, customer: 'LE', ...own }, line);
  expect([walkIn('15.83'), walkIn('15.83', {}, { asks: true })]).toEqual(['issued', 'asked']);
  // As where the factor is wrong. Of those who want an invoice it is another's sale.
  expect([walkIn('380'), walkIn('380', {}, { asks: true })]).toEqual(['asked of the factor', 'drafted']);
  expect([walkIn('380', { amount: 0 }, { isGift: true }), walkIn('-380')]).toEqual(['drafted', 'drafted']);
  expect(walkIn('380', { customer: 'C2' })).toBe('drafted');
  expect([walkIn('380', { day: '2026-09-06' }), walkIn('380', { amount: 9_400_000 })]).toEqual(['drafted', 'drafted']);
});

test('a number in our own form asks about all lines of its day, whatever is like it by money alone or on another day', () => {
  const asked = (day: string, own: object) => {
    const sale = { partner: 'KH1', item: 'VT1' };
    const { review } = planInvoices(
      issuanceInput({
        partners: [
          { code: 'KH1', requirement: 'not_required', address: '1 Lê Lợi' },
          { code: 'KH2', requirement: 'required', address: '2 Lê Lợi' },
        ],
        lines: [
          { ...sale, id: '1', date: DAY, quantity: '10', amount: 1_000_000 },
          { ...sale, id: '2', date: day, quantity: '4', amount: 400_000, ...own },
        ],
        profiles: [
          {
            code: 'A',
            products: [{ code: 'SP1' }],
            links: [{ product: 'SP1', item: 'VT1' }],
            customers: [{ code: 'LE', name: 'Khách lẻ' }],
            stock: [{ product: 'SP1', opening: '900' }],
            sales: [
              {
                ...{ id: 'a', voucherNumber: 'BHA202609-00001', product: 'SP1', quantity: '4', amount: 400_000 },
                ...{ documentDate: DAY, customerCode: 'LE', customerName: 'Khách lẻ' },
              },
            ],
          },
        ],
      }),
    );
    return review.map((one) => [one.why, ...one.candidates.toSorted()]);
  };
  const both = [['số chứng từ của Khớp, cùng mặt hàng và ngày bán', '1', '2']];
  expect(asked(DAY, { quantity: '5' })).toEqual(both);
  expect(asked('2026-09-04', {})).toEqual(both);
  expect(asked(DAY, { partner: 'KH2' })).toEqual(both);
});

test('an entry that a person has decided takes the whole line where its quantity is rounded, or its money is all that the line has', () => {
  const taken = (quantity: string, ofLine: string, amount = 9_500_000) => {
    const decisions = [{ profile: 'A', entry: 'a', line: '1' }];
    const entry = { quantity, amount, customer: 'LE', day: '2026-09-06' };
    const plan = planOf(entry, { quantity: ofLine }, { decisions });
    const told = plan.warnings.filter(({ code }) => code.startsWith('AMIS_')).map(({ code }) => code);
    return [plan.alreadyInvoiced[0]!.amount, plan.invoices.length, plan.shortages.length, ...told];
  };
  expect([taken('15.83', '380'), taken('15.42', '370')]).toEqual([
    [9_500_000, 0, 0],
    [9_500_000, 0, 0],
  ]);
  // As where the factor is wrong: a part that is left would be invoiced beyond the money of the sale.
  expect([taken('15', '380'), taken('15', '380', 9_499_999)]).toEqual([
    [9_500_000, 0, 0],
    [9_500_000, 0, 0],
  ]);
  // For other money it is what its quantity says.
  expect([taken('15', '380', 9_000_000), taken('15', '380', 9_400_000)]).toEqual([
    [9_000_000, 1, 0],
    [9_000_000, 1, 0, 'AMIS_AMOUNT_DIFFERS'],
  ]);
  // The second line is taken where the first has all of its quantity.
  const half = { id: '1', date: DAY, partner: 'KH1', item: 'VT1', quantity: '360', amount: 4_750_000 };
  const decisions = ['1', '2'].map((of) => ({ profile: 'A', entry: 'a', line: of }));
  const two = planOf({ quantity: '15' }, {}, { decisions, lines: [half, { ...half, id: '2', quantity: '20' }] });
  expect([two.alreadyInvoiced.map(({ amount }) => amount), two.invoices]).toEqual([[4_750_000, 4_750_000], []]);
  // All gifts have the same money, none.
  const gift = planOf({ quantity: '5', amount: 0 }, { isGift: true }, { decisions: decisions.slice(0, 1) });
  expect(gift.alreadyInvoiced.map(({ baseQuantity }) => baseQuantity)).toEqual([120_000_000n]);
});

test('a sale whose quantity an entry has is asked about where the money is that of another sale of the day', () => {
  type Own = { readonly quantity?: string; readonly amount?: number };
  const asked = (own: Own, otherDay = DAY) => {
    const other = { id: '2', date: otherDay, partner: 'KH1', item: 'VT1', quantity: '180', amount: 4_750_000 };
    const first = { ...other, id: '1', date: DAY, quantity: '360', amount: 9_500_000 };
    // The factor was 12 when AMIS had 180 boxes of the second sale: it is 24 by now.
    const { alreadyInvoiced, review } = planOf(
      { quantity: '15', amount: 4_750_000, ...own },
      {},
      { lines: [first, other] },
    );
    return [
      ...alreadyInvoiced.map(({ line }) => line),
      ...review.flatMap(({ candidates }) => ['asked', ...candidates]),
    ];
  };
  expect(asked({})).toEqual(['asked', '1', '2']);
  expect(asked({ amount: 9_500_000 })).toEqual(['1']);
  // Another price is no other sale, nor is the same money of another day.
  expect([asked({ amount: 9_000_000 }), asked({}, '2026-09-03')]).toEqual([['1'], ['1']]);
});

test('an entry that is one sale by its day and an earlier one by its money is asked about', () => {
  const sale = { id: '1', date: DAY, partner: 'KH1', item: 'VT1', quantity: '360', amount: 9_500_000 };
  const before = { ...sale, id: '2', date: '2026-09-04', amount: 9_000_000 };
  const asked = (amount: number, lines = [sale, before]) => {
    const { alreadyInvoiced, review } = planOf({ quantity: '15', amount }, {}, { lines });
    return [...alreadyInvoiced.map(({ line }) => line), ...review.flatMap(({ candidates }) => candidates)];
  };
  expect([asked(9_000_000), asked(9_500_000), asked(9_250_000)]).toEqual([['2', '1'], ['1'], ['1']]);
  const later = { ...before, date: '2026-09-06' };
  expect(asked(9_000_000, [sale, later])).toEqual(['1']);
});
