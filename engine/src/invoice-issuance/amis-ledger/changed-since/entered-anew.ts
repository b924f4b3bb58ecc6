import { documentKeyOf, netAmountOf, type SalesLine } from '../../../bravo/sales-line.ts';
import { by } from '../../../order.ts';
import type { ProfileBooks } from '../../books.ts';
import { LedgerIndex } from '../../ledger/ledger-index.ts';
import { foldCode } from '../../stock-keys.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, Warning } from '../../types.ts';
import { linesOf } from './lines-of.ts';
import type { LostLine } from './lost-line.ts';
import type { Remedies } from './remedies.ts';

/** Of customer, number, day and figures so many have to agree, or the first two: one may be the reason for which the document was entered anew. */
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
  const itemsOf = (profile: string, product: string): string[] =>
    profiles
      .filter(({ terms }) => terms.code === profile)
      .flatMap(({ productConnections }) => productConnections.filter((one) => one.product === product))
      .map(({ item }) => item);
  const lost = kept.flatMap((invoice) =>
    lostLines(invoice, ledger, itemsOf).filter(({ line }) => !isTakenOff(invoice, new Set([line]))),
  );
  return likeLost(lost, drafts, ledger);
}

/** The same of lines that invoices of other periods have left with. No plan reads them, so that their changes do not make it an old one. */
export function enteredAnewElsewhere({ lines, lostElsewhere = [] }: IssuanceInput, plan: IssuancePlan): Warning[] {
  if (lostElsewhere.length === 0) return [];
  const drafts = plan.invoices.filter(({ status }) => status === 'draft');
  return likeLost(lostElsewhere, drafts, new LedgerIndex(lines));
}

function likeLost(
  lost: readonly LostLine[],
  drafts: readonly PlannedInvoice[],
  ledger: Pick<LedgerIndex, 'lineOf'>,
): Warning[] {
  if (lost.length === 0) return [];
  // Several invoices may have a part of a line each.
  const whole = [...Map.groupBy(lost, ({ line }) => line).values()].map((parts) => ({
    ...parts[0]!,
    items: parts.flatMap(({ items }) => items),
    baseQuantity: parts.reduce((sum, part) => sum + part.baseQuantity, 0n),
    amount: parts.reduce((sum, part) => sum + part.amount, 0),
  }));
  const byItem = Map.groupBy(
    whole.flatMap((one) => one.items.map((item) => ({ item, one }))),
    ({ item }) => item,
  );
  return drafts.flatMap((draft): Warning[] => {
    const found = linesOf(draft, ledger).flatMap((line) => {
      const before = byItem.get(line.itemCode)?.find(({ one }) => isLike(one, line))?.one;
      return line.kind !== 'discount' && before ? [{ line, before }] : [];
    });
    const [first] = found.toSorted(by(({ line }) => line.id));
    if (!first) return [];
    const { voucherNumber, line, period } = first.before;
    const of = period === undefined ? '' : ` của kỳ «${period}»`;
    const message = `Hóa đơn nháp «${draft.voucherNumber}» có thể lập lần hai: ${found.length} dòng bán của nó giống dòng mà hóa đơn đã bàn giao đã xuất và sổ Bravo không còn, ví dụ dòng «${first.line.id}» giống dòng «${line}» của hóa đơn «${voucherNumber}»${of}.`;
    return [{ code: 'SALE_ENTERED_ANEW', message, profile: draft.profile, invoice: draft.key }];
  });
}

function lostLines(
  { status, items, profile, voucherNumber, bravoDocument, documentDate, buyer }: PlannedInvoice,
  ledger: Pick<LedgerIndex, 'lineOf'>,
  itemsOf: (profile: string, product: string) => readonly string[],
): LostLine[] {
  if (status === 'draft') return [];
  const parts = items.flatMap(({ kind, product, allocations }) =>
    kind === 'discount'
      ? []
      : allocations.filter(({ line }) => !ledger.lineOf(line)).map((part) => ({ product, part })),
  );
  return [...Map.groupBy(parts, ({ part }) => part.line)].map(([line, own]) => ({
    ...{ line, voucherNumber, document: bravoDocument, day: documentDate, partner: buyer.bravoPartnerCode },
    items: itemsOf(profile, own[0]!.product),
    baseQuantity: own.reduce((sum, { part }) => sum + part.baseQuantity, 0n),
    amount: own.reduce((sum, { part }) => sum + part.amount, 0),
  }));
}

function isLike({ partner, document, day, baseQuantity, amount }: LostLine, line: SalesLine): boolean {
  const isOfCustomer = partner === '' || foldCode(partner) === foldCode(line.partnerCode);
  const isOfNumber = document === documentKeyOf(line);
  const others = [day === line.docDate, baseQuantity === line.baseQuantity && amount === netAmountOf(line)];
  return (isOfCustomer && isOfNumber) || [isOfCustomer, isOfNumber, ...others].filter(Boolean).length >= ENOUGH;
}
