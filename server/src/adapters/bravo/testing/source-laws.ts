import { daysBetween } from '@khop/engine/day.ts';
import { expect, it } from 'vitest';
import type { BravoSource } from '../port.ts';

export const collect = async <T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> => {
  const list: T[] = [];
  for await (const batch of batches) {
    expect(batch.length).toBeGreaterThan(0);
    list.push(...batch);
  }
  return list;
};

type Laws = {
  readonly open: () => Promise<BravoSource>;
  /** A range with sales in it, and its last day, for which there is a count of the stock. */
  readonly fromDate: string;
  readonly toDate: string;
};

/** The promises of the port, which every Bravo keeps whatever its data. To be called within a `describe`. */
export function itKeepsTheLawsOfBravo({ open, fromDate, toDate }: Laws): void {
  const using = async <T>(use: (source: BravoSource) => Promise<T>): Promise<T> => {
    const source = await open();
    try {
      return await use(source);
    } finally {
      await source.close();
    }
  };

  it('answers', () => using((source) => source.ping()));

  it.each(['items', 'partners'] as const)('gives %s once, in order, and since an instant', (kind) =>
    using(async (source) => {
      const all = await collect<{ code: string; modifiedAt: string }>(source[kind]({}));
      expect(all.length).toBeGreaterThan(3);
      expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
      const instants = all.map(({ modifiedAt }) => modifiedAt);
      expect([...instants].sort()).toEqual(instants);
      const since = instants[Math.floor(instants.length / 2)]!;
      const later = await collect<{ code: string; modifiedAt: string }>(source[kind]({ modifiedSince: since }));
      expect(later).toEqual(all.filter(({ modifiedAt }) => modifiedAt >= since));
      expect(await collect<unknown>(source[kind]({ modifiedSince: '2999-01-01T00:00:00.000Z' }))).toEqual([]);
    }),
  );

  it('rates the base unit 1', () =>
    using(async (source) => {
      for (const item of await collect(source.items({}))) {
        if (item.unit) expect(item.units).toContainEqual({ unit: item.unit, rate: '1' });
      }
    }));

  it('gives the sales of a range, whichever way it is cut', () =>
    using(async (source) => {
      const all = await collect(source.sales({ fromDate, toDate }));
      expect(all.length).toBeGreaterThan(10);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.every(({ docDate }) => docDate >= fromDate && docDate <= toDate)).toBe(true);
      const days = [...new Set(all.map(({ docDate }) => docDate))];
      expect([...days].sort()).toEqual(days);
      const middle = days[Math.floor(days.length / 2)]!;
      expect(daysBetween(fromDate, middle)).toBeGreaterThanOrEqual(0);
      const cut = days.filter((day) => day < middle).at(-1);
      const first = cut ? await collect(source.sales({ fromDate, toDate: cut })) : [];
      const second = await collect(source.sales({ fromDate: middle, toDate }));
      expect([...first, ...second]).toEqual(all);
      const branchCode = all[0]!.branchCode;
      const ofBranch = await collect(source.sales({ fromDate, toDate, branchCode }));
      expect(ofBranch).toEqual(all.filter((line) => line.branchCode === branchCode));
    }));

  it('gives one count of the stock, not after the day asked for', () =>
    using(async (source) => {
      const counts = await collect(source.stock({ asOf: toDate }));
      expect(counts.length).toBeGreaterThan(0);
      expect(new Set(counts.map(({ asOf }) => asOf)).size).toBe(1);
      expect(counts[0]!.asOf <= toDate).toBe(true);
      const places = counts.map(({ warehouseCode, itemCode }) => `${warehouseCode}/${itemCode}`);
      expect(new Set(places).size).toBe(places.length);
    }));

  it('stops when it is told to, with the reason it was given', () =>
    using(async (source) => {
      const before = AbortSignal.abort(new Error('dừng trước'));
      await expect(collect(source.sales({ fromDate, toDate, signal: before }))).rejects.toThrow('dừng trước');
      const stop = new AbortController();
      const during = (async () => {
        for await (const _ of source.items({ signal: stop.signal })) stop.abort(new Error('dừng giữa chừng'));
        stop.signal.throwIfAborted();
      })();
      await expect(during).rejects.toThrow('dừng giữa chừng');
      await source.ping();
    }));
}
