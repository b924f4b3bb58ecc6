import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQuantity, ONE, parseFactor, parseQuantity } from '../../quantity.ts';
import { counted, mixedUnits, plain } from '../instance-fixture.ts';
import type { InJson, JsonInstance, JsonPlan } from '../json/form.ts';
import { allocate } from '../json-fixture.ts';
import type { SaleLine, Shortage } from '../types.ts';

const runs = { numRuns: 400 };
const anyExact = fc.oneof(plain, counted, mixedUnits);

const lineOf = (instance: JsonInstance, id: string): InJson<SaleLine> => instance.lines.find((line) => line.id === id)!;
const connectionsOf = (instance: JsonInstance, line: InJson<SaleLine>) =>
  instance.links.filter(
    (connection) => connection.item === line.item && (!line.profiles || line.profiles.includes(connection.profile)),
  );

/**
 * The quantity that covers the line: its own missing part and the part of lines before it, in its base unit; undefined
 * when the plan does not say.
 */
const enoughFor = ({ detail }: InJson<Shortage>): bigint | undefined =>
  detail.missingAhead === undefined ? undefined : parseQuantity(detail.missing) + parseQuantity(detail.missingAhead);

/**
 * Rounding to millionths may leave that much of a line, and a part that is worth no đồng (seven units for 1 đ) gives
 * way to fewer invoices.
 */
const isCovered = (plan: JsonPlan, { id, amount }: InJson<SaleLine>): boolean => {
  const short = plan.shortages.find((one) => one.line === id);
  return !short || parseQuantity(short.lineQuantity) <= 3n || (amount !== 0 && short.amount === 0);
};

/** Visits every shortage of stock of random instances; fails when hardly any was met. */
function eachShortage(
  visit: (instance: JsonInstance, shortage: InJson<Shortage>) => boolean,
  arbitrary = anyExact,
): void {
  let met = 0;
  fc.assert(
    fc.property(arbitrary, (instance) => {
      for (const shortage of allocate(instance).shortages) if (visit(instance, shortage)) met++;
    }),
    runs,
  );
  expect(met).toBeGreaterThan(10);
}

describe('a shortage is covered', () => {
  it('by new stock of a product in use, as much as is missing here and ahead, by the day of the sale', () => {
    eachShortage((instance, shortage) => {
      const line = lineOf(instance, shortage.line);
      const enough = enoughFor(shortage);
      const connection = connectionsOf(instance, line).find(({ profile, product }) =>
        instance.lots.some(
          (lot) => lot.profile === profile && lot.product === product && parseQuantity(lot.quantity) > 0n,
        ),
      );
      if (!connection || enough === undefined) return false;
      const factors = instance.links
        .filter(
          (one) =>
            one.item === connection.item && one.profile === connection.profile && one.product === connection.product,
        )
        .map((one) => parseFactor(one.factor));
      const most = factors.map(({ numerator, denominator }) => (enough * numerator + denominator - 1n) / denominator);
      const quantity = formatQuantity(((most.reduce((a, b) => (a > b ? a : b)) + ONE - 1n) / ONE) * ONE);
      const lot = {
        id: 'MỚI',
        warehouse: 'W',
        availableFrom: line.date,
        profile: connection.profile,
        product: connection.product,
      };
      const again = allocate({ ...instance, lots: [...instance.lots, { ...lot, quantity }] });
      expect(isCovered(again, line)).toBe(true);
      return true;
    });
  });

  it('by another issuer that has as much free stock', () => {
    eachShortage((instance, shortage) => {
      const line = lineOf(instance, shortage.line);
      const enough = enoughFor(shortage);
      if (!line.profiles || enough === undefined || parseQuantity(shortage.detail.freeInOtherProfiles) < enough)
        return false;
      const lines = instance.lines.map(({ profiles, ...one }) =>
        profiles && profiles.join() !== line.profiles!.join() ? { ...one, profiles } : one,
      );
      expect(isCovered(allocate({ ...instance, lines }), line)).toBe(true);
      return true;
    });
  });

  it('by the true date of a receipt, when that much of it is free', () => {
    eachShortage((instance, shortage) => {
      const line = lineOf(instance, shortage.line);
      const enough = enoughFor(shortage);
      if (enough === undefined || parseQuantity(shortage.detail.freeLater) < enough) return false;
      const own = new Set(
        connectionsOf(instance, line).map((connection) => `${connection.profile}/${connection.product}`),
      );
      const lots = instance.lots.map((lot) =>
        own.has(`${lot.profile}/${lot.product}`) && lot.availableFrom > line.date
          ? { ...lot, availableFrom: line.date }
          : lot,
      );
      expect(isCovered(allocate({ ...instance, lots }), line)).toBe(true);
      return true;
    });
  });
});

describe('the minimum cut', () => {
  const tight = fc.oneof(plain, counted);

  it('holds no free stock, and all of it is held by lines that come first or level', () => {
    eachShortage((instance, shortage) => {
      const { cut, takenByOthers, stockByDate, freeByDate, given, competitors } = shortage.detail;
      if (!cut) return false;
      expect(cut.isWhole).toBe(true);
      expect(freeByDate).toBe('0');
      expect(parseQuantity(takenByOthers) + parseQuantity(given)).toBe(parseQuantity(stockByDate));
      expect(parseQuantity(cut.stock)).toBeGreaterThanOrEqual(parseQuantity(stockByDate));
      const short = lineOf(instance, shortage.line);
      const worth = (line: InJson<SaleLine>): number => line.amount / Number(line.quantity);
      const rank = (line: InJson<SaleLine>): number => (line.amount === 0 ? 2 : line.priority);
      for (const { line } of competitors) {
        const holder = lineOf(instance, line);
        const isFirst = rank(holder) < rank(short) || (rank(holder) === rank(short) && worth(holder) >= worth(short));
        expect([holder.id, short.id, isFirst]).toEqual([holder.id, short.id, true]);
      }
      return true;
    }, tight);
  });

  it('is closed: without the lines outside it, the short line receives no more', () => {
    eachShortage((instance, shortage) => {
      const { cut, competitors } = shortage.detail;
      if (!cut || cut.lines > 5) return false;
      const inside = new Set([shortage.line, ...competitors.map((one) => one.line)]);
      const lines = instance.lines.filter((line) => inside.has(line.id));
      const again = allocate({ ...instance, lines });
      const sum = (plan: JsonPlan): number =>
        plan.shortages
          .filter((one) => inside.has(one.line))
          .reduce((total, one) => total + Number(one.lineQuantity), 0);
      expect(sum(again)).toBe(sum(allocate(instance)));
      return true;
    }, tight);
  });

  it('goes beyond the direct holders to holders that could use other stock, were it not held too', () => {
    const lot = { warehouse: 'W', availableFrom: '2026-09-01', quantity: '5' };
    const line = { date: '2026-09-05', priority: 2 as const, quantity: '5' };
    const plan = allocate({
      lots: [
        { ...lot, id: 'KA', profile: 'A', product: 'SP' },
        { ...lot, id: 'KB', profile: 'B', product: 'SP' },
      ],
      lines: [
        { ...line, id: 'ngắn', document: 'HD-3', item: 'VT', amount: 100, profiles: ['A'] },
        { ...line, id: 'giữ A', document: 'HD-1', item: 'VT', amount: 200 },
        { ...line, id: 'giữ B', document: 'HD-2', item: 'VT', amount: 300, profiles: ['B'] },
      ],
      links: [
        { item: 'VT', profile: 'A', product: 'SP', factor: '1' },
        { item: 'VT', profile: 'B', product: 'SP', factor: '1' },
      ],
    });
    expect(plan.shortages).toMatchObject([
      {
        line: 'ngắn',
        reason: 'TAKEN_BY_OTHERS',
        detail: {
          stockByDate: '5',
          cut: { lots: 2, lines: 2, stock: '10', isWhole: true },
          missingAhead: '0',
          competitors: [
            { line: 'giữ A', document: 'HD-1', lineQuantity: '5', exchanges: 0 },
            { line: 'giữ B', document: 'HD-2', lineQuantity: '5', exchanges: 1 },
          ],
        },
      },
    ]);
  });

  it('counts stock beyond what floats hold whole', () => {
    const lot = { profile: 'A', warehouse: 'K1', product: 'SP', availableFrom: '2026-09-01', quantity: '4000000000' };
    const line = { date: '2026-09-05', priority: 2 as const, item: 'VT', quantity: '8000000000' };
    const plan = allocate({
      lots: ['K1', 'K2', 'K3'].map((id) => ({ ...lot, id })),
      lines: [
        { ...line, id: 'ngắn', document: 'HD-1', amount: 8_000_000_000 },
        { ...line, id: 'đủ', document: 'HD-2', amount: 16_000_000_000 },
      ],
      links: [{ item: 'VT', profile: 'A', product: 'SP', factor: '1' }],
    });
    expect(plan.stats).toMatchObject({ allocatedAmount: 20_000_000_000, amountBound: 20_000_000_000, gap: 0 });
    expect(plan.shortages).toMatchObject([
      {
        line: 'ngắn',
        lineQuantity: '4000000000',
        amount: 4_000_000_000,
        reason: 'TAKEN_BY_OTHERS',
        detail: {
          ...{ needed: '8000000000', given: '4000000000', missing: '4000000000', stockByDate: '12000000000' },
          cut: { lots: 3, lines: 2, stock: '12000000000', isWhole: true },
          competitors: [{ line: 'đủ', document: 'HD-2', lineQuantity: '8000000000', exchanges: 0 }],
          // It draws from two lots.
          competitorCount: 1,
        },
      },
    ]);
  });
});
