import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convert, formatQuantity } from '../../quantity.ts';
import { needsSheets } from '../export/purchase/needs-sheets.ts';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { purchaseNeeds } from './purchase-needs.ts';

const given: GivenPeriod = {
  issuers: { HN: ['B', 'A'] },
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1', unit: 'thùng' }],
      links: [{ product: 'SP1', item: 'VT1', factor: '1/12' }],
      stock: [{ product: 'SP1', opening: '1' }],
    },
    { code: 'B', products: [{ code: 'B1' }], links: [{ product: 'B1', item: 'VT2' }] },
  ],
  lines: [
    { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '36', amount: 360_000 },
    { id: '2', date: '2026-09-03', partner: 'KH2', item: 'VT1', quantity: '12', amount: 120_000 },
    { id: '3', date: '2026-09-09', partner: 'KH1', item: 'VT2', quantity: '2', amount: 20_000 },
    { id: '4', date: '2026-09-09', partner: 'KH1', item: 'CHUA-NOI', quantity: '2', amount: 9_000 },
  ],
};

test('goods sold without stock are wanted per product and entity, in their unit, from the first sale on', () => {
  const input = issuanceInput(given);
  const needs = purchaseNeeds(input, planInvoices(input));
  expect(
    needs.map((one) => [one.profile, one.product, formatQuantity(one.quantity), one.unit, one.firstDay, one.amount]),
  ).toEqual([
    ['A', 'SP1', '3', 'thùng', expect.any(String), 360_000],
    ['B', 'B1', '2', 'cái', '2026-09-09', 20_000],
  ]);
  expect(needs[0]!.sources.map(({ line, document }) => [line, document])).toContainEqual([
    '1',
    expect.stringContaining('HD'),
  ]);
});

test('the dearest wants come first, those of the same worth by their codes', () => {
  const codes = ['S2', 'S9', 'S1', 'S3', 'S5'];
  const input = issuanceInput({
    profiles: [
      {
        code: 'A',
        products: codes.map((code) => ({ code })),
        links: codes.map((product) => ({ product, item: `V${product}` })),
      },
    ],
    lines: codes.map((code, id) => ({
      ...{ id: String(id), date: '2026-09-05', partner: 'KH1', item: `V${code}`, quantity: '1' },
      amount: code === 'S5' ? 20_000 : 10_000,
    })),
  });
  const needs = purchaseNeeds(input, planInvoices(input));
  expect(needs.map(({ product }) => product)).toEqual(['S5', 'S1', 'S2', 'S3', 'S9']);
});

test('stock that came after the sale is not wanted once more, nor are goods without a shortage of stock', () => {
  const late = issuanceInput({
    ...given,
    profiles: given.profiles.map((own) => ({
      ...own,
      stock: own.products!.map(({ code }) => ({ product: code, incoming: '99' })),
      purchases: own.products!.map(({ code }) => ({
        date: '2026-09-20',
        voucherNumber: `PN${code}`,
        product: code,
        quantity: '99',
      })),
    })),
  });
  const plan = planInvoices(late);
  expect(plan.shortages.map(({ reason }) => reason)).toContain('STOCK_AFTER_SALE');
  expect(purchaseNeeds(late, plan)).toEqual([]);
});

test('every need is exactly the shortages behind it, each counted once, never more than was sold', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(period, (short) => {
      const input = issuanceInput(short);
      const plan = planInvoices(input);
      const needs = purchaseNeeds(input, plan);
      const lines = new Map(input.lines.map((line) => [line.id, line]));
      const left = plan.shortages.map(
        ({ line, reason, amount, baseQuantity }) => `${line} ${reason} ${amount} ${baseQuantity}`,
      );
      for (const need of needs) {
        const books = input.profiles.find(({ terms }) => terms.code === need.profile)!;
        for (const source of need.sources) {
          const line = lines.get(source.line)!;
          expect(input.period.issuers[line.branchCode]).toContain(need.profile);
          const connection = books.productConnections.find(
            ({ product, item }) => product === need.product && item === source.item,
          )!;
          expect(source.quantity).toBe(convert(source.baseQuantity, connection.factor!));
          const at = left.indexOf(`${source.line} ${source.reason} ${source.amount} ${source.baseQuantity}`);
          expect(at).toBeGreaterThanOrEqual(0);
          left.splice(at, 1);
          expect(source.baseQuantity <= line.baseQuantity).toBe(true);
          expect(need.firstDay <= source.day).toBe(true);
        }
        expect(need.quantity).toBe(need.sources.reduce((sum, { quantity }) => sum + quantity, 0n));
        expect(need.amount).toBe(need.sources.reduce((sum, { amount }) => sum + amount, 0));
      }
      const [sheet] = needsSheets(input, plan, 1_000_000);
      expect([...sheet!.rows].filter(Array.isArray)).toHaveLength(needs.length);
    }),
    { numRuns: 150 },
  );
});

test('goods that several profiles could have served are wanted of the first issuer, and there of its first product', () => {
  const books = (code: string, links: { product: string; priority?: number; factor?: string }[]) => ({
    code,
    products: links.map(({ product }) => ({ code: product })),
    links: links.map((connection) => ({ item: 'VT1', ...connection })),
  });
  const wanted = (issuers: string[], ...profiles: GivenPeriod['profiles'][number][]) => {
    const line = { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '3', amount: 30_000 };
    const input = issuanceInput({ issuers: { HN: issuers }, profiles, lines: [line] });
    return purchaseNeeds(input, planInvoices(input)).map(({ profile, product }) => `${profile} ${product}`);
  };
  const [a, b] = [books('A', [{ product: 'A1' }]), books('B', [{ product: 'B2', priority: 2 }, { product: 'B1' }])];
  expect(wanted(['A', 'B'], a, b)).toEqual(['A A1']);
  expect(wanted(['B', 'A'], a, b)).toEqual(['B B1']);
  expect(wanted(['B'], b)).toEqual(['B B1']);
  expect(wanted(['C', 'B'], books('C', [{ product: 'C1', factor: '' }]), b)).toEqual(['B B1']);
});
