import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Cell, columnLetters } from '../cell.ts';
import { labelOf } from '../header.ts';
import type { LayoutField, LayoutName, Row, Value } from '../layouts/layout.ts';
import { layouts, uploadedLayouts } from '../layouts/layouts.ts';
import { readSheet } from '../read-sheet.ts';
import { renderLayout } from '../render.ts';
import { type ColumnMap, readColumnMap } from './column-map.ts';
import { headersAt } from './headers.ts';
import { placeMap } from './place-map.ts';
import { STOCK } from './stock-fixture.ts';

const word = fc.stringMatching(/^[A-Z]{1,3}[0-9]{1,4}$/);
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-09-${String(n).padStart(2, '0')}`);

/** A value that a workbook of the system may hold in this field. */
function fieldValue(field: LayoutField): fc.Arbitrary<Value> {
  const filled = (): fc.Arbitrary<Value> => {
    switch (field.type) {
      case 'vnd':
        return fc.integer({ min: -1_000_000, max: 1_000_000_000 });
      case 'quantity':
      case 'price':
        return fc.integer({ min: 0, max: 100_000 }).map((n) => String(n / 4));
      case 'factor':
        return fc.constantFrom('1', '12', '0.5', '1/24');
      case 'day':
        return day;
      case 'boolean':
        return fc.boolean();
      case 'vatRate':
        return fc.constantFrom('0', '5', '8', '10', 'KCT');
      case 'taxCode':
        return fc.constantFrom('0101243150', '0316520076');
      case 'choice':
        return fc
          .constantFrom(...Object.keys(field.choices ?? {}))
          .map((key) => (key === 'true' ? true : key === 'false' ? false : key));
      default:
        return word;
    }
  };
  return field.required ? filled() : fc.option(filled(), { freq: 4 });
}

const cellsOf = (
  row: ReturnType<typeof renderLayout>['rows'] extends Iterable<infer R> ? R : never,
): readonly Cell[] => ('cells' in row ? row.cells : row);

/** Places that every row has to name, whatever else is blank. */
const placed = (layout: LayoutName, row: Row, n: number): Row =>
  layouts[layout].placedBy ? { ...row, warehouseCode: 'K1', warehouseName: 'Kho 1', productCode: `SP${n}` } : row;

/** A file of the layout, and the same cells below headers of its own in another order, with the map that a person makes of them. */
const files = fc.constantFrom(...uploadedLayouts).chain((layout) => {
  const fields = layouts[layout].fields.filter((field) => !field.readOnly);
  const row = fc.record(Object.fromEntries(fields.map((field) => [field.field, fieldValue(field)])));
  return fc
    .tuple(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.shuffledSubarray(fields, { minLength: fields.length }),
      fc.nat(4),
    )
    .map(([rows, order, above]) => ({ layout, rows: rows.map((one, n) => placed(layout, one, n)), order, above }));
});

type Renamed = { sheet: (readonly Cell[])[]; map: ColumnMap };

/** Header texts that no layout knows. */
const opaque = (at: number): string => `Q${at}~`;

function renamed(
  layout: LayoutName,
  own: readonly (readonly Cell[])[],
  order: readonly LayoutField[],
  above: number,
): Renamed {
  const found = readSheet(own, layout);
  const from = new Map(found.columns.map(({ field, column }) => [field, column]));
  const places = order.map(({ field }) => own[0] && from.get(field)!);
  const indexOf = (letters: string) => [...letters].reduce((index, one) => index * 26 + one.charCodeAt(0) - 64, 0) - 1;
  const dataFrom = found.headerRow + (layouts[layout].fields.some(({ group }) => group) ? 1 : 0);
  const data = own.slice(dataFrom).map((row) => places.map((letters) => row[indexOf(letters!)] ?? null));
  return {
    sheet: [...Array.from({ length: above }, () => []), order.map((_, at) => opaque(at)), ...data],
    map: {
      ...{ layout, sheet: 'Trang', headerRow: above + 1, headerRows: 1 },
      columns: order.map(({ field }, at) => ({ field, column: columnLetters(at), header: opaque(at) })),
    },
  };
}

describe('a map', () => {
  test('reads a workbook of any layout with other headers in another order to the very same rows', () => {
    fc.assert(
      fc.property(files, ({ layout, rows, order, above }) => {
        const own = Array.from(renderLayout(layout, rows).rows, cellsOf);
        const expected = readSheet(own, layout);
        const { sheet, map } = renamed(layout, own, order, above);
        const read = readSheet(sheet, layout, '', { map });
        expect(read.rows).toEqual(expected.rows);
        expect(read.rows.length).toBeGreaterThan(0);
        expect(read.totals).toEqual(expected.totals);
        expect(() => readSheet(sheet, layout)).toThrow();
      }),
      { numRuns: 150 },
    );
  });

  test('is found again when the columns have moved among others, and reads the same', () => {
    fc.assert(
      fc.property(files, fc.nat(), ({ layout, rows, order, above }, turn) => {
        const own = Array.from(renderLayout(layout, rows).rows, cellsOf);
        const { sheet, map } = renamed(layout, own, order, above);
        const width = order.length;
        const moved = sheet.map((row) =>
          row.length === 0
            ? row
            : ['Thêm', ...Array.from({ length: width }, (_, at) => row[(at + turn) % width] ?? null)],
        );
        const placedMap = placeMap(map, 'Trang khác', [['Đầu'], ...moved])!;
        expect(placedMap.missing).toEqual([]);
        const again = readSheet([['Đầu'], ...moved], layout, '', { map: placedMap.map });
        expect(again.rows).toEqual(readSheet(sheet, layout, '', { map }).rows);
      }),
      { numRuns: 60 },
    );
  });
});

const stockMap = (changes: Partial<ColumnMap> = {}): ColumnMap => ({
  ...{ layout: 'amis-inventory', sheet: 'Trang', headerRow: 1, headerRows: 1, headers: STOCK[0] as string[] },
  columns: [
    { field: 'warehouseCode', column: 'A', header: 'Kho hàng' },
    { field: 'productCode', column: 'B', header: 'Mã SP' },
    { field: 'productName', column: 'C', header: 'Tên SP' },
    { field: 'unit', column: 'D', header: 'ĐV' },
    { field: 'closingQuantity', column: 'E', header: 'Tồn cuối' },
  ],
  ...changes,
});
const faults = (map: ColumnMap): string => {
  try {
    readSheet(STOCK, undefined, '', { map });
    return '';
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
};
const column = (field: string, letters: string) => ({ field, column: letters, header: '' });

describe('a map is refused that', () => {
  it.each<[string, Partial<ColumnMap>, string]>([
    [
      'lacks a required column',
      { columns: stockMap().columns.slice(0, 4) },
      'Chưa chọn cột nào là «Cuối kỳ – Số lượng».',
    ],
    [
      'uses a column twice',
      { columns: [...stockMap().columns, column('closingValue', 'E')] },
      'Cột E được chọn cho cả «Cuối kỳ – Số lượng» và «Cuối kỳ – Giá trị». Hãy giữ một.',
    ],
    [
      'says a field of two columns',
      { columns: [...stockMap().columns, column('unit', 'F')] },
      '«ĐVT» được chọn ở hai cột D và F. Hãy giữ một cột.',
    ],
    [
      'has its header outside of the sheet',
      { headerRow: 9 },
      'Dòng tiêu đề 9 nằm ngoài phần đầu của trang tính (3 dòng).',
    ],
    [
      'has a column outside of the sheet',
      { columns: [...stockMap().columns, column('closingValue', 'ZZ')] },
      'Cột ZZ nằm ngoài trang tính.',
    ],
    [
      'names a field that is none',
      { columns: [...stockMap().columns, column('closing', 'F')] },
      'không có mục «closing».',
    ],
    [
      'names a column that is none',
      { columns: [...stockMap().columns, column('closingValue', '1')] },
      '«1» không phải tên cột.',
    ],
  ])('%s', (_, changes, message) => {
    expect(faults(stockMap(changes))).toMatch(/^MAP_INVALID: /);
    expect(faults(stockMap(changes))).toContain(message);
  });

  it('would read a report that its title names as another one', () => {
    const rows = [['SỔ CHI TIẾT VẬT TƯ HÀNG HÓA'], ...STOCK];
    expect(() => readSheet(rows, undefined, '', { map: stockMap({ headerRow: 2 }) })).toThrow('Sổ chi tiết vật tư');
    expect(
      readSheet([['TỔNG HỢP TỒN KHO'], ...STOCK], undefined, '', { map: stockMap({ headerRow: 2 }) }).rows,
    ).toHaveLength(2);
  });

  it.each([
    [null, 'Cách đọc cần là một nhóm'],
    [{ layout: 'khong-co' }, 'Không có mẫu tệp «khong-co»'],
    [{ ...stockMap(), sheet: 5 }, '«sheet»'],
    [{ ...stockMap(), headerRow: 0 }, '«headerRow»'],
    [{ ...stockMap(), headerRows: 3 }, '«headerRows»'],
    [{ ...stockMap(), columns: [] }, '«columns»'],
    [{ ...stockMap(), headers: [5] }, '«headers»'],
    [{ ...stockMap(), columns: [{ field: 'unit' }] }, 'Cột thứ 1'],
    [{ ...stockMap(), columns: [{ ...column('unit', 'A'), days: 'ydm' }] }, '«days»'],
    [{ ...stockMap(), columns: [{ ...column('unit', 'A'), decimal: ';' }] }, '«decimal»'],
  ])('has another form in its file: %j', (value, message) => {
    expect(() => readColumnMap(value)).toThrow(message);
  });

  it('none of these is taken as it is written', () => {
    expect(readColumnMap(JSON.parse(JSON.stringify(stockMap())))).toEqual(stockMap());
    expect(faults(stockMap())).toBe('');
  });
});

describe('a remembered map', () => {
  const map = stockMap();
  it('does not fit a sheet whose header was renamed', () => {
    const [header, ...data] = STOCK;
    const other = [header!.map((text) => (text === 'Mã SP' ? 'Mã hiệu' : text)), ...data];
    expect(placeMap(map, 'Trang', other)?.missing).toEqual(['Mã SP']);
    expect(placeMap(map, 'Trang', STOCK)).toMatchObject({ missing: [], isSame: true });
    expect(placeMap(map, 'Trang', [['Họ tên', 'Tuổi']])).toBeUndefined();
  });

  it('distinguishes columns of one name by their turn, and not at all when one of them is gone', () => {
    const twice = ['SL', 'Mã SP', 'SL'];
    const second: ColumnMap = {
      ...map,
      headers: twice,
      columns: [{ field: 'closingQuantity', column: 'C', header: 'SL' }],
    };
    expect(placeMap(second, '', [['Ghi chú', ...twice]])?.map.columns).toMatchObject([{ column: 'D' }]);
    expect(placeMap(second, '', [['Mã SP', 'SL']])).toBeUndefined();
  });

  it('knows a column without a header by its place while all others are at theirs', () => {
    const bare: ColumnMap = {
      ...map,
      headers: ['', 'Mã SP'],
      columns: [column('warehouseCode', 'A'), map.columns[1]!],
    };
    expect(placeMap(bare, '', [['', 'Mã SP']])?.missing).toEqual([]);
    expect(placeMap(bare, '', [['', '', 'Mã SP']])?.missing).toEqual(['A']);
  });
});

test('headers below a merged heading carry it, and a header beside it does not', () => {
  const rows = [
    ['Kho', 'Tồn đầu', null, 'Ghi chú', null, null],
    [null, 'SL', 'Tiền', null, 'Người ghi', ''],
  ];
  expect(headersAt(rows, 0, 2)).toEqual(['Kho', 'Tồn đầu – SL', 'Tồn đầu – Tiền', 'Ghi chú', 'Người ghi']);
  expect(headersAt(rows, 0, 1)).toEqual(['Kho', 'Tồn đầu', '', 'Ghi chú']);
});

test('labels of fields name their group', () => {
  expect(labelOf(layouts['amis-inventory'].fields.find(({ field }) => field === 'closingQuantity')!)).toBe(
    'Cuối kỳ – Số lượng',
  );
});
