import type { ThreeSidedRow, ThreeSides } from '@khop/contract/invoice-issuance/three-sides.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { ColumnFormat, SheetModel, SheetRow } from '@khop/engine/sheets/sheet-model.ts';
import { tableSheet } from '@khop/engine/sheets/table-sheet.ts';
import { KINDS } from '@khop/engine/three-sides/kinds.ts';
import {
  differenceInWords,
  EXPLANATION_NAMES,
  STATE_NAMES,
  TRADE_NAMES,
  TRUTH_NAMES,
} from '@khop/engine/three-sides/words.ts';
import type { WritableSheet } from '../../../adapters/workbook/write/sheet-xml.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { found } from '../../../refusal.ts';
import { readPeriod } from '../period-rows.ts';
import { rowsAfter } from './list-rows.ts';
import { sumsOfThreeSides } from './sums.ts';

/** The comparison that is shown as a workbook: what each side comes to, what differs by kind and rate, and every invoice. */
export async function downloadThreeSides(context: Context, periodId: string): Promise<FileAnswer> {
  const period = await readPeriod(context.db, periodId);
  const sums = await sumsOfThreeSides(context, periodId, {});
  const shown = found(
    await context.db
      .selectFrom('threeSidedComparisons')
      .select('runId')
      .where('periodId', '=', periodId)
      .executeTakeFirst(),
    'Kỳ chưa được đối chiếu ba bên. Hãy bấm «Đối chiếu» trước.',
  );
  return {
    fileName: `doi-chieu-ba-ben-${period.fromDate}-${period.toDate}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: context.workbooks.write([
      sumsSheet(sums),
      ratesSheet(sums),
      rowsSheet(context.db, periodId, shown.runId, sums.all.rows),
    ]),
  };
}

type Column = { readonly header: string; readonly width: number; readonly format: ColumnFormat };

const column = (header: string, width: number, format: ColumnFormat = 'text'): Column => ({ header, width, format });
const money = (...headers: string[]): Column[] => headers.map((header) => column(header, 18, 'vnd'));

type Sums = ThreeSides['all'];

const sumCells = ({ rows, delivery, books, tax, atStake }: Sums): Cell[] => [
  ...[rows, delivery.total, books.total, tax.total],
  ...[tax.total - books.total, atStake],
];

function sumsSheet({ byState, byKind, all, unexplained }: ThreeSides): SheetModel {
  const states = (['equal', 'uncovered'] as const).map((state) => [STATE_NAMES[state], ...sumCells(byState[state])]);
  const kinds = byKind.map(({ name, ...sums }) => [name, ...sumCells(sums)]);
  return tableSheet({
    name: 'Tổng ba bên',
    title: 'Đối chiếu ba bên',
    subtitle: `Chưa giải thích: ${unexplained.rows} dòng`,
    columns: [
      column('Nhóm', 40),
      column('Số dòng', 10, 'integer'),
      ...money('Bravo', 'AMIS', 'Thuế', 'Thuế − AMIS', 'Tổng liên quan'),
    ],
    rows: [...states, ...kinds],
    total: () => ['Tổng cộng', ...sumCells(all)],
  });
}

const ratesSheet = ({ byRate }: ThreeSides): SheetModel =>
  tableSheet({
    name: 'Thuế suất',
    columns: [
      column('Thuế suất', 14),
      ...money('Bravo: tiền', 'Bravo: thuế', 'AMIS: tiền', 'AMIS: thuế', 'Thuế: tiền', 'Thuế: thuế'),
    ],
    rows: byRate.map(({ rate, delivery, books, tax }) => [
      rate === '' ? 'Không ghi' : rate,
      ...[delivery.amount, delivery.vat, books.amount, books.vat, tax.amount, tax.vat],
    ]),
  });

const ROW_COLUMNS: readonly Column[] = [
  ...[column('Hồ sơ', 10), column('Chiều', 10), column('Ký hiệu', 12), column('Số', 12)],
  ...[column('Ngày', 12, 'day'), column('Tháng gốc', 10), column('Mã số thuế', 16), column('Đối tượng', 36)],
  ...money('Bravo trước thuế', 'Bravo thuế', 'Bravo tổng', 'AMIS trước thuế', 'AMIS thuế', 'AMIS tổng'),
  ...money('Thuế: trước thuế', 'Thuế: thuế', 'Thuế: tổng', 'Thuế − AMIS'),
  ...[column('Trạng thái', 16), column('Khác nhau', 32), column('Chi tiết', 60), column('Bên đúng', 24)],
  ...[column('Cách xử lý', 60), column('Chứng từ Bravo', 24), column('Chứng từ AMIS', 24)],
  ...[column('Giải thích', 28), column('Chứng cứ', 40), column('Người giải thích', 26)],
];

const three = (amounts: ThreeSidedRow['books']): Cell[] =>
  amounts === null ? [null, null, null] : [amounts.beforeVat, amounts.vat, amounts.total];

function cellsOf(row: ThreeSidedRow): Cell[] {
  const [primary] = row.differences;
  const { explanation } = row;
  const said = explanation?.holds ? explanation : null;
  return [
    ...[row.profileCode, TRADE_NAMES[row.trade], row.symbol, row.number, { day: row.date }, row.originMonth],
    ...[row.partnerTaxCode, row.partnerName, ...three(row.delivery), ...three(row.books), ...three(row.tax)],
    (row.tax?.total ?? 0) - (row.books?.total ?? 0),
    ...[STATE_NAMES[row.state], primary ? KINDS[primary.kind][0] : ''],
    row.differences.length > 0 ? row.differences.map(differenceInWords).join('\n') : row.missing,
    ...[primary ? TRUTH_NAMES[primary.truth] : '', primary?.remedy ?? ''],
    ...[row.documents.map(({ document }) => document).join(', '), row.vouchers.join(', ')],
    ...[said ? EXPLANATION_NAMES[said.reason] : '', said?.note ?? '', said?.by ?? ''],
  ];
}

/** Rows are read as they are written. A comparison that is made meanwhile takes them away: then the file ends in an error, not short. */
function rowsSheet(db: Database, periodId: string, runId: string, count: number): WritableSheet {
  const { rows: _, ...layout } = tableSheet({ name: 'Từng hóa đơn', columns: ROW_COLUMNS, rows: [] });
  async function* rows(): AsyncGenerator<SheetRow> {
    yield { style: 'header', cells: ROW_COLUMNS.map(({ header }) => header) };
    let written = 0;
    for await (const row of rowsAfter(db, periodId, runId)) {
      yield cellsOf(row);
      written += 1;
    }
    if (written !== count) throw new Error('The comparison was made anew while it was written');
  }
  return { ...layout, rows: rows() };
}
