import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from './match.ts';
import { priceReader } from './read-price.ts';

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

  test('never writes over a catalogue, under whatever name', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const [one, other] = [file('own-l.csv', left), file('own-r.csv', right)];
    const alias = file('own-alias.csv');
    symlinkSync(other, alias);
    expect(await run(['--kind', 'product', '--left', one, '--right', other, '--out', alias])).toBe(2);
    expect(error.mock.calls.flat().join('\n')).toContain('sẽ ghi đè');
    expect(readFileSync(other, 'utf8')).toBe(right);
  });

  test('an empty catalogue gives an empty answer', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const out = file('empty-out.csv');
    const empty = file('empty.csv', 'id,name\n');
    expect(await run(['--kind', 'partner', '--left', empty, '--right', file('r.csv', right), '--out', out])).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('left_id,right_id,score,best,evidence\n');
  });

  /** Matches these two catalogues of goods. */
  const match = async (leftText: string, rightText: string, ...more: string[]) => {
    const said: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)));
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const out = file('case-out.csv');
    rmSync(out, { force: true });
    const sides = ['--left', file('case-l.csv', leftText), '--right', file('case-r.csv', rightText)];
    const code = await run(['--kind', 'product', ...sides, '--out', out, ...more]);
    const rows = existsSync(out) ? (parse(readFileSync(out), { columns: true }) as Record<string, string>[]) : [];
    return { code, said: said.join('\n'), rows };
  };
  const pairsOf = (rows: readonly Record<string, string>[]) =>
    rows
      .filter((row) => row.best === '1')
      .map((row) => `${row.left_id}-${row.right_id}`)
      .sort();

  test.each([
    ['semicolons, as Vietnamese Excel writes them', right.replaceAll(',', ';')],
    ['tabs', right.replaceAll(',', '\t')],
    [
      'a byte order mark, CRLF and a quoted header',
      `\ufeff"id","name",unit\r\n${right.split('\n').slice(1).join('\r\n')}`,
    ],
    ['a name over two lines', right.replace('"Sua tuoi Lumi co duong', '"Sua tuoi Lumi\nco duong')],
    ['empty names, empty lines and short rows', `${right}\nR4,,\nR5\n`],
  ])('reads %s', async (_, text) => {
    const { code, rows } = await match(left, text);
    expect([code, pairsOf(rows)]).toEqual([0, ['L1-R3', 'L2-R2', 'L3-R1']]);
  });

  test.each([
    ['id,name\nA,x\n,Thép tấm\n', 'dòng 3, cột «id»: để trống'],
    ['id,name\nA,x\nB,y\nA,z\n', 'dòng 4, cột «id»: «A» đã có ở dòng 2'],
    ['id,name\nA,"x\ny"\nB,Thép tấm, 6mm\n', 'dòng 4: có 3 ô nhưng tiêu đề chỉ có 2 cột; ô thừa « 6mm»'],
    ['id,name,name\nA,x,y\n', 'cột «name» có hai lần'],
    ['id,name\nA,"x\nB,y\n', 'dấu ngoặc kép không khớp'],
    [`id,name\nA,x\nB,"${'thép '.repeat(10_000)}"\n`, 'dòng 3, cột «name»: dài 50000 ký tự'],
    ['', 'thiếu cột bắt buộc «id»'],
  ])('refuses a catalogue that could be taken for another, saying where: %#', async (text, sentence) => {
    const { code, said, rows } = await match(left, text);
    expect(said).toContain(sentence);
    expect([code, rows]).toEqual([2, []]);
  });

  test('says which prices it leaves out', async () => {
    const { code, said } = await match('id,name,price\nA,x,liên hệ\nB,y,-5\nC,z,0\n', right);
    expect(code).toBe(0);
    expect(said).toContain('bỏ qua 2 giá không đọc được');
    expect(said).toContain('dòng 2: «liên hệ»');
  });

  test.each([
    ['one-to-one', 1, 1],
    ['each-right', undefined, 1],
    ['each-left', 1, undefined],
  ])('%s uses every record as often as it may', async (assign, leftMost, rightMost) => {
    const twice = (text: string, prefix: string) =>
      `${text.trimEnd()}\n${text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.replace(/^\w/, prefix))
        .join('\n')}\n`;
    // Two that are equal on both sides leave no pair sure enough where each may be used once.
    const copies = assign === 'one-to-one' ? (text: string) => text : twice;
    const { rows } = await match(copies(left, 'M'), copies(right, 'S'), '--assign', assign);
    const best = rows.filter((row) => row.best === '1');
    const most = (side: 'left_id' | 'right_id') =>
      Math.max(
        ...Map.groupBy(best, (row) => row[side])
          .values()
          .map((each) => each.length),
      );
    if (leftMost) expect(most('left_id')).toBe(leftMost);
    else expect(most('left_id')).toBeGreaterThan(1);
    if (rightMost) expect(most('right_id')).toBe(rightMost);
    else expect(most('right_id')).toBeGreaterThan(1);
    expect(Math.min(...rows.map((row) => Number(row.score)))).toBeGreaterThanOrEqual(0.05);
  });

  test.each([
    ['12.5', 12.5],
    ['1.234.567', 1_234_567],
    ['1.234.567,89', 1_234_567.89],
    ['1234567.89', 1_234_567.89],
    ['1,234.50', 1234.5],
    ['1.234,5', 1234.5],
    ['25.000', 25_000],
    ['25.000 đ', 25_000],
    ['0.125', 0.125],
    ['', undefined],
    ['liên hệ', undefined],
    ['0', undefined],
  ])('reads the price «%s»', (text, value) => {
    expect(priceReader([text])(text)).toBe(value);
  });

  test('reads a price by the others of its column where it is open to two readings', () => {
    expect(priceReader(['12.500', '1.234.567'])('12.500')).toBe(12_500);
    expect(priceReader(['12.500', '8.250'])('12.500')).toBe(12_500);
    expect(priceReader(['12.500', '0.75', '1299.99'])('12.500')).toBe(12.5);
    expect(priceReader(['12.000', '0.75'])('12.000')).toBe(12_000);
  });
});
