import { documentKeyOf, netAmountOf, saleKey, saleKeyOf } from '../../../bravo/sales-line.ts';
import { addDays, type Day } from '../../../day.ts';
import { sumVndOf } from '../../../money.ts';
import { by } from '../../../order.ts';
import { LedgerIndex } from '../../ledger/ledger-index.ts';
import { foldCode } from '../../stock-keys.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, Warning } from '../../types.ts';
import { linesOf } from './lines-of.ts';
import { type Figures, figuresByLine, type LostLine, type SoldLine } from './lost-line.ts';
import { lostLines } from './lost-lines.ts';
import type { Remedies } from './remedies.ts';

/**
 * Of item, customer, number, day and price so many have to agree, or the first three: what else differs may be the reason for which the
 * sale was entered anew, and the quantity may be that of a part.
 */
const ENOUGH = 4;

/** A date that was put right by entering the sale anew is hardly further away, and next week's order is. */
export const DAYS_NEAR = 3;

/**
 * Drafts of sales that an invoice may have left with already: Bravo has lost a line of that invoice, and has one like it by now, as a
 * document has that was deleted and entered anew, under another key. In doubt a person says so; where AMIS has taken the goods off that invoice, all is done.
 */
export function enteredAnew(
  { exclusions, profiles }: Pick<IssuanceInput, 'exclusions' | 'profiles'>,
  { ledger, kept, drafts }: Seen & { readonly kept: readonly PlannedInvoice[] },
  remedies: Pick<Remedies, 'isTakenOff' | 'isLowered'>,
): Warning[] {
  return likeLost(lostLines(kept, ledger, profiles, remedies), { ledger, drafts }, leftOut(exclusions, ledger));
}

/** The same of lines that invoices of other periods have left with. No plan reads them, so that their changes do not make it an old one. */
export function enteredAnewElsewhere(
  { lines, lostElsewhere = [], leftOutElsewhere = [], exclusions }: IssuanceInput,
  plan: IssuancePlan,
): Warning[] {
  if (lostElsewhere.length === 0) return [];
  const whole = figuresByLine(lostElsewhere);
  const lost = lostElsewhere.map((one) => ({ ...one, ...whole.get(one.line) }));
  const drafts = plan.invoices.filter(({ status }) => status === 'draft');
  const ledger = new LedgerIndex(lines);
  // Of periods with days in common a line may be left out in both, or left out there and planned here.
  const elsewhere = leftOutElsewhere.filter(({ id }) => ledger.lineOf(id) === undefined);
  return likeLost(lost, { drafts, ledger }, [...leftOut(exclusions, ledger), ...elsewhere]);
}

const leftOut = (exclusions: IssuanceInput['exclusions'], ledger: Seen['ledger']): SoldLine[] =>
  exclusions.toSorted(by(({ line }) => line)).flatMap(({ line }) => ledger.lineOf(line) ?? []);

type Seen = { readonly ledger: LedgerIndex; readonly drafts: readonly PlannedInvoice[] };

function likeLost(lost: readonly LostLine[], { ledger, drafts }: Seen, leftOutLines: readonly SoldLine[]): Warning[] {
  if (lost.length === 0) return [];
  const { findSame, findLike, findNear } = findersOf(lost);
  const drawn = drafts.map((draft) => ({
    draft,
    lines: linesOf(draft, ledger).filter(({ kind }) => kind !== 'discount'),
  }));
  const drafted = drawn.flatMap(({ lines }) => lines);
  // A lost line that a person has found again, and left out, is no other one; but for one that is more like it than the one left out.
  const foundAgain = new Map<SoldLine, LostLine>();
  const found = new Map<SoldLine, LostLine>();
  const lostIn = (those: ReadonlyMap<SoldLine, LostLine>) => [...those.values()].map(({ line }) => line);
  for (const find of [findSame, findLike, findNear]) {
    const without = new Set([...lostIn(foundAgain), ...lostIn(found)]);
    for (const line of leftOutLines) {
      const before = foundAgain.has(line) ? undefined : find(line, without);
      if (!before) continue;
      foundAgain.set(line, before);
      without.add(before.line);
    }
    // Several lines may be parts of a lost one.
    for (const line of drafted) {
      const before = found.has(line) ? undefined : find(line, without);
      if (before) found.set(line, before);
    }
  }
  const unlike = drafted.filter((line) => !found.has(line));
  for (const [line, before] of dividedAmong(lost, unlike)) found.set(line, before);
  return drawn.flatMap(({ draft, lines }): Warning[] => {
    const own = lines.filter((line) => found.has(line));
    const [first] = own.toSorted(by(({ id }) => id));
    if (!first) return [];
    const { voucherNumber, line, period, rest } = found.get(first)!;
    const isPart = rest !== undefined;
    const of = period === undefined ? '' : ` của kỳ «${period}»`;
    const message = `Hóa đơn nháp «${draft.voucherNumber}» có thể lập lần hai: ${own.length} dòng bán của nó giống dòng mà hóa đơn đã bàn giao đã xuất và sổ Bravo ${isPart ? 'nay ghi ít hơn' : 'không còn'}, ví dụ dòng «${first.id}» giống ${isPart ? 'phần đã bớt của ' : ''}dòng «${line}» của hóa đơn «${voucherNumber}»${of}.`;
    return [{ code: 'SALE_ENTERED_ANEW', message, profile: draft.profile, invoice: draft.key }];
  });
}

/** Lines of other numbers that are together, to the đồng, what Bravo has taken from a line of their customer, item and day. */
function dividedAmong(lost: readonly LostLine[], lines: readonly SoldLine[]): ReadonlyMap<SoldLine, LostLine> {
  const parts = lost.filter(({ rest }) => rest !== undefined);
  const divided = new Map<SoldLine, LostLine>();
  if (parts.length === 0) return divided;
  const byDay = Map.groupBy(lines, ({ itemCode, partnerCode, docDate }) => dayKey(itemCode, partnerCode, docDate));
  for (const part of parts)
    for (const item of part.items) {
      const own = byDay.get(dayKey(item, part.partner, part.day)) ?? [];
      const whole = [own, ...Map.groupBy(own, documentKeyOf).values()].find((some) => hasFigures(part, some));
      for (const line of whole ?? []) if (!divided.has(line)) divided.set(line, part);
    }
  return divided;
}

type Find = (line: SoldLine, without: ReadonlySet<string>) => LostLine | undefined;

/**
 * Find the lost line that one of the ledger is like, of an item that its product is connected to: of its customer and number; one that is
 * like it, or else of the very same sale; and one of its customer and figures some days away, which may be the next standing order as well.
 */
function findersOf(lost: readonly LostLine[]): Readonly<Record<'findSame' | 'findLike' | 'findNear', Find>> {
  const ofItem = lost.flatMap((one) => one.items.map((item) => ({ item, one })));
  const byItem = Map.groupBy(
    ofItem.flatMap(({ item, one }) => [...documentsOf(one), one.day].map((of) => ({ key: itemKey(item, of), one }))),
    ({ key }) => key,
  );
  const byDay = Map.groupBy(ofItem, ({ item, one }) => dayKey(item, one.partner, one.day));
  const bySale = Map.groupBy(lost, ({ document, day, partner }) => saleKey(document, day, foldCode(partner)));
  return {
    findSame: (line, without) =>
      byItem
        .get(itemKey(line.itemCode, documentKeyOf(line)))
        ?.find(({ one }) => !without.has(one.line) && isOfDocument(one, line) && hasRoom(one, line))?.one,
    findLike: (line, without) => {
      for (const sign of [documentKeyOf(line), line.docDate]) {
        const found = byItem
          .get(itemKey(line.itemCode, sign))
          ?.find(({ one }) => !without.has(one.line) && isLike(one, line));
        if (found) return found.one;
      }
      const sale = saleKeyOf({ ...line, partnerCode: foldCode(line.partnerCode) });
      return bySale.get(sale)?.find((one) => !without.has(one.line) && hasFigures(one, [line]));
    },
    findNear: (line, without) => {
      for (let days = -DAYS_NEAR; days <= DAYS_NEAR; days++) {
        const own = byDay.get(dayKey(line.itemCode, line.partnerCode, addDays(line.docDate, days)));
        const found = own?.find(
          ({ one }) => one.rest === undefined && !without.has(one.line) && hasFigures(one, [line]),
        );
        if (found) return found.one;
      }
      return undefined;
    },
  };
}

const dayKey = (item: string, partner: string, day: Day): string => `${item}\u0000${foldCode(partner)}\u0000${day}`;

/** Lines like a lost one of an item have one of its numbers or its day. */
const itemKey = (item: string, of: string): string => `${item}\u0000${of}`;

const isOfCustomer = ({ partner }: LostLine, line: SoldLine): boolean =>
  partner === '' || foldCode(partner) === foldCode(line.partnerCode);

/** The numbers of its sale: that of the invoice, and the one that Bravo has by now. */
const documentsOf = ({ document, rest = document }: LostLine): readonly string[] =>
  rest === document ? [document] : [document, rest];

const isOfNumber = (lost: LostLine, line: SoldLine): boolean => documentsOf(lost).includes(documentKeyOf(line));

const isOfDocument = (lost: LostLine, line: SoldLine): boolean => isOfNumber(lost, line) && isOfCustomer(lost, line);

/** A part that Bravo has moved to other lines is in these. */
const hasRoom = (lost: LostLine, line: SoldLine): boolean =>
  lost.rest === undefined || (line.id !== lost.line && line.baseQuantity <= lost.baseQuantity);

/** True for a line of the same item that is like a lost one. */
function isLike(lost: LostLine, line: SoldLine): boolean {
  if (!hasRoom(lost, line)) return false;
  // Any customer of a day has the price of its retail sales, and any sale of a buyer that of a line with less by now.
  const isOfWorth = lost.partner === '' || lost.rest !== undefined ? hasFigures(lost, [line]) : isOfPrice(lost, line);
  const signs = [true, isOfCustomer(lost, line), isOfNumber(lost, line), lost.day === line.docDate, isOfWorth];
  return signs.filter(Boolean).length >= ENOUGH;
}

/** True for lines that are together so many goods of just that worth. */
const hasFigures = ({ baseQuantity, amount }: Figures, lines: readonly SoldLine[]): boolean =>
  baseQuantity === lines.reduce((sum, line) => sum + line.baseQuantity, 0n) && amount === sumVndOf(lines, netAmountOf);

/** True for the same price, as near as both amounts are rounded. */
function isOfPrice(lost: Figures, line: SoldLine): boolean {
  const difference = BigInt(lost.amount) * line.baseQuantity - BigInt(netAmountOf(line)) * lost.baseQuantity;
  return (difference < 0n ? -difference : difference) <= lost.baseQuantity + line.baseQuantity;
}
