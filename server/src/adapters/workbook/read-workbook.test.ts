import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import { tableSheet } from '@khop/engine/sheets/table-sheet.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readWorkbook } from './read-workbook.ts';
import { cellsOf, refusalOf, testFolder } from './testing/ooxml-fixture.ts';
import { workbooks } from './workbooks.ts';
import { writeWorkbook, writeWorkbookFile } from './write/write-workbook.ts';

// Threads and processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const customers = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ code: `KH${at}`, name: `Khách ${at % 7}`, debt: at, taxCode: null }));
const note = (name: string) =>
  tableSheet({ name, columns: [{ header: 'Ghi chú', width: 20, format: 'text' }], rows: [['xem trang sau']] });

describe('readWorkbook', () => {
  it('reads the sheet that fits, at any place among the others', async () => {
    const path = folder.path('two.xlsx');
    await writeWorkbookFile(path, [note('Hướng dẫn'), renderLayout('amis-customers', customers(3)), note('Khác')]);
    expect(await readWorkbook(path)).toMatchObject({ layout: 'amis-customers', sheet: 'Khach hang', headerRow: 3 });
    expect(await refusalOf(readWorkbook(path, { layout: 'amis-products' }))).toMatchObject({ code: 'WRONG_LAYOUT' });
  });

  it('says why no sheet fits', async () => {
    const path = folder.path('notes.xlsx');
    await writeWorkbookFile(path, [note('Một'), note('Hai')]);
    expect(await refusalOf(readWorkbook(path))).toMatchObject({ code: 'UNKNOWN_LAYOUT', name: 'Problem' });
    expect(await refusalOf(readWorkbook(path, { layout: 'x' }))).toMatchObject({ code: 'UNKNOWN_LAYOUT' });
  });

  it('keeps rows and row numbers in step over many batches, and hands them over one by one on request', async () => {
    const path = folder.path('many.xlsx');
    const rows = customers(10_000);
    await writeWorkbookFile(path, [renderLayout('amis-customers', rows)]);
    const read = await readWorkbook(path);
    expect(read.rows.map((row) => [row.code, row.name, row.debt])).toEqual(
      rows.map((row) => [row.code, row.name, row.debt]),
    );
    expect(read.rowNumbers).toEqual(rows.map((_, at) => at + 4));
    const seen: [unknown, number][] = [];
    const streamed = await readWorkbook(path, { onRow: (row, rowNumber) => seen.push([row.code, rowNumber]) });
    expect(streamed).toMatchObject({ rows: [], totals: read.totals });
    expect(seen).toEqual(read.rows.map((row, at) => [row.code, read.rowNumbers[at]]));
  });

  it('stops at once when it is told to, before and while reading', async () => {
    const path = folder.path('many.xlsx');
    const reason = new Error('đã hủy');
    expect(await refusalOf(readWorkbook(path, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    const controller = new AbortController();
    const reading = refusalOf(readWorkbook(path, { signal: controller.signal }));
    controller.abort(reason);
    expect(await reading).toBe(reason);
  });

  it.each([
    ['commas and a byte-order mark', '\uFEFFprofileCode,amisCode,bravoCode,factor\r\nP1,"A,1",B1,0.5\r\n', 'utf8'],
    ['semicolons', 'Mã hàng AMIS;Mã hàng Bravo;Hệ số\n"A,1";B1;0,5\n', 'utf8'],
    ['tabs in UTF-16', '\uFEFFMã hàng AMIS\tMã hàng Bravo\tHệ số\r\nA,1\tB1\t0.5\r\n', 'utf16le'],
    ['tabs in UTF-16 without a mark', 'Mã hàng AMIS\tMã hàng Bravo\tHệ số\r\nA,1\tB1\t0.5\r\n', 'utf16le'],
    ['bars', 'Mã hàng AMIS|Mã hàng Bravo|Hệ số\nA,1|B1|0,5\n', 'utf8'],
    ['bars between texts with commas', 'Mã hàng AMIS|Mã hàng Bravo|Hệ số|Ghi chú\nA,1|B1|0,5|a, b, c, d\n', 'utf8'],
    [
      'texts that a program told spreadsheets to keep',
      'Mã hàng AMIS,Mã hàng Bravo,Hệ số\n"=""A,1""",="B1",0.5\n',
      'utf8',
    ],
    ['commas and a text with bars', 'Mã hàng AMIS,Mã hàng Bravo,Hệ số,Ghi chú\n"A,1",B1,0.5,a|b|c|d|e|f\n', 'utf8'],
  ] as const)('reads CSV with %s', async (_, text, encoding) => {
    const path = folder.path('connections.csv');
    await writeFile(path, text, encoding);
    const read = await readWorkbook(path);
    expect(read).toMatchObject({ layout: 'product-connections', headerRow: 1, rowNumbers: [2] });
    expect(read.rows).toMatchObject([{ amisCode: 'A,1', bravoCode: 'B1', factor: '0.5' }]);
  });

  it('reads CSV in UTF-16 with the big end first', async () => {
    const text = Buffer.from('\uFEFFMã hàng AMIS\tMã hàng Bravo\tHệ số\r\nA,1\tB1\t0.5\r\n', 'utf16le');
    const path = folder.path('big-end.csv');
    await writeFile(path, text.swap16());
    expect((await readWorkbook(path)).rows).toMatchObject([{ amisCode: 'A,1', bravoCode: 'B1', factor: '0.5' }]);
    await writeFile(path, text.subarray(2));
    expect((await readWorkbook(path)).rows).toMatchObject([{ amisCode: 'A,1', bravoCode: 'B1', factor: '0.5' }]);
  });

  it('reads CSV in the old Vietnamese codes and says so', async () => {
    const path = folder.path('legacy.csv');
    const lines = (header: string, name: string) => `${header}\r\n${`KH1,${name}\r\n`.repeat(9000)}`;
    const tcvn3 = lines('M· kh¸ch hµng,Tªn kh¸ch hµng', 'C«ng ty cæ phÇn NguyÔn §×nh ChiÓu');
    const vni = lines('Maõ khaùch haøng,Teân khaùch haøng', 'Coâng ty coå phaàn Nguyeãn Ñình Chieåu');
    for (const [text, encoding] of [
      [tcvn3, 'TCVN3 (ABC)'],
      [vni, 'VNI'],
    ] as const) {
      await writeFile(path, text, 'latin1');
      const read = await readWorkbook(path);
      expect(new Set(read.rows.map((row) => row.name))).toEqual(new Set(['Công ty cổ phần Nguyễn Đình Chiểu']));
      expect(read.rows).toHaveLength(9000);
      expect(read.warnings[0]).toMatchObject({ row: 0, code: 'ENCODING_CONVERTED', value: encoding });
    }
    // Windows-1258 writes the tone as a mark of its own: ì grave, Þ tilde, ò hook, ò dot below.
    const header = Buffer.from(
      'Ma\xde kha\xecch ha\xccng,T\xean kha\xecch ha\xccng\r\nKH1,C\xf4ng ty Hoa\xccng Lan\r\n',
      'latin1',
    );
    await writeFile(path, header);
    expect((await readWorkbook(path)).rows).toMatchObject([{ code: 'KH1', name: 'Công ty Hoàng Lan' }]);
  });

  it.each([
    ['its mark, small end first', true, false],
    ['its mark, big end first', true, true],
    ['no mark, small end first', false, false],
    ['no mark, big end first', false, true],
  ])('names UTF-32 and the remedy for a CSV in it with %s', async (_, isMarked, isBig) => {
    const letters = [...`${isMarked ? '\uFEFF' : ''}Mã hàng AMIS,Mã hàng Bravo\r\nA1,B1\r\n`];
    const bytes = Buffer.alloc(letters.length * 4);
    letters.forEach((letter, at) => {
      if (isBig) bytes.writeUInt32BE(letter.codePointAt(0)!, at * 4);
      else bytes.writeUInt32LE(letter.codePointAt(0)!, at * 4);
    });
    const path = folder.path('wide.csv');
    await writeFile(path, bytes);
    expect(await refusalOf(readWorkbook(path))).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message: expect.stringMatching(/UTF-32.*CSV UTF-8/),
    });
  });

  it('asks for UTF-8 when a CSV is in a code that it cannot tell', async () => {
    const path = folder.path('unknown.csv');
    await writeFile(
      path,
      Buffer.concat([Buffer.from('amisCode,bravoCode\nK'), Buffer.from([0xd7, 0xd8, 0x2c]), Buffer.from('B\n')]),
    );
    expect(await refusalOf(readWorkbook(path))).toMatchObject({ code: 'FILE_TYPE_NOT_SUPPORTED' });
  });

  it('refuses a UTF-8 CSV whose end is not', async () => {
    const path = folder.path('broken.csv');
    await writeFile(
      path,
      Buffer.concat([Buffer.from(`amisCode,bravoCode\n${'K,Bé\n'.repeat(20_000)}`), Buffer.from([0xd5, 0xc2])]),
    );
    expect(await refusalOf(readWorkbook(path, { layout: 'product-connections' }))).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
    });
  });
});

describe('writeWorkbook', () => {
  it('makes sheet names that Excel accepts', async () => {
    const path = folder.path('names.xlsx');
    const names = ['a/b:c*[d]?', 'A B C  D', '', 'x'.repeat(40), `${'x'.repeat(31)}y`, "'q'"];
    await writeWorkbookFile(path, names.map(note));
    const { openRows } = await import('./open-rows.ts');
    const source = await openRows(path);
    source.close();
    expect(new Set(source.sheets.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(source.sheets.every((name) => name.length > 0 && name.length <= 31 && !/[[\]:*?/\\]/.test(name))).toBe(true);
  });

  it('keeps every text to the character', async () => {
    const odd = fc.string({ unit: fc.constantFrom(...'a_x0041D\n\t\r <>&"\'=\u0001\u00a0đẵ😀'), maxLength: 12 });
    const texts = ['_x0041_', '__x005F_', ' _x000D_', '=1+1', ...fc.sample(odd, { numRuns: 500, seed: 3 })];
    const path = folder.path('texts.xlsx');
    const columns = [{ width: 10, format: 'text' as const }];
    await writeWorkbookFile(path, [{ name: 'S', columns, rows: texts.map((text) => [text]) }]);
    expect((await cellsOf(path)).map(([cell]) => cell)).toEqual(texts);
  });

  it('fails when the rows fail, instead of ending a broken file', async () => {
    function* rows() {
      yield ['một'];
      throw new Error('mất kết nối');
    }
    const sheet = { name: 'S', columns: [{ width: 10, format: 'text' as const }], rows: rows() };
    expect(await refusalOf(buffer(writeWorkbook([sheet])))).toMatchObject({ message: 'mất kết nối' });
  });

  it('takes rows that arrive asynchronously', async () => {
    async function* rows() {
      for (let at = 0; at < 3; at++) yield [`dòng ${at}`, at];
    }
    const path = folder.path('async.xlsx');
    const columns = [
      { width: 10, format: 'text' as const },
      { width: 10, format: 'integer' as const },
    ];
    await writeWorkbookFile(path, [{ name: 'S', columns, rows: rows() }]);
    expect(await cellsOf(path)).toEqual([0, 1, 2].map((at) => [`dòng ${at}`, at]));
  });
});

describe('the error workbook', () => {
  it('is the own sheet with reasons beside the rejected rows', async () => {
    const path = folder.path('bad.xlsx');
    const rows = [
      { code: 'A', name: 'Anh A', taxCode: '123' },
      { code: 'B', name: 'Bà B', taxCode: null },
      { code: 'C', name: null, taxCode: '456' },
    ];
    await writeWorkbookFile(path, [renderLayout('amis-customers', rows)]);
    const read = await readWorkbook(path);
    const errors = folder.path('errors.xlsx');
    await writeFile(errors, await buffer(await workbooks.writeErrors(path, read)));
    const [own, marked] = [await cellsOf(path), await cellsOf(errors)];
    const width = own[2]!.length;
    const filled = (row: readonly Cell[]) => row.slice(0, width).flatMap((cell, at) => (cell ? [[at, cell]] : []));
    expect(marked.map(filled)).toEqual(own.map(filled));
    expect(marked.map((row) => row[width] ?? null)).toEqual([
      null,
      null,
      'Lỗi',
      expect.stringContaining('«123» không phải mã số thuế'),
      null,
      expect.stringMatching(/Tên khách hàng.*\n.*«456»/),
      null,
    ]);
    const again = await readWorkbook(errors);
    expect(again.rejected).toHaveLength(read.rejected.length);
  });
});
