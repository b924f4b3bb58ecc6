import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sidesOfAnyKind } from './any-sides-fixture.ts';
import { plainInvoiceNumber } from './books-invoices.ts';
import { compareByGroups, type SidesGroup } from './compare-groups.ts';
import { compareSides } from './compare-sides.ts';
import type { SidesInput } from './types.ts';

/** All that belongs together, as the store groups it: by number, voucher and correction. */
function groupsOf({ tax, books, deliveries }: SidesInput): SidesGroup[] {
  const root = new Map<string, string>();
  const find = (name: string): string => {
    const next = root.get(name) ?? name;
    return next === name ? name : find(next);
  };
  const tie = (names: readonly string[]): string => {
    for (const name of names) root.set(find(name), find(names[0]!));
    return names[0]!;
  };
  const ofTax = tax.map(({ key, number, fate }) =>
    tie([number, key, ...[fate.corrects, fate.replacedBy].filter((one) => one !== null)]),
  );
  const ofBooks = books.map(({ number, voucher }) =>
    tie([...(number === '' ? [] : [plainInvoiceNumber(number)]), `V|${voucher}`]),
  );
  const ofDeliveries = deliveries.map(({ id, number, voucher, settledKey }) =>
    tie([
      `D|${id}`,
      ...(number ? [number] : []),
      ...(voucher ? [`V|${voucher}`] : []),
      ...(settledKey ? [settledKey] : []),
    ]),
  );
  const names = new Set([...ofTax, ...ofBooks, ...ofDeliveries].map(find));
  const within = <T>(all: readonly T[], of: readonly string[], name: string): T[] =>
    all.filter((_, at) => find(of[at]!) === name);
  const groups = [...names].map((name) => ({
    tax: within(tax, ofTax, name),
    books: within(books, ofBooks, name),
    deliveries: within(deliveries, ofDeliveries, name),
  }));
  return groups.toSorted((a, b) => Number(isShared(b)) - Number(isShared(a)));
}

const isShared = ({ tax, books }: SidesGroup): boolean => tax.length > 0 && books.length > 0;

it('compares groups one after the other as it compares all of them at once', () => {
  let [waited, went] = [0, 0];
  fc.assert(
    fc.property(sidesOfAnyKind, (given) => {
      const groups = groupsOf(given);
      const alone = groups.filter((group) => !isShared(group));
      const { add, rest } = compareByGroups(
        { ...given, tellsVat: given.books.some(({ vat }) => vat !== 0) },
        {
          tax: new Set(alone.flatMap(({ tax }) => tax.map(({ date }) => date))),
          books: new Set(
            alone.flatMap(({ books }) => books.flatMap(({ day, invoiceDate }) => [day, invoiceDate ?? day])),
          ),
        },
      );
      const early = groups.flatMap(add);
      const late = rest();
      [waited, went] = [waited + late.length, went + early.length];
      expect([...early, ...late].sort(byName)).toEqual(compareSides(given).sort(byName));
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(waited, went)).toBeGreaterThan(100);
});

const byName = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);
