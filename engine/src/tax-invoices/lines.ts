import { roundDecimal } from '../sheets/number-text.ts';
import { foldText } from '../text/fold.ts';
import { at, childrenOf, taxRefusal, textOf, type XmlElement } from './element.ts';
import type { Findings } from './findings.ts';
import type { ExtraField, TaxInvoiceLine, TaxLineKind } from './tax-invoice.ts';
import { type Decimal, isWithin, minus, readDecimal, times, toUnits, type Units, ZERO } from './values/decimal.ts';
import { numberOf, rateOf } from './values/numbers.ts';

/** TChat. The line of a shop may also be «hàng hóa đặc trưng», which counts as goods. */
const KINDS: Readonly<Record<string, TaxLineKind>> = {
  '1': 'goods',
  '2': 'promotion',
  '3': 'discount',
  '4': 'note',
  '5': 'special',
};

const MOST_LINES = 10_000;
const QUANTITY_PLACES = 6;

/** HHDVu under DSHHDVu, in their order. Throws TOO_MANY_LINES. */
export function readLines(content: XmlElement | undefined, unit: Units, findings: Findings): TaxInvoiceLine[] {
  const lines = childrenOf(at(content, 'DSHHDVu'), 'HHDVu');
  if (lines.length > MOST_LINES) throw taxRefusal('TOO_MANY_LINES', `${lines.length} dòng`);
  return lines.map((line, index) => readLine(line, index + 1, unit, findings));
}

function readLine(element: XmlElement, lineAt: number, unit: Units, findings: Findings): TaxInvoiceLine {
  const text = (name: string): string | null => textOf(element, name);
  const number = (name: string): Decimal | null => numberOf(element, name, findings, lineAt);
  const written = text('TChat');
  const kind = KINDS[written ?? ''] ?? 'unknown';
  if (kind === 'unknown')
    findings.add('LINE_KIND', `Dòng ${lineAt} ghi tính chất «${written ?? ''}»; Khớp tính như hàng hóa.`, lineAt);
  const [quantity, unitPrice, discount, amount] = [
    number('SLuong'),
    number('DGia'),
    number('STCKhau'),
    number('ThTien'),
  ];
  const amountIs = waysOf({ quantity, unitPrice, discount, amount }, unit);
  if (amountIs === 'none' && kind !== 'note' && kind !== 'promotion')
    findings.add(
      'LINE_AMOUNT',
      `Dòng ${lineAt}: ${quantity} × ${unitPrice} không bằng thành tiền ${amount}. Số đã ký vẫn được dùng.`,
      lineAt,
    );
  return {
    at: lineAt,
    kind,
    ordinal: text('STT'),
    code: text('MHHDVu'),
    name: text('THHDVu') ?? '',
    unit: text('DVTinh'),
    quantity: quantity === null ? null : quantityOf(quantity, lineAt, findings),
    unitPrice,
    discountPercent: percentOf(text('TLCKhau')),
    discount,
    amount,
    amountIs,
    rate: kind === 'note' ? null : rateOf(element, findings, lineAt),
    vatSaid: vatSaidBy(element),
    special: childrenOf(element, 'TTHHDTrung').flatMap(extraFields),
  };
}

/** TLCKhau is told and enters no sum, so that one written as `5 %` is read, and one that is no number refuses no invoice. */
const percentOf = (written: string | null): Decimal | null =>
  readDecimal((written ?? '').replace(/\s*%$/, ''))?.value ?? null;

function quantityOf(quantity: Decimal, line: number, findings: Findings): bigint {
  const places = quantity.split('.')[1]?.length ?? 0;
  if (places > QUANTITY_PLACES)
    findings.add('QUANTITY_ROUNDED', `Số lượng ${quantity} ở dòng ${line} được làm tròn đến sáu số lẻ.`, line);
  return roundDecimal(quantity, QUANTITY_PLACES);
}

type Amounts = Record<'quantity' | 'unitPrice' | 'discount' | 'amount', Decimal | null>;

/** The way in which the amount comes about, within one đồng, or one hundredth of a foreign currency. */
function waysOf({ quantity, unitPrice, discount, amount }: Amounts, unit: Units): TaxInvoiceLine['amountIs'] {
  if (quantity === null || unitPrice === null || amount === null) return null;
  const [product, said] = [times(toUnits(quantity), toUnits(unitPrice)), toUnits(amount)];
  const off = discount === null ? ZERO : toUnits(discount);
  if (off.units !== 0n && isWithin(minus(product, off), said, unit)) return 'product_less_discount';
  return isWithin(product, said, unit) ? 'product' : 'none';
}

/** Names that suppliers give the VAT of a line, folded. */
const VAT_NAMES = new Set(['vatamount', 'vat amount', 'tien thue', 'tienthue', 'tien thue gtgt']);

function vatSaidBy(element: XmlElement): Decimal | null {
  const field = freeFields(element).find(({ name }) => VAT_NAMES.has(foldText(name)));
  return field ? (readDecimal(field.value)?.value ?? null) : null;
}

/** The free fields of an element, which may hold several lists of them. */
export const freeFields = (element: XmlElement | undefined): ExtraField[] =>
  childrenOf(element, 'TTKhac').flatMap(extraFields);

/**
 * The TTin in a list of free fields that have a value. The format says nothing of what suppliers write in them: one with a value twice,
 * or with elements in it, is passed over and refuses no invoice.
 */
function extraFields(list: XmlElement): ExtraField[] {
  return childrenOf(list, 'TTin').flatMap((one) => {
    const [name, value] = [plainValue(one, 'TTruong'), plainValue(one, 'DLieu')];
    return name === '' || value === '' ? [] : [{ name, value }];
  });
}

function plainValue(field: XmlElement, name: string): string {
  const [only, ...more] = childrenOf(field, name);
  return only === undefined || more.length > 0 || only.children.length > 0 ? '' : only.text.trim();
}
