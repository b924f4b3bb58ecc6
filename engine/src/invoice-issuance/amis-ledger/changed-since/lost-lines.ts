import { documentKeyOf, netAmountOf } from '../../../bravo/sales-line.ts';
import type { ProfileBooks } from '../../books.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { PlannedInvoice } from '../../types.ts';
import { figuresByLine, type LostLine } from './lost-line.ts';
import type { Remedies } from './remedies.ts';

type Books = Pick<ProfileBooks, 'terms' | 'productConnections'>;
type Mended = Pick<Remedies, 'isTakenOff' | 'isLowered'>;

/**
 * The lines of invoices that have left which the ledger lacks, with what all of these hold of them, and what they hold beyond what it
 * has of the others; without those that AMIS has taken off.
 */
export function lostLines(
  kept: readonly PlannedInvoice[],
  ledger: LedgerIndex,
  profiles: readonly Books[],
  remedies: Mended,
): LostLine[] {
  const left = kept.filter(({ status }) => status !== 'draft');
  const lost = partsOf(left, (line) => !ledger.lineOf(line));
  const more = surplusOf(left, ledger);
  if (lost.length + more.length === 0) return [];
  const itemsOf = itemsByProduct(profiles);
  return [
    ...wholeLines(lost, itemsOf, remedies),
    ...more.flatMap(({ invoice, product, line, rest, ...less }) =>
      remedies.isLowered(invoice, line, less)
        ? []
        : { line, ...saleOf(invoice, itemsOf(invoice.profile, product)), ...less, rest },
    ),
  ];
}

type ItemsOf = ReturnType<typeof itemsByProduct>;

const saleOf = (
  { voucherNumber, bravoDocument: document, documentDate: day, buyer }: PlannedInvoice,
  items: readonly string[],
) => ({ voucherNumber, document, day, partner: buyer.bravoPartnerCode, items });

function wholeLines(
  parts: ReturnType<typeof partsOf>,
  itemsOf: ItemsOf,
  { isTakenOff }: Pick<Remedies, 'isTakenOff'>,
): LostLine[] {
  const whole = figuresByLine(parts);
  return [...Map.groupBy(parts, ({ invoice }) => invoice)].flatMap(([invoice, own]) =>
    // Goods that were taken off for one of two lines are not those of both.
    [...Map.groupBy(own, ({ product }) => product)].flatMap(([product, ofProduct]) => {
      const lines = new Set(ofProduct.map(({ line }) => line));
      if (isTakenOff(invoice, lines)) return [];
      const sale = saleOf(invoice, itemsOf(invoice.profile, product));
      return [...lines].map((line) => ({ line, ...sale, ...whole.get(line)! }));
    }),
  );
}

const partsOf = (invoices: readonly PlannedInvoice[], isOne: (line: string) => boolean) =>
  invoices.flatMap((invoice) =>
    invoice.items.flatMap(({ kind, product, allocations }) =>
      kind === 'discount'
        ? []
        : allocations.filter(({ line }) => isOne(line)).map((part) => ({ ...part, invoice, product })),
    ),
  );

/** The goods that invoices hold of lines beyond what the ledger has of them, and their worth, with the first such invoice. */
function surplusOf(left: readonly PlannedInvoice[], ledger: LedgerIndex) {
  const more = heldBeyond(left, ledger);
  if (more.size === 0) return [];
  const parts = partsOf(left, (line) => more.has(line));
  const whole = figuresByLine(parts);
  const firsts = new Map(parts.toReversed().map((part) => [part.line, part]));
  return [...firsts.values()].toReversed().map(({ invoice, product, line }) => {
    const held = whole.get(line)!;
    const now = ledger.lineOf(line)!;
    const less = { baseQuantity: held.baseQuantity - now.baseQuantity, amount: held.amount - netAmountOf(now) };
    return { invoice, product, line, rest: documentKeyOf(now), ...less };
  });
}

/** The lines of which invoices hold more goods than the ledger has. Of a month that has left nearly all are held as they are. */
function heldBeyond(left: readonly PlannedInvoice[], ledger: LedgerIndex): ReadonlySet<string> {
  const held = new Map<number, bigint>();
  for (const { items } of left)
    for (const { allocations } of items)
      for (const { line, baseQuantity } of allocations) {
        const place = ledger.placeOf(line);
        if (place !== undefined) held.set(place, (held.get(place) ?? 0n) + baseQuantity);
      }
  const more = new Set<string>();
  for (const [place, quantity] of held) {
    const { id, baseQuantity } = ledger.lines[place]!;
    if (baseQuantity >= 0n && quantity > baseQuantity) more.add(id);
  }
  return more;
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
