import { expect, it } from 'vitest';
import { compareByGroups, type SidesGroup } from './compare-groups.ts';
import { booksEntry, sides, taxInvoice } from './sides-fixture.ts';

const AMOUNTS = { beforeVat: 2_000_000, vat: 160_000, total: 2_160_000 };
const frame = { ...sides(), cover: { ...sides().cover, deliveries: null }, tellsVat: true };
const nothing = { tax: [], books: [], deliveries: [] };

/** Tells each row as it comes: early, or after the last group. */
function told(groups: readonly SidesGroup[], days: { tax: string[]; books: string[] }) {
  const { add, rest } = compareByGroups(frame, { tax: new Set(days.tax), books: new Set(days.books) });
  const kinds = (rows: ReturnType<typeof add>) => rows.map(({ key, differences }) => [key, differences[0]?.kind]);
  return { early: groups.flatMap((group) => kinds(add(group))), late: kinds(rest()) };
}

const KEY = '0100000001|1|C26TAA|9';

it('an entry under the number of another symbol finds its invoice, which has the tax side alone', () => {
  const shared = {
    ...nothing,
    tax: [taxInvoice({ number: '7' })],
    books: [booksEntry({ symbol: '1K26TBB', amount: 2_000_000, vat: 160_000 })],
  };
  const alone = { ...nothing, tax: [taxInvoice({ number: '9', amounts: AMOUNTS })] };
  const { early, late } = told([shared, alone], { tax: ['2026-10-10'], books: [] });
  expect(early).toEqual([]);
  expect(late).toContainEqual([KEY, 'NUMBER']);
});

it('an invoice under the number of another symbol finds its entry, which has the books alone', () => {
  const shared = {
    ...nothing,
    tax: [taxInvoice({ number: '9', amounts: AMOUNTS })],
    books: [booksEntry({ number: '9', symbol: '1K26TBB' })],
  };
  const alone = { ...nothing, books: [booksEntry({ number: '70', voucher: 'BH70', amount: 2_000_000, vat: 160_000 })] };
  const { early, late } = told([shared, alone], { tax: [], books: ['2026-10-10'] });
  expect(early).toEqual([]);
  expect(late).toContainEqual([KEY, 'NUMBER']);
});

it('what one side alone has of a day goes at once, so that a month without the other side needs little memory', () => {
  const alone = { ...nothing, tax: [taxInvoice({ number: '9' })] };
  expect(told([alone], { tax: ['2026-10-10'], books: ['2026-10-11'] })).toEqual({
    early: [[KEY, 'TAX_ONLY']],
    late: [],
  });
});
