import { type Day, formatDay } from '../../day.ts';
import { formatVnd, type Vnd } from '../../money.ts';
import { formatQuantity } from '../../quantity.ts';
import { roundDecimal } from '../../sheets/number-text.ts';
import { compareTaxCodes } from '../../tax-code.ts';
import type { Decimal } from '../../tax-invoices/values/decimal.ts';
import { foldText } from '../../text/fold.ts';
import type { OurLine, TaxLine } from './parties.ts';

export const DIFFERENCE_KINDS = [
  'BUYER_TAX_CODE',
  'DATE',
  'ITEM',
  'QUANTITY',
  'PRICE',
  'LINE_AMOUNT',
  'RATE',
  'BEFORE_VAT',
  'VAT',
  'TOTAL',
] as const;

/** One thing that the tax invoice says otherwise than ours; both as people read them, '' where one side has nothing. */
export type Difference = {
  readonly kind: (typeof DIFFERENCE_KINDS)[number];
  /** Line of our invoice, from 1; of the tax invoice where ours has none like it; null: the whole invoice. */
  readonly line: number | null;
  readonly ours: string;
  readonly theirs: string;
};

/** The sums and parties of either side; null where it is not known. */
export type Head = {
  readonly buyerTaxCode: string;
  readonly date: Day | null;
  readonly beforeVat: Vnd | null;
  readonly vat: Vnd | null;
  readonly total: Vnd | null;
};

export type OurContent = { readonly head: Head; readonly lines: readonly OurLine[] };
export type TaxContent = { readonly head: Head; readonly lines: readonly TaxLine[] };

/** True when each line of one has a line of the other with its quantity and amount. */
export function haveSameLines(ours: readonly OurLine[], theirs: readonly TaxLine[]): boolean {
  const name = ({ quantity, amount }: Pick<TaxLine, 'quantity' | 'amount'>): string => `${quantity} ${amount}`;
  return (
    ours.length > 0 &&
    ours.length === theirs.length &&
    ours.map(name).toSorted().join() === theirs.map(name).toSorted().join()
  );
}

/** Everything that differs, to the đồng: first the whole invoice, then line by line. */
export function differencesOf(ours: OurContent, theirs: TaxContent): Difference[] {
  return [...headDifferences(ours.head, theirs.head), ...lineDifferences(ours.lines, theirs.lines)];
}

function headDifferences(ours: Head, theirs: Head): Difference[] {
  const found: Difference[] = [];
  const tell = (kind: Difference['kind'], one: string, other: string) =>
    found.push({ kind, line: null, ours: one, theirs: other });
  const isSameBuyer =
    ours.buyerTaxCode === theirs.buyerTaxCode || compareTaxCodes(ours.buyerTaxCode, theirs.buyerTaxCode) === 'same';
  if (!isSameBuyer) tell('BUYER_TAX_CODE', ours.buyerTaxCode, theirs.buyerTaxCode);
  if (ours.date !== theirs.date && ours.date !== null)
    tell('DATE', formatDay(ours.date), theirs.date === null ? '' : formatDay(theirs.date));
  for (const [kind, of] of [
    ['BEFORE_VAT', 'beforeVat'],
    ['VAT', 'vat'],
    ['TOTAL', 'total'],
  ] as const) {
    const [one, other] = [ours[of], theirs[of]];
    if (one !== null && other !== null && one !== other) tell(kind, formatVnd(one), formatVnd(other));
  }
  return found;
}

type Placed = { readonly line: OurLine; readonly at: number };

function lineDifferences(ours: readonly OurLine[], theirs: readonly TaxLine[]): Difference[] {
  let open: Placed[] = ours.map((line, index) => ({ line, at: index + 1 }));
  let rest = [...theirs];
  const pairs: (readonly [Placed, TaxLine])[] = [];
  // From what says most to what says least; a line is in one pair.
  for (const isOne of [
    (a: OurLine, b: TaxLine) => sameCode(a, b) && sameFigures(a, b),
    (a: OurLine, b: TaxLine) => sameName(a, b) && sameFigures(a, b),
    sameCode,
    sameName,
    sameFigures,
  ]) {
    const left: TaxLine[] = [];
    for (const their of rest) {
      const own = open.find(({ line }) => isOne(line, their));
      if (!own) left.push(their);
      else {
        pairs.push([own, their]);
        open = open.filter((one) => one !== own);
      }
    }
    rest = left;
  }
  return [
    ...pairs.toSorted(([a], [b]) => a.at - b.at).flatMap(([own, their]) => pairDifferences(own, their)),
    ...open.map(({ line, at }): Difference => ({ kind: 'ITEM', line: at, ours: wordsOf(line), theirs: '' })),
    ...rest.map((line): Difference => ({ kind: 'ITEM', line: line.at, ours: '', theirs: wordsOf(line) })),
  ];
}

const sameCode = (a: OurLine, b: TaxLine): boolean => a.code !== '' && foldText(a.code) === foldText(b.code);
const sameName = (a: OurLine, b: TaxLine): boolean => a.name !== '' && foldText(a.name) === foldText(b.name);
const sameFigures = (a: OurLine, b: TaxLine): boolean => a.quantity === b.quantity && a.amount === b.amount;

const wordsOf = ({ code, name, quantity, amount }: Pick<TaxLine, 'code' | 'name' | 'quantity' | 'amount'>): string =>
  `${[code, name].filter(Boolean).join(' · ')}: ${formatQuantity(quantity)}${amount === null ? '' : ` = ${formatVnd(amount)} đ`}`;

function pairDifferences({ line: own, at }: Placed, their: TaxLine): Difference[] {
  const found: Difference[] = [];
  const tell = (kind: Difference['kind'], ours: string, theirs: string) => found.push({ kind, line: at, ours, theirs });
  const isSameItem = sameCode(own, their) || (sameName(own, their) && (own.code === '' || their.code === ''));
  if (!isSameItem) tell('ITEM', itemOf(own), itemOf(their));
  if (own.quantity !== their.quantity) tell('QUANTITY', formatQuantity(own.quantity), formatQuantity(their.quantity));
  if (their.unitPrice !== null && own.kind !== 'discount' && !isSamePrice(own.unitPrice, their.unitPrice))
    tell('PRICE', own.unitPrice, their.unitPrice);
  if (their.amount !== null && own.amount !== their.amount)
    tell('LINE_AMOUNT', formatVnd(own.amount), formatVnd(their.amount));
  if (their.rate !== null && own.rate !== their.rate) tell('RATE', own.rate, their.rate);
  return found;
}

const itemOf = ({ code, name }: Pick<OurLine, 'code' | 'name'>): string => [code, name].filter(Boolean).join(' · ');

/** Prices are compared at the places of the one that has fewer: ours is amount ÷ quantity, for display. */
function isSamePrice(a: Decimal, b: Decimal): boolean {
  const placesOf = (price: Decimal): number => price.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  const places = Math.min(placesOf(a), placesOf(b));
  return roundDecimal(a, places) === roundDecimal(b, places);
}
