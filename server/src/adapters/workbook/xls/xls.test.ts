import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { UNCALCULATED } from '@khop/engine/sheets/cell.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertByOffice, OFFICE } from '../../../testing/office.ts';
import { openRows } from '../open-rows.ts';
import { compoundFile, type Storage } from '../testing/compound-fixture.ts';
import { cellsOf, refusalOf, testFolder } from '../testing/ooxml-fixture.ts';
import { chartInside, record, u16, type XlsSheet, xlsStream } from '../testing/xls-fixture.ts';

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

let count = 0;
const file = async (bytes: Buffer): Promise<string> => {
  const path = folder.path(`${++count}.xls`);
  await writeFile(path, bytes);
  return path;
};
const xls = (content: Storage): Promise<string> => file(compoundFile(content));
const text = (...texts: readonly string[]) => texts.map((one) => ({ text: one }));
const one = (...rows: XlsSheet['rows']): XlsSheet[] => [{ name: 'Sổ', rows }];

describe('an old Excel file', () => {
  it('gives the cells of a sheet, not what a chart inside it keeps of them', async () => {
    const sheet = {
      name: 'Sổ',
      rows: [[{ number: 1 }], text('Nồi'), [{ rk: (250 << 2) | 3 }]],
      inside: chartInside(999),
    };
    const path = await xls({ Workbook: xlsStream([sheet]) });
    expect(await cellsOf(path)).toEqual([[1], ['Nồi'], [2.5]]);
  });

  it('gives the workbook of the root, not one that is embedded in it', async () => {
    const embedded = xlsStream(one(text('của tệp nhúng')));
    const path = await xls({ MBD0001: { Workbook: embedded }, Workbook: xlsStream(one(text('của chính tệp'))) });
    expect(await cellsOf(path)).toEqual([['của chính tệp']]);
    const nothing = await xls({ MBD0001: { Workbook: embedded }, WordDocument: Buffer.from('chữ') });
    expect(await refusalOf(openRows(nothing))).toMatchObject({ code: 'FILE_TYPE_NOT_SUPPORTED' });
  });

  it('gives the text of a formula behind the records of a shared or a long one', async () => {
    const shared = record(0x4bc, u16(0, 5, 0, 0, 0));
    const array = record(0x221, u16(0, 0, 0, 0, 0, 0));
    const long = record(0x3c, Buffer.alloc(100));
    const formulas = [
      { formula: 'thường' },
      { formula: 'chung', between: shared },
      { formula: 'mảng', between: array },
      { formula: 'dài', between: long },
    ];
    const path = await xls({ Workbook: xlsStream(one(formulas, text('sau'))) });
    expect(await cellsOf(path)).toEqual([['thường', 'chung', 'mảng', 'dài'], ['sau']]);
  });

  it('says which formulas have no result in the file', async () => {
    const path = await xls({ Workbook: xlsStream(one([{ formula: null }, { formula: 'có' }], [{ formula: null }])) });
    expect(await cellsOf(path)).toEqual([[UNCALCULATED, 'có'], [UNCALCULATED]]);
    const source = await openRows(path);
    expect(await source.read('Sổ', () => true)).toMatchObject([
      { code: 'FORMULA_NOT_CALCULATED', value: 2, message: expect.stringContaining('A1') },
    ]);
  });

  it('reads texts in the records of their cells, with formats of parts of them or without', async () => {
    const rich = record(0xd6, u16(0, 1, 0, 2), Buffer.from([0]), Buffer.from('ab'), u16(1, 0, 0));
    const path = await xls({ Workbook: xlsStream([{ name: 'Sổ', rows: [[{ label: 'Nồi' }]], inside: rich }]) });
    expect(await cellsOf(path)).toEqual([['Nồi', 'ab']]);
  });

  it.each(['WORKBOOK', 'workbook', 'BOOK'])('finds its stream when it is called %s', async (name) => {
    expect(await cellsOf(await xls({ [name]: xlsStream(one(text('Nồi'))) }))).toEqual([['Nồi']]);
  });

  it('reads Excel 5 and 95 in their code page, in a compound file or bare', async () => {
    // Windows-1258 writes a tone as a mark of its own: ì grave.
    const stream = xlsStream(one(text('Ho\xe0ng', 'v\xe0ng', 'Hu\xea\xcc'), [{ number: 45_000, style: 2 }]), {
      version: 5,
    });
    const expected = [['Hoàng', 'vàng', 'Huề'], [{ day: '2023-03-15' }]];
    expect(await cellsOf(await xls({ Book: stream }))).toEqual(expected);
    expect(await cellsOf(await file(stream))).toEqual(expected);
    // A file for both has two streams.
    const both = { Book: stream, Workbook: xlsStream(one(text('mới'))) };
    expect(await cellsOf(await xls(both))).toEqual([['mới']]);
  });

  it('refuses Excel 4 and older by name', async () => {
    for (const head of [
      [9, 0, 4, 0, 2, 0, 16, 0],
      [9, 2, 6, 0, 0, 3, 16, 0],
      [9, 4, 6, 0, 0, 4, 16, 0],
    ])
      expect(await refusalOf(openRows(await file(Buffer.from([...head, 0, 0, 0, 0]))))).toMatchObject({
        code: 'FILE_TYPE_NOT_SUPPORTED',
        message: expect.stringContaining('Excel 4'),
      });
  });

  it('says of an encrypted one that it has a password', async () => {
    for (const version of [5, 8] as const) {
      const stream = xlsStream(one(text('mật')), { version, globals: record(0x2f, Buffer.alloc(54)) });
      expect(await refusalOf(openRows(await xls({ Workbook: stream })))).toMatchObject({
        code: 'FILE_ENCRYPTED',
      });
    }
    const package_ = { EncryptionInfo: Buffer.alloc(10), EncryptedPackage: Buffer.alloc(10) };
    expect(await refusalOf(openRows(await xls(package_)))).toMatchObject({
      code: 'FILE_ENCRYPTED',
    });
  });

  it('reads dates by their formats, from 1904 too, and errors as Excel shows them', async () => {
    const cells = [{ number: 45_000, style: 1 }, { number: 45_000.5, style: 2 }, { number: 45_000 }, { error: 42 }];
    const day = { day: '2023-03-15' };
    expect(await cellsOf(await xls({ Workbook: xlsStream(one(cells)) }))).toEqual([[day, day, 45_000, '#N/A']]);
    const from1904 = await xls({ Workbook: xlsStream(one(cells.slice(0, 1)), { from1904: true }) });
    expect(await cellsOf(from1904)).toEqual([[{ day: '2027-03-16' }]]);
  });

  it('puts shared texts together where a record cuts them, whatever the width of their characters', async () => {
    const wide = (part: string) => Buffer.from(part, 'utf16le');
    const globals = Buffer.concat([
      record(0xfc, Buffer.from([2, 0, 0, 0, 2, 0, 0, 0]), u16(6), Buffer.from([0]), Buffer.from('Noi')),
      record(0x3c, Buffer.from([1]), wide('cơm')),
      // Rich text and a phonetic guide behind the characters, cut as well.
      record(0x3c, u16(2), Buffer.from([0x0d]), u16(1), Buffer.from([3, 0, 0, 0]), wide('Bể'), Buffer.from([1, 0])),
      record(0x3c, Buffer.from([2, 0, 9, 9, 9])),
    ]);
    const cells = Buffer.concat([0, 1].map((index) => record(0xfd, u16(0, index, 0, index, 0))));
    const path = await xls({ Workbook: xlsStream([{ name: 'Sổ', rows: [], inside: cells }], { globals }) });
    expect(await cellsOf(path)).toEqual([['Noicơm', 'Bể']]);
    const beyond = record(0xfd, u16(0, 0, 0, 7, 0));
    const broken = await xls({ Workbook: xlsStream([{ name: 'Sổ', rows: [], inside: beyond }], { globals }) });
    expect(await refusalOf(cellsOf(broken))).toMatchObject({ code: 'FILE_DAMAGED' });
  });

  it('lists hidden sheets behind the others, and says which rows were hidden', async () => {
    const hidden = record(0x208, u16(1, 0, 1, 255, 0, 0, 0x20, 0));
    const sheets = [
      { name: 'Ẩn', rows: [], isHidden: true },
      { name: 'Sổ', rows: [text('a'), text('b')], inside: hidden },
    ];
    const source = await openRows(
      await xls({ Workbook: xlsStream(sheets), _VBA_PROJECT_CUR: { dir: Buffer.alloc(9) } }),
    );
    expect(source).toMatchObject({ sheets: ['Sổ', 'Ẩn'], hidden: ['Ẩn'], notes: [{ code: 'MACROS_IGNORED' }] });
    expect(await source.read('Sổ', () => true)).toMatchObject([
      { code: 'HIDDEN_ROWS', value: 1, message: expect.stringContaining('dòng 2') },
    ]);
  });

  it('refuses records that are shorter than what they hold', async () => {
    for (const id of [0x203, 0x27e, 0xfd, 0x205, 0x06, 0x204]) {
      const sheet = { name: 'Sổ', rows: [], inside: record(id, u16(0, 0)) };
      const path = await xls({ Workbook: xlsStream([sheet]) });
      expect(await refusalOf(cellsOf(path)), String(id)).toMatchObject({ code: 'FILE_DAMAGED' });
    }
    const globals = record(0x41e, u16(165, 900));
    expect(await refusalOf(openRows(await xls({ Workbook: xlsStream(one(text('a')), { globals }) })))).toMatchObject({
      code: 'FILE_DAMAGED',
    });
  });

  it('refuses a file cut short at any place', async () => {
    const whole = compoundFile({
      Workbook: xlsStream(one(...Array.from({ length: 400 }, (_, at) => text(`dòng ${at}`)))),
    });
    for (const part of [100, 600, whole.length >> 1, whole.length - 600])
      expect(await refusalOf(file(whole.subarray(0, part)).then(cellsOf)), String(part)).toMatchObject({
        code: 'FILE_DAMAGED',
      });
  });
});

it.skipIf(!OFFICE)(
  'reads old Excel as LibreOffice does: a chart inside, an embedded workbook, texts of formulas, Excel 5',
  async () => {
    const rows = [
      [{ text: 'Nồi' }, { number: 45_000, style: 1 }, { rk: (250 << 2) | 3 }, { error: 7 }],
      [{ formula: 'một' }, { number: -0.125 }, { formula: 'hai' }],
    ];
    const sheet = { name: 'S', rows, inside: chartInside(999) };
    const embedded = { Workbook: xlsStream(one(text('của tệp nhúng'))) };
    const latin = [[{ text: 'N\xf4i' }, { number: 45_000, style: 2 }, { rk: 40 | 2 }], [{ formula: 'x\xe0' }]];
    const files = {
      'excel97.xls': { Workbook: xlsStream([sheet]), MBD0001: embedded },
      'excel95.xls': { Book: xlsStream(one(...latin), { version: 5 }) },
    };
    const paths: string[] = [];
    for (const [name, content] of Object.entries(files)) {
      paths.push(folder.path(name));
      await writeFile(folder.path(name), compoundFile(content));
    }
    await convertByOffice(paths, 'xlsx', folder.path('office'));
    for (const path of paths) {
      const again = folder.path(`office/${basename(path, '.xls')}.xlsx`);
      expect(await cellsOf(path), path).toEqual(await cellsOf(again));
      expect((await cellsOf(path)).flat()).toHaveLength(basename(path) === 'excel97.xls' ? 7 : 4);
    }
  },
  180_000,
);
