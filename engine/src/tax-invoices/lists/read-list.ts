import type { Row, Value } from '../../sheets/layouts/layout.ts';
import { compareTaxCodes, readTaxCode } from '../../tax-code.ts';
import { foldText } from '../../text/fold.ts';
import { invoiceKeyOf, normaliseNumber, normaliseSymbol, seriesOf } from '../identity.ts';
import type { TaxInvoiceState, TaxListRow, TaxProcessing, TaxSide } from '../tax-list.ts';
import { currencyOf, exchangeRateOf } from '../values/currency.ts';
import { type Decimal, fromUnits, inVnd, isWithin, minus, plus, toUnits, type Units, ZERO } from '../values/decimal.ts';

export type RejectedListRow = { readonly row: number; readonly message: string };

/** The profile and the side that a list is of. */
export type ListOf = {
  readonly side: TaxSide;
  /** Canonical. */
  readonly taxCode: string;
  /** True where the list has a column with the profile's own tax code: each row must then have it. */
  readonly isNamed: boolean;
};

/**
 * The states in the words of the portal and of the software that downloads its lists, folded. «Bị», «được» say that it was done to the
 * invoice: these come first, as «bị thay thế» also holds «thay thế».
 */
const STATES: readonly (readonly [words: string, state: TaxInvoiceState])[] = [
  ['bi thay the', 'replaced'],
  ['duoc thay the', 'replaced'],
  ['bi dieu chinh', 'adjusted'],
  ['duoc dieu chinh', 'adjusted'],
  ['da bi huy', 'cancelled'],
  ['da huy', 'cancelled'],
  ['thay the', 'replacing'],
  ['dieu chinh', 'adjusting'],
  ['moi', 'new'],
];
/** Shorter words count only where there is no other: a shifted row may have the name of a firm in the place of the state. */
const CANCELLED = /^(?:hoa don |hddt |hd )?(?:da |bi )*(?:huy|xoa)(?: bo)?(?: huy bo)?$/;
const ORIGINAL = /^(?:hoa don |hddt |hd )?goc$/;
const STATE_NUMBERS: readonly TaxInvoiceState[] = [
  'new',
  'replacing',
  'adjusting',
  'replaced',
  'adjusted',
  'cancelled',
];

const PROCESSINGS: readonly (readonly [words: string, processing: TaxProcessing])[] = [
  ['khong du dieu kien', 'not_eligible'],
  ['du dieu kien', 'eligible'],
  ['tu choi', 'refused'],
  ['da cap ma', 'coded'],
  ['khong ma', 'received_without_code'],
  ['da nhan hoa don khong co ma', 'received_without_code'],
  ['may tinh tien', 'received_from_register'],
  ['dinh ky', 'periodic_check'],
  ['dang kiem tra', 'checking'],
  ['dang tien hanh kiem tra', 'checking'],
  ['da nhan', 'received'],
];
const PROCESSING_NUMBERS: readonly TaxProcessing[] = [
  ...(['received', 'checking', 'refused', 'eligible', 'not_eligible', 'coded'] as const),
  ...(['received_without_code', 'periodic_check', 'received_from_register'] as const),
];

/**
 * The rows of a portal's list as they were read by the layout `tax-invoice-list`. A list of sales names no seller: `of` says
 * whose it is. Rows of pasted sheets shift, so that each must agree with itself or is rejected by its number; a row that is there twice
 * with the same values is taken once.
 */
export function readTaxList(
  rows: readonly Row[],
  rowNumbers: readonly number[],
  of: ListOf,
): { readonly rows: TaxListRow[]; readonly rejected: RejectedListRow[] } {
  const good = new Map<string, TaxListRow>();
  const rejected: RejectedListRow[] = [];
  rows.forEach((row, index) => {
    const read = readRow(row, rowNumbers[index]!, of);
    const known = typeof read === 'string' ? undefined : good.get(read.key);
    const why = typeof read === 'string' ? read : known && !isSame(known, read) ? twice(known) : undefined;
    if (why !== undefined) rejected.push({ row: rowNumbers[index]!, message: `Dòng ${rowNumbers[index]}: ${why}` });
    else if (typeof read !== 'string' && !known) good.set(read.key, read);
  });
  return { rows: [...good.values()], rejected };
}

const isSame = (a: TaxListRow, b: TaxListRow): boolean =>
  JSON.stringify({ ...a, row: 0 }) === JSON.stringify({ ...b, row: 0 });

const twice = ({ row }: TaxListRow): string =>
  `hóa đơn này đã có ở dòng ${row} với số liệu khác. Hãy giữ dòng đúng rồi nạp lại.`;

const text = (value: Value | undefined): string | null => {
  const written = String(value ?? '').trim();
  return written === '' ? null : written;
};

const number = (value: Value | undefined): Decimal | null => {
  const one = text(value);
  return one === null ? null : fromUnits(toUnits(one));
};

/** One row, or the sentence that says why it is not believed. */
function readRow(row: Row, at: number, of: ListOf): TaxListRow | string {
  const other = notOurs(row, of);
  if (other !== undefined) return other;
  const seller = readTaxCode(text(row.sellerTaxCode) ?? (of.side === 'sale' ? of.taxCode : null));
  if (seller.base === '')
    return seller.code === ''
      ? 'không có mã số thuế người bán; có thể dòng bị lệch cột.'
      : `mã số thuế người bán «${seller.code}» không đúng dạng; có thể dòng bị lệch cột.`;
  const { form, symbol } = seriesOf(text(row.form), text(row.symbol)) ?? {
    form: normaliseSymbol(text(row.form) ?? ''),
    symbol: normaliseSymbol(text(row.symbol) ?? ''),
  };
  if (!/^[1-9]$/.test(form) || !/^[CK]\d{2}[A-Z]{3}$/.test(symbol))
    return `mẫu số «${form}», ký hiệu «${symbol}» không đúng dạng; có thể dòng bị lệch cột.`;
  const written = text(row.number) ?? '';
  if (!/^0*[1-9]\d{0,7}$/.test(written)) return `số hóa đơn «${written}» không phải số từ 1 đến 99999999.`;
  const sum = amountsOf(row, form);
  if (typeof sum === 'string') return sum;
  const currency = currencyOf(text(row.currency));
  const exchangeRate = exchangeRateOf(currency, number(row.exchangeRate));
  if (exchangeRate === null)
    return `ghi bằng ${currency} mà cột «Tỷ giá» ghi «${text(row.exchangeRate) ?? ''}», không phải tỷ giá. Hãy ghi tỷ giá trên hóa đơn ấy rồi nạp lại.`;
  const state = stateOf(text(row.state));
  if (state === null && text(row.state) !== null)
    return `trạng thái «${text(row.state)}» không phải trạng thái nào của cổng thuế; có thể dòng bị lệch cột.`;
  const inDong = dongOf(sum, exchangeRate);
  if (inDong === undefined) return 'số tiền quá lớn.';
  const identity = { sellerTaxCode: seller.code, form, symbol, number: normaliseNumber(written) };
  return {
    row: at,
    identity,
    // A number is always there.
    key: invoiceKeyOf(identity)!,
    // The layout rejects rows without a day.
    date: String(row.date),
    seller: { taxCode: seller.code, name: text(row.sellerName), address: text(row.sellerAddress) },
    buyer: {
      taxCode: text(row.buyerTaxCode) === null ? null : readTaxCode(text(row.buyerTaxCode)).code,
      name: text(row.buyerName),
      address: text(row.buyerAddress),
    },
    ...sum,
    currency,
    exchangeRate,
    inVnd: inDong,
    state,
    processing: byWords(PROCESSINGS, PROCESSING_NUMBERS, 0, text(row.processing)),
  };
}

/** The sentence about a row of another firm; undefined for one of ours. */
function notOurs(row: Row, { side, taxCode, isNamed }: ListOf): string | undefined {
  if (!isNamed) return undefined;
  const [written, who] =
    side === 'sale' ? [text(row.sellerTaxCode), 'người bán'] : [text(row.buyerTaxCode), 'người mua'];
  return compareTaxCodes(written, taxCode) === 'same'
    ? undefined
    : `mã số thuế ${who} «${written ?? ''}» không phải ${taxCode} của hồ sơ; có thể dòng bị lệch cột hay của công ty khác.`;
}

type Amounts = Record<'beforeVat' | 'vat' | 'discount' | 'fees' | 'total', Decimal | null>;

const WITHIN: Units = { units: 1n, places: 0 };

/** The amounts, which must make the total within one unit where all of it is there; with the discount taken off or not. */
function amountsOf(row: Row, form: string): Amounts | string {
  const amounts = {
    beforeVat: number(row.beforeVat),
    vat: number(row.vat),
    discount: number(row.discount),
    fees: number(row.fees),
    total: number(row.total),
  };
  const { beforeVat, vat, discount, fees, total } = amounts;
  if (total === null) return 'không có tổng tiền thanh toán; có thể dòng bị lệch cột.';
  if (beforeVat === null) return amounts;
  // A sales invoice (form 2) has no amount before VAT: some exports fill the column with 0.
  if (form === '2' && beforeVat === '0' && (vat ?? '0') === '0' && total !== '0')
    return { ...amounts, beforeVat: null, vat: null };
  const units = (one: Decimal | null): Units => (one === null ? ZERO : toUnits(one));
  // Source of the sum: QĐ 1450/QĐ-TCT, TgTTTBSo with TGTKhac taken off.
  const deducted = units(number(row.otherDeductions));
  const gross = minus(plus(plus(toUnits(beforeVat), units(vat)), units(fees)), deducted);
  const isSum = [gross, minus(gross, units(discount))].some((net) => isWithin(net, toUnits(total), WITHIN));
  return isSum
    ? amounts
    : `tiền trước thuế ${beforeVat}, thuế ${vat ?? 0} không khớp tổng thanh toán ${total}; có thể dòng bị lệch cột.`;
}

function dongOf({ beforeVat, vat, total }: Amounts, exchangeRate: Decimal): TaxListRow['inVnd'] | undefined {
  const [before, tax, whole] = [beforeVat, vat, total].map((one) => (one === null ? null : inVnd(one, exchangeRate)));
  if (before === undefined || tax === undefined || whole === undefined) return undefined;
  // The total is always there.
  return { beforeVat: before, vat: tax, total: whole! };
}

function stateOf(said: string | null): TaxInvoiceState | null {
  const folded = foldText(said ?? '');
  if (CANCELLED.test(folded)) return 'cancelled';
  return ORIGINAL.test(folded) ? 'new' : byWords(STATES, STATE_NUMBERS, 1, said);
}

/** The meaning of words, or of the number that the portal's own data has in their place. */
function byWords<T>(
  words: readonly (readonly [string, T])[],
  numbers: readonly T[],
  first: number,
  said: string | null,
): T | null {
  if (said === null) return null;
  if (/^\d$/.test(said)) return numbers[Number(said) - first] ?? null;
  const folded = foldText(said);
  return words.find(([one]) => folded.includes(one))?.[1] ?? null;
}
