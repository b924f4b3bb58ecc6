import { documentKeyOf, netAmountOf, type SalesLine, saleKey, saleKeyOf } from '../../../bravo/sales-line.ts';
import type { Day } from '../../../day.ts';
import { by } from '../../../order.ts';
import type { Quantity } from '../../../quantity.ts';
import type { ProfileBooks } from '../../books.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import { foldCode } from '../../stock-keys.ts';
import type { PlannedInvoice, Warning } from '../../types.ts';
import { linesOf } from './lines-of.ts';
import type { Remedies } from './remedies.ts';

type Figures = { baseQuantity: Quantity; amount: number };

/** A line that the ledger has lost, on an invoice that has left. */
type Lost = {
  readonly invoice: PlannedInvoice;
  readonly line: string;
  readonly product: string;
  /** The parts of the line on all invoices that have left. */
  readonly held: Figures;
};

/** Of item, customer, number, day and figures so many have to agree: one of them may be the reason for which the sale was entered anew. */
const ENOUGH = 4;

/**
 * Drafts of sales that an invoice may have left with already: Bravo has lost a line of that invoice, and has one like it by now, as a
 * document has that was deleted and entered anew, under another key. In doubt a person says so; where AMIS has taken the goods off that invoice, all is done.
 */
export function enteredAnew(
  ledger: Pick<LedgerIndex, 'lineOf'>,
  { kept, drafts }: { readonly kept: readonly PlannedInvoice[]; readonly drafts: readonly PlannedInvoice[] },
  profiles: readonly Pick<ProfileBooks, 'terms' | 'productConnections'>[],
  { isTakenOff }: Pick<Remedies, 'isTakenOff'>,
): Warning[] {
  const left = kept.filter(({ status }) => status !== 'draft');
  const heldOf = heldParts(left, (line) => !ledger.lineOf(line));
  if (heldOf.size === 0) return [];
  const lost = left
    .flatMap((invoice) => [...Map.groupBy(lostLines(invoice, heldOf), ({ product }) => product).values()])
    .filter((own) => !isTakenOff(own[0]!.invoice, new Set(own.map(({ line }) => line))))
    .flat();
  const findLike = finderOf(
    lost,
    profiles,
    heldParts(drafts, () => true),
  );
  return drafts.flatMap((draft): Warning[] => {
    const found = linesOf(draft, ledger).flatMap((line) => {
      const before = line.kind === 'discount' ? undefined : findLike(line);
      return before ? [{ line, before }] : [];
    });
    const [first] = found.toSorted(by(({ line }) => line.id));
    if (!first) return [];
    const { invoice, line } = first.before;
    const message = `Hóa đơn nháp «${draft.voucherNumber}» có thể lập lần hai: ${found.length} dòng bán của nó giống dòng mà hóa đơn đã bàn giao đã xuất và sổ Bravo không còn, ví dụ dòng «${first.line.id}» giống dòng «${line}» của hóa đơn «${invoice.voucherNumber}».`;
    return [{ code: 'SALE_ENTERED_ANEW', message, profile: draft.profile, invoice: draft.key }];
  });
}

/** The parts of lines that invoices hold, of all of them together: one sale may be on invoices of several profiles. */
function heldParts(invoices: readonly PlannedInvoice[], isWanted: (line: string) => boolean): Map<string, Figures> {
  const held = new Map<string, Figures>();
  for (const { items } of invoices)
    for (const { kind, allocations } of items)
      for (const { line, baseQuantity, amount } of kind === 'discount' ? [] : allocations) {
        const known = held.get(line);
        if (known) {
          known.baseQuantity += baseQuantity;
          known.amount += amount;
        } else if (isWanted(line)) held.set(line, { baseQuantity, amount });
      }
  return held;
}

function lostLines(invoice: PlannedInvoice, heldOf: ReadonlyMap<string, Figures>): Lost[] {
  const lost = new Map<string, Lost>();
  for (const { kind, product, allocations } of invoice.items)
    for (const { line } of kind === 'discount' ? [] : allocations) {
      const held = heldOf.get(line);
      if (held) lost.set(line, { invoice, line, product, held });
    }
  return [...lost.values()];
}

/** Finds the lost line that one of the ledger is like: of an item that its product is connected to, or else of the very same sale. */
function finderOf(
  lost: readonly Lost[],
  profiles: readonly Pick<ProfileBooks, 'terms' | 'productConnections'>[],
  drafted: ReadonlyMap<string, Figures>,
): (line: SalesLine) => Lost | undefined {
  const byItem = lostByItem(lost, profiles);
  const bySale = Map.groupBy(lost, ({ invoice: { bravoDocument, documentDate, buyer } }) =>
    saleKey(bravoDocument, documentDate, foldCode(buyer.bravoPartnerCode)),
  );
  const saleOf = (line: SalesLine) => saleKeyOf({ ...line, partnerCode: foldCode(line.partnerCode) });
  return (line) => {
    const whole = { baseQuantity: line.baseQuantity, amount: netAmountOf(line) };
    const figures = [whole, drafted.get(line.id)!];
    for (const key of keysOf(line.itemCode, documentKeyOf(line), line.docDate)) {
      const found = byItem.get(key)?.find((one) => 1 + signsOf(one, line, figures) >= ENOUGH);
      if (found) return found;
    }
    return bySale.get(saleOf(line))?.find((one) => signsOf(one, line, [whole]) >= ENOUGH);
  };
}

/** Lines like a lost one of an item have its number or its day. */
const keysOf = (item: string, document: string, day: Day): string[] =>
  [document, day].map((one) => `${item}\u0000${one}`);

/** The lost lines by each item that their product is connected to in the books of their invoice, with its number and its day. */
function lostByItem(
  lost: readonly Lost[],
  profiles: readonly Pick<ProfileBooks, 'terms' | 'productConnections'>[],
): Map<string, Lost[]> {
  const ofProfile = Map.groupBy(lost, ({ invoice }) => invoice.profile);
  const byItem = new Map<string, Lost[]>();
  for (const { terms, productConnections } of profiles) {
    const ofProduct = Map.groupBy(ofProfile.get(terms.code) ?? [], ({ product }) => product);
    if (ofProduct.size === 0) continue;
    for (const { product, item } of productConnections)
      for (const one of ofProduct.get(product) ?? [])
        for (const key of keysOf(item, one.invoice.bravoDocument, one.invoice.documentDate)) {
          const known = byItem.get(key);
          if (known) known.push(one);
          else byItem.set(key, [one]);
        }
  }
  return byItem;
}

/** The signs, beside the item, by which a lost line and one of the ledger, whole or as drafted, are alike. */
function signsOf({ invoice, held }: Lost, line: SalesLine, figures: readonly Figures[]): number {
  const { bravoDocument, documentDate, buyer } = invoice;
  const signs = [
    buyer.bravoPartnerCode === '' || foldCode(buyer.bravoPartnerCode) === foldCode(line.partnerCode),
    bravoDocument === documentKeyOf(line),
    documentDate === line.docDate,
    figures.some(({ baseQuantity, amount }) => held.baseQuantity === baseQuantity && held.amount === amount),
  ];
  return signs.filter(Boolean).length;
}
