import { formatDay } from '@khop/engine/day.ts';
import { type Cell, columnLetters } from '@khop/engine/sheets/cell.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import type { SheetModel, SheetRow } from '@khop/engine/sheets/sheet-model.ts';

/**
 * The forms in which installations export "Tổng hợp tồn kho": flat with «Mã kho»; flat without it; grouped by
 * warehouse; with the header in rows 8 and 9 and a price beside each quantity; as the printed form, with its merged
 * cells and page footers.
 */
export const stockLayouts = ['with-codes', 'by-name', 'grouped', 'three-columns', 'printed'] as const;
export type StockLayout = (typeof stockLayouts)[number];

type Days = { readonly fromDate: string; readonly toDate: string };

const groups = [
  ['opening', 'Đầu kỳ'],
  ['in', 'Nhập kho'],
  ['out', 'Xuất kho'],
  ['closing', 'Cuối kỳ'],
] as const;

const number = (row: Row, field: string): number => Number(row[field] ?? 0);
const text = (row: Row, field: string): string => String(row[field] ?? '');

/** The same rows in one of the forms: equal totals, other headers. */
export function stockSheet(form: StockLayout, rows: readonly Row[], days: Days): SheetModel {
  switch (form) {
    case 'with-codes':
      return renderLayout('amis-inventory', rows, days);
    case 'by-name':
      return flat(rows, days);
    case 'grouped':
      return grouped(rows, days);
    case 'three-columns':
      return threeColumns(rows, days);
    case 'printed':
      return printed(rows, days);
  }
}

const title = (text: string): SheetRow => ({ style: 'title', cells: [text] });
const line = (...cells: Cell[]): SheetRow => ({ style: 'subtitle', cells });
const head = (cells: readonly Cell[]): SheetRow => ({ style: 'header', cells });
const daysText = ({ fromDate, toDate }: Days): string => `Từ ngày ${formatDay(fromDate)} đến ngày ${formatDay(toDate)}`;

/** Header cells of the four movements over two rows, each movement `names.length` wide. */
function movementHeads(names: readonly string[]): { upper: Cell[]; lower: Cell[] } {
  const upper = groups.flatMap(([, group]) => names.map((_, at): Cell => (at === 0 ? group : null)));
  return { upper, lower: groups.flatMap(() => names) };
}

const movements = (row: Row): Cell[] =>
  groups.flatMap(([prefix]) => [number(row, `${prefix}Quantity`), number(row, `${prefix}Value`)]);

/** The sums of the movements over rows, as the foot of a report shows them. */
function sums(rows: readonly Row[]): Cell[] {
  const total = (field: string): number =>
    Math.round(rows.reduce((sum, row) => sum + number(row, field), 0) * 1_000_000) / 1_000_000;
  return groups.flatMap(([prefix]) => [total(`${prefix}Quantity`), total(`${prefix}Value`)]);
}

/** Merged ranges of a two-row header: plain columns over both rows, movements across theirs. */
function headerMerges(row: number, plain: number, wide: number): string[] {
  const last = columnLetters(plain + groups.length * wide - 1);
  return [
    `A1:${last}1`,
    ...Array.from({ length: plain }, (_, at) => `${columnLetters(at)}${row}:${columnLetters(at)}${row + 1}`),
    ...groups.map((_, at) => {
      const from = plain + at * wide;
      return `${columnLetters(from)}${row}:${columnLetters(from + wide - 1)}${row}`;
    }),
  ];
}

const columns = (count: number): SheetModel['columns'] =>
  Array.from({ length: count }, (_, at) => ({ width: at < 4 ? 22 : 14, format: at < 4 ? 'text' : 'quantity' }));

const plainCells = (row: Row): Cell[] => [
  text(row, 'warehouseName'),
  text(row, 'productCode'),
  text(row, 'productName'),
  text(row, 'unit'),
];
const plainHeads = ['Tên kho', 'Mã hàng', 'Tên hàng', 'ĐVT'];

function flat(rows: readonly Row[], days: Days): SheetModel {
  const { upper, lower } = movementHeads(['Số lượng', 'Giá trị']);
  return {
    name: 'Tong hop ton kho',
    columns: columns(12),
    merges: headerMerges(4, 4, 2),
    rows: [
      title('TỔNG HỢP TỒN KHO'),
      line(`Kho: <<Tất cả>>, ${daysText(days)}`),
      line(),
      head([...plainHeads, ...upper]),
      head([null, null, null, null, ...lower]),
      ...rows.map((row) => [...plainCells(row), ...movements(row)]),
      { style: 'total', cells: ['Tổng cộng', null, null, null, ...sums(rows)] },
    ],
  };
}

/** Warehouses as captions above their goods, no column for them, and the count of rows at the end in the column of codes. */
function grouped(rows: readonly Row[], days: Days): SheetModel {
  const { upper, lower } = movementHeads(['Số lượng', 'Giá trị']);
  const body = [...Map.groupBy(rows, (row) => text(row, 'warehouseName'))].flatMap(([warehouse, own]): SheetRow[] => [
    { style: 'note', cells: [`Tên kho : ${warehouse} (${own.length} )`, null, null, null, ...sums(own)] },
    ...own.map((row) => [null, ...plainCells(row).slice(1), ...movements(row)]),
  ]);
  return {
    name: 'TONG HOP TON KHO',
    columns: columns(12),
    merges: headerMerges(3, 4, 2),
    rows: [
      title('TỔNG HỢP TỒN KHO'),
      line(daysText(days)),
      head([null, 'Mã hàng ', 'Tên hàng ', 'ĐVT', ...upper]),
      head([null, null, null, null, ...lower]),
      ...body,
      { style: 'total', cells: [null, `Số dòng = ${rows.length}`, null, null, ...sums(rows)] },
    ],
  };
}

function threeColumns(rows: readonly Row[], days: Days): SheetModel {
  const { upper, lower } = movementHeads(['Số lượng', 'Giá trị', 'Đơn giá']);
  const withPrice = (cells: readonly Cell[]): Cell[] =>
    groups.flatMap((_, at) => {
      const [quantity, value] = [Number(cells[at * 2]), Number(cells[at * 2 + 1])];
      return [quantity, value, quantity === 0 ? 0 : Math.round((value / quantity) * 100) / 100];
    });
  const withoutPrice = (cells: readonly Cell[]): Cell[] =>
    groups.flatMap((_, at) => [cells[at * 2]!, cells[at * 2 + 1]!, null]);
  return {
    name: 'Báo cáo',
    columns: columns(16),
    merges: headerMerges(8, 4, 3),
    rows: [
      title('Tổng hợp tồn kho'),
      line(daysText(days)),
      ...[line('Kho: <<Tất cả>>'), line('Nhóm VTHH: <<Tất cả>>'), line('Đơn vị tính: Đơn vị chính'), line(), line()],
      head([...plainHeads, ...upper]),
      head([null, null, null, null, ...lower]),
      ...rows.map((row) => [...plainCells(row), ...withPrice(movements(row))]),
      { style: 'total', cells: ['Tổng cộng', null, null, null, ...withoutPrice(sums(rows))] },
    ],
  };
}

/** Rows of goods on one printed page. */
const pageLength = 40;

/** The form for paper: every text merged across two columns, a footer on each page, signatures at the end. */
function printed(rows: readonly Row[], days: Days): SheetModel {
  const { upper, lower } = movementHeads(['Số lượng', 'Giá trị']);
  const spread = (cells: readonly Cell[]): Cell[] => [
    ...cells.slice(0, 3).flatMap((cell) => [cell, null]),
    ...cells.slice(3),
  ];
  const pages = Math.max(1, Math.ceil(rows.length / pageLength));
  const body = Array.from({ length: pages }, (_, page): SheetRow[] => [
    ...rows
      .slice(page * pageLength, (page + 1) * pageLength)
      .map((row) => spread([...plainCells(row), ...movements(row)])),
    line(`Trang ${page + 1}/${pages}`),
  ]).flat();
  const all: SheetRow[] = [
    title('TỔNG HỢP TỒN KHO'),
    line(daysText(days)),
    line(),
    head(spread([...plainHeads, ...upper])),
    head(spread([null, null, null, null, ...lower])),
    ...body,
    { style: 'total', cells: spread(['Tổng cộng', null, null, null, ...sums(rows)]) },
    line(),
    line('Người lập', null, null, 'Kế toán trưởng', null, null, 'Thủ kho'),
    line('(Ký, họ tên)', null, null, '(Ký, họ tên)', null, null, '(Ký, họ tên)'),
  ];
  const merges = all.flatMap((row, at) =>
    at < 3 || (!Array.isArray(row) && !('cells' in row && row.style === 'total'))
      ? []
      : ['A', 'C', 'E'].map((from) => `${from}${at + 1}:${columnLetters(columnAt(from) + 1)}${at + 1}`),
  );
  return { name: 'In', columns: columns(15), merges: ['A1:O1', 'A2:O2', ...merges], rows: all };
}

const columnAt = (letter: string): number => letter.charCodeAt(0) - 65;
