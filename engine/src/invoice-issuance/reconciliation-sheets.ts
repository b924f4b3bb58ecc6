import { documentKeyOf, netAmountOf, type SalesLine } from '../bravo/sales-line.ts';
import { formatDay } from '../day.ts';
import { formatQuantity, type Quantity } from '../quantity.ts';
import { type Cell, decimalText } from '../sheets/cell.ts';
import type { ColumnFormat, SheetModel } from '../sheets/sheet-model.ts';
import { type Table, tableSheet } from '../sheets/table-sheet.ts';
import { type LinePlace, type PlaceKind, type PlaceTotals, placesByLine, totalsBy } from './line-places.ts';
import { REASON_NAMES } from './reason-names.ts';
import { summarySheet } from './reconciliation-summary.ts';
import type { IssuanceInput, IssuancePlan } from './types.ts';

/** Rows per sheet: Excel ends at 1,048,576. */
const ROWS_PER_SHEET = 1_000_000;

export const PLACE_NAMES: Readonly<Record<PlaceKind, string>> = {
  invoiced: 'Hóa đơn lập mới',
  alreadyInvoiced: 'Đã xuất ở AMIS',
  unallocated: 'Chưa xuất',
  excluded: 'Loại ra',
  netted: 'Bù trừ trả hàng',
};

/** The sheets of DoiChieu.xlsx: the tie-out, every ledger line with where each of its parts went, and why the rest is left. */
export function reconciliationSheets(input: IssuanceInput, plan: IssuancePlan): SheetModel[] {
  const places = placesByLine(input.lines, plan);
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const partners = new Map(input.bravoPartners.map((partner) => [partner.code, partner.name]));
  const items = new Map(input.lines.map((line) => [line.itemCode, line.itemName]));
  const profiles = new Map(input.profiles.map((books) => [books.terms.code, books.terms.name]));
  const by = (keyOf: (line: SalesLine, place: LinePlace) => string) => totalsBy(input.lines, places, keyOf);
  return [
    summarySheet(input, plan),
    ...lineSheets(input, places, partners),
    shortageSheet(plan, lines, partners),
    invoiceSheet(plan),
    totalsSheet(
      'Theo khách',
      'Mã khách',
      by((line) => line.partnerCode),
      partners,
    ),
    totalsSheet(
      'Theo mặt hàng',
      'Mã mặt hàng',
      by((line) => line.itemCode),
      items,
    ),
    totalsSheet(
      'Theo đơn vị',
      'Đơn vị',
      by((_, place) => place.profile || '(chưa thuộc đơn vị nào)'),
      profiles,
    ),
    totalsSheet(
      'Theo ngày',
      'Ngày bán',
      by((line) => line.docDate),
      new Map(),
      formatDay,
    ),
    lotSheet(plan),
    reviewSheet(plan),
    warningSheet(plan),
  ];
}

const column = (header: string, width: number, format: ColumnFormat = 'text') => ({ header, width, format });
const dayCell = (day: string): Cell => ({ day });

/** A number where a double holds the decimal exactly, else its text. */
export function quantityCell(quantity: Quantity): Cell {
  const text = formatQuantity(quantity);
  return decimalText(Number(text)) === text ? Number(text) : text;
}

function lineSheets(
  input: IssuanceInput,
  places: ReadonlyMap<string, readonly LinePlace[]>,
  partners: ReadonlyMap<string, string>,
): SheetModel[] {
  const chunks: SalesLine[][] = [[]];
  let count = 0;
  for (const line of input.lines) {
    const own = Math.max(1, places.get(line.id)?.length ?? 0);
    if (count + own > ROWS_PER_SHEET) {
      chunks.push([]);
      count = 0;
    }
    chunks.at(-1)!.push(line);
    count += own;
  }
  return chunks.map((chunk, index) =>
    tableSheet({
      name: index === 0 ? 'Dòng Bravo' : `Dòng Bravo ${index + 1}`,
      columns: [
        column('Khóa dòng', 18),
        column('Chứng từ', 22),
        column('Ngày bán', 12, 'day'),
        column('Mã khách', 14),
        column('Tên khách', 32),
        column('Mã mặt hàng', 16),
        column('Tên mặt hàng', 36),
        column('SL trên sổ', 12, 'quantity'),
        column('Tiền trên sổ', 16, 'vnd'),
        column('Nơi đến', 18),
        column('Đơn vị', 10),
        column('Chứng từ / lý do', 24),
        column('Mã hàng AMIS', 18),
        column('Mã kho', 10),
        column('Lô', 30),
        column('SL gốc', 12, 'quantity'),
        column('SL AMIS', 12, 'quantity'),
        column('Tiền', 16, 'vnd'),
        column('Diễn giải', 60),
      ],
      rows: lineRows(chunk, places, partners),
    }),
  );
}

/** One row per part. The ledger's own figures stand on the first part only, so that both columns add up to the ledger. */
function* lineRows(
  lines: readonly SalesLine[],
  places: ReadonlyMap<string, readonly LinePlace[]>,
  partners: ReadonlyMap<string, string>,
): Generator<Cell[]> {
  for (const line of lines) {
    const { id, docDate, partnerCode, itemCode, itemName } = line;
    const head: Cell[] = [
      id,
      documentKeyOf(line),
      dayCell(docDate),
      partnerCode,
      partners.get(partnerCode) ?? '',
      itemCode,
      itemName,
    ];
    const own = places.get(id) ?? [];
    if (own.length === 0) yield [...head, quantityCell(line.baseQuantity), netAmountOf(line), 'Không có giá trị'];
    for (const [index, place] of own.entries()) {
      yield [
        ...head,
        index === 0 ? quantityCell(line.baseQuantity) : null,
        index === 0 ? netAmountOf(line) : null,
        PLACE_NAMES[place.kind],
        place.profile,
        place.reference,
        place.product,
        place.warehouse,
        place.lot,
        quantityCell(place.baseQuantity),
        place.product === '' ? null : quantityCell(place.quantity),
        place.amount,
        place.why,
      ];
    }
  }
}

function shortageSheet(
  plan: IssuancePlan,
  lines: ReadonlyMap<string, SalesLine>,
  partners: ReadonlyMap<string, string>,
): SheetModel {
  return table({
    name: 'Chưa xuất',
    columns: [
      column('Khóa dòng', 18),
      column('Chứng từ', 22),
      column('Ngày bán', 12, 'day'),
      column('Mã khách', 14),
      column('Tên khách', 32),
      column('Mã mặt hàng', 16),
      column('Tên mặt hàng', 36),
      column('SL gốc', 12, 'quantity'),
      column('Tiền', 16, 'vnd'),
      column('Thuế trên sổ', 14, 'vnd'),
      column('Mã lý do', 26),
      column('Lý do', 30),
      column('Giải thích', 80),
      column('Cách xử lý', 80),
    ],
    *rows() {
      for (const shortage of plan.shortages) {
        const line = lines.get(shortage.line);
        yield [
          shortage.line,
          line ? documentKeyOf(line) : '',
          line ? dayCell(line.docDate) : null,
          line?.partnerCode ?? '',
          partners.get(line?.partnerCode ?? '') ?? '',
          line?.itemCode ?? '',
          line?.itemName ?? '',
          quantityCell(shortage.baseQuantity),
          shortage.amount,
          shortage.vatAmount,
          shortage.reason,
          REASON_NAMES[shortage.reason],
          shortage.message,
          shortage.remedy,
        ];
      }
    },
    total: () => ['Tổng cộng', ...blanks(7), plan.tieOut.unallocated, plan.vatTieOut.unallocated],
  });
}

function invoiceSheet(plan: IssuancePlan): SheetModel {
  return table({
    name: 'Hóa đơn',
    columns: [
      column('Đơn vị', 10),
      column('Số chứng từ', 22),
      column('Ngày hóa đơn', 13, 'day'),
      column('Ngày bán', 12, 'day'),
      column('Chứng từ Bravo', 22),
      column('Mã khách AMIS', 16),
      column('Người mua', 36),
      column('Mã số thuế', 16),
      column('Khách trên sổ Bravo', 18),
      column('Số dòng', 9, 'integer'),
      column('Tiền hàng', 16, 'vnd'),
      column('Thuế GTGT', 14, 'vnd'),
      column('Tổng tiền', 16, 'vnd'),
      column('Bằng chữ', 60),
    ],
    *rows() {
      for (const invoice of plan.invoices) {
        yield [
          invoice.profile,
          invoice.voucherNumber,
          dayCell(invoice.date),
          dayCell(invoice.documentDate),
          invoice.bravoDocument,
          invoice.buyer.customerCode,
          invoice.buyer.name,
          invoice.buyer.taxCode,
          invoice.buyer.bravoPartnerCode,
          invoice.items.length,
          invoice.amount,
          invoice.vatAmount,
          invoice.total,
          invoice.amountInWords,
        ];
      }
    },
    total: () => {
      const vat = plan.vatTieOut.invoiced + plan.vatRounding;
      return ['Tổng cộng', ...blanks(9), plan.tieOut.invoiced, vat, plan.tieOut.invoiced + vat];
    },
  });
}

const ORDER = ['ledger', 'invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'netted'] as const;

function totalsSheet(
  name: string,
  keyHeader: string,
  totals: ReadonlyMap<string, PlaceTotals>,
  names: ReadonlyMap<string, string>,
  show: (key: string) => string = (key) => key,
): SheetModel {
  const sums: PlaceTotals = { ledger: 0, invoiced: 0, alreadyInvoiced: 0, unallocated: 0, excluded: 0, netted: 0 };
  for (const own of totals.values()) for (const kind of ORDER) sums[kind] += own[kind];
  return table({
    name,
    columns: [
      column(keyHeader, 24),
      column('Tên', 40),
      column('Trên sổ', 18, 'vnd'),
      ...ORDER.slice(1).map((kind) => column(PLACE_NAMES[kind as PlaceKind], 18, 'vnd')),
    ],
    *rows() {
      for (const [key, own] of totals) yield [show(key), names.get(key) ?? '', ...ORDER.map((kind) => own[kind])];
    },
    total: () => ['Tổng cộng', null, ...ORDER.map((kind) => sums[kind])],
  });
}

function lotSheet(plan: IssuancePlan): SheetModel {
  const drawn = new Map<string, Quantity>();
  for (const invoice of plan.invoices) {
    for (const item of invoice.items) {
      for (const { lot, quantity } of item.allocations) if (lot) drawn.set(lot, (drawn.get(lot) ?? 0n) + quantity);
    }
  }
  const sources = { opening: 'Tồn đầu kỳ', purchase: 'Mua hàng', other_incoming: 'Nhập khác, chưa rõ ngày' } as const;
  return table({
    name: 'Lô hàng',
    columns: [
      column('Lô', 40),
      column('Đơn vị', 10),
      column('Mã kho', 10),
      column('Mã hàng AMIS', 18),
      column('Nguồn', 24),
      column('Dùng được từ', 13, 'day'),
      column('Số lượng', 12, 'quantity'),
      column('Đã lên hóa đơn', 14, 'quantity'),
      column('Còn lại', 12, 'quantity'),
    ],
    *rows() {
      for (const lot of plan.lots) {
        const used = drawn.get(lot.id) ?? 0n;
        const figures = [lot.quantity, used, lot.quantity - used].map(quantityCell);
        yield [
          lot.id,
          lot.profile,
          lot.warehouse,
          lot.product,
          sources[lot.source],
          dayCell(lot.availableFrom),
          ...figures,
        ];
      }
    },
  });
}

const reviewSheet = (plan: IssuancePlan): SheetModel =>
  table({
    name: 'Cần quyết định',
    columns: [
      column('Đơn vị', 10),
      column('Dòng sổ AMIS', 30),
      column('Có thể là dòng Bravo', 60),
      column('Vì sao', 60),
    ],
    *rows() {
      for (const { profile, entry, candidates, why } of plan.review) yield [profile, entry, candidates.join(', '), why];
    },
  });

const warningSheet = (plan: IssuancePlan): SheetModel =>
  table({
    name: 'Cảnh báo',
    columns: [column('Mã', 28), column('Đơn vị', 10), column('Nội dung', 110)],
    *rows() {
      for (const { code, profile, message } of plan.warnings) yield [code, profile ?? '', message];
    },
  });

const blanks = (count: number): null[] => Array.from({ length: count }, () => null);

const table = ({ rows, ...rest }: Omit<Table, 'rows'> & { rows(): Generator<Cell[]> }): SheetModel =>
  tableSheet({ ...rest, rows: rows() });
