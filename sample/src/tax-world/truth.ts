import { documentKeyOf } from '@khop/engine/bravo/sales-line.ts';
import type { Vnd } from '@khop/engine/money.ts';
import type { KindOfDifference } from '@khop/engine/three-sides/kinds.ts';
import type { Trade } from '@khop/engine/three-sides/types.ts';
import type { LedgerDocument } from '../model.ts';
import { keyOf, type TaxFacts, type Voucher } from './deal.ts';
import { TRADES } from './deals.ts';
import { type TaxWorld, tellingsOf } from './plan.ts';
import { NEAR } from './plants.ts';
import type { Plant, Told } from './telling.ts';
import { waitingOf } from './waiting.ts';

/** One difference that is really there. Every other invoice, voucher and document agrees, or is told nowhere else. */
export type TrueDifference = {
  readonly trade: Trade;
  /** '' for a document that no profile may invoice. */
  readonly profileCode: string;
  readonly kind: KindOfDifference;
  readonly invoiceKey: string | null;
  readonly voucher: string | null;
  readonly document: string | null;
  /** Đồng, with VAT, as each side says it. */
  readonly taxTotal: Vnd | null;
  readonly booksTotal: Vnd | null;
};

/** The kind of a planted difference; undefined for agreements that only look like one. */
const isKind = (plant: Plant): plant is KindOfDifference => !NEAR.has(plant);

/** Đồng of an invoice's total. */
const totalInVnd = ({ said, exchangeRate }: TaxFacts): Vnd => Math.round(said.total * exchangeRate);

/** The invoice that a telling has in its files or in the list. */
const factsIn = ({ files, row }: Told['invoices'][number]): TaxFacts => (row?.facts ?? files[0]?.facts)!;

/** All differences of the world but what waits in Bravo, one ledger after the other. */
function* plantedDifferences(world: TaxWorld): Generator<TrueDifference> {
  for (const [profile, { code }] of world.company.period.profiles.entries())
    for (const trade of TRADES)
      for (const told of tellingsOf(world, profile, trade)) {
        const difference = differenceOf(told);
        if (difference !== undefined) yield { trade, profileCode: code, ...difference };
      }
}

/** The whole truth. */
export function* trueDifferences(world: TaxWorld): Generator<TrueDifference> {
  yield* plantedDifferences(world);
  for (const { document, profile } of waitingOf(world.company)) {
    const { profiles } = world.company.period;
    const profileCode = profile === undefined ? '' : profiles[profile]!.code;
    yield {
      ...{ trade: 'sale', profileCode, kind: 'DELIVERY_ONLY', document: keyOfDocument(document) },
      ...{ invoiceKey: null, voucher: null, taxTotal: null, booksTotal: null },
    };
  }
}

export const keyOfDocument = ({ branch, docCode, docNo }: LedgerDocument): string =>
  documentKeyOf({ branchCode: branch.code, docCode, docNo });

/** The difference of one telling, if it is one. */
export function differenceOf(told: Told): Omit<TrueDifference, 'trade' | 'profileCode'> | undefined {
  const { deal, plant, invoices, vouchers } = told;
  const voucher = vouchers[0]!.number;
  const books = vouchers.reduce((sum, one) => sum + totalOf(one), 0);
  if (deal === undefined)
    return {
      ...{ kind: 'BOOKS_NO_INVOICE', invoiceKey: null, voucher },
      ...{ document: null, taxTotal: null, booksTotal: books },
    };
  if (plant === undefined && deal.trade === 'sale' && deal.document === undefined)
    return { kind: 'NO_DELIVERY', ...agreedFigures(told, voucher, books) };
  if (plant === undefined || !isKind(plant)) return undefined;
  const extra = invoices[1];
  // The books know nothing of the one invoice more.
  if (extra !== undefined) {
    const facts = factsIn(extra);
    const known = { invoiceKey: keyOf(facts), taxTotal: totalInVnd(facts) };
    return { kind: plant, ...known, voucher: null, document: null, booksTotal: null };
  }
  return { kind: plant, ...agreedFigures(told, voucher, books) };
}

const agreedFigures = ({ invoices }: Told, voucher: string, booksTotal: Vnd) => {
  const facts = invoices[0] && factsIn(invoices[0]);
  return {
    ...{ voucher, booksTotal, document: null },
    invoiceKey: facts ? keyOf(facts) : null,
    taxTotal: facts ? totalInVnd(facts) : null,
  };
};

/** Đồng of a voucher with VAT. */
const totalOf = (voucher: Voucher): Vnd =>
  'supplier' in voucher
    ? voucher.lines.reduce((sum, { value, vatAmount }) => sum + value + vatAmount, 0)
    : voucher.lines.reduce(
        (sum, { amount, discount, returnAmount, vatAmount }) => sum + amount - discount - returnAmount + vatAmount,
        0,
      );
