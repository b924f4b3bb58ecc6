import { addDays, type Day, formatDay } from '@khop/engine/day.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { ColumnFormat, SheetModel, SheetRow } from '@khop/engine/sheets/sheet-model.ts';
import type { TaxChannel, TaxInvoiceState, TaxProcessing } from '@khop/engine/tax-invoices/tax-list.ts';
import type { Trade } from '@khop/engine/three-sides/types.ts';
import { buyerOf, FORM, type Party, sellerOf } from './deal.ts';
import { CHANNELS, monthBeforeOf, TRADES } from './deals.ts';
import { type TaxWorld, tellingsOf } from './plan.ts';
import type { ToldRow } from './telling.ts';

export type WorkbookToWrite = {
  readonly path: string;
  readonly kind: 'workbook';
  readonly sheet: SheetModel;
  /** Instant in UTC. */
  readonly createdAt: string;
};

const STATES: Readonly<Record<TaxInvoiceState, string>> = {
  new: 'Hóa đơn mới',
  replacing: 'Hóa đơn thay thế',
  adjusting: 'Hóa đơn điều chỉnh',
  replaced: 'Hóa đơn đã bị thay thế',
  adjusted: 'Hóa đơn đã bị điều chỉnh',
  cancelled: 'Hóa đơn đã bị hủy',
};

const PROCESSINGS: Readonly<Record<TaxProcessing, string>> = {
  received: 'Cục Thuế đã nhận',
  checking: 'Đang tiến hành kiểm tra cấp mã',
  refused: 'Cơ quan thuế từ chối hóa đơn theo từng lần phát sinh',
  eligible: 'Hóa đơn đủ điều kiện cấp mã',
  not_eligible: 'Hóa đơn không đủ điều kiện cấp mã',
  coded: 'Đã cấp mã hóa đơn',
  received_without_code: 'Cục Thuế đã nhận không mã',
  periodic_check: 'Đã kiểm tra định kỳ hóa đơn điện tử không có mã',
  received_from_register: 'Cục Thuế đã nhận hóa đơn có mã khởi tạo từ máy tính tiền',
};

type Column = { readonly head: string; readonly format: ColumnFormat; readonly of: (row: ToldRow, at: number) => Cell };

const words = (head: string, of: Column['of']): Column => ({ head, format: 'text', of });
const money = (head: string, of: Column['of']): Column => ({ head, format: 'vnd', of });
const orBlank = (written: string): Cell => (written === '' ? null : written);

const party = (heads: readonly [string, string, string], of: (row: ToldRow) => Party): readonly Column[] => [
  words(heads[0], (row) => orBlank(of(row).taxCode)),
  words(heads[1], (row) => orBlank(of(row).name)),
  words(heads[2], (row) => orBlank(of(row).address)),
];

const HEAD: readonly Column[] = [
  { head: 'STT', format: 'integer', of: (_, at) => at + 1 },
  words('Ký hiệu mẫu số', () => FORM),
  words('Ký hiệu hóa đơn', ({ facts }) => facts.symbol),
  words('Số hóa đơn', ({ facts }) => facts.number),
  words('Ngày lập', ({ facts }) => formatDay(facts.date)),
];
const SELLER = party(
  ['MST người bán/MST người xuất hàng', 'Tên người bán/Tên người xuất hàng', 'Địa chỉ người bán'],
  ({ facts }) => sellerOf(facts),
);
const BUYER = party(
  ['MST người mua/MST người nhận hàng', 'Tên người mua/Tên người nhận hàng', 'Địa chỉ người mua'],
  ({ facts }) => buyerOf(facts),
);
const TAIL: readonly Column[] = [
  money('Tổng tiền chưa thuế', ({ facts, hasParts }) => (hasParts ? facts.said.beforeVat : null)),
  money('Tổng tiền thuế', ({ facts, hasParts }) => (hasParts ? facts.said.vat : null)),
  money('Tổng tiền chiết khấu thương mại', () => null),
  money('Tổng tiền phí', () => null),
  money('Tổng tiền thanh toán', ({ facts }) => facts.said.total),
  words('Đơn vị tiền tệ', ({ facts }) => facts.currency),
  words('Tỷ giá', ({ facts }) => `${facts.exchangeRate}.0`),
  words('Trạng thái hóa đơn', ({ state }) => STATES[state]),
  words('Kết quả kiểm tra hóa đơn', ({ processing }) => PROCESSINGS[processing]),
];

/** Cash registers' lists have both parties, and no citizens' numbers. */
function columnsOf(trade: Trade, channel: TaxChannel): readonly Column[] {
  if (channel === 'register') return [...HEAD, ...SELLER.slice(0, 2), ...BUYER.slice(0, 2), ...TAIL];
  return trade === 'purchase'
    ? [...HEAD, ...SELLER, ...TAIL]
    : [...HEAD, ...BUYER, words('Căn cước công dân', () => null), ...TAIL];
}

type Span = { readonly from: Day; readonly to: Day };

/** The list as the portal exports it: its name in row 3, its days in row 4, its header in row 6. */
function listSheet(rows: Iterable<ToldRow>, columns: readonly Column[], { from, to }: Span): SheetModel {
  function* all(): Generator<SheetRow> {
    yield [];
    yield [];
    yield { style: 'title', cells: ['DANH SÁCH HÓA ĐƠN'] };
    yield { style: 'subtitle', cells: [`Từ ngày ${formatDay(from)} đến ngày ${formatDay(to)}`] };
    yield [];
    yield { style: 'header', cells: columns.map(({ head }) => head) };
    let at = 0;
    for (const row of rows) {
      const place = at++;
      yield columns.map(({ of }) => of(row, place));
    }
  }
  return {
    name: 'sheet 1',
    columns: columns.map(({ format }) => ({ format, width: format === 'text' ? 22 : 16 })),
    rows: all(),
  };
}

const CHANNEL_FILES: Readonly<Record<TaxChannel, string>> = {
  coded: 'co-ma',
  uncoded: 'khong-ma',
  register: 'may-tinh-tien',
};

/** The portal's three lists of sales and three of purchases of every profile: of the month, and of the month before where it has any. */
export function* portalLists(world: TaxWorld): Generator<WorkbookToWrite> {
  const { fromDate, toDate, profiles } = world.company.period;
  const months = [
    { name: '', from: fromDate, to: toDate },
    { name: '-thang-truoc', from: monthBeforeOf(fromDate), to: addDays(fromDate, -1) },
  ];
  for (const [profile, { code }] of profiles.entries())
    for (const trade of TRADES)
      for (const channel of CHANNELS)
        for (const { name, from, to } of months) {
          const rows = () => listRows(world, profile, trade, (row) => isIn(row, channel, { from, to }));
          const hasRows = !rows().next().done;
          if (name !== '' && !hasRows) continue;
          const file = `${trade === 'sale' ? 'ban-ra' : 'mua-vao'}-${CHANNEL_FILES[channel]}${name}`;
          yield {
            path: `tax/${code}/danh-sach-${file}.xlsx`,
            kind: 'workbook',
            sheet: listSheet(rows(), columnsOf(trade, channel), { from, to }),
            createdAt: `${addDays(toDate, 15)}T03:00:00.000Z`,
          };
        }
}

const isIn = ({ facts }: ToldRow, channel: TaxChannel, { from, to }: Span): boolean =>
  facts.channel === channel && facts.date >= from && facts.date <= to;

function* listRows(
  world: TaxWorld,
  profile: number,
  trade: Trade,
  isWanted: (row: ToldRow) => boolean,
): Generator<ToldRow> {
  for (const { invoices } of tellingsOf(world, profile, trade))
    for (const { row } of invoices) if (row !== undefined && isWanted(row)) yield row;
}
