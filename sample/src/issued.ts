import { addDays, type Day, daysBetween } from '@khop/engine/day.ts';
import { scaleVnd, type Vnd } from '@khop/engine/money.ts';
import { lateProfile, type Market } from './ledger.ts';
import type { AmisProduct, LedgerDocument, LedgerLine, Milli, Partner } from './model.ts';
import { randomOf } from './random.ts';

/** One line of a sale that AMIS already holds under a voucher of its own. */
export type IssuedEntry = {
  /** Serial of the Bravo document in the ledger: its lines share one voucher. */
  readonly document: number;
  readonly documentDate: Day;
  readonly invoiceDate: Day;
  /** False for an invoice that has no number yet. */
  readonly isNumbered: boolean;
  /** Undefined: an anonymous buyer ("Khách lẻ"). */
  readonly partner: Partner | undefined;
  readonly product: AmisProduct;
  /** AMIS units. */
  readonly quantity: Milli;
  /** Before discount. */
  readonly amount: Vnd;
  readonly discount: Vnd;
  readonly vatRate: string;
  readonly vatAmount: Vnd;
};

type Taken = { readonly line: number; readonly covered: Milli; readonly entry: IssuedEntry };

/** AMIS units in thousandths, or undefined when whole units cannot express the quantity. */
function amisQuantity(product: AmisProduct, base: Milli): Milli | undefined {
  const quantity = (base * Number(product.factor.numerator)) / Number(product.factor.denominator);
  return Number.isInteger(quantity) && (product.good.divisible || quantity % 1000 === 0) ? quantity : undefined;
}

/**
 * The AMIS side of the documents that were invoiced by hand: whole ones, ones that hold a part of the lines or have no
 * number yet, and vague ones (another day, no customer) that no honest program may match without asking.
 */
export function issuedEntries(market: Market) {
  const random = randomOf(market.seed, 'issued');

  const entriesOf = (document: LedgerDocument): Taken[] => {
    if (!document.issued) return [];
    const { profile, manner } = document.issued;
    const coverable = document.lines.flatMap((line, index) => {
      const product = market.carried[profile]!.get(line.good.index);
      const quantity = product && line.kind === 'goods' ? amisQuantity(product, line.quantity * line.rate) : undefined;
      return product && quantity ? [{ line, index, product, quantity }] : [];
    });
    const kept = manner === 'part' ? coverable.slice(0, Math.max(1, Math.ceil(coverable.length / 2))) : coverable;
    if (kept.length === 0) return [];

    const later = manner === 'vague' ? random.int(1, 3) : random.chance(200) ? 1 : 0;
    const room = daysBetween(document.docDate, market.toDate);
    const documentDate = addDays(document.docDate, Math.min(later, room));
    const head = {
      document: document.serial,
      documentDate,
      invoiceDate: profile === lateProfile ? addDays(documentDate, Math.min(random.int(2, 6), room)) : documentDate,
      isNumbered: !(manner === 'part' && random.chance(500)),
      partner: manner === 'vague' ? undefined : document.partner,
    };
    return kept.map(({ line, index, product, quantity }) => ({
      line: index,
      covered: line.quantity * line.rate,
      entry: { ...head, product, quantity, ...moneyOf(line) },
    }));
  };
  return { entriesOf };
}

const moneyOf = (line: LedgerLine) => ({
  amount: line.amount,
  discount: line.discount,
  vatRate: line.vatRate || '8',
  vatAmount: line.vatAmount || scaleVnd(line.amount - line.discount, line.vatRate === '' ? 8n : 0n, 100n),
});
