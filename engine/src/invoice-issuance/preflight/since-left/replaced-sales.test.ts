import { expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { issuanceInput } from '../../plan-fixture.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';
import { preflight } from '../preflight.ts';

const [first] = invoicesOf(given());
const replaced: PlannedInvoice = { ...first!, status: 'replaced', invoiceNumber: '12', issuedOn: '2026-09-05' };
const [line, other] = given().lines;

/** Sales that count as not invoiced in time, by a line of theirs, with their money. */
function missing(kept: readonly PlannedInvoice[], lines = given().lines) {
  const { profiles } = given();
  // The ledger of AMIS shows another sale of before, and no document of these.
  const sale = { id: 'X', voucherNumber: 'X', documentDate: '2026-08-31', product: 'SP9', quantity: '1', amount: 1 };
  const input = issuanceInput(
    given({ issuers: { HN: ['A'] }, bases: [], kept, lines, profiles: [{ ...profiles[0]!, sales: [sale] }] }),
  );
  return preflight(input, planInvoices(input)).flatMap(({ code, about }) =>
    code === 'NOT_ISSUED_IN_TIME' ? about!.map((one) => [one.line, one.amount]) : [],
  );
}

test('a sale whose invoice was replaced has been invoiced, also where the ledger does not show the other invoice any more', () => {
  expect(missing([])).toEqual([
    ['1', 400_000],
    ['2', 400_000],
  ]);
  expect(missing([replaced])).toEqual([['2', 400_000]]);
});

test('what a replaced invoice never had is without one', () => {
  expect(missing([replaced], [{ ...line!, quantity: '6', amount: 600_000 }, other!])).toEqual([
    ['1', 200_000],
    ['2', 400_000],
  ]);
});
