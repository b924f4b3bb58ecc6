import fc from 'fast-check';
import { expect, test } from 'vitest';
import { netAmountOf } from '../bravo/sales-line.ts';
import { planInvoices } from './plan.ts';
import { type GivenLine, type GivenPeriod, type GivenProfile, issuanceInput } from './plan-fixture.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from './types.ts';

const day = fc.integer({ min: 1, max: 30 }).map((d) => `2026-09-${String(d).padStart(2, '0')}`);
const oneOf = (prefix: string, count: number) => fc.integer({ min: 1, max: count }).map((n) => `${prefix}${n}`);
const whole = (min: number, max: number) => fc.integer({ min, max }).map(String);

/** `isPlain`: whole quantities and factors of 1 only, where the stock plan is exactly optimal. */
const line = (index: number, isPlain: boolean): fc.Arbitrary<GivenLine> =>
  fc
    .record({
      date: day,
      partner: oneOf('KH', 4),
      item: oneOf('VT', 4),
      count: fc.integer({ min: 1, max: 12 }),
      half: isPlain ? fc.constant(false) : fc.boolean(),
      price: fc.integer({ min: 1, max: 99_999 }),
      noise: fc.integer({ min: -2, max: 2 }),
      document: fc.integer({ min: 1, max: 6 }),
      branch: fc.constantFrom('HN', 'HN', 'HN', 'SG'),
      status: fc.constantFrom('2', '2', '2', '2', '9'),
      type: fc.constantFrom('sale', 'sale', 'sale', 'sale', 'return', 'discount', 'undiscount', 'service', 'free'),
      vatRate: fc.constantFrom('10', '10', '8', null, 'KCT'),
      discount: fc.integer({ min: 0, max: 3 }),
    })
    .map((of): GivenLine => {
      const quantity = `${of.count}${of.half ? '.5' : ''}`;
      const amount = Math.round((of.count + (of.half ? 0.5 : 0)) * of.price) + of.noise;
      const base = {
        id: `L${index}`,
        date: of.date,
        partner: of.partner,
        item: of.item,
        branch: of.branch,
        status: of.status,
        vatRate: of.vatRate,
        doc: `${of.partner}-${of.document}`,
      };
      switch (of.type) {
        case 'return':
          return { ...base, quantity: `-${quantity}`, amount: -amount };
        case 'discount':
          return { ...base, kind: 'discount', quantity: '1', amount: -Math.ceil(amount / 4) };
        case 'undiscount':
          return { ...base, kind: 'discount', quantity: '1', amount: Math.ceil(amount / 8) };
        case 'service':
          return { ...base, kind: 'service', item: 'DV1', quantity: '1', amount };
        case 'free':
          return { ...base, kind: 'free', quantity, amount: 0 };
        default:
          return { ...base, quantity, amount, discount: Math.min(of.discount * 100, Math.max(0, amount)) };
      }
    });

const profile = (code: string, isPlain: boolean): fc.Arbitrary<GivenProfile> =>
  fc
    .record({
      stock: fc.array(
        fc.record({
          product: oneOf('SP', 5),
          warehouse: oneOf('K', 2),
          opening: whole(-5, 30),
          incoming: whole(0, 30),
          outgoing: whole(0, 20),
        }),
        { maxLength: 8 },
      ),
      purchases: fc.array(
        fc.record({ date: day, voucherNumber: oneOf('NK', 3), product: oneOf('SP', 5), quantity: whole(1, 25) }),
        { maxLength: 5 },
      ),
      links: fc.array(
        fc.record({
          product: oneOf('SP', 5),
          item: oneOf('VT', 4),
          factor: isPlain ? fc.constant('1') : fc.constantFrom('1', '1', '1', '2', '1/3', ''),
        }),
        { maxLength: 7 },
      ),
      sales: fc.array(
        fc.record({
          documentDate: day,
          customerCode: oneOf('KH', 4),
          product: oneOf('SP', 5),
          quantity: whole(1, 12),
          amount: fc.integer({ min: 1, max: 99_999 }),
        }),
        { maxLength: 4 },
      ),
      limit: fc.constantFrom(0, 2, 5),
      locked: fc.constantFrom(undefined, undefined, '2026-09-10'),
      flags: fc.array(fc.constantFrom('unknown', 'none', 'reduced'), { minLength: 5, maxLength: 5 }),
    })
    .map(
      (of): GivenProfile => ({
        code,
        terms: { maxLinesPerInvoice: of.limit, lockedThrough: of.locked, excludedWarehouseCodes: ['K9'] },
        products: [
          ...of.flags.map((vatReduction, index) => ({
            code: `SP${index + 1}`,
            vatReduction: vatReduction as 'unknown',
            ...(index % 2 ? { vatRate: '10' } : {}),
          })),
          { code: 'DV', kind: 'Dịch vụ', vatRate: '10' },
        ],
        links: [...uniqueBy(of.links, (link) => `${link.product}/${link.item}`), { product: 'DV', item: 'DV1' }],
        customers: ['KH1', 'KH2'].map((one) => ({ code: one })),
        partnerLinks: [{ customer: 'KH1', partner: 'KH1' }],
        stock: of.stock,
        purchases: of.purchases,
        sales: of.sales.map((sale, index) => ({ ...sale, id: `${code}-${index}`, voucherNumber: `X${index}` })),
      }),
    );

const uniqueBy = <T>(list: readonly T[], keyOf: (one: T) => string): T[] => [
  ...new Map(list.map((one) => [keyOf(one), one])).values(),
];

/** AMIS entries that repeat some of the lines, now and then with another quantity or day. */
type Copy = { readonly line: number; readonly profile: number; readonly change: 'none' | 'quantity' | 'day' };

const copyInto = (
  profiles: readonly GivenProfile[],
  lines: readonly GivenLine[],
  copies: readonly Copy[],
): GivenProfile[] =>
  profiles.map((one, position) => ({
    ...one,
    sales: [
      ...(one.sales ?? []),
      ...copies.flatMap((copy, index) => {
        const line = lines[copy.line % Math.max(1, lines.length)];
        const link = one.links?.find(({ item, factor }) => item === line?.item && factor === '1');
        if (copy.profile !== position || !line || !link) return [];
        return [
          {
            id: `${one.code}-copy-${index}`,
            voucherNumber: `Y${index}`,
            documentDate: copy.change === 'day' ? '2026-09-28' : line.date,
            customerCode: line.partner === 'KH1' ? 'KH1' : '',
            customerName: line.partner === 'KH2' ? 'Khách KH2' : '',
            product: link.product,
            quantity: copy.change === 'quantity' ? '3' : line.quantity,
            amount: line.amount - (line.discount ?? 0),
          },
        ];
      }),
    ],
  }));

const periodOf = (isPlain: boolean): fc.Arbitrary<GivenPeriod> =>
  fc
    .record({
      a: profile('A', isPlain),
      b: profile('B', isPlain),
      count: fc.integer({ min: 0, max: 25 }),
      aggregate: fc.boolean(),
      planned: fc.constantFrom('2026-09-30', '2026-09-15', '2026-10-01'),
      sg: fc.constantFrom([], ['B'], ['A', 'B']),
      copies: fc.array(
        fc.record({ line: fc.nat(24), profile: fc.nat(1), change: fc.constantFrom('none', 'none', 'quantity', 'day') }),
        { maxLength: 5 },
      ),
    })
    .chain(({ a, b, count, aggregate, planned, sg, copies }) =>
      fc.tuple(...Array.from({ length: count }, (_, index) => line(index, isPlain))).map(
        (lines: GivenLine[]): GivenPeriod => ({
          profiles: copyInto([a, b], lines, copies),
          plannedInvoiceDate: planned,
          issuers: { HN: ['A', 'B'], SG: sg },
          rules: { aggregateConsumersPerDay: aggregate },
          partners: [
            { code: 'KH1', requirement: 'required', taxCode: '0101243150' },
            { code: 'KH2', requirement: 'required' },
            { code: 'KH3' },
            { code: 'KH4', requirement: 'unset' },
          ],
          lines,
        }),
      ),
    );

const period = periodOf(false);

const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);
const add = <K>(map: Map<K, bigint>, key: K, value: bigint) => map.set(key, (map.get(key) ?? 0n) + value);

/** Every law of the plan, recomputed from its parts; independent of how the plan was made. */
function expectLawful(input: IssuanceInput, plan: IssuancePlan): void {
  // Each line's amount and quantity is in exactly one place, to the đồng and to the millionth.
  const amounts = new Map<string, bigint>();
  const quantities = new Map<string, bigint>();
  const place = (id: string, amount: number, quantity: bigint) => {
    add(amounts, id, BigInt(amount));
    add(quantities, id, quantity);
  };
  for (const invoice of plan.invoices) {
    for (const item of invoice.items) for (const one of item.allocations) place(one.line, one.amount, one.baseQuantity);
  }
  for (const one of plan.alreadyInvoiced) place(one.line, one.amount, one.baseQuantity);
  for (const one of plan.shortages) place(one.line, one.amount, one.baseQuantity);
  for (const one of plan.netted) {
    place(one.saleLine, one.amount, one.baseQuantity);
    place(one.returnLine, -one.amount, -one.baseQuantity);
  }
  const excluded = new Map(plan.excluded.map((one) => [one.line, one.amount]));
  for (const one of input.lines) {
    const expected = excluded.get(one.id);
    if (expected !== undefined) {
      expect(expected).toBe(netAmountOf(one));
      expect(amounts.has(one.id)).toBe(false);
      continue;
    }
    expect([one.id, amounts.get(one.id) ?? 0n]).toEqual([one.id, BigInt(netAmountOf(one))]);
    if (one.kind !== 'discount') expect([one.id, quantities.get(one.id) ?? 0n]).toEqual([one.id, one.baseQuantity]);
  }
  const { ledger, invoiced, alreadyInvoiced, unallocated, excluded: out } = plan.tieOut;
  expect(ledger).toBe(sum(input.lines.map(netAmountOf)));
  expect(ledger).toBe(invoiced + alreadyInvoiced + unallocated + out);
  const vat = plan.vatTieOut;
  expect(vat.ledger).toBe(sum(input.lines.map((one) => one.vatAmount)));
  expect(vat.ledger).toBe(vat.invoiced + vat.alreadyInvoiced + vat.unallocated + vat.excluded);
  expect(plan.vatRounding).toBe(sum(plan.invoices.map((invoice) => invoice.vatAmount)) - vat.invoiced);

  // No lot is oversold, used before it exists, or used from another warehouse, product or profile.
  const lots = new Map(plan.lots.map((lot) => [lot.id, lot]));
  const lines = new Map(input.lines.map((one) => [one.id, one]));
  const drawn = new Map<string, bigint>();
  for (const invoice of plan.invoices) {
    for (const item of invoice.items) {
      expect(sum(item.allocations.map((one) => one.amount))).toBe(item.amount);
      for (const one of item.allocations) {
        if (one.lot === null) continue;
        const lot = lots.get(one.lot)!;
        add(drawn, lot.id, one.quantity);
        expect(one.quantity).toBeGreaterThan(0n);
        expect([lot.profile, lot.product, lot.warehouse]).toEqual([invoice.profile, item.product, item.warehouse]);
        expect([one.line, lot.id, lot.availableFrom <= lines.get(one.line)!.docDate]).toEqual([one.line, lot.id, true]);
      }
    }
  }
  for (const [id, quantity] of drawn) expect([id, quantity <= lots.get(id)!.quantity]).toEqual([id, true]);
  // Lots never promise more than the closing stock of their (warehouse, product).
  for (const books of input.profiles) {
    const closing = new Map<string, bigint>();
    for (const row of books.inventory) add(closing, `${row.warehouse}/${row.product}`, row.closing);
    const promised = new Map<string, bigint>();
    for (const lot of plan.lots) {
      if (lot.profile === books.terms.code) add(promised, `${lot.warehouse}/${lot.product}`, lot.quantity);
    }
    for (const [key, quantity] of promised) expect([key, quantity <= (closing.get(key) ?? 0n)]).toEqual([key, true]);
  }
  for (const invoice of plan.invoices) expectInvoiceLawful(input, invoice);
  expect(new Set(plan.invoices.map((invoice) => `${invoice.profile} ${invoice.voucherNumber}`)).size).toBe(
    plan.invoices.length,
  );
  expect(new Set(plan.invoices.map((invoice) => invoice.key)).size).toBe(plan.invoices.length);
}

function expectInvoiceLawful(input: IssuanceInput, invoice: PlannedInvoice): void {
  expect(sum(invoice.items.map((item) => item.amount))).toBe(invoice.amount);
  expect(sum(invoice.items.map((item) => item.vatAmount))).toBe(invoice.vatAmount);
  expect(sum(invoice.vat.map((group) => group.vatAmount))).toBe(invoice.vatAmount);
  expect(invoice.total).toBe(invoice.amount + invoice.vatAmount);
  for (const { rate, amount, vatAmount } of invoice.vat) {
    const percent = rate === 'KCT' ? 0 : Number(rate);
    expect(Math.abs(vatAmount - (amount * percent) / 100)).toBeLessThanOrEqual(0.5);
  }
  const { terms } = input.profiles.find((books) => books.terms.code === invoice.profile)!;
  expect(invoice.date >= invoice.documentDate ? '' : invoice.key).toBe('');
  if (terms.lockedThrough)
    expect([invoice.key, invoice.documentDate > terms.lockedThrough]).toEqual([invoice.key, true]);
  if (terms.maxLinesPerInvoice > 0 && !invoice.warnings.some((one) => one.code === 'TOO_MANY_LINES')) {
    expect(invoice.items.length).toBeLessThanOrEqual(terms.maxLinesPerInvoice);
  }
  for (const item of invoice.items) {
    for (const one of item.allocations) {
      const line = input.lines.find((candidate) => candidate.id === one.line)!;
      expect(input.period.issuers[line.branchCode]).toContain(invoice.profile);
      if (line.vatRate !== undefined && item.kind !== 'discount') expect(item.vatRate).toBe(line.vatRate);
    }
  }
}

test('any period obeys every law', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(period, (given) => {
      const input = issuanceInput(given);
      expectLawful(input, planInvoices(input));
    }),
    { numRuns: 400 },
  );
});

test('the random periods reach every part of the plan', () => {
  const reached = new Set<string>();
  for (const given of fc.sample(period, { numRuns: 200, seed: 7 })) {
    const plan = planInvoices(issuanceInput(given));
    for (const part of ['invoices', 'alreadyInvoiced', 'netted', 'excluded', 'newCustomers', 'review'] as const) {
      if (plan[part].length > 0) reached.add(part);
    }
    for (const one of plan.shortages) reached.add(one.reason);
    for (const item of plan.invoices.flatMap((invoice) => invoice.items)) reached.add(item.kind);
  }
  const reasons =
    'ITEM_NOT_CONNECTED FACTOR_MISSING NO_STOCK STOCK_AFTER_SALE TAKEN_BY_OTHERS ISSUER_NOT_DECLARED INVOICE_REQUIREMENT_UNSET PROFILE_LOCKED RETURN_UNMATCHED NEEDS_REVIEW VAT_RATE_UNKNOWN';
  const parts = 'invoices alreadyInvoiced netted excluded newCustomers review goods service discount free';
  expect([...reached].sort()).toEqual(`${reasons} ${parts}`.split(' ').sort());
});

test('the same period gives the same plan, in whatever order its lists come', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(period, (given) => {
      const input = issuanceInput(given);
      const reversed: IssuanceInput = {
        ...input,
        lines: input.lines.toReversed(),
        bravoPartners: input.bravoPartners.toReversed(),
        profiles: input.profiles.map((books) => ({
          ...books,
          products: books.products.toReversed(),
          customers: books.customers.toReversed(),
          productLinks: books.productLinks.toReversed(),
          partnerLinks: books.partnerLinks.toReversed(),
          inventory: books.inventory.toReversed(),
          purchases: books.purchases.toReversed(),
          salesLedger: books.salesLedger.toReversed(),
        })),
      };
      expect(planInvoices(reversed)).toEqual(planInvoices(input));
    }),
    { numRuns: 150 },
  );
});

/** What the service remembers of a generation and gives to the next one. */
const memoryOf = (plan: IssuancePlan): Pick<IssuanceInput, 'previous' | 'previousVouchers'> => ({
  previous: plan.invoices.flatMap((invoice) =>
    invoice.items.flatMap((item) =>
      item.allocations.flatMap(({ line, lot, baseQuantity }) =>
        lot === null ? [] : [{ line, lot, lineQuantity: baseQuantity }],
      ),
    ),
  ),
  previousVouchers: Object.fromEntries(plan.invoices.map((invoice) => [invoice.key, invoice.voucherNumber])),
});

test('regenerating on unchanged input changes nothing', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(period, (given) => {
      const input = issuanceInput(given);
      const first = planInvoices(input);
      const second = planInvoices({ ...input, ...memoryOf(first) });
      expect(second.invoices).toEqual(first.invoices);
      expect(second.shortages).toEqual(first.shortages);
    }),
    { numRuns: 150 },
  );
});

test('exported invoices stay as they are and never double what they carry', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(period, fc.func(fc.boolean()), (given, isKept) => {
      const input = issuanceInput(given);
      const first = planInvoices(input);
      const kept = first.invoices
        .filter((invoice) => isKept(invoice.key))
        .map((invoice): PlannedInvoice => ({ ...invoice, status: 'exported' }));
      const again = { ...input, kept };
      const second = planInvoices(again);
      expectLawful(again, second);
      for (const invoice of kept) expect(second.invoices).toContainEqual(invoice);
      expect(second.tieOut.ledger).toBe(first.tieOut.ledger);
    }),
    { numRuns: 150 },
  );
});

test('keeping every invoice of an optimal plan changes nothing', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(periodOf(true), (given) => {
      const input = issuanceInput(given);
      const first = planInvoices(input);
      const second = planInvoices({ ...input, kept: first.invoices });
      expect(second.invoices).toEqual(first.invoices);
      expect(second.tieOut).toEqual(first.tieOut);
    }),
    { numRuns: 150 },
  );
});
