import { documentKeyOf, type SalesLine } from '../bravo/sales-line.ts';
import { by, compare, inStep, merged } from '../order.ts';
import { withLastIssued } from './amis-ledger/last-issued.ts';
import type { ProfileBooks } from './books.ts';
import { spellCodes } from './codes/catalogue-codes.ts';
import type { HandedOver } from './handed-over/handed-over.ts';
import { Remembered } from './handed-over/remembered.ts';
import { sortRules } from './rules/invoice-rules.ts';
import type { IssuanceInput, PlannedInvoice } from './types.ts';

/** An input with its ledger lines and kept invoices in order; `known` are lines in that order already. */
export const inOneOrder = (input: IssuanceInput, known: readonly SalesLine[] = []): IssuanceInput => ({
  ...input,
  lines: sortLines(input.lines, known),
  kept: inPlanOrder(input.kept, input.profiles),
});

/**
 * The same input in one spelling of codes and one fixed order, so that a plan does not depend on whether a file or a database was read:
 * lists by code, and, once `inOneOrder` has seen it, ledger lines by day, document and source key. The order of profiles is the period's
 * own and is kept. Of sales that have been handed over and are not in the input the dates count, and `isSpelt` is true when the
 * catalogues spell all of their goods as they are written.
 */
export function canonical(
  given: IssuanceInput,
  handedOver: Pick<HandedOver, 'dates' | 'goods' | 'remembered'> | undefined,
) {
  const { input: spelt, isSpelt } = spellCodes(given, handedOver?.remembered);
  const goods = handedOver?.goods ?? [];
  return { input: withListsInOrder(spelt, handedOver), isSpelt: goods.every((one) => isSpelt(one.profile, one)) };
}

function withListsInOrder(
  input: IssuanceInput,
  handedOver: Pick<HandedOver, 'dates' | 'remembered'> | undefined,
): IssuanceInput {
  const remembered = handedOver?.remembered ?? new Remembered();
  const { invoiceRules, bravoPartners } = input;
  return {
    ...input,
    profiles: input.profiles.map(withLastIssued(input, handedOver?.dates)).map((books) => {
      const { productConnections, partnerConnections, inventory } = books;
      const lists = [productConnections, partnerConnections, inventory];
      return {
        ...books,
        ...remembered.of(`order ${books.terms.code}`, lists, () => listsInOrder(books)),
        salesLedger: books.salesLedger.toSorted(
          (a, b) =>
            compare(a.documentDate, b.documentDate) ||
            compare(a.voucherNumber, b.voucherNumber) ||
            compareNatural(a.id, b.id),
        ),
      };
    }),
    invoiceRules: remembered.of('rules', [invoiceRules], () => sortRules(invoiceRules)),
    bravoPartners: remembered.of('partners', [bravoPartners], () => bravoPartners.toSorted(by(({ code }) => code))),
  };
}

const listsInOrder = ({ productConnections, partnerConnections, inventory }: ProfileBooks) => ({
  productConnections: productConnections.toSorted(
    (a, b) => compare(a.item, b.item) || a.priority - b.priority || compare(a.product, b.product),
  ),
  partnerConnections: partnerConnections.toSorted(
    (a, b) => compare(a.partner, b.partner) || compare(a.customer, b.customer),
  ),
  inventory: inventory.toSorted((a, b) => compare(a.warehouse, b.warehouse) || compare(a.product, b.product)),
});

type Profiles = readonly Pick<ProfileBooks, 'terms'>[];
type Named = Pick<PlannedInvoice, 'key' | 'profile' | 'voucherNumber'>;

/** Invoices by profile, in the period's order, then by voucher and key. */
export const inPlanOrder = <T extends Named>(invoices: readonly T[], profiles: Profiles): T[] =>
  invoices.toSorted(planOrder(profiles));

/** The same for two lists that are in that order already. */
export const mergedInPlanOrder = <T extends Named>(
  ordered: readonly T[],
  further: readonly T[],
  profiles: Profiles,
): T[] => merged(ordered, further, planOrder(profiles));

function planOrder(profiles: Profiles): (a: Named, b: Named) => number {
  const rank = new Map(profiles.map(({ terms }, index) => [terms.code, index]));
  return (a, b) =>
    a.profile === b.profile
      ? compare(a.voucherNumber, b.voucherNumber) || compare(a.key, b.key)
      : (rank.get(a.profile) ?? -1) - (rank.get(b.profile) ?? -1) ||
        compare(a.voucherNumber, b.voucherNumber) ||
        compare(a.key, b.key);
}

/**
 * Ledger lines by day, document and source key; the given list where it is in that order already. `known` are lines in that order:
 * what follows one another there is not compared again.
 */
export function sortLines(lines: readonly SalesLine[], known: readonly SalesLine[] = []): readonly SalesLine[] {
  const end = endOfOrder(lines, known);
  if (end === lines.length) return lines;
  return merged(lines.slice(0, end), lines.slice(end).toSorted(inOrder), inOrder);
}

/** The number of lines from the first one on that are in order. */
function endOfOrder(lines: readonly SalesLine[], known: readonly SalesLine[]): number {
  let end = inStep(lines, known);
  while (end < lines.length && (end === 0 || inOrder(lines[end - 1]!, lines[end]!) <= 0)) end++;
  return end;
}

function inOrder(a: SalesLine, b: SalesLine): number {
  if (a.docDate !== b.docDate) return compare(a.docDate, b.docDate);
  if (a.branchCode === b.branchCode && a.docCode === b.docCode)
    return compare(a.docNo, b.docNo) || compareNatural(a.id, b.id);
  return compareDocuments(a, b) || compareNatural(a.id, b.id);
}

/** The order of the documents' keys, which are made only where one code goes on where the other ends. */
function compareDocuments(a: SalesLine, b: SalesLine): number {
  const [x, y] = a.branchCode === b.branchCode ? [a.docCode, b.docCode] : [a.branchCode, b.branchCode];
  return x.startsWith(y) || y.startsWith(x) ? compare(documentKeyOf(a), documentKeyOf(b)) : compare(x, y);
}

/** Compares with runs of digits as numbers: line 2 comes before line 10. Equal only for equal texts. */
export function compareNatural(a: string, b: string): number {
  const from = startOfDifference(a, b);
  const x = runAt(a, from);
  const y = runAt(b, from);
  const byNumber = isDigit(x, 0) && isDigit(y, 0) ? Number(x) - Number(y) : 0;
  return byNumber || compare(x, y);
}

/** The start of the first run of digits, or of other characters, in which two texts differ; their length for equal texts. */
function startOfDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (!goesOn(a, at) && !goesOn(b, at)) return at;
  let start = at - 1;
  while (goesOn(a, start)) start--;
  return start;
}

/** True when a run goes on at a place: the character there is of the same kind as the one before. */
const goesOn = (text: string, at: number): boolean =>
  at > 0 && at < text.length && isDigit(text, at) === isDigit(text, at - 1);

function runAt(text: string, from: number): string {
  let to = from + 1;
  while (goesOn(text, to)) to++;
  return text.slice(from, to);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}
