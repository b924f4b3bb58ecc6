import { uploadedLayouts } from '@khop/engine/sheets/layouts/layouts.ts';
import { describe, expect, test } from 'vitest';
import type { Entry, EntryState } from './entry.ts';
import { afterReload } from './kept.ts';
import { type Around, needsPeriod, needsProfile, nextOf, obstacleOf, sumsOf, waitsFor } from './queue.ts';

let made = 0;
const entry = (layout: string, more: Partial<Entry> & { from?: string; to?: string; sha256?: string } = {}): Entry => {
  const id = `e${made++}`;
  const { from: fromDate = null, to: toDate = null, sha256 = id, ...rest } = more;
  const same = { id, name: `${id}.xlsx`, path: `${id}.xlsx`, size: 1, state: 'ready' as EntryState, layout };
  const seen = { fileName: `${id}.xlsx`, size: 1, sha256, layout, title: layout, fromDate, toDate } as Entry['seen'];
  return { ...same, ...(seen && { seen }), profileId: 'p1', ...rest };
};
const around: Around = { periodId: 'k1', profiles: [{ id: 'p1', code: 'P1' }] };
const waiting = (layout: string, more: Partial<Entry> = {}) => entry(layout, { state: 'waiting', ...more });

/** The order in which all of these are loaded when each goes well. */
function loaded(entries: readonly Entry[]): (string | undefined)[] {
  const next = nextOf(entries);
  if (!next) return [];
  return [next.layout, ...loaded(entries.map((one) => (one === next ? { ...one, state: 'done' } : one)))];
}

describe('the order of loading', () => {
  test('catalogues come before ledgers and the stock comes last, whatever the folder is called', () => {
    const shuffled = [...uploadedLayouts].reverse();
    const order = loaded(shuffled.map((layout) => waiting(layout)));
    expect(order.toSorted()).toEqual(uploadedLayouts.toSorted());
    expect(order.at(-1)).toBe('amis-inventory');
    const at = (layout: string) => order.indexOf(layout);
    expect(at('amis-products')).toBeLessThan(at('product-connections'));
    expect(at('amis-customers')).toBeLessThan(at('partner-connections'));
    expect(at('partner-connections')).toBeLessThan(at('amis-purchase-ledger'));
    expect(at('amis-purchase-ledger')).toBeLessThan(at('amis-sales-ledger'));
  });

  test('a file that failed stops only those that cannot do without it, in its own profile', () => {
    const failed = entry('amis-products', { state: 'failed' });
    const own = waiting('product-connections');
    const other = waiting('product-connections', { profileId: 'p2' });
    const entries = [failed, own, other, waiting('amis-sales-ledger'), waiting('amis-inventory')];
    expect(waitsFor(own, entries)).toBe(failed);
    expect(loaded(entries)).toEqual(['product-connections', 'amis-sales-ledger', 'amis-inventory']);
    const leftOut = entries.map((one) => (one === failed ? { ...one, state: 'left-out' as const } : one));
    expect(loaded(leftOut)).toHaveLength(4);
  });

  test('the stock waits for a ledger that a person is asked about, and not for one that was refused', () => {
    const stock = waiting('amis-inventory');
    const asks = entry('amis-sales-ledger', { state: 'asks' });
    expect(waitsFor(stock, [asks, stock])).toBe(asks);
    expect(waitsFor(stock, [{ ...asks, state: 'failed' }, stock])).toBeUndefined();
    expect(waitsFor(stock, [{ ...asks, profileId: 'p2' }, stock])).toBeUndefined();
  });
});

describe('an obstacle to loading is', () => {
  const obstacle = (entries: readonly Entry[], at: number, now: Around = around) =>
    obstacleOf(entries[at]!, entries, now);

  test('a profile that nothing names, and a period that is not there', () => {
    expect(obstacle([entry('amis-products', { profileId: undefined })], 0)).toContain('Hãy chọn hồ sơ');
    expect(obstacle([entry('invoice-requirements', { profileId: undefined })], 0)).toBeUndefined();
    const noPeriod = { periodId: undefined, profiles: [] };
    expect(obstacle([entry('amis-inventory')], 0, noPeriod)).toContain('Chưa có kỳ đang mở');
    expect(obstacle([entry('amis-products')], 0, noPeriod)).toBeUndefined();
  });

  test('the very same file twice: the second one says so, unless it goes elsewhere', () => {
    const twice = [entry('amis-products', { sha256: 'x' }), entry('amis-products', { sha256: 'x' })];
    expect(obstacle(twice, 0)).toBeUndefined();
    expect(obstacle(twice, 1)).toContain(`Cùng một tệp với «${twice[0]!.path}»`);
    expect(obstacle([twice[0]!, { ...twice[1]!, profileId: 'p2' }], 1)).toBeUndefined();
    expect(obstacle([{ ...twice[0]!, state: 'left-out' }, twice[1]!], 1)).toBeUndefined();
  });

  test('two files for one place are both told of, where one would take the place of the other', () => {
    const stocks = [entry('amis-inventory'), entry('amis-inventory')];
    expect([obstacle(stocks, 0), obstacle(stocks, 1)]).toEqual([
      expect.stringContaining(stocks[1]!.path),
      expect.stringContaining(stocks[0]!.path),
    ]);
    const ledger = (from: string, to: string) => entry('amis-sales-ledger', { from, to });
    const halves = [ledger('2026-09-01', '2026-09-15'), ledger('2026-09-16', '2026-09-30')];
    expect(obstacle(halves, 0)).toBeUndefined();
    expect(obstacle([halves[0]!, ledger('2026-09-15', '2026-09-30')], 0)).toContain('Cùng vào một chỗ');
    expect(obstacle([halves[0]!, entry('amis-sales-ledger')], 0)).toContain('Cùng vào một chỗ');
    expect(obstacle([entry('amis-products'), entry('amis-products')], 0)).toBeUndefined();
  });
});

test('what belongs to a profile and to a period is known of every layout', () => {
  expect(uploadedLayouts.filter((one) => !needsProfile(one)).toSorted()).toEqual([
    ...['bravo-items', 'bravo-partners', 'bravo-sales', 'invoice-requirements'],
  ]);
  expect(uploadedLayouts.filter(needsPeriod).toSorted()).toEqual(['amis-inventory', 'amis-sales-ledger']);
});

test('after a reload of the page what was not sent is lost, and what ran or ended is not', () => {
  const states: EntryState[] = [
    'reading',
    'ready',
    'waiting',
    'sending',
    'running',
    'done',
    'failed',
    'asks',
    'left-out',
  ];
  expect(states.map((state) => afterReload(entry('amis-products', { state })).state)).toEqual([
    ...Array(4).fill('lost'),
    ...states.slice(4),
  ]);
});

test('the sums are those of the reports of all files that were taken in', () => {
  const report = { read: 5, created: 2, changed: 1, unchanged: 1, rejected: 1, warnings: [{}, {}] };
  const done = entry('amis-products', { state: 'done', run: { status: 'succeeded', result: report } as never });
  const failed = entry('amis-products', { state: 'failed', run: { status: 'failed', result: {} } as never });
  expect(sumsOf([done, failed, done])).toEqual({
    files: 2,
    read: 10,
    created: 4,
    changed: 2,
    unchanged: 2,
    rejected: 2,
    warnings: 4,
  });
});
