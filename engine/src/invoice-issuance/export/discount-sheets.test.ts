import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumVnd, type Vnd } from '../../money.ts';
import type { SheetRow } from '../../sheets/sheet-model.ts';
import { type DiscountAdjustment, discountAdjustments, discountFateOf } from '../adjustments/discount-adjustments.ts';
import { discountedMonth, issuedOf } from '../adjustments/law-discounts-fixture.ts';
import { returnAdjustments } from '../adjustments/return-adjustments.ts';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { exportFiles } from './export-files.ts';

const discount = { id: 'CK', doc: 'CK1', kind: 'discount', date: '2026-09-30', quantity: '1', item: 'CKTM' } as const;
const SALES: readonly Partial<GivenLine>[] = [{}, { date: '2026-09-12', quantity: '3', amount: 300_000 }];

/** The month of SALES on invoices 11 and 12, and a discount of 10.000 đ at its end whose VAT the ledger states as 1.000 đ. */
const month = (more: Partial<GivenPeriod> = {}, kept = issuedOf(discountedMonth(SALES))) => {
  const input = issuanceInput(
    discountedMonth([...SALES, { ...discount, vatRate: null, amount: -10_000, vatAmount: -1_000 }], { kept, ...more }),
  );
  return { input, plan: planInvoices(input) };
};
const cellsOf = ({ input, plan }: ReturnType<typeof month>): string[] => {
  const file = exportFiles(input, plan).find(({ path }) => path === 'A/DieuChinhChietKhau.xlsx');
  return file!.sheets
    .flatMap(({ rows }) => [...rows])
    .map((row: SheetRow) => JSON.stringify('cells' in row ? row.cells : row));
};

test('the list names each invoice with its form, symbol, number and date, its worth, the discount and the VAT of its rate', () => {
  const rows = cellsOf(month());
  const words = '"Điều chỉnh giảm chiết khấu thương mại cho 2 hóa đơn theo bảng kê kèm theo (chứng từ HN/HD/CK1)"';
  expect(rows).toContainEqual(
    `[{"day":"2026-09-30"},"HN/HD/CK1","KH1","CKTM","1","C26TYY","11",{"day":"2026-09-05"},"BHA202609-00001","8",100000,-2500,-200,-250,0,-2500,${words},"Chờ lập hóa đơn điều chỉnh"]`,
  );
  expect(rows).toContainEqual(
    `[{"day":"2026-09-30"},"HN/HD/CK1","KH1","CKTM","1","C26TYY","12",{"day":"2026-09-12"},"BHA202609-00002","8",300000,-7500,-600,-750,0,-7500,${words},"Chờ lập hóa đơn điều chỉnh"]`,
  );
  expect(rows.at(-1)).toContain('-10000,-800,-1000,0,-10000,');
});

test('of one invoice the words name it', () => {
  const lines = [{}, { ...discount, vatRate: '8', amount: -10_000 }];
  const input = issuanceInput(discountedMonth(lines, { kept: issuedOf(discountedMonth([{}])) }));
  expect(cellsOf({ input, plan: planInvoices(input) }).join()).toContain(
    'Điều chỉnh giảm chiết khấu thương mại cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 11 ngày 05/09/2026',
  );
});

test('a number that Bravo gives anew is of several discounts, each with an adjusting invoice of its own', () => {
  const sold = [{ partner: 'KH1' }, { partner: 'KH2' }];
  const discounts = ['2026-09-29', '2026-09-30'].map((date, n) => ({
    ...{ ...discount, id: `CK${n}`, vatRate: '8' as const, amount: -56 },
    ...{ date, partner: `KH${n + 1}` },
  }));
  const input = issuanceInput(discountedMonth([...sold, ...discounts], { kept: issuedOf(discountedMonth(sold)) }));
  const rows = discountAdjustments(input, planInvoices(input));
  expect(rows.map(({ line, original, vatAmount }) => [line.id, original?.number, vatAmount])).toEqual([
    ['CK0', '11', -4],
    ['CK1', '12', -4],
  ]);
  const words = cellsOf({ input, plan: planInvoices(input) }).join();
  expect(words).toContain('thương mại cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày');
  expect(words).not.toContain('bảng kê kèm theo (chứng từ');
});

test('an invoice is named by the symbol that it was issued in, whichever the profile has now', () => {
  const kept = issuedOf(discountedMonth(SALES)).map((one) => ({ ...one, issuedSymbol: 'C26TXX' }));
  const named = cellsOf(month({}, kept)).filter((row) => row.includes('HN/HD/CK1'));
  expect(named).toHaveLength(2);
  for (const row of named) expect(row).toContain('"C26TXX"');
});

test('the ledger keeps its figures: the discount is unallocated once, and its sentence names the invoices', () => {
  const { plan } = month();
  expect(plan.tieOut).toEqual({
    ledger: 390_000,
    invoiced: 400_000,
    alreadyInvoiced: 0,
    unallocated: -10_000,
    excluded: 0,
  });
  expect(plan.shortages.map(({ reason, amount, vatAmount, message }) => [reason, amount, vatAmount, message])).toEqual([
    [
      'DISCOUNT_TO_ADJUST',
      -10_000,
      -1_000,
      'Chiết khấu chưa ghi hóa đơn 10.000 đồng: chiết khấu không còn hàng nào trong chứng từ để đi theo. Điều chỉnh giảm cho hóa đơn số 11 ngày 05/09/2026 (A), số 12 ngày 12/09/2026 (A).',
    ],
  ]);
});

const fates = ({ input, plan }: ReturnType<typeof month>): string[] =>
  discountAdjustments(input, plan).map(discountFateOf);

test('while invoices of the buyer have no number yet the list waits, for it will change', () => {
  const first = issuedOf(discountedMonth(SALES), ({ documentDate }) => documentDate < '2026-09-10');
  expect(fates(month({}, first))).toEqual([
    'Chờ: khách còn 1 chứng từ bán đến ngày ấy chưa có số hóa đơn; có số rồi bảng kê này sẽ đổi',
  ]);
  expect(
    fates(
      month(
        {},
        issuedOf(discountedMonth(SALES), () => false),
      ),
    ),
  ).toEqual([
    'Chờ: chưa có hóa đơn đã có số nào của khách đến ngày chiết khấu trong kỳ; khách còn 2 chứng từ bán đến ngày ấy chưa có số hóa đơn',
  ]);
});

test('sales of one number on two days wait as two', () => {
  const sales = SALES.map((one) => ({ ...one, doc: '1' }));
  const kept = issuedOf(discountedMonth(sales), () => false);
  const input = issuanceInput(discountedMonth([...sales, { ...discount, vatRate: null, amount: -10_000 }], { kept }));
  expect(fates({ input, plan: planInvoices(input) })[0]).toContain('khách còn 2 chứng từ bán đến ngày ấy');
});

test('an invoice that AMIS has adjusted is to be compared', () => {
  const [first, second] = issuedOf(discountedMonth(SALES));
  expect(fates(month({}, [first!, { ...second!, status: 'adjusted' }]))).toEqual([
    'Chờ lập hóa đơn điều chỉnh',
    'AMIS đã có chứng từ điều chỉnh hóa đơn này: đối chiếu số tiền',
  ]);
});

test('an invoice that was made in AMIS by hand is listed by its number there, to be looked at first', () => {
  const { profiles, ...rest } = discountedMonth([{}, { ...discount, vatRate: null, amount: -10_000 }]);
  const byHand = {
    ...{ id: 'E1', voucherNumber: 'BH77', documentDate: '2026-09-05', customerCode: 'C1', product: 'SP8' },
    ...{ invoiceNumber: '77', invoiceDate: '2026-09-06', invoiceSymbol: 'C26TPP', quantity: '1', amount: 100_000 },
  };
  const input = issuanceInput({ ...rest, profiles: [{ ...profiles[0]!, sales: [byHand] }] });
  const one = { input, plan: planInvoices(input) };
  expect(one.plan.tieOut).toMatchObject({ ledger: 90_000, alreadyInvoiced: 100_000, unallocated: -10_000 });
  expect(cellsOf(one).join()).toContain('"1","C26TPP","77",{"day":"2026-09-06"},"BH77","8",100000,-10000,-800,-1000,');
  expect(fates(one)).toEqual(['Hóa đơn lập ngoài Khớp: xem đã ghi chiết khấu này chưa, chưa thì lập điều chỉnh']);
});

test.each<[string, Partial<GivenLine>, string | null]>([
  ['of another rate', {}, null],
  ['of another rate, by a discount with the rate of the sale', {}, '8'],
  ['of a sale without a rate', { vatRate: null }, null],
])('an invoice that was made by hand is lowered at the rate that the AMIS ledger states: %s', (_, sale, vatRate) => {
  const { profiles, ...rest } = discountedMonth([sale, { ...discount, vatRate, amount: -10_000 }]);
  const byHand = {
    ...{ id: 'E1', voucherNumber: 'BH77', documentDate: '2026-09-05', customerCode: 'C1', product: 'SP8' },
    ...{ invoiceNumber: '77', invoiceDate: '2026-09-06', quantity: '1', amount: 100_000, vatRate: '5' },
  };
  const input = issuanceInput({ ...rest, profiles: [{ ...profiles[0]!, sales: [byHand] }] });
  const rows = discountAdjustments(input, planInvoices(input));
  expect(rows.map(({ original, rate, vatAmount }) => [original?.number, rate, vatAmount])).toEqual([['77', '5', -500]]);
});

/** Discounts of documents of their own, about as large as what the buyers of a drawn period have bought. */
const discounts = fc.array(
  fc.record({
    partner: fc.integer({ min: 1, max: 4 }).map((n) => `KH${n}`),
    amount: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 400_000 })),
    date: fc.constantFrom('2026-09-15', '2026-09-30'),
    vatRate: fc.constantFrom(null, null, '10', '8'),
    document: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
);

const isWaiting = ({ original }: DiscountAdjustment): boolean => original === undefined;

/** The worth of every invoice at each rate, read from the invoices alone. */
function worthOf({ invoices }: IssuancePlan): Map<string, Vnd> {
  const worth = new Map<string, Vnd>();
  for (const { profile, voucherNumber, items } of invoices)
    for (const { vatRate, amount } of items) {
      const key = `${profile} ${voucherNumber} ${vatRate}`;
      worth.set(key, (worth.get(key) ?? 0) + amount);
    }
  return worth;
}

function expectLawful(input: IssuanceInput, plan: IssuancePlan, rows: readonly DiscountAdjustment[]): void {
  const byLine = Map.groupBy(rows, ({ line }) => line.id);
  for (const { line, reason, amount, vatAmount } of plan.shortages) {
    if (reason !== 'DISCOUNT_TO_ADJUST') continue;
    const own = byLine.get(line) ?? [];
    expect([line, sumVnd(own.map((row) => row.amount))]).toEqual([line, amount]);
    expect([line, sumVnd(own.map((row) => row.ledgerVat))]).toEqual([line, vatAmount]);
  }
  const lowered = new Map<string, Vnd>();
  const whole = new Map<string, Vnd>();
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  for (const { line, original, rate, amount } of rows) {
    if (!original) continue;
    expect(amount).toBeLessThanOrEqual(0);
    expect(original.number).not.toBe('');
    if (line.vatRate !== undefined) expect(rate).toBe(line.vatRate);
    const invoice = `${original.profile} ${original.voucherNumber}`;
    lowered.set(`${invoice} ${rate}`, (lowered.get(`${invoice} ${rate}`) ?? 0) + amount);
    whole.set(invoice, (whole.get(invoice) ?? 0) + amount);
    const sold = plan.invoices.find((one) => `${one.profile} ${one.voucherNumber}` === invoice);
    const atRate = sold?.items.filter(({ vatRate }) => vatRate === rate) ?? [];
    const days = atRate.flatMap(({ allocations }) => allocations.flatMap((part) => lines.get(part.line) ?? []));
    for (const sale of days.filter(({ partnerCode }) => partnerCode === line.partnerCode))
      expect([sale.docDate <= line.docDate, sale.branchCode]).toEqual([true, line.branchCode]);
  }
  const worth = worthOf(plan);
  for (const [key, amount] of lowered)
    if (worth.has(key)) expect([key, -amount <= worth.get(key)!]).toEqual([key, true]);
  for (const { original, amount } of returnAdjustments(input, plan)) {
    const invoice = `${original?.profile} ${original?.voucherNumber}`;
    if (original && whole.has(invoice)) whole.set(invoice, whole.get(invoice)! + amount);
  }
  const total = new Map(
    plan.invoices.map(({ profile, voucherNumber, amount }) => [`${profile} ${voucherNumber}`, amount]),
  );
  for (const [invoice, amount] of whole)
    if (total.has(invoice)) expect([invoice, -amount <= total.get(invoice)!]).toEqual([invoice, true]);
}

/** A month of a few buyers with many sales at two rates, of which some come back. */
const busy: fc.Arbitrary<GivenPeriod> = fc
  .array(
    fc.record({
      doc: fc.integer({ min: 1, max: 8 }),
      isReduced: fc.boolean(),
      amount: fc.integer({ min: 1, max: 99_999 }),
      isReturn: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    }),
    { minLength: 2, maxLength: 16 },
  )
  .map((sales) =>
    discountedMonth(
      sales.map(({ doc, isReduced, amount, isReturn }, index) => ({
        ...{ id: `L${index}`, partner: `KH${(doc % 2) + 1}`, doc: `${doc}`, date: `2026-09-0${doc}` },
        ...(isReduced ? { item: 'VT8', vatRate: '8' } : { item: 'VT5', vatRate: '10' }),
        ...(isReturn ? { date: '2026-09-12', doc: `T${doc}`, quantity: '-1', amount: -amount } : { amount }),
      })),
    ),
  );

test.each([
  ['drawn', period],
  ['busy', busy],
])(
  'in any %s period every discount is conserved to the đồng, over numbered invoices of its buyer, and never above their worth',
  { timeout: 60_000 },
  (name, periods) => {
    const reached = { listed: 0, waiting: 0, several: 0 };
    fc.assert(
      fc.property(periods, discounts, fc.boolean(), (given, own, all) => {
        const sold = { ...given, lines: given.lines.filter(({ quantity }) => !quantity.startsWith('-')) };
        const kept = issuedOf(sold, ({ documentDate }) => all || documentDate < '2026-09-06');
        const lines = own.map(
          ({ document, amount, ...one }, index): GivenLine => ({
            ...discount,
            ...one,
            ...{ id: `CK${index}`, doc: `CK${one.partner}-${document}`, amount: -amount },
          }),
        );
        const input = issuanceInput({ ...given, lines: [...given.lines, ...lines], kept });
        const plan = planInvoices(input);
        const rows = discountAdjustments(input, plan);
        expectLawful(input, plan, rows);
        reached.listed += rows.filter((row) => !isWaiting(row)).length;
        reached.waiting += rows.filter(isWaiting).length;
        for (const parts of Map.groupBy(rows, ({ line }) => line.id).values()) if (parts.length > 1) reached.several++;
      }),
      { numRuns: 200 },
    );
    if (name === 'busy') for (const count of Object.values(reached)) expect(count).toBeGreaterThan(30);
  },
);
