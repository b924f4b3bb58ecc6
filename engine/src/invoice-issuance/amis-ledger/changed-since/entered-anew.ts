import { documentKeyOf, netAmountOf, type SalesLine, saleKey, saleKeyOf } from '../../../bravo/sales-line.ts';
import type { Day } from '../../../day.ts';
import { by } from '../../../order.ts';
import type { ProfileBooks } from '../../books.ts';
import { LedgerIndex } from '../../ledger/ledger-index.ts';
import { foldCode } from '../../stock-keys.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, Warning } from '../../types.ts';
import { linesOf } from './lines-of.ts';
import { type Figures, figuresByLine, type LostLine } from './lost-line.ts';
import { lostLines } from './lost-lines.ts';
import type { Remedies } from './remedies.ts';

/**
 * Of item, customer, number, day and figures so many have to agree, or the first three: what else differs may be the reason for which the
 * sale was entered anew.
 */
const ENOUGH = 4;

/**
 * Drafts of sales that an invoice may have left with already: Bravo has lost a line of that invoice, and has one like it by now, as a
 * document has that was deleted and entered anew, under another key. In doubt a person says so; where AMIS has taken the goods off that invoice, all is done.
 */
export function enteredAnew(
  ledger: Pick<LedgerIndex, 'lineOf'>,
  { kept, drafts }: { readonly kept: readonly PlannedInvoice[]; readonly drafts: readonly PlannedInvoice[] },
  profiles: readonly Pick<ProfileBooks, 'terms' | 'productConnections'>[],
  remedies: Pick<Remedies, 'isTakenOff'>,
): Warning[] {
  return likeLost(lostLines(kept, ledger, profiles, remedies), drafts, ledger);
}

/** The same of lines that invoices of other periods have left with. No plan reads them, so that their changes do not make it an old one. */
export function enteredAnewElsewhere({ lines, lostElsewhere = [] }: IssuanceInput, plan: IssuancePlan): Warning[] {
  if (lostElsewhere.length === 0) return [];
  const whole = figuresByLine(lostElsewhere);
  const lost = lostElsewhere.map((one) => ({ ...one, ...whole.get(one.line) }));
  const drafts = plan.invoices.filter(({ status }) => status === 'draft');
  return likeLost(lost, drafts, new LedgerIndex(lines));
}

function likeLost(
  lost: readonly LostLine[],
  drafts: readonly PlannedInvoice[],
  ledger: Pick<LedgerIndex, 'lineOf'>,
): Warning[] {
  if (lost.length === 0) return [];
  const findLike = finderOf(lost, drafts);
  return drafts.flatMap((draft): Warning[] => {
    const found = linesOf(draft, ledger).flatMap((line) => {
      const before = line.kind === 'discount' ? undefined : findLike(line);
      return before ? [{ line, before }] : [];
    });
    const [first] = found.toSorted(by(({ line }) => line.id));
    if (!first) return [];
    const { voucherNumber, line, period } = first.before;
    const of = period === undefined ? '' : ` của kỳ «${period}»`;
    const message = `Hóa đơn nháp «${draft.voucherNumber}» có thể lập lần hai: ${found.length} dòng bán của nó giống dòng mà hóa đơn đã bàn giao đã xuất và sổ Bravo không còn, ví dụ dòng «${first.line.id}» giống dòng «${line}» của hóa đơn «${voucherNumber}»${of}.`;
    return [{ code: 'SALE_ENTERED_ANEW', message, profile: draft.profile, invoice: draft.key }];
  });
}

/** Finds the lost line that one of the ledger is like: of an item that its product is connected to, or else of the very same sale. */
function finderOf(
  lost: readonly LostLine[],
  drafts: readonly PlannedInvoice[],
): (line: SalesLine) => LostLine | undefined {
  const byItem = Map.groupBy(
    lost.flatMap((one) =>
      one.items.flatMap((item) => keysOf(item, one.document, one.day).map((key) => ({ key, one }))),
    ),
    ({ key }) => key,
  );
  const bySale = Map.groupBy(lost, ({ document, day, partner }) => saleKey(document, day, foldCode(partner)));
  const drafted = figuresByLine(
    drafts.flatMap(({ items }) => items.flatMap(({ kind, allocations }) => (kind === 'discount' ? [] : allocations))),
  );
  return (line) => {
    const whole = { baseQuantity: line.baseQuantity, amount: netAmountOf(line) };
    const figures = [whole, drafted.get(line.id)!];
    for (const key of keysOf(line.itemCode, documentKeyOf(line), line.docDate)) {
      const found = byItem.get(key)?.find(({ one }) => isLike(one, line, figures));
      if (found) return found.one;
    }
    const sale = saleKeyOf({ ...line, partnerCode: foldCode(line.partnerCode) });
    return bySale.get(sale)?.find((one) => signsOf(one, line, [whole]).every(Boolean));
  };
}

/** Lines like a lost one of an item have its number or its day. */
const keysOf = (item: string, document: string, day: Day): string[] =>
  [document, day].map((one) => `${item}\u0000${one}`);

/** True for a line of the same item that is like a lost one. */
function isLike(lost: LostLine, line: SalesLine, figures: readonly Figures[]): boolean {
  const signs = signsOf(lost, line, figures);
  const [isOfCustomer, isOfNumber] = signs;
  return (isOfCustomer && isOfNumber) || 1 + signs.filter(Boolean).length >= ENOUGH;
}

/** Customer, number, day and figures of a lost line and of one of the ledger, whole or as drafted: whether they agree. */
const signsOf = (
  { partner, document, day, baseQuantity, amount }: LostLine,
  line: SalesLine,
  figures: readonly Figures[],
): [boolean, boolean, boolean, boolean] => [
  partner === '' || foldCode(partner) === foldCode(line.partnerCode),
  document === documentKeyOf(line),
  day === line.docDate,
  figures.some((own) => own.baseQuantity === baseQuantity && own.amount === amount),
];
