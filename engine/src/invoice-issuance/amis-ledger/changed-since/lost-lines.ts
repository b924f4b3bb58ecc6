import type { ProfileBooks } from '../../books.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { PlannedInvoice } from '../../types.ts';
import { figuresByLine, type LostLine } from './lost-line.ts';
import type { Remedies } from './remedies.ts';

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
