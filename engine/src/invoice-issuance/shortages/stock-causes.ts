import { type Day, formatDay } from '../../day.ts';
import { type Factor, formatFactor, type Quantity } from '../../quantity.ts';
import type { InventoryRow, PurchaseLine } from '../books.ts';
import { quantityText } from '../quantity-text.ts';
import { type ExpectedGoods, isOffBy } from './expected-goods.ts';

export const STOCK_CAUSES = [
  'NOT_BOOKED',
  'WRONG_FACTOR',
  'WRONG_WAREHOUSE',
  'SOLD_BEFORE_BOUGHT',
  'OTHER_PROFILE',
  'NOTHING_FOUND',
] as const;
export type StockCauseCode = (typeof STOCK_CAUSES)[number];

export const STOCK_CAUSE_NAMES: Readonly<Record<StockCauseCode, string>> = {
  NOT_BOOKED: 'Mua rồi, chưa ghi nhập',
  WRONG_FACTOR: 'Sai hệ số quy đổi',
  WRONG_WAREHOUSE: 'Hàng nằm ở kho khác',
  SOLD_BEFORE_BOUGHT: 'Bán trước khi nhập',
  OTHER_PROFILE: 'Hàng ở hồ sơ khác',
  NOTHING_FOUND: 'Chưa thấy lý do',
};

/** One likely reason for a lack, with the figures, days and documents that speak for it. It is a trace to follow, not a correction. */
export type StockCause = {
  readonly code: StockCauseCode;
  readonly text: string;
  /** The quantity that would be there without it, in the unit of the product; null where no figure is known. */
  readonly quantity: Quantity | null;
  readonly day: Day | null;
  readonly documents: readonly string[];
};

/** `missing`: sold and in no stock of the profile; `negative`: AMIS itself shows less than nothing in a warehouse. */
export type StockLack = {
  readonly kind: 'missing' | 'negative';
  readonly profile: string;
  readonly product: string;
  readonly name: string;
  readonly unit: string;
  /** The quantity that lacks, positive. */
  readonly quantity: Quantity;
  /** First sale without goods; of negative stock the last day of the period. */
  readonly day: Day;
  /** Of negative stock. */
  readonly warehouse: string | null;
};

/** The traces of one product in the books. */
export type StockTraces = {
  /** Its rows of the stock report, in every warehouse. */
  readonly rows: readonly InventoryRow[];
  /** Warehouses that no invoice draws from. */
  readonly excluded: ReadonlySet<string>;
  readonly purchases: readonly PurchaseLine[];
  /** Its goods on their way into the books. */
  readonly expected: readonly ExpectedGoods[];
  /** The Bravo items that it is connected with. */
  readonly connections: readonly { readonly item: string; readonly factor: Factor }[];
  /** All that the period wants of it, and all that there was to give. */
  readonly wanted: Quantity;
  readonly had: Quantity;
  /** Goods of other profiles that are connected with the same Bravo items, in the unit of this product. */
  readonly elsewhere: readonly {
    readonly profile: string;
    readonly product: string;
    readonly item: string;
    readonly quantity: Quantity;
    /** True for goods that are only invoiced to that profile. */
    readonly isInvoicedOnly: boolean;
  }[];
};

/** Every cause that the books show, the one that is mended most easily first; `NOTHING_FOUND` when there is none. */
export function stockCauses(lack: StockLack, traces: StockTraces): StockCause[] {
  const found = [
    ...notBooked(lack, traces),
    ...wrongFactor(lack, traces),
    ...wrongWarehouse(lack, traces),
    ...soldBeforeBought(lack, traces),
    ...otherProfile(traces),
  ];
  if (found.length > 0) return found;
  const text = 'Không chứng từ nào trong sổ giải thích được. Tìm phiếu nhập còn thiếu, hoặc hỏi thủ kho.';
  return [{ code: 'NOTHING_FOUND', text, quantity: null, day: null, documents: [] }];
}

/** Goods that were booked off by their factor are told as that: their rest is not on its way. */
const notBooked = (lack: StockLack, { expected }: StockTraces): StockCause[] =>
  expected
    .filter(({ offByFactor }) => offByFactor === null)
    .map(({ text, quantity, day, invoiceId }) => ({
      code: 'NOT_BOOKED',
      text: `${upper(text)}${day !== null && lack.kind === 'missing' && day > lack.day ? '; mua sau ngày bán đầu tiên' : ''}.`,
      quantity,
      day,
      documents: [invoiceId],
    }));

function wrongFactor({ unit }: StockLack, { expected, connections, wanted, had }: StockTraces): StockCause[] {
  const booked = expected.flatMap(({ text, day, invoiceId, offByFactor: off }): StockCause[] =>
    off === null
      ? []
      : [
          {
            code: 'WRONG_FACTOR',
            text: `${upper(text)}: sổ mua hàng ghi ${quantityText(off.booked)}, theo hệ số ${formatFactor(off.factor)} phải là ${quantityText(off.due)} ${unit}.`,
            quantity: off.due - off.booked,
            day,
            documents: [invoiceId],
          },
        ],
  );
  const sold = connections.find(({ factor }) => had > 0n && isOffBy(had, wanted, factor));
  if (!sold) return booked;
  return [
    ...booked,
    {
      code: 'WRONG_FACTOR',
      text: `Kỳ này cần ${quantityText(wanted)} ${unit}, cả kỳ có ${quantityText(had)}: lệch đúng hệ số ${formatFactor(sold.factor)} của liên kết với ${sold.item}. Kiểm tra hệ số ấy.`,
      quantity: null,
      day: null,
      documents: [sold.item],
    },
  ];
}

/** Stock that lies where invoices do not draw from; beside a negative warehouse, in any other one. */
const wrongWarehouse = ({ kind, unit }: StockLack, { rows, excluded }: StockTraces): StockCause[] =>
  rows
    .filter((row) => row.closing > 0n && (kind === 'negative' || excluded.has(row.warehouse)))
    .map((row) => ({
      code: 'WRONG_WAREHOUSE',
      text: `Kho ${row.warehouse}${excluded.has(row.warehouse) ? ', không dùng để xuất hóa đơn,' : ''} còn ${quantityText(row.closing)} ${unit}.`,
      quantity: row.closing,
      day: null,
      documents: [row.warehouse],
    }));

/** There was nothing at the beginning of the period, and the first goods came after the first sale. */
function soldBeforeBought({ kind, day }: StockLack, { rows, purchases }: StockTraces): StockCause[] {
  const opening = rows.reduce((sum, row) => sum + row.opening, 0n);
  const [first] = purchases.filter(({ quantity }) => quantity > 0n).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  if (kind === 'negative' || opening > 0n || !first || first.date <= day) return [];
  return [
    {
      code: 'SOLD_BEFORE_BOUGHT',
      text: `Bán từ ${formatDay(day)}, lần nhập đầu tiên của kỳ là ${formatDay(first.date)} (${first.voucherNumber}). Kiểm tra ngày nhận hàng thật.`,
      quantity: first.quantity,
      day: first.date,
      documents: [first.voucherNumber],
    },
  ];
}

const otherProfile = ({ elsewhere }: StockTraces): StockCause[] =>
  elsewhere
    .filter(({ quantity }) => quantity > 0n)
    .map(({ profile, product, item, quantity, isInvoicedOnly }) => ({
      code: 'OTHER_PROFILE',
      text: `Hồ sơ ${profile} ${isInvoicedOnly ? 'có hóa đơn mua' : 'còn'} ${quantityText(quantity)} (quy đổi) ở mã ${product}, nối cùng vật tư ${item}. Kiểm tra hóa đơn mua đứng tên hồ sơ nào.`,
      quantity,
      day: null,
      documents: [product],
    }));

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
