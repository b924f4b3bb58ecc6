import { addDays, formatDay } from '../day.ts';
import { momentOf } from '../text/moment.ts';
import { channelsMissing, isWithin, missingLists } from './cover.ts';
import type { DraftRow } from './draft-row.ts';
import { dayOf } from './join.ts';
import { differs } from './sides-differ.ts';
import type { BooksCover, Delivery, Difference, SidesFrame, TaxSideInvoice, Trade } from './types.ts';

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
  if (tax !== null && books === null) {
    const presence = notInBooks(row, frame);
    // The voucher that the ledger will show beside its number may be that of a delivery.
    return presence.missing === '' ? withDelivery(row, frame, presence) : presence;
  }
  if (books !== null && tax === null) return withDelivery(row, frame, notAtTax(row, frame));
  if (tax !== null) return withDelivery(row, frame, PRESENT);
  return ofDelivery(deliveries[0]!, frame);
}

const NAMES: Readonly<Record<Trade, string>> = { sale: 'Sổ chi tiết bán hàng', purchase: 'Sổ chi tiết mua hàng' };

function ofDelivery({ day, reason, stage, handedOverAt }: Delivery, { trade, cover }: SidesFrame): Presence {
  // By a ledger of before, the invoice would be made a second time.
  if (stage === 'handed_over' && handedOverAt && !cover.books.some((ledger) => isMadeAfter(ledger, [handedOverAt])))
    return unknown(
      cover.books.length === 0
        ? `Chưa đủ dữ liệu: thiếu ${NAMES[trade]} của ngày ${formatDay(day)}.`
        : `Chưa đủ dữ liệu: ${NAMES[trade]} lấy trước khi bàn giao tệp của ngày ${dayOfMoment(handedOverAt)}, cần nạp lại.`,
    );
  return absent(differs('DELIVERY_ONLY', 'B', [reason || 'đã giao', 'chưa có hóa đơn'], 'delivery'));
}

const dayOfMoment = (at: string): string => formatDay(momentOf(at)!.vietnamDay);

const isMadeAfter = ({ madeAt }: BooksCover, moments: readonly string[]): boolean =>
  madeAt === undefined || moments.every((at) => Date.parse(at) <= Date.parse(madeAt));

/**
 * True when a ledger that covers the day of an invoice was made after it: after its signature and after our files left, where these are
 * known; else it knows whole days before its own alone, as a list of the portal does.
 */
function knows(ledger: BooksCover, { date, signedAt }: TaxSideInvoice, deliveries: readonly Delivery[]): boolean {
  const made = ledger.madeAt === undefined ? undefined : momentOf(ledger.madeAt)!.vietnamDay;
  const moments = [signedAt, ...deliveries.map(({ handedOverAt }) => handedOverAt)].filter((at) => at != null);
  return made === undefined || (isMadeAfter(ledger, moments) && (date < made || (date === made && moments.length > 0)));
}

function notInBooks({ tax, deliveries }: DraftRow, { trade, cover, days }: SidesFrame): Presence {
  // One that is replaced or cancelled is rightly in no books; what one of other days lacks is told there.
  if (!tax!.fate.counts || !isWithin(days, tax!.date)) return PRESENT;
  const ledgers = cover.books.filter((span) => isWithin(span, tax!.date));
  if (ledgers.length === 0) return unknown(`Chưa đủ dữ liệu: thiếu ${NAMES[trade]} của ngày ${formatDay(tax!.date)}.`);
  if (!ledgers.some((ledger) => knows(ledger, tax!, deliveries)))
    return unknown(
      `Chưa đủ dữ liệu: ${NAMES[trade]} lấy trước khi có hóa đơn của ngày ${formatDay(tax!.date)}, cần nạp lại.`,
    );
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
