import { writeFile } from 'node:fs/promises';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kindOfFile } from '../file-kind.ts';
import { refusalOf, testFolder } from '../testing/ooxml-fixture.ts';
import { openCsv } from './csv.ts';

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

async function read(text: string): Promise<Cell[][]> {
  const path = folder.path('lines.csv');
  await writeFile(path, text);
  const source = await openCsv(path);
  const rows: Cell[][] = [];
  await source.read('', (cells) => void rows.push(cells.slice()));
  return rows;
}
const line = (n: number): string => `VT${n};Nồi ${n};Cái`;
const HEADER = 'Mã vật tư;Tên vật tư;Đvt';
const all = [HEADER, line(1), line(2), line(3)].map((one) => one.split(';'));

it.each([
  ['the header like Windows, the rows like Linux', `${HEADER}\r\n${line(1)}\n${line(2)}\n${line(3)}`],
  ['the other way round', `${HEADER}\n${line(1)}\r\n${line(2)}\r\n${line(3)}\r\n`],
  ['as an old Mac does behind the header', `${HEADER}\r\n${line(1)}\r${line(2)}\r${line(3)}`],
])('lines that end in more than one way are all read: %s', async (_, text) => {
  expect(await read(text)).toEqual(all);
});

it('a break within a text is no end of a line, in quotes or without them', async () => {
  const rows = await read(`${HEADER}\r\nVT1;"Nồi\ncơm; to";Cái\r\nVT2;Nồi\ncơm;Cái\r\n`);
  expect(rows.slice(1)).toEqual([
    ['VT1', 'Nồi\ncơm; to', 'Cái'],
    ['VT2', 'Nồi\ncơm', 'Cái'],
  ]);
});

it('lines that end otherwise far down are refused with their row', async () => {
  const many = Array.from({ length: 6000 }, (_, n) => line(n)).join('\r\n');
  expect(await refusalOf(read(`${HEADER}\r\n${many}\r\n${line(1)}\n${line(2)}\r\n`))).toMatchObject({
    code: 'FILE_DAMAGED',
    message: expect.stringContaining('Dòng 6002 của tệp CSV dính với các dòng sau nó'),
  });
});

const WIDE = 'Số ct;Ngày ct;Mã vật tư;Tên vật tư;Đvt;Số lượng;Giá;Tiền hàng';
const sale = (n: number, name = `Nồi ${n}`): string => `BH${n};01/09/2026;VT${n};${name};Cái;1;1000;1000`;

it.each([
  ['whole lines', [sale(1), sale(2, '"Ống phi 27'), sale(3), sale(4, '"Ống phi 34'), sale(5)]],
  ['the halves of two', [sale(1), sale(2, '"Ống phi 27'), sale(3, 'Ống phi 34"'), sale(4)]],
  ['a break of a note among them', [sale(1), sale(2, '"Ống phi 27'), sale(3), sale(4, 'Ống\n27'), sale(5, '"Ống')]],
])('a text that is opened in one line and closed in another is refused: %s', async (_, lines) => {
  expect(await refusalOf(read([WIDE, ...lines].join('\n')))).toMatchObject({
    code: 'FILE_DAMAGED',
    message: expect.stringContaining('Dòng 3 của tệp CSV nuốt các dòng sau nó'),
  });
});

it('a text far down that another column of a later line closes is refused', async () => {
  const many = Array.from({ length: 2000 }, (_, n) => sale(n));
  const lines = [WIDE, ...many, sale(1, '"Ống phi 27'), sale(2), sale(3).replace('VT3', 'VT3"'), sale(4)];
  expect(await refusalOf(read(lines.join('\n')))).toMatchObject({ message: expect.stringContaining('Dòng 2002') });
});

it('marks of inches and notes of several lines are read', async () => {
  const rows = await read(
    [WIDE, sale(1, 'Ống 21" PVC'), sale(2, '"Ống ""21"", dài\n4 m; trắng\n;"'), sale(3)].join('\n'),
  );
  expect(rows.map((row) => [row.length, row[3]])).toEqual([
    [8, 'Tên vật tư'],
    [8, 'Ống 21" PVC'],
    [8, 'Ống "21", dài\n4 m; trắng\n;'],
    [8, 'Nồi 3'],
  ]);
});

it.each([
  ['an address below its label', 'Giao tại:\nSố 5, ngõ 3, phố Huế, Hà Nội\nGọi trước'],
  ['an address among others', 'Số 1, Huế\nSố 5, ngõ 3, phố Huế, Hà Nội\nSố 9'],
  ['addresses alone', 'Số 1, Huế\nSố 5, ngõ 3, phố Huế, Hà Nội\nSố 6, ngõ 3, phố Huế, Hà Nội'],
  ['an address at the end', 'Giao tại:\nKho 1\nSố 5, ngõ 3, phố Huế, Hà Nội'],
  ['an address behind its label', 'Giao tại:\nSố 5, ngõ 3, phố Huế, Hà Nội'],
])('a note of several lines may have as many separators as the list: %s', async (_, note) => {
  for (const place of [1, 2, 3]) {
    const row = ['KH1', 'Minh', 'Châu', 'Nợ'].with(place, note);
    const text = ['Mã,Tên,Nhóm,Ghi chú', row.map((cell) => `"${cell}"`).join(','), 'KH2,Lan,Sỉ,'].join('\r\n');
    expect((await read(text))[1]).toEqual(row);
  }
});

it('a narrow list has notes of as many separators as it likes', async () => {
  const note = 'Có:\nto, vừa, nhỏ\nđỏ, xanh, tím';
  expect(await read(`Mã,Tên,Ghi chú\r\nVT1,Nồi,"${note}"\r\n`)).toContainEqual(['VT1', 'Nồi', note]);
  expect(await read('Tên\r\n"Nồi\ncơm"\r\nẤm\r\n')).toEqual([['Tên'], ['Nồi\ncơm'], ['Ấm']]);
});

it('a wide line far down is one line where no break is in it', async () => {
  const many = Array.from({ length: 6000 }, (_, n) => line(n)).join('\n');
  expect((await read(`${HEADER}\n${many}\n${line(1)};;;;\n`)).at(-1)).toHaveLength(7);
});

it('a mark of inches before a cell in quotes hides no separator', async () => {
  const rows = await read('Mã;Tên;Ghi chú\nVT1;Ống 21";x\nVT2;"đỏ, xanh, tím, vàng, nâu";y\n');
  expect(rows.slice(1)).toEqual([
    ['VT1', 'Ống 21"', 'x'],
    ['VT2', 'đỏ, xanh, tím, vàng, nâu', 'y'],
  ]);
});

it('the sign by which programs of DOS end a text is no row', async () => {
  for (const ending of ['\x1a', '\r\n\x1a', '\r\n\x1a\r\n']) {
    const text = `${HEADER}\r\n${line(1)}\r\n${line(2)}\r\n${line(3)}${ending}`;
    expect(kindOfFile(Buffer.from(text))).toBe('csv');
    expect(await read(text)).toEqual(all);
  }
});
