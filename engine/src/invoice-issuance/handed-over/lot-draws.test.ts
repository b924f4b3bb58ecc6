import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { HandedOver } from './handed-over.ts';

const month = issuanceInput({
  profiles: [
    {
      ...{ code: 'A', products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
      stock: [{ product: 'SP1', opening: '10' }],
    },
  ],
  issuers: { HN: ['A'] },
  partners: [{ code: 'KH1' }],
  lines: ['2026-09-05', '2026-09-20'].map((date, n) => ({
    ...{
      id: `${n}`,
      date,
      partner: 'KH1',
      item: 'VT1',
      quantity: `${n + 2}`,
      amount: 50_000,
      branch: 'HN',
      doc: `D${n}`,
    },
  })),
});

test('the draws of a lot are one sum since the first of their days, in whatever order they are added', () => {
  const kept = planInvoices(month).invoices.map((one) => ({ ...one, status: 'exported' as const }));
  expect(kept.map(({ documentDate }) => documentDate)).toEqual(['2026-09-05', '2026-09-20']);
  const handedOver = new HandedOver();
  const rest = handedOver.take({ ...month, kept: kept.slice(1) });
  handedOver.take({ ...rest, kept: kept.slice(0, 1) });
  const draws = [...handedOver.draws.of('A', []).values()];
  expect(draws).toMatchObject([{ quantity: 5_000_000n, since: '2026-09-05', product: 'SP1', isOneKey: true }]);
});

test('some invoices are left out of the sums of lots, wholly or in part', () => {
  const kept = planInvoices(month).invoices.map((one) => ({ ...one, status: 'exported' as const }));
  const handedOver = new HandedOver();
  handedOver.take({ ...month, kept });
  const [first, second] = handedOver.all(['A']);
  expect([...handedOver.draws.of('A', [first!]).values()].map(({ quantity }) => quantity)).toEqual([3_000_000n]);
  expect(handedOver.draws.of('A', [first!, second!]).size).toBe(0);
});

test('invoices come in the order of their numbers, also where a lower one is taken in later', () => {
  const kept = planInvoices(month).invoices.map((one) => ({ ...one, status: 'exported' as const }));
  const handedOver = new HandedOver();
  const rest = handedOver.take({ ...month, kept: kept.slice(1) });
  handedOver.take({ ...rest, kept: kept.slice(0, 1) });
  expect(handedOver.all(['A']).map(({ invoice }) => invoice.key)).toEqual(kept.map(({ key }) => key));
});
