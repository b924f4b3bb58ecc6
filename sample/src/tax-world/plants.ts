import { addDays } from '@khop/engine/day.ts';
import { scaleVnd } from '@khop/engine/money.ts';
import { ONE } from '@khop/engine/quantity.ts';
import type { Trade } from '@khop/engine/three-sides/types.ts';
import { type VatRate, vatBasisPoints } from '@khop/engine/vat-rate.ts';
import { type Deal, type DealLine, factsOf, saidOf, sumsOf, type TaxFacts, type Voucher } from './deal.ts';
import { tellsVat } from './deals.ts';
import { type Ground, type Plant, type Told, toldWith } from './telling.ts';

/** The way to plant one difference: the deals that can bear it, and what is then told. */
type Planting = {
  readonly plant: Plant;
  readonly trades: readonly Trade[];
  readonly fits?: (deal: Deal, ground: Ground) => boolean;
  readonly tell: (deal: Deal, ground: Ground) => Told;
};

const BOTH: readonly Trade[] = ['sale', 'purchase'];

/** More than rounding, for any number of lines. */
const AMISS = 1_000;
/** Đồng for a dollar. */
const DOLLAR = 25_410;
/** Numbers that no invoice of the sample has otherwise. */
const NUMBERS = { extra: 6_000_000, original: 7_000_000, wrong: 8_000_000 } as const;

const vatOf = (amount: number, rate: VatRate): number => scaleVnd(amount, vatBasisPoints(rate), 10_000n);

/** The facts with another first line, and the sums that follow from it. */
function withFirst(deal: Deal, change: (line: DealLine) => Partial<DealLine>): Partial<TaxFacts> {
  const lines = deal.lines.map((line, at) => (at === 0 ? { ...line, ...change(line) } : line));
  return { lines, ...sumsOf(lines) };
}

/** Another day of the same month. */
const otherDay = (day: string): string => addDays(day, day.slice(8) > '15' ? -3 : 3);
const monthBefore = (day: string, at: number): string => addDays(`${day.slice(0, 7)}-01`, -1 - (at % 5));

const hasTaxCodes = ({ listedTaxCode, partner }: Deal): boolean => listedTaxCode !== null && partner.taxCode !== '';
/** The first line is worth more than rounding. */
const isWorthMuch = ({ lines }: Deal): boolean => lines[0]!.amount > AMISS;
/** Both sides say the tax. */
const isToldTaxed = (deal: Deal): boolean => tellsVat(deal.profile, deal.trade) && isTaxed(deal);
const isTaxed = ({ lines }: Deal): boolean => vatBasisPoints(lines[0]!.rate) > 0n && lines[0]!.amount > 0;

/** The product of the first line is in no other. */
const isAlone = (lines: Deal['lines']): boolean =>
  lines.filter(({ product }) => product.code === lines[0]!.product.code).length === 1;

const toCents = (amount: number): number => Math.round(amount * 100) / 100;

/** The same figures as dollars, whose tax is exact to the cent. */
function inDollars(deal: Deal): Partial<TaxFacts> {
  const rates = factsOf(deal).rates.map(({ rate, amount }) => ({
    ...{ rate, amount },
    vat: toCents(amount * (Number(vatBasisPoints(rate)) / 10_000)),
  }));
  const { beforeVat, vat, total } = saidOf(rates);
  const said = { beforeVat, vat: toCents(vat), total: toCents(total) };
  return { currency: 'USD', exchangeRate: DOLLAR, rates, said };
}

const renumbered = <V extends Voucher>(voucher: V, invoiceNumber: string): V => ({ ...voucher, invoiceNumber });

/** A clerk posts the same invoice once more; the second time whole, or a part of it. */
const postedAgain = (voucher: Voucher, at: number): Voucher =>
  ({
    ...voucher,
    number: `${voucher.number}L`,
    // The lines of a voucher are its own kind's.
    lines: at % 2 === 0 ? voucher.lines : voucher.lines.slice(0, 1),
  }) as Voucher;

/** Halves of a voucher: the books keep one invoice on two. */
const halves = (voucher: Voucher): Voucher[] => {
  const middle = Math.ceil(voucher.lines.length / 2);
  // The lines of a voucher are its own kind's.
  return [
    { ...voucher, lines: voucher.lines.slice(0, middle) } as Voucher,
    { ...voucher, number: `${voucher.number}B`, lines: voucher.lines.slice(middle) } as Voucher,
  ];
};

const withOtherVat = (voucher: Voucher): Voucher => {
  const [first, ...rest] = voucher.lines;
  // The lines of a voucher are its own kind's.
  return { ...voucher, lines: [{ ...first!, vatAmount: first!.vatAmount + AMISS }, ...rest] } as Voucher;
};

/** An invoice of the same seller and buyer that the books know nothing of. */
function extraFacts(deal: Deal, at: number): TaxFacts {
  const lines = deal.lines.map((line) => {
    const amount = line.amount + AMISS * (7 + at);
    return { ...line, discount: 0, amount, vat: vatOf(amount, line.rate) };
  });
  return { ...factsOf(deal), number: String(NUMBERS.extra + at), lines, ...sumsOf(lines) };
}

const absent = (plant: Plant, trade: Trade): Planting => ({
  ...{ plant, trades: [trade] },
  tell: (deal) => toldWith.invoices(deal, plant, []),
});
const unposted = (plant: Plant, trade: Trade): Planting => ({
  ...{ plant, trades: [trade] },
  tell: (deal, { at }) => toldWith.invoices(deal, plant, [factsOf(deal), extraFacts(deal, at)]),
});

const PRESENCE: readonly Planting[] = [
  absent('BOOKS_ONLY', 'sale'),
  absent('RECEIVED_NO_INVOICE', 'purchase'),
  unposted('TAX_ONLY', 'sale'),
  unposted('NOT_RECEIVED', 'purchase'),
  {
    ...{ plant: 'DUPLICATE', trades: BOTH, fits: isWorthMuch },
    tell: (deal, { at }) => toldWith.vouchers(deal, 'DUPLICATE', [deal.voucher, postedAgain(deal.voucher, at)]),
  },
];

const WHOSE_AND_WHEN: readonly Planting[] = [
  {
    ...{ plant: 'NUMBER', trades: BOTH, fits: hasTaxCodes },
    tell: (deal, { at }) => {
      const wrong = String(NUMBERS.wrong + at).padStart(8, '0');
      return toldWith.vouchers(deal, 'NUMBER', [renumbered(deal.voucher, wrong)]);
    },
  },
  {
    ...{ plant: 'PARTNER', trades: BOTH, fits: hasTaxCodes },
    tell: (deal, { foreignTaxCode }) =>
      toldWith.facts(deal, 'PARTNER', { partner: { ...deal.partner, taxCode: foreignTaxCode } }),
  },
  {
    ...{ plant: 'DATE', trades: BOTH },
    tell: (deal) => toldWith.facts(deal, 'DATE', { date: otherDay(deal.date) }),
  },
  {
    ...{ plant: 'PERIOD', trades: BOTH },
    tell: (deal, { at }) => toldWith.facts(deal, 'PERIOD', { date: monthBefore(deal.date, at) }),
  },
];

const GOODS: readonly Planting[] = [
  {
    ...{ plant: 'ITEM', trades: BOTH },
    fits: ({ lines }, { other }) => other !== undefined && isAlone(lines),
    tell: (deal, { other }) =>
      toldWith.facts(
        deal,
        'ITEM',
        // Only deals with one are told.
        withFirst(deal, () => ({ ...other!, ownUnit: other!.product.unit })),
      ),
  },
  {
    ...{ plant: 'QUANTITY', trades: BOTH },
    tell: (deal) =>
      toldWith.facts(
        deal,
        'QUANTITY',
        withFirst(deal, ({ quantity, ownQuantity }) => ({
          quantity: quantity + ONE,
          ownQuantity: ownQuantity + (ownQuantity * ONE) / quantity,
        })),
      ),
  },
  {
    ...{ plant: 'UNIT', trades: BOTH },
    fits: ({ lines }) => lines[0]!.ownUnit !== '',
    tell: (deal) => {
      const unit = deal.lines[0]!.ownUnit === 'Bao' ? 'Tá' : 'Bao';
      return toldWith.facts(
        deal,
        'UNIT',
        withFirst(deal, () => ({ unit, ownUnit: unit })),
      );
    },
  },
];

const MONEY: readonly Planting[] = [
  {
    // The purchase ledger tells no rates.
    ...{ plant: 'VAT_RATE', trades: ['sale'] },
    fits: (deal) => isToldTaxed(deal) && deal.lines[0]!.amount > AMISS * 100,
    tell: (deal) =>
      toldWith.facts(
        deal,
        'VAT_RATE',
        withFirst(deal, ({ rate, amount }) => {
          const other = rate === '8' ? '10' : '8';
          return { rate: other, vat: vatOf(amount, other) };
        }),
      ),
  },
  {
    ...{ plant: 'CURRENCY', trades: BOTH, fits: isToldTaxed },
    tell: (deal) => toldWith.facts(deal, 'CURRENCY', inDollars(deal)),
  },
  {
    ...{ plant: 'GOODS', trades: BOTH },
    fits: isTaxed,
    tell: (deal) =>
      toldWith.facts(
        deal,
        'GOODS',
        withFirst(deal, (line) => {
          const amount = line.amount + AMISS + Math.round(line.amount / 10);
          return { amount, vat: vatOf(amount, line.rate) };
        }),
      ),
  },
  {
    ...{ plant: 'VAT', trades: BOTH, fits: isToldTaxed },
    tell: (deal) => toldWith.vouchers(deal, 'VAT', [withOtherVat(deal.voucher)]),
  },
  {
    ...{ plant: 'TOTAL', trades: BOTH, fits: isToldTaxed },
    tell: (deal) => {
      const facts = factsOf(deal);
      const wrong = { ...facts, said: { ...facts.said, total: facts.said.total + 5 * AMISS } };
      return toldWith.row(deal, 'TOTAL', { hasParts: false }, wrong);
    },
  },
  {
    ...{ plant: 'ROUNDING', trades: BOTH, fits: isToldTaxed },
    tell: (deal) => {
      const [first, ...rest] = factsOf(deal).rates;
      // Towards the exact tax, so that the invoice still adds up.
      const isAbove = BigInt(first!.vat) * 10_000n > BigInt(first!.amount) * vatBasisPoints(first!.rate);
      const rates = [{ ...first!, vat: first!.vat + (isAbove ? -1 : 1) }, ...rest];
      return toldWith.facts(deal, 'ROUNDING', { rates, said: saidOf(rates) });
    },
  },
];

const EVIDENCE: readonly Planting[] = [
  {
    ...{ plant: 'FATE', trades: BOTH },
    tell: (deal, { at }) => toldWith.row(deal, 'FATE', { state: at % 2 === 0 ? 'replaced' : 'cancelled' }),
  },
  {
    ...{ plant: 'RELATED_MISSING', trades: BOTH },
    tell: (deal, { at }) => {
      const original = { symbol: deal.symbol, number: String(NUMBERS.original + at), date: deal.date };
      return toldWith.facts(deal, 'RELATED_MISSING', { original });
    },
  },
  {
    ...{ plant: 'REFUSED_BY_TAX', trades: BOTH, fits: ({ channel }) => channel !== 'register' },
    tell: (deal, { at }) =>
      toldWith.row(deal, 'REFUSED_BY_TAX', { processing: at % 2 === 0 ? 'refused' : 'not_eligible' }),
  },
  { plant: 'LIST_ONLY', trades: BOTH, tell: (deal) => toldWith.files(deal, 'LIST_ONLY', []) },
  { plant: 'XML_ONLY', trades: BOTH, tell: (deal) => toldWith.row(deal, 'XML_ONLY', null) },
  {
    ...{ plant: 'XML_TWO_VERSIONS', trades: BOTH },
    tell: (deal) => {
      const facts = factsOf(deal);
      const moved = { ...facts, own: { ...facts.own, address: `${facts.own.address} (địa chỉ mới)` } };
      return toldWith.files(deal, 'XML_TWO_VERSIONS', [{}, { facts: moved }]);
    },
  },
  {
    // The first line says more than the sums hold.
    ...{ plant: 'XML_TOTALS', trades: BOTH },
    tell: (deal) => {
      const { lines } = withFirst(deal, ({ amount }) => ({ amount: amount + AMISS }));
      return toldWith.facts(deal, 'XML_TOTALS', { lines: lines! });
    },
  },
  {
    ...{ plant: 'SIGNATURE', trades: BOTH, fits: ({ channel }) => channel !== 'register' },
    tell: (deal, { at }) => toldWith.files(deal, 'SIGNATURE', [{ signer: at % 2 === 0 ? 'none' : 'other' }]),
  },
];

const NEAR_MISSES: readonly Planting[] = [
  {
    ...{ plant: 'OTHER_NAME', trades: BOTH },
    tell: (deal) =>
      toldWith.facts(deal, 'OTHER_NAME', {
        partner: { ...deal.partner, name: `${deal.partner.name.toUpperCase()} (VP)` },
      }),
  },
  {
    ...{ plant: 'NO_ZEROS', trades: BOTH },
    tell: (deal) => toldWith.vouchers(deal, 'NO_ZEROS', [renumbered(deal.voucher, deal.number)]),
  },
  {
    ...{ plant: 'SPLIT', trades: BOTH, fits: ({ lines }) => lines.length > 1 },
    tell: (deal) => toldWith.vouchers(deal, 'SPLIT', halves(deal.voucher)),
  },
];

/** Every way to plant something in a deal, in the order in which they take turns. */
export const PLANTINGS: readonly Planting[] = [
  ...PRESENCE,
  ...WHOSE_AND_WHEN,
  ...GOODS,
  ...MONEY,
  ...EVIDENCE,
  ...NEAR_MISSES,
];

export const NEAR: ReadonlySet<Plant> = new Set(NEAR_MISSES.map(({ plant }) => plant));
