import { addDays, formatDay } from '../day.ts';
import { channelsMissing, isWithin, missingLists } from './cover.ts';
import type { DraftRow } from './draft-row.ts';
import { dayOf } from './join.ts';
import { differs } from './sides-differ.ts';
import type { Difference, SidesFrame } from './types.ts';

/** The absence from a side, or the sentence that says which file would be needed to know. */
export type Presence = { readonly differences: readonly Difference[]; readonly missing: string };

const PRESENT: Presence = { differences: [], missing: '' };
/** A voucher that was posted so few days ago may still get its invoice. */
const DAYS_TO_ISSUE = 3;

const absent = (difference: Difference): Presence => ({ differences: [difference], missing: '' });
const unknown = (missing: string): Presence => ({ differences: [], missing });

/** Which side does not have the invoice. Absence is told only for days that a full list or ledger covers. */
export function presenceOf(row: DraftRow, frame: SidesFrame): Presence {
  const { tax, books, deliveries } = row;
  if (tax !== null && books === null) return withDelivery(row, frame, notInBooks(row, frame));
  if (books !== null && tax === null) return withDelivery(row, frame, notAtTax(row, frame));
  if (tax !== null) return withDelivery(row, frame, PRESENT);
  const [delivery] = deliveries;
  return absent(differs('DELIVERY_ONLY', 'B', [delivery!.reason || 'đã giao', 'chưa có hóa đơn'], 'delivery'));
}

function notInBooks({ tax }: DraftRow, { trade, cover, days }: SidesFrame): Presence {
  // One that is replaced or cancelled is rightly in no books; what one of other days lacks is told there.
  if (!tax!.fate.counts || !isWithin(days, tax!.date)) return PRESENT;
  if (!cover.books.some((span) => isWithin(span, tax!.date))) {
    const name = trade === 'sale' ? 'Sổ chi tiết bán hàng' : 'Sổ chi tiết mua hàng';
    return unknown(`Chưa đủ dữ liệu: thiếu ${name} của ngày ${formatDay(tax!.date)}.`);
  }
  const kind = trade === 'sale' ? 'TAX_ONLY' : 'NOT_RECEIVED';
  return absent(differs(kind, 'AT', ['không có', `${tax!.symbol} ${tax!.number}`], 'tax'));
}

function notAtTax({ books }: DraftRow, { trade, cover, asOf }: SidesFrame): Presence {
  const { number, symbol, day, isVoid, counted } = books!;
  if (isVoid || counted === null) return PRESENT;
  if (number === '') {
    if (trade === 'sale' && addDays(day, DAYS_TO_ISSUE) >= asOf)
      return unknown(`Ghi sổ ngày ${formatDay(day)}, còn trong ${DAYS_TO_ISSUE} ngày để có hóa đơn.`);
    const kind = trade === 'sale' ? 'BOOKS_NO_INVOICE' : 'RECEIVED_NO_INVOICE';
    return absent(differs(kind, 'AT', ['chưa ghi số', 'không có'], 'none'));
  }
  const channels = channelsMissing(cover.tax, dayOf(books!), symbol);
  if (channels.length > 0) return unknown(`Chưa đủ dữ liệu: ${missingLists(channels, dayOf(books!))}.`);
  const kind = trade === 'sale' ? 'BOOKS_ONLY' : 'RECEIVED_NO_INVOICE';
  return absent(differs(kind, 'AT', [`${symbol} ${number}`.trim(), 'không có'], 'tax'));
}

/** An invoice that nothing was delivered for; one that adjusts another has no delivery of its own. */
function withDelivery(
  { tax, books, deliveries }: DraftRow,
  { trade, cover }: SidesFrame,
  presence: Presence,
): Presence {
  if (trade === 'purchase' || deliveries.length > 0 || cover.deliveries === null) return presence;
  const isWorthless = tax === null ? books!.isVoid || books!.amounts.total === 0 : !tax.fate.counts;
  const day = tax?.date ?? dayOf(books!);
  if (isWorthless || tax?.fate.relation === 'adjusts' || !isWithin(cover.deliveries, day)) return presence;
  const [pair, truth] = tax === null ? (['BA', 'none'] as const) : (['BT', 'tax'] as const);
  const difference = differs('NO_DELIVERY', pair, ['không có', 'có hóa đơn'], truth);
  return { ...presence, differences: [...presence.differences, difference] };
}
