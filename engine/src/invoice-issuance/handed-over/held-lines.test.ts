import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';
import { HandedOver } from './handed-over.ts';

const books = (code: string, opening: string) => ({
  ...{ code, products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
  stock: [{ product: 'SP1', opening }],
});

const line = (id: string, date: string, quantity: string) => ({
  ...{
    id,
    date,
    quantity,
    partner: 'KH1',
    item: 'VT1',
    amount: 10_000 * Number(quantity),
    branch: 'HN',
    doc: `D${id}`,
  },
});

/** Ten of 'a' are asked for, of which A has six and B three; 'b' follows when the first day has left. */
const month = issuanceInput({
  ...{ profiles: [books('A', '6'), books('B', '3')], issuers: { HN: ['A', 'B'] }, partners: [{ code: 'KH1' }] },
  lines: [line('a', '2026-09-05', '10'), line('b', '2026-09-20', '1')],
});
const [a, b] = month.lines as [IssuanceInput['lines'][number], IssuanceInput['lines'][number]];

const left = (one: PlannedInvoice): PlannedInvoice => ({ ...one, status: 'exported' });
const firstDay = { ...month, lines: [a] };
const kept = planInvoices(firstDay).invoices.map(left);

test('invoices that hold parts of a line are sums, and the line waits with what they leave of it', () => {
  expect(kept.map(({ profile, amount }) => [profile, amount])).toEqual([
    ['A', 60_000],
    ['B', 30_000],
  ]);
  const handedOver = new HandedOver();
  const rest = handedOver.take({ ...firstDay, kept });
  expect([rest.kept, rest.lines.map(({ id }) => id), handedOver.amount]).toEqual([[], ['a'], 0]);
  expect(handedOver.held.heldOf('a')).toEqual({ baseQuantity: 9_000_000n, amount: 90_000, parts: 2 });
  const plan = planInvoices({ ...month, ...rest, lines: [...rest.lines, b] }, handedOver);
  expect(plan).toEqual(planInvoices({ ...month, kept }));
  expect(plan.shortages.map(({ line: id, amount }) => [id, amount])).toEqual([
    ['a', 10_000],
    ['b', 10_000],
  ]);
  expect(plan.tieOut).toMatchObject({ ledger: 110_000, invoiced: 90_000, unallocated: 20_000 });
});

test('a line is gone when the invoices together hold all of it, also those of another day', () => {
  const more = issuanceInput({
    ...{ profiles: [books('A', '6'), books('B', '4')], issuers: { HN: ['A', 'B'] }, partners: [{ code: 'KH1' }] },
    lines: [line('a', '2026-09-05', '10'), line('b', '2026-09-20', '1')],
  });
  const handedOver = new HandedOver();
  const waiting = handedOver.take({ ...firstDay, kept });
  const rest = handedOver.take({
    ...waiting,
    kept: planInvoices({ ...more, lines: [a], kept })
      .invoices.slice(2)
      .map(left),
  });
  expect(rest.lines).toEqual([]);
  expect([handedOver.held.isGone('a'), handedOver.amount]).toEqual([true, 100_000]);
  expect([...handedOver.held.goneOf(handedOver.all(['A', 'B']))].map(({ id }) => id)).toEqual(['a']);
  expect(() => planInvoices({ ...more, lines: [a] }, handedOver)).toThrow(/bị lặp/);
});

test('an invoice that shares a line with one that AMIS cancels is seen with it', () => {
  const handedOver = new HandedOver();
  const rest = handedOver.take({ ...firstDay, kept });
  const [ofA, ofB] = kept.map(({ key }) => handedOver.withKey(key)!);
  expect([...handedOver.held.withSharers([ofB!])]).toEqual([ofB, ofA]);
  const { voucherNumber, documentDate } = kept[1]!;
  const entry = { id: 'huy', voucherNumber, documentDate, customerCode: '', product: 'SP1', quantity: '0', amount: 0 };
  const told = issuanceInput({
    ...{ profiles: [books('A', '6'), { ...books('B', '3'), sales: [{ ...entry, invoiceState: 'Đã hủy' }] }] },
    ...{ issuers: {}, lines: [] },
  });
  const plan = planInvoices({ ...rest, profiles: told.profiles }, handedOver);
  expect(plan).toEqual(planInvoices({ ...firstDay, kept, profiles: told.profiles }));
  expect(plan.settled.map(({ key, status }) => [key, status])).toEqual([[kept[1]!.key, 'cancelled']]);
  expect(plan.invoices.map(({ profile, status, amount }) => [profile, status, amount])).toEqual([
    ['A', 'exported', 60_000],
    ['B', 'draft', 30_000],
  ]);
});

/** An invoice that is changed to hold this of its one line. */
const holding = (invoice: PlannedInvoice, baseQuantity: bigint, amount: number): PlannedInvoice => ({
  ...invoice,
  key: `${invoice.key}-2`,
  amount,
  items: invoice.items.map((item) => ({
    ...{ ...item, amount },
    allocations: item.allocations.map((one) => ({ ...one, baseQuantity, amount })),
  })),
});

test.each<[string, Partial<typeof a>, readonly PlannedInvoice[]]>([
  ['more than a line has', { quantity: 8_000_000n, baseQuantity: 8_000_000n, amount: 80_000 }, kept],
  ['a line at another price', { amount: 200_000 }, kept],
  ['more of a discount than it is', { kind: 'discount', amount: -20_000 }, [holding(kept[0]!, 0n, -30_000)]],
  ['more of a gift than it is', { kind: 'free', amount: 0 }, [holding(kept[0]!, 11_000_000n, 0)]],
  [
    'a line that the ledger has left blank',
    { unstated: ['baseQuantity'], baseQuantity: 0n, amount: 60_000 },
    [holding(kept[0]!, 0n, 60_000)],
  ],
  ['nothing of a line', {}, [holding(kept[0]!, 0n, 0)]],
  [
    'more and less than a line again',
    {},
    [10, 1, -1].map((n) => holding(kept[0]!, BigInt(n) * 1_000_000n, n * 10_000)),
  ],
])('invoices that hold %s are not summed', (_what, change, invoices) => {
  const changed = { ...a, ...change };
  const rest = new HandedOver().take({ ...firstDay, lines: [changed], kept: invoices });
  expect(rest.kept).toEqual(invoices);
  expect(rest.lines).toEqual([changed]);
});

test('an invoice that holds more of a line than the sums have left of it is not summed', () => {
  const handedOver = new HandedOver();
  const rest = handedOver.take({ ...firstDay, kept });
  const more = [holding(kept[0]!, 2_000_000n, 20_000)];
  expect(handedOver.take({ ...rest, kept: more }).kept).toEqual(more);
  const another = [holding(kept[0]!, 1_000_000n, 10_000)];
  expect(handedOver.take({ ...rest, kept: another })).toMatchObject({ kept: [], lines: [] });
});

test.each<[string, IssuanceInput['lines']]>([
  ['at another price', [{ ...a, amount: 200_000 }]],
  ['with less than has left', [{ ...a, quantity: 8_000_000n, baseQuantity: 8_000_000n, amount: 80_000 }]],
  ['no more', []],
])('a line of which parts have left, and that the ledger now has %s, is told of as from all lines', (_what, lines) => {
  const handedOver = new HandedOver();
  const rest = handedOver.take({ ...firstDay, kept });
  const plan = planInvoices({ ...rest, lines: [...lines, b] }, handedOver);
  expect(plan).toEqual(planInvoices({ ...month, lines: [...lines, b], kept }));
});

test('an invoice with a further part of a line that the ledger has changed is not summed', () => {
  const handedOver = new HandedOver();
  const rest = handedOver.take({ ...firstDay, kept });
  const another = [holding(kept[0]!, 1_000_000n, 10_000)];
  const lines = [{ ...a, vatAmount: a.vatAmount + 5000 }];
  expect(handedOver.take({ ...rest, lines, kept: another })).toMatchObject({ kept: another, lines });
});

test('an invoice is not summed that agrees with the ledger only together with one that is not', () => {
  const [ofA, ofB] = [holding(kept[0]!, 5_000_000n, 20_000), holding(kept[1]!, 5_000_000n, 80_000)];
  const more = holding(kept[0]!, 2_000_000n, 20_000).items.map((item) => ({
    ...{ ...item, allocations: item.allocations.map((one) => ({ ...one, line: 'b' })) },
  }));
  const both = [{ ...ofA, items: [...ofA.items, ...more] }, ofB];
  expect(new HandedOver().take({ ...month, kept: both }).kept).toEqual(both);
  expect(new HandedOver().take({ ...month, kept: [ofA, ofB] }).kept).toEqual([]);
});

test.each([
  ['waits in part', 3_000_000n, 30_000],
  ['is gone', 5_000_000n, 50_000],
])(
  'a đồng of VAT of a line that %s does not depend on the order in which its invoices are taken in',
  (_what, quantity, amount) => {
    for (let vatAmount = 7000; vatAmount < 7020; vatAmount++) {
      const lines = [{ ...a, vatAmount }];
      const profiles = month.profiles.toReversed();
      const both = [holding(kept[0]!, 5_000_000n, 50_000), holding(kept[1]!, quantity, amount)];
      for (const order of [both, both.toReversed()])
        for (const of of [month.profiles, profiles]) {
          const handedOver = new HandedOver();
          let rest = { ...month, profiles: of, lines, kept: [] as readonly PlannedInvoice[] };
          for (const one of order) rest = handedOver.take({ ...rest, kept: [one] });
          expect(rest.kept).toEqual([]);
          expect(planInvoices(rest, handedOver)).toEqual(planInvoices({ ...rest, lines, kept: both }));
        }
    }
  },
);
