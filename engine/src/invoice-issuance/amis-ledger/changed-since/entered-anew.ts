import { documentKeyOf, netAmountOf, type SalesLine } from '../../../bravo/sales-line.ts';
import { by } from '../../../order.ts';
import type { Quantity } from '../../../quantity.ts';
import type { ProfileBooks } from '../../books.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import { foldCode } from '../../stock-keys.ts';
import type { PlannedInvoice, Warning } from '../../types.ts';
import { linesOf } from './lines-of.ts';
import type { Remedies } from './remedies.ts';

/** The part of a line that the ledger has lost, on an invoice that has left. */
type Lost = {
  readonly invoice: PlannedInvoice;
  readonly line: string;
  readonly product: string;
  baseQuantity: Quantity;
  amount: number;
};

/** Of customer, number, day and figures so many have to agree: one of them may be the reason for which the document was entered anew. */
const ENOUGH = 3;

/**
 * Drafts of sales that an invoice may have left with already: Bravo has lost a line of that invoice, and has one of the same item by now, as
 * a document has that was deleted and entered anew, under another key. In doubt a person says so; where AMIS has taken the goods off that invoice, all is done.
 */
export function enteredAnew(
  ledger: Pick<LedgerIndex, 'lineOf'>,
  { kept, drafts }: { readonly kept: readonly PlannedInvoice[]; readonly drafts: readonly PlannedInvoice[] },
  profiles: readonly Pick<ProfileBooks, 'terms' | 'productConnections'>[],
  { isTakenOff }: Pick<Remedies, 'isTakenOff'>,
): Warning[] {
  const lost = kept
    .flatMap((invoice) => lostLines(invoice, ledger))
    .filter(({ invoice, line }) => !isTakenOff(invoice, new Set([line])));
  if (lost.length === 0) return [];
  const byItem = lostByItem(lost, profiles);
  return drafts.flatMap((draft): Warning[] => {
    const found = linesOf(draft, ledger).flatMap((line) => {
      const before = byItem.get(line.itemCode)?.find((one) => isLike(one, line));
      return line.kind !== 'discount' && before ? [{ line, before }] : [];
    });
    const [first] = found.toSorted(by(({ line }) => line.id));
    if (!first) return [];
    const { invoice, line } = first.before;
    const message = `Hóa đơn nháp «${draft.voucherNumber}» có thể lập lần hai: ${found.length} dòng bán của nó giống dòng mà hóa đơn đã bàn giao đã xuất và sổ Bravo không còn, ví dụ dòng «${first.line.id}» giống dòng «${line}» của hóa đơn «${invoice.voucherNumber}».`;
    return [{ code: 'SALE_ENTERED_ANEW', message, profile: draft.profile, invoice: draft.key }];
  });
}

function lostLines(invoice: PlannedInvoice, ledger: Pick<LedgerIndex, 'lineOf'>): Lost[] {
  if (invoice.status === 'draft') return [];
  const lost = new Map<string, Lost>();
  for (const { kind, product, allocations } of invoice.items)
    for (const { line, baseQuantity, amount } of kind === 'discount' ? [] : allocations) {
      if (ledger.lineOf(line)) continue;
      const known = lost.get(line);
      if (known) {
        known.baseQuantity += baseQuantity;
        known.amount += amount;
      } else lost.set(line, { invoice, line, product, baseQuantity, amount });
    }
  return [...lost.values()];
}

/** The lost lines by each item that their product is connected to in the books of their invoice. */
function lostByItem(
  lost: readonly Lost[],
  profiles: readonly Pick<ProfileBooks, 'terms' | 'productConnections'>[],
): Map<string, Lost[]> {
  const ofProfile = Map.groupBy(lost, ({ invoice }) => invoice.profile);
  const byItem = new Map<string, Lost[]>();
  for (const { terms, productConnections } of profiles) {
    const ofProduct = Map.groupBy(ofProfile.get(terms.code) ?? [], ({ product }) => product);
    if (ofProduct.size === 0) continue;
    for (const { product, item } of productConnections) {
      const own = ofProduct.get(product);
      if (own) byItem.set(item, [...(byItem.get(item) ?? []), ...own]);
    }
  }
  return byItem;
}

function isLike({ invoice, baseQuantity, amount }: Lost, line: SalesLine): boolean {
  const { bravoDocument, documentDate, buyer } = invoice;
  const signs = [
    buyer.bravoPartnerCode === '' || foldCode(buyer.bravoPartnerCode) === foldCode(line.partnerCode),
    bravoDocument === documentKeyOf(line),
    documentDate === line.docDate,
    baseQuantity === line.baseQuantity && amount === netAmountOf(line),
  ];
  return signs.filter(Boolean).length >= ENOUGH;
}
