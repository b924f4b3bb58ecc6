import { documentKeyOf, type SalesLine } from '../bravo/sales-line.ts';
import { by, compare } from '../order.ts';
import { withLastIssued } from './amis-ledger/last-issued.ts';
import { inCatalogueSpelling } from './catalogue-codes.ts';
import { sortRules } from './rules/invoice-rules.ts';
import type { IssuanceInput } from './types.ts';

/**
 * The same input in one spelling of codes and one fixed order, so that a plan does not depend on whether a file or a
 * database was read: ledger lines by day, document and source key, the rest by code. The order of profiles is the
 * period's own and is kept.
 */
export function canonicalInput(given: IssuanceInput): IssuanceInput {
  const input = inCatalogueSpelling(given);
  return {
    ...input,
    lines: sortLines(input.lines),
    profiles: input.profiles.map(withLastIssued(input)).map((books) => ({
      ...books,
      productConnections: books.productConnections.toSorted(
        (a, b) => compare(a.item, b.item) || a.priority - b.priority || compare(a.product, b.product),
      ),
      partnerConnections: books.partnerConnections.toSorted(
        (a, b) => compare(a.partner, b.partner) || compare(a.customer, b.customer),
      ),
      inventory: books.inventory.toSorted((a, b) => compare(a.warehouse, b.warehouse) || compare(a.product, b.product)),
      salesLedger: books.salesLedger.toSorted(
        (a, b) =>
          compare(a.documentDate, b.documentDate) ||
          compare(a.voucherNumber, b.voucherNumber) ||
          compareNatural(a.id, b.id),
      ),
    })),
    invoiceRules: sortRules(input.invoiceRules),
    bravoPartners: input.bravoPartners.toSorted(by(({ code }) => code)),
  };
}

/** Ledger lines by day, document and source key. */
export function sortLines(lines: readonly SalesLine[]): SalesLine[] {
  const keyed = lines.map((line) => ({ line, document: documentKeyOf(line) }));
  keyed.sort(
    (a, b) =>
      compare(a.line.docDate, b.line.docDate) ||
      compare(a.document, b.document) ||
      compareNatural(a.line.id, b.line.id),
  );
  return keyed.map(({ line }) => line);
}

const RUNS = /\d+|\D+/g;

/** Compares with runs of digits as numbers: line 2 comes before line 10. Equal only for equal texts. */
export function compareNatural(a: string, b: string): number {
  const [left, right] = [a.match(RUNS) ?? [], b.match(RUNS) ?? []];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const [x, y] = [left[i]!, right[i]!];
    if (x === y) continue;
    const [isNumber, isOtherNumber] = [x <= '9' && x >= '0', y <= '9' && y >= '0'];
    const byNumber = isNumber && isOtherNumber ? Number(x) - Number(y) : 0;
    return byNumber || compare(x, y);
  }
  return left.length - right.length;
}
