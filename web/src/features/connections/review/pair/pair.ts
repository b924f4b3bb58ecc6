import type { ItemOf } from '../../../../api/operations.ts';
import { formatDecimal, formatQuantity } from '../../../../ui/format/number.ts';
import { markDifferences, markWhole, type Part } from './differences.ts';

export type ProductSuggestion = ItemOf<'listProductSuggestions'>;
export type PartnerSuggestion = ItemOf<'listPartnerSuggestions'>;
export type Suggestion = ProductSuggestion | PartnerSuggestion;

/** Two records beside each other, suggested or not. */
type ProductPair = Pick<ProductSuggestion, 'amis' | 'bravo' | 'bravoPrice'>;
type PartnerPair = Pick<PartnerSuggestion, 'amis' | 'bravo'>;
export type Pair = ProductPair | PartnerPair;

/** One field of the two records beside each other, with what differs marked. */
export type Line = {
  readonly label: string;
  readonly left: readonly Part[];
  readonly right: readonly Part[];
  /** Stock below zero. */
  readonly isNegative?: boolean;
};

export const words = (label: string, left: string, right: string): Line => ({ label, ...markDifferences(left, right) });
const whole = (label: string, left: string, right: string): Line => ({ label, ...markWhole(left, right) });
export const plain = (label: string, left: string, right: string): Line => ({
  label,
  left: left ? [{ text: left, mark: 'same' }] : [],
  right: right ? [{ text: right, mark: 'same' }] : [],
});

/** The records of a pair, field by field; fields that are empty on both sides are left out. */
export function linesOf(pair: Pair): Line[] {
  const lines = 'bravoPrice' in pair ? productLines(pair) : partnerLines(pair);
  return lines.filter(({ left, right }) => left.length > 0 || right.length > 0);
}

function productLines({ amis, bravo, bravoPrice }: ProductPair): Line[] {
  const units = bravo.units
    .filter(({ unit }) => unit !== bravo.unit)
    .map(({ unit, rate }) => `1 ${unit} = ${formatDecimal(rate)} ${bravo.unit}`)
    .join('; ');
  return [
    words('Tên', amis.name, bravo.name),
    plain('Mã', amis.code, bravo.code),
    words('ĐVT', amis.unit, bravo.unit),
    plain('Quy đổi', '', units),
    plain('Nhóm', amis.group, bravo.group),
    plain('Giá bán', priceText(amis.salePrice, amis.unit), priceText(bravoPrice, bravo.unit)),
    plain('Giá mua', priceText(amis.lastPurchasePrice, amis.unit), ''),
    {
      ...plain('Tồn', amis.quantityOnHand ? `${formatQuantity(amis.quantityOnHand)} ${amis.unit}` : '', ''),
      isNegative: amis.quantityOnHand?.startsWith('-') ?? false,
    },
  ];
}

/** "49.020 / Hộp": a price says little without its unit. */
export const priceText = (price: string | null, unit: string): string =>
  price === null || Number(price) === 0 ? '' : [formatDecimal(price), unit].filter(Boolean).join(' / ');

function partnerLines({ amis, bravo }: PartnerPair): Line[] {
  return [
    words('Tên', amis.name, bravo.name),
    whole('MST', amis.taxCode, bravo.taxCode),
    words('Địa chỉ', amis.address, bravo.address),
    whole('Điện thoại', amis.phone, bravo.phone),
    whole('Email', amis.email, bravo.email),
    plain('Mã', amis.code, bravo.code),
    plain('Nhóm', amis.group, ''),
  ];
}

/** The call's body that accepts a suggestion; `factor` only for products, undefined leaves it to the units. */
export function acceptance(suggestion: Suggestion, factor: string | null | undefined) {
  const pair = { profileId: suggestion.profileId, bravoCode: suggestion.bravo.code, suggestionId: suggestion.id };
  return 'suggestedFactor' in suggestion
    ? { ...pair, amisProductId: suggestion.amis.id, ...(factor !== undefined && { factor }) }
    : { ...pair, amisPartnerId: suggestion.amis.id };
}
