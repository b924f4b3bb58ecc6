import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from './allocate.ts';
import { readInstanceFile } from './instance-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const instance = {
  note: { lots: [{ id: 'not a lot' }], text: 'một ] dấu } "trong" chuỗi \\' },
  lots: [
    {
      id: 'K1',
      profile: 'Mã "P" [1]',
      warehouse: 'Kho chính',
      product: 'Ấm đun',
      availableFrom: '2026-09-01',
      quantity: '5',
    },
  ],
  lines: [
    {
      id: 'L1',
      document: 'HD-1',
      date: '2026-09-02',
      priority: 1,
      item: 'AD',
      quantity: '3',
      amount: 300,
      profiles: ['Mã "P" [1]'],
    },
    {
      id: 'L2',
      document: 'HD-2',
      date: '2026-09-02',
      priority: 2,
      item: 'AD',
      quantity: '3',
      amount: 300,
      profiles: ['Mã "P" [1]'],
    },
  ],
  links: [{ item: 'AD', profile: 'Mã "P" [1]', product: 'Ấm đun', factor: '1' }],
};

const put = async (text: string): Promise<string> => {
  const path = join(folder, 'instance.json');
  await writeFile(path, text);
  return path;
};

describe('reading an instance', () => {
  it.each([1, 7, 64, 1 << 20])('gives the same rows whatever the chunk: %i bytes', async (bytes) => {
    const { note: _, ...expected } = instance;
    expect(await readInstanceFile(await put(JSON.stringify(instance)), bytes)).toEqual(expected);
    expect(await readInstanceFile(await put(JSON.stringify(instance, null, 2)), bytes)).toEqual(expected);
  });

  it.each([
    ['an unfinished file', '{"lots": [], "lines": [{"id": "L'],
    ['a list', '[]'],
    ['text after the end', '{"lots": [], "lines": [], "links": []} x'],
    ['a row that is no object', '{"lots": [1], "lines": [], "links": []}'],
    ['a malformed row', '{"lots": [{"id": }], "lines": [], "links": []}'],
  ])('refuses %s', async (_, text) => {
    await expect(readInstanceFile(await put(text))).rejects.toThrow(SyntaxError);
  });

  it.each([1, 64, 1 << 20])('names the row that is malformed, whatever the chunk: %i bytes', async (bytes) => {
    const rows = ['{"id": "a}{", "x": {"y": 1}}', '{"id": "b"}', '{"id": "c",}', '{"id": "d"}'];
    const path = await put(`{"lots": [], "lines": [${rows.join(', ')}], "links": []}`);
    await expect(readInstanceFile(path, bytes)).rejects.toThrow(/^phần tử lines\[2\] sai cú pháp/);
  });

  it('names the folder that was given in place of a file', async () => {
    await expect(readInstanceFile(folder)).rejects.toMatchObject({ code: 'EISDIR', path: folder });
  });

  it('names the list that is missing', async () => {
    await expect(readInstanceFile(await put('{"lots": [], "lines": []}'))).rejects.toMatchObject({
      code: 'BAD_INSTANCE',
      details: { list: 'links' },
    });
  });
});

describe('khop allocate', () => {
  it('writes the plan', async () => {
    const out = join(folder, 'plan.json');
    expect(await run(['--instance', await put(JSON.stringify(instance)), '--out', out])).toBe(0);
    const plan = JSON.parse(await readFile(out, 'utf8'));
    expect(plan.allocations).toEqual([
      { line: 'L1', lot: 'K1', quantity: '3', lineQuantity: '3', amount: 300 },
      { line: 'L2', lot: 'K1', quantity: '2', lineQuantity: '2', amount: 200 },
    ]);
    expect(plan.shortages).toMatchObject([{ line: 'L2', lineQuantity: '1', amount: 100, reason: 'TAKEN_BY_OTHERS' }]);
    expect(plan.stats).toMatchObject({ amount: 600, allocatedAmount: 500, priority1Amount: 300, gap: 0 });
  });

  it.each([
    ['wrong arguments', ['--instance'], 2],
    ['a missing file', ['--instance', '/nowhere/i.json', '--out', '/nowhere/p.json'], 1],
  ])('%s end with a code and a sentence', async (_, args, code) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await run(args)).toBe(code);
    expect(said).toHaveBeenCalledOnce();
  });

  it('never writes over its own instance', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const path = await put(JSON.stringify(instance));
    expect(await run(['--instance', path, '--out', join(folder, '.', 'instance.json')])).toBe(2);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('sẽ ghi đè'));
    expect(await readFile(path, 'utf8')).toBe(JSON.stringify(instance));
  });

  it('says in Vietnamese what is wrong with the data', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const wrong = { ...instance, lines: [{ ...instance.lines[0], quantity: 'ba' }] };
    expect(await run(['--instance', await put(JSON.stringify(wrong)), '--out', join(folder, 'p.json')])).toBe(1);
    expect(said).toHaveBeenCalledWith(
      expect.stringContaining('BAD_QUANTITY: lines[0].quantity: Số lượng «ba» không hợp lệ'),
    );
  });

  const [lot] = instance.lots;
  const [line] = instance.lines;
  const [connection] = instance.links;
  it.each<[string, object, string]>([
    ['a number for a text', { lines: [line, { ...line, id: 'L9', quantity: 3 }] }, 'lines[1].quantity: cần một chuỗi'],
    [
      'a field that is missing',
      { lines: [{ ...line, item: undefined }] },
      'lines[0].item: cần một chuỗi, nhận được không có',
    ],
    ['null', { lots: [{ ...lot, step: null }] }, 'lots[0].step: cần một chuỗi'],
    [
      'a day that does not exist',
      { lots: [{ ...lot, availableFrom: '2026-02-30' }] },
      'lots[0].availableFrom: cần ngày',
    ],
    ['a fraction of a đồng', { lines: [{ ...line, amount: 0.5 }] }, 'lines[0].amount: cần số đồng nguyên'],
    ['a return', { lines: [{ ...line, quantity: '-1' }] }, 'lines[0].quantity: cần số không âm'],
    ['a negative amount', { lines: [{ ...line, amount: -1 }] }, 'lines[0].amount: cần số đồng nguyên'],
    ['too many places', { lots: [{ ...lot, quantity: '0.1234567' }] }, 'lots[0].quantity: Số lượng'],
    ['a factor of nothing', { links: [connection, { ...connection, factor: '0' }] }, 'links[1].factor: Hệ số'],
    ['a profile that is no text', { lines: [{ ...line, profiles: ['P', 7] }] }, 'lines[0].profiles[1]: cần một chuỗi'],
    ['profiles that are no list', { lines: [{ ...line, profiles: 'P' }] }, 'lines[0].profiles: cần một mảng'],
    ['a pin that is none', { lines: [{ ...line, pinned: [null] }] }, 'lines[0].pinned[0]: cần một đối tượng'],
    [
      'a pin without a quantity',
      { lines: [{ ...line, pinned: [{ lot: 'K1' }] }] },
      'lines[0].pinned[0].lineQuantity: cần',
    ],
    [
      'a last plan of numbers',
      { previous: [{ line: 'L1', lot: 'K1', lineQuantity: 1 }] },
      'previous[0].lineQuantity: cần',
    ],
    ['an unknown priority', { lines: [{ ...line, priority: 3 }] }, 'lines[0].priority: cần 1 hoặc 2'],
    ['an id that repeats', { lines: [line, line] }, 'DUPLICATE_ID: Mã dòng bán «L1» bị lặp'],
  ])('names the place of %s', async (_, change, says) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const out = join(folder, 'p.json');
    expect(await run(['--instance', await put(JSON.stringify({ ...instance, ...change })), '--out', out])).toBe(1);
    expect(said).toHaveBeenCalledWith(expect.stringContaining(says));
  });
});
