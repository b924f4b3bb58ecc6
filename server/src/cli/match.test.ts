import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readPrice, run } from './match.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'khop-match-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const file = (name: string, text?: string): string => {
  const full = path.join(folder, name);
  if (text !== undefined) writeFileSync(full, text);
  return full;
};

const left = `\ufeffid,name,unit,màu
L1,"Sữa tươi Lumi có đường 180ml",Hộp,x
L2,"Bột giặt Sanri hương chanh 2.7kg",Túi,x
L3,"Máy khoan Kato VH-120X",Cái,x
`;
const right = `id,name,unit
R1,MAY KHOAN KATO VH 120X,cai
R2,Bot giat Sanri huong chanh 2700g,tui
R3,"Sua tuoi Lumi co duong 180 ml",hop
`;

describe('khop match', () => {
  test('writes pairs, best first, with evidence that adds up', async () => {
    const warning = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const out = file('pairs.csv');
    const args = ['--kind', 'product', '--left', file('l.csv', left), '--right', file('r.csv', right), '--out', out];
    expect(await run(args)).toBe(0);
    expect(warning.mock.calls.flat().join()).toContain('«màu»');
    const rows = parse(readFileSync(out), { columns: true }) as Record<string, string>[];
    expect(Object.keys(rows[0]!)).toEqual(['left_id', 'right_id', 'score', 'best', 'evidence']);
    const best = rows.filter((row) => row.best === '1').map((row) => `${row.left_id}-${row.right_id}`);
    expect(best.sort()).toEqual(['L1-R3', 'L2-R2', 'L3-R1']);
    const scores = rows.map((row) => Number(row.score));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const row of rows) {
      const evidence = JSON.parse(row.evidence!) as { contribution: number }[];
      expect(evidence.reduce((sum, item) => sum + item.contribution, 0)).toBeCloseTo(Number(row.score), 6);
    }
    const again = file('again.csv');
    await run([...args.slice(0, -1), again]);
    expect(readFileSync(again)).toEqual(readFileSync(out));
  });

  test('refuses what it cannot serve with one sentence and code 2', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await run(['--kind', 'vật tư'])).toBe(2);
    expect(await run(['--kind', 'product', '--left', file('none.csv'), '--right', 'x', '--out', 'y'])).toBe(2);
    const bad = file('bad.csv', 'id,title\n1,x\n');
    expect(await run(['--kind', 'product', '--left', bad, '--right', bad, '--out', file('o.csv')])).toBe(2);
    expect(await run(['--nonsense'])).toBe(2);
    expect(error.mock.calls.flat().join('\n')).toContain('«name»');
  });

  test('an empty catalogue gives an empty answer', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const out = file('empty-out.csv');
    const empty = file('empty.csv', 'id,name\n');
    expect(await run(['--kind', 'partner', '--left', empty, '--right', file('r.csv', right), '--out', out])).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('left_id,right_id,score,best,evidence\n');
  });

  test.each([
    ['12.5', 12.5],
    ['1.234.567', 1_234_567],
    ['1.234.567,89', 1_234_567.89],
    ['1,234.50', 1234.5],
    ['25.000', 25_000],
    ['25.000 đ', 25_000],
    ['', undefined],
    ['liên hệ', undefined],
    ['0', undefined],
  ])('reads the price «%s»', (text, value) => {
    expect(readPrice(text)).toBe(value);
  });
});
