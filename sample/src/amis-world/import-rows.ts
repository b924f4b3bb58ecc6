import type { Day } from '@khop/engine/day.ts';
import type { Vnd } from '@khop/engine/money.ts';
import { parseQuantity, type Quantity } from '@khop/engine/quantity.ts';

/** One row of AMIS's sales voucher import ("Ban hang"): rows that share a voucher number form one voucher. */
export type ImportRow = {
  readonly voucherNumber: string;
  readonly date: Day;
  readonly invoiceDate: Day | undefined;
  readonly customerCode: string;
  readonly customerName: string;
  readonly description: string;
  readonly productCode: string;
  /** Empty where nothing leaves a warehouse. */
  readonly warehouse: string;
  readonly quantity: Quantity;
  readonly amount: Vnd;
  readonly vatRate: string;
  readonly vatAmount: Vnd;
  readonly isPromotion: boolean;
};

type Cell = string | number | boolean | bigint | Date | null | undefined | object;
const text = (cell: Cell): string => (cell === null || cell === undefined ? '' : String(cell));
const isoDay = (cell: Cell): Day | undefined => text(cell).split('/').reverse().join('-') || undefined;
/** Excel holds doubles: the value read back is the nearest quantity with six places. */
const quantityOf = (cell: Cell): Quantity =>
  typeof cell === 'number' ? BigInt(Math.round(cell * 1_000_000)) : parseQuantity(text(cell) || '0');

/** The rows of the template by the names of its columns, as a reader of workbooks gives them. */
export function importRowsOf(rows: Iterable<Readonly<Record<string, Cell>>>): ImportRow[] {
  return Array.from(rows, (row) => ({
    voucherNumber: text(row['Số chứng từ (*)']),
    date: isoDay(row['Ngày chứng từ (*)'])!,
    invoiceDate: isoDay(row['Ngày hóa đơn']),
    customerCode: text(row['Mã khách hàng']),
    customerName: text(row['Tên khách hàng']),
    description: text(row['Diễn giải/Lý do nộp']),
    productCode: text(row['Mã hàng (*)']),
    warehouse: text(row['Mã kho']),
    quantity: quantityOf(row['Số lượng']),
    amount: Number(row['Thành tiền'] ?? 0),
    vatRate: text(row['% thuế GTGT']),
    vatAmount: Number(row['Tiền thuế GTGT'] ?? 0),
    isPromotion: Number(row['Hàng khuyến mại'] ?? 0) === 1,
  }));
}
