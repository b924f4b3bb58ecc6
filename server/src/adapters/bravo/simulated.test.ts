import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { netAmountOf } from '@khop/engine/bravo/sales-line.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSample } from '../../cli/sample/write-sample.ts';
import { BravoUnavailable } from './port.ts';
import { simulatedBravo } from './simulated.ts';
import { collect as all, itKeepsTheLawsOfBravo } from './testing/source-laws.ts';

const company = generateCompany({ seed: 9, lines: 1200, profiles: 1 });
const { fromDate, toDate } = company.period;
const start = new Date('2026-10-01T01:00:00.000Z');
let root: string;
let folder: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'khop-bravo-'));
  folder = join(root, 'sample');
  await writeSample({ seed: 9, lines: 1200, profiles: 1 }, folder);
});
afterAll(() => rm(root, { recursive: true }));

let serial = 0;
/** A Bravo of its own whose clock is set by the test. */
function bravoAt(stateFile = join(root, `state-${serial++}.json`)) {
  const clock = { now: start, outage: undefined as string | undefined };
  const source = simulatedBravo({ folder, stateFile, now: () => clock.now, outage: () => clock.outage });
  const after = (seconds: number) => {
    clock.now = new Date(start.getTime() + seconds * 1000);
  };
  return { source, clock, after, stateFile };
}

describe('the simulated Bravo', () => {
  itKeepsTheLawsOfBravo({ open: async () => bravoAt().source, fromDate, toDate });

  it('serves the whole catalogue with units and rates', async () => {
    const items = await all(bravoAt().source.items({}));
    expect(items).toHaveLength(company.bravoItems.length);
    const carton = company.bravoItems.find((item) => item.units.length > 1)!;
    expect(items.find(({ code }) => code === carton.code)).toMatchObject({
      name: carton.name,
      units: carton.units.map(({ unit, rate }) => ({ unit, rate: String(rate) })),
    });
  });

  it('serves partners without what Khớp knows of them', async () => {
    const partners = await all(bravoAt().source.partners({}));
    expect(partners).toHaveLength(company.partners.length);
    expect(partners.every((partner) => !('invoiceRequirement' in partner))).toBe(true);
  });

  it('serves the ledger of a range, to the đồng', async () => {
    const { source } = bravoAt();
    const lines = await all(source.sales({ fromDate, toDate }));
    const expected = [...company.ledger()].flatMap((document) => document.lines);
    expect(lines).toHaveLength(1200);
    const sum = lines.reduce((total, line) => total + netAmountOf(line), 0);
    expect(sum).toBe(expected.reduce((total, line) => total + line.amount - line.discount, 0));
    expect(
      lines.every((line, index) => formatQuantity(line.quantity) === String(expected[index]!.quantity / 1000)),
    ).toBe(true);
    const day = lines[500]!.docDate;
    const ofDay = await all(source.sales({ fromDate: day, toDate: day, branchCode: 'CN01' }));
    expect(ofDay).toEqual(lines.filter((line) => line.docDate === day && line.branchCode === 'CN01'));
    expect(ofDay.length).toBeGreaterThan(0);
    expect(await all(source.sales({ fromDate: '2025-01-01', toDate: '2025-12-31' }))).toEqual([]);
  });

  it('serves the last count on or before the day asked for', async () => {
    const { source } = bravoAt();
    const counts = await all(source.stock({ asOf: '2027-01-01' }));
    expect(counts.length).toBe(company.books().bravoStock.length);
    expect(new Set(counts.map(({ asOf }) => asOf))).toEqual(new Set([toDate]));
    expect(await all(source.stock({ asOf: '2026-01-01' }))).toEqual([]);
  });

  it('changes with time, and gives the changes since a moment', async () => {
    const { source, after } = bravoAt();
    const before = await all(source.items({}));
    expect(await all(source.items({ modifiedSince: start.toISOString() }))).toEqual([]);
    after(60);
    const changed = await all(source.items({ modifiedSince: start.toISOString() }));
    expect(changed).toHaveLength(4);
    expect(changed.map(({ modifiedAt }) => modifiedAt)).toEqual([...changed.map((each) => each.modifiedAt)].sort());
    const now = await all(source.items({}));
    expect(now).toHaveLength(before.length + 1);
    const codes = new Set(changed.map(({ code }) => code));
    const untouched = (list: typeof now) => list.filter(({ code }) => !codes.has(code));
    expect(untouched(now)).toEqual(untouched(before));
    const partners = await all(source.partners({ modifiedSince: start.toISOString() }));
    expect(partners.length).toBeGreaterThan(2);
    after(24 * 3600);
    expect((await all(source.items({ modifiedSince: start.toISOString() }))).length).toBeGreaterThan(changed.length);
  });

  it('finds a change at the very instant of the watermark', async () => {
    const { source, after } = bravoAt();
    await source.ping();
    await all(source.items({}));
    after(15);
    const [first] = await all(source.items({ modifiedSince: start.toISOString() }));
    expect(await all(source.items({ modifiedSince: first!.modifiedAt }))).toEqual([first]);
  });

  it('remembers its start over restarts', async () => {
    const first = bravoAt();
    await all(first.source.items({}));
    const second = bravoAt(first.stateFile);
    second.after(45);
    expect(await all(second.source.items({ modifiedSince: start.toISOString() }))).toHaveLength(3);
  });

  it('begins once when several processes begin it together', async () => {
    const { stateFile } = bravoAt();
    const many = Array.from({ length: 8 }, (_, index) => {
      const now = new Date(start.getTime() + index * 1000);
      return all(simulatedBravo({ folder, stateFile, now: () => now }).items({ modifiedSince: start.toISOString() }));
    });
    expect((await Promise.all(many)).flat()).toEqual([]);
  });

  it('can be out of reach, at once or in the middle', async () => {
    const { source, clock } = bravoAt();
    const sales = source.sales({ fromDate, toDate })[Symbol.asyncIterator]();
    await sales.next();
    clock.outage = 'mất mạng';
    await expect(sales.next()).rejects.toMatchObject({ code: 'BRAVO_UNAVAILABLE' });
    await expect(source.ping()).rejects.toThrow(BravoUnavailable);
    await expect(all(source.items({}))).rejects.toThrow('mất mạng');
    clock.outage = undefined;
    await source.ping();
  });

  it('is out of reach where there is no sample company', async () => {
    const nowhere = simulatedBravo({ folder: join(root, 'none'), stateFile: join(root, 'n.json'), now: () => start });
    await expect(nowhere.ping()).rejects.toMatchObject({ code: 'BRAVO_UNAVAILABLE' });
    await expect(all(nowhere.sales({ fromDate, toDate }))).rejects.toThrow(
      /sales\.csv.* hãy nhờ người quản trị nối Bravo, hay đặt KHOP_BRAVO_MODE=files nếu công ty chỉ dùng tệp\.$/,
    );
    await expect(all(nowhere.items({}))).rejects.toThrow(/item-units\.csv.*; danh mục cũng đưa vào được bằng tệp/);
  });

  it('stops when it is told to', async () => {
    const { source } = bravoAt();
    const stop = new AbortController();
    const sales = source.sales({ fromDate, toDate, signal: stop.signal })[Symbol.asyncIterator]();
    await sales.next();
    stop.abort(new Error('người dùng dừng'));
    await expect(sales.next()).rejects.toThrow('người dùng dừng');
  });

  it('names the row and the field of bad data', async () => {
    const broken = join(root, 'broken');
    await cp(folder, broken, { recursive: true });
    const header = 'asOf,warehouseCode,itemCode,quantity,value\n';
    await writeFile(join(broken, 'bravo', 'stock.csv'), `${header}2026-09-30,K01,VT1,3,1000.5\n`);
    const source = simulatedBravo({ folder: broken, stateFile: join(root, 'b.json'), now: () => start });
    await expect(all(source.stock({ asOf: '2026-09-30' }))).rejects.toMatchObject({
      code: 'BRAVO_QUERY_INVALID',
      message: expect.stringMatching(/VT1.*value.*1000\.5/),
    });
  });
});
