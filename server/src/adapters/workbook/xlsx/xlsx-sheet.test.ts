import type { Cell } from '@khop/engine/sheets/cell.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sheetRemarks } from '../sheet-remarks.ts';
import { readSheetPart } from './xlsx-sheet.ts';
import { readSharedStrings } from './xlsx-strings.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(xml: string | Buffer, size = 65_536): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  const context = {
    strings: { get: (index: number) => ['không', 'một', 'hai'][index] },
    numberStyles: [undefined, 'day' as const],
    from1904: false,
    remarks: sheetRemarks(''),
  };
  const take = (cells: Cell[]): boolean => {
    rows.push(cells.slice());
    return true;
  };
  await readSheetPart(inPieces(Buffer.from(xml), size), context, take);
  return rows;
}

/** Everything that a sheet may hold between its tags, and tags written in the odd ways that XML allows. */
const ODD = `<?xml version="1.0"?><!-- <c r="A1"><v>9</v></c> --><x:worksheet xmlns:x="urn:x"><x:sheetData>
<x:row r='2' spans="1:5"><x:c r="A2"><x:v>12.5</x:v></x:c><x:c r='C2' t="inlineStr" note="a > b"><x:is><x:t>Nồi &amp; chảo &#x1F35A; &lt;24cm&gt;</x:t></x:is></x:c
><x:c r="D2" t = "s" ><x:v>2</x:v></x:c><x:c s="1"><x:v>46266</x:v></x:c></x:row>
<x:row r="3"><x:c r="A3" t="str"><x:f>A2&amp;"x"</x:f><x:v>a<![CDATA[<&amp;b]]>c</x:v></x:c><x:c r="B3"><x:v>1<!-- between -->2</x:v></x:c><x:c r="C3" t="b"><x:v>1</x:v></x:c><x:c r="D3"/></x:row>
<x:row/><x:row r="5"><x:c r="AB5" t="e"><x:v>#N/A</x:v></x:c></x:row></x:sheetData><x:c r="Z9"><x:v>7</x:v></x:c></x:worksheet>`;

const ODD_ROWS: readonly (readonly Cell[])[] = [
  [],
  [12.5, null, 'Nồi & chảo 🍚 <24cm>', 'hai', { day: '2026-09-01' }],
  ['a<&amp;bc', 12, true],
  [],
  [...new Array<null>(27).fill(null), '#N/A'],
];

describe('the bytes of a sheet', () => {
  it.each([1, 2, 3, 5, 7, 64, 65_536])('are read the same in pieces of %i', async (size) => {
    expect(await rowsOf(ODD, size)).toEqual(ODD_ROWS);
    expect(await rowsOf(Buffer.from(`\uFEFF${ODD}`, 'utf16le'), size === 1 ? 2 : size)).toEqual(ODD_ROWS);
    expect(await rowsOf(`\uFEFF${ODD}`, size === 1 ? 3 : size)).toEqual(ODD_ROWS);
  });

  it('mean the same, written as most programs do or in any other way', async () => {
    const letters = ['A', 'B', 'Z', 'AB', 'XFD', 'ABCD', 'a', '', '7'];
    const reference = fc.tuple(fc.constantFrom(...letters), fc.constantFrom('1', '', '12', 'x'));
    const attribute = fc.oneof(
      reference.map(([column, row]) => `r="${column}${row}"`),
      fc.constantFrom('s="1"', 's="0"', 's=""', 's="x"', 's="12345678901"'),
      fc.constantFrom('t="s"', 't="n"', 't="str"', 't="inlineStr"', 't="b"', 't="e"', 't="inlineStrs"', 't="ns"'),
    );
    const texts = fc.constantFrom('', '1', '0', '2', '46266.5', '-0', '1e3', ' 1', 'Nồi &amp; chảo', '_x0041_', 'Cái');
    const content = fc.oneof(
      texts.map((text) => `<v>${text}</v>`),
      texts.map((text) => `<is><t>${text}</t></is>`),
      texts.map((text) => `<is><t xml:space="preserve">${text}</t></is>`),
      fc.tuple(texts, texts).map(([one, other]) => `<is><r><t>${one}</t></r><r><t>${other}</t></r></is>`),
      texts.map((text) => `<f>A1</f><v>${text}</v>`),
      fc.constantFrom('', '<v/>', '<v>1<!-- --></v>', '<v><![CDATA[1]]></v>', '<is><t xml:space="default">a</t></is>'),
    );
    const cell = fc
      .tuple(fc.uniqueArray(attribute, { maxLength: 3, selector: (text) => text[0] }), content)
      .map(([attributes, inner]) => `<c${attributes.map((text) => ` ${text}`).join('')}>${inner}</c>`);
    const place = fc.tuple(fc.constantFrom('', ' r="B1"', ' r="AB1"'), fc.constantFrom('', ' s="0"', ' s="1"'));
    const plain = fc.oneof(
      fc.constantFrom('1', '46266.5', '-0').map((text) => `><v>${text}</v>`),
      fc.constantFrom('0', '2').map((text) => ` t="s"><v>${text}</v>`),
      texts.map((text) => ` t="inlineStr"><is><t>${text}</t></is>`),
    );
    const plainCell = fc.tuple(place, plain).map(([[column, style], inner]) => `<c${column}${style}${inner}</c>`);
    const outcome = (xml: string) => rowsOf(xml).catch((error: unknown) => String(error));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(cell, plainCell), { minLength: 1, maxLength: 6 }), async (cells) => {
        // The blanks behind them let cells be read at once; no plain cell has a space before the end of its tag.
        const sheet = (all: string) => `<sheetData><row r="1">${all}</row></sheetData>${' '.repeat(200)}`;
        const odd = cells.map((one) => one.replace(/^<c([^>]*)>/, '<c$1 >')).join('');
        expect(await outcome(sheet(cells.join('')))).toEqual(await outcome(sheet(odd)));
      }),
      { numRuns: 300 },
    );
  });

  it('are read through where a token lies over several pieces', async () => {
    const long = 'Nồi cơm điện '.repeat(700);
    const xml = `<sheetData><row><c t="inlineStr"><is><t>${long}</t></is></c><c><v>7</v></c></row></sheetData>`;
    for (const size of [1000, 1025, 3000]) expect(await rowsOf(xml, size)).toEqual([[long, 7]]);
  });

  it('tell the numbers of rows and which are hidden, however that is written', async () => {
    const hidden: number[] = [];
    const remarks = { ...sheetRemarks(''), hiddenRow: (row: number) => void hidden.push(row) };
    const rows: Cell[][] = [];
    const cell = '<c><v>1</v></c>';
    const heads = [
      'r="2"',
      'r="3" hidden="1"',
      "hidden='true' r='4'",
      'ht="5" r="5"',
      'r="6" x:hidden="1"',
      "r='7'",
      'a="1"',
    ];
    const xml = `<sheetData>${heads.map((head) => `<row ${head}>${cell}</row>`).join('')}</sheetData>`;
    const context = { strings: { get: () => undefined }, numberStyles: [], from1904: false, remarks };
    await readSheetPart(inPieces(Buffer.from(xml), 65_536), context, (cells) => rows.push(cells.slice()) > 0);
    expect(rows).toEqual([[], ...heads.map(() => [1])]);
    expect(hidden).toEqual([3, 4, 6]);
  });

  it('are refused where they end inside a tag, and where they declare a type', async () => {
    await expect(rowsOf('<sheetData><row r="1"><c r="A1')).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
    await expect(rowsOf('<!DOCTYPE a [<!ENTITY b "c">]><sheetData/>')).rejects.toMatchObject({
      code: 'FILE_SUSPICIOUS',
    });
  });

  it('give every number as it is written, to the last bit', async () => {
    const digits = fc.stringMatching(/^-?\d{1,18}(?:\.\d{1,12})?$/);
    const texts = fc.oneof(digits, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String));
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 20 }), async (all) => {
        const cells = all.map((text) => `<c><v>${text}</v></c>`).join('');
        expect(await rowsOf(`<sheetData><row>${cells}</row></sheetData>`)).toEqual([all.map(Number)]);
      }),
    );
  });

  it('give every text as it is written, however many there are and however they are cut', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 1, maxLength: 8 });
    const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 40 }), async (all, size) => {
        const cells = all.map((text) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`).join('');
        const found = await rowsOf(`<sheetData><row>${cells}</row><row>${cells}</row></sheetData>`, size);
        expect(found).toEqual([all, all]);
        const strings = all
          .map((text) => `<si><r><t>${escaped(text)}</t></r><rPh><t>không đọc</t></rPh></si>`)
          .join('');
        const shared = await readSharedStrings(inPieces(Buffer.from(`<sst>${strings}</sst>`), size));
        expect([...all.keys(), all.length, -1].map((index) => shared.get(index))).toEqual([
          ...all,
          undefined,
          undefined,
        ]);
      }),
    );
  });

  it('distinguish texts that share a place of the cache', async () => {
    const all = Array.from({ length: 120_000 }, (_, at) => `SP-${at}`);
    const cells = all.map((text) => `<row><c t="str"><v>${text}</v></c></row>`).join('');
    const rows = await rowsOf(`<sheetData>${cells}${cells}</sheetData>`);
    const wrong = rows.filter(([text], at) => text !== all[at % all.length]);
    expect([rows.length, wrong.length]).toEqual([2 * all.length, 0]);
  });

  it('keep each of very many shared strings, whatever is asked for in between', async () => {
    const all = Array.from({ length: 300_000 }, (_, at) => `Nồi &amp; chảo ${at}`);
    const xml = Buffer.from(`<sst>${all.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`);
    const shared = await readSharedStrings(inPieces(xml, 65_536));
    const places = all.map((_, at) => (at * 100_003) % all.length);
    expect([...places, ...places].filter((at) => shared.get(at) !== `Nồi & chảo ${at}`)).toEqual([]);
  });
});
