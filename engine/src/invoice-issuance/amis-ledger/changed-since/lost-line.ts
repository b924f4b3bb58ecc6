import type { Day } from '../../../day.ts';
import type { Quantity } from '../../../quantity.ts';
import type { ProfileBooks } from '../../books.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { PlannedInvoice } from '../../types.ts';
import type { Remedies } from './remedies.ts';

/** How much of a line there is, before VAT. */
export type Figures = { readonly baseQuantity: Quantity; readonly amount: number };

/** A line that the ledger has lost, as an invoice that has left has it. */
export type LostLine = Figures & {
  readonly line: string;
  readonly voucherNumber: string;
  /** The period of the invoice; absent: the own one. */
  readonly period?: string;
  /** Document, day and partner of the sale, as the invoice has them; no partner on one of many. */
  readonly document: string;
  readonly day: Day;
  readonly partner: string;
  /** The items that its product is connected to in the books of the invoice. */
  readonly items: readonly string[];
};

type Part = Figures & { readonly line: string };

/** The figures of each line, of all its parts together: one sale may be on invoices of several profiles. */
export function figuresByLine(parts: readonly Part[]): Map<string, Figures> {
  const whole = new Map<string, Figures>();
  for (const { line, baseQuantity, amount } of parts) {
    const known = whole.get(line);
    whole.set(line, {
      baseQuantity: (known?.baseQuantity ?? 0n) + baseQuantity,
      amount: (known?.amount ?? 0) + amount,
    });
  }
  return whole;
}

/** The lines of invoices that have left which the ledger lacks, with what all of these hold of them; without those that AMIS has taken off. */
export function lostLines(
  kept: readonly PlannedInvoice[],
  ledger: Pick<LedgerIndex, 'lineOf'>,
  profiles: readonly Pick<ProfileBooks, 'terms' | 'productConnections'>[],
  { isTakenOff }: Pick<Remedies, 'isTakenOff'>,
): LostLine[] {
  const parts = kept.flatMap((invoice) => (invoice.status === 'draft' ? [] : lostParts(invoice, ledger)));
  if (parts.length === 0) return [];
  const whole = figuresByLine(parts);
  const itemsOf = itemsByProduct(profiles);
  return [...Map.groupBy(parts, ({ invoice }) => invoice)].flatMap(([invoice, own]) =>
    // Goods that were taken off for one of two lines are not those of both.
    [...Map.groupBy(own, ({ product }) => product)].flatMap(([product, ofProduct]) => {
      const lines = new Set(ofProduct.map(({ line }) => line));
      if (isTakenOff(invoice, lines)) return [];
      const { voucherNumber, bravoDocument: document, documentDate: day, buyer } = invoice;
      const items = itemsOf(invoice.profile, product);
      const sale = { voucherNumber, document, day, partner: buyer.bravoPartnerCode, items };
      return [...lines].map((line) => ({ line, ...sale, ...whole.get(line)! }));
    }),
  );
}

function lostParts(invoice: PlannedInvoice, ledger: Pick<LedgerIndex, 'lineOf'>) {
  return invoice.items.flatMap(({ kind, product, allocations }) =>
    kind === 'discount'
      ? []
      : allocations.filter(({ line }) => !ledger.lineOf(line)).map((part) => ({ ...part, invoice, product })),
  );
}

/** The items that a product of a profile is connected to. */
function itemsByProduct(profiles: readonly Pick<ProfileBooks, 'terms' | 'productConnections'>[]) {
  const ofProfile = new Map(
    profiles.map(({ terms, productConnections }) => [
      terms.code,
      Map.groupBy(productConnections, ({ product }) => product),
    ]),
  );
  return (profile: string, product: string): string[] =>
    ofProfile
      .get(profile)
      ?.get(product)
      ?.map(({ item }) => item) ?? [];
}
